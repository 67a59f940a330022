// Made by make.ts from version 9.7 of the Peppol code lists.
// Processes of documents.
export const processLines = `
none [deprecated]
urn:www.cenbii.eu:profile:bii01:ver1.0 [deprecated]
urn:www.cenbii.eu:profile:bii01:ver2.0
urn:www.cenbii.eu:profile:bii03:ver1.0 [deprecated]
urn:www.cenbii.eu:profile:bii03:ver2.0 [deprecated]
urn:www.cenbii.eu:profile:bii04:ver1.0 [deprecated]
urn:www.cenbii.eu:profile:bii04:ver2.0 [deprecated]
urn:www.cenbii.eu:profile:bii05:ver1.0 [deprecated]
urn:www.cenbii.eu:profile:bii05:ver2.0
urn:www.cenbii.eu:profile:bii06:ver1.0 [deprecated]
urn:www.cenbii.eu:profile:bii28:ver2.0
urn:www.cenbii.eu:profile:bii30:ver2.0
urn:www.cenbii.eu:profile:bii36:ver2.0 [deprecated]
urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
urn:peppol:bis:billing_with_response
urn:peppol:france:billing:regulated
urn:peppol:france:billing:non-regulated
urn:fdc:peppol.eu:2017:pracc:p001:01:1.0 [deprecated]
urn:fdc:peppol.eu:2017:pracc:p002:01:1.0 [deprecated]
urn:fdc:peppol.eu:2017:pracc:p003:01:1.0 [deprecated]
oioubl-procid-ubl::Reference-Utility-1.0 [removed]
oioubl-procid-ubl::Procurement-ReminderOnly-1.0 [removed]
urn:www.peppol.eu:profile:bis63a:ver1.0 [deprecated]
urn:fdc:peppol.eu:poacc:bis:catalogue_only:3
urn:fdc:peppol.eu:poacc:bis:catalogue_wo_response:3
urn:fdc:peppol.eu:poacc:bis:ordering:3
urn:fdc:peppol.eu:poacc:bis:order_only:3
urn:fdc:peppol.eu:poacc:bis:advanced_ordering:3
urn:fdc:peppol.eu:poacc:bis:invoice_response:3
urn:fdc:peppol.eu:poacc:bis:punch_out:3
urn:fdc:peppol.eu:poacc:bis:despatch_advice:3
urn:fdc:peppol.eu:poacc:bis:order_agreement:3
urn:fdc:peppol.eu:poacc:bis:mlr:3
urn:fdc:www.efaktura.gov.pl:ver1.0:account_corr:ver1.0
urn:fdc:www.efaktura.gov.pl:ver1.0:corr_inv:ver1.0
urn:fdc:www.efaktura.gov.pl:ver1.0:receipt_advice:ver1.0
urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0
urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:09:1.0
urn:fdc:peppol.eu:poacc:en16931:any
urn:kosit:profile:reporting:1.0 [removed]
urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:02:1.0
urn:fdc:bits.no:2017:profile:01:1.0
urn:fdc:bits.no:2017:profile:03:1.0
urn:fdc:bits.no:2017:profile:02:1.0
urn:fdc:bits.no:2017:profile:04:1.0
urn:fdc:bits.no:2017:profile:09:1.0
urn:fdc:bits.no:2017:profile:10:1.0
urn:fdc:bits.no:2017:profile:11:1.0
urn:fdc:peppol.eu:prac:bis:p004:1.0
urn:fdc:peppol.eu:prac:bis:p005:1.0
urn:www.cenbii.eu:profile:biixy:ver2.0
urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:01:1.0
urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:03:1.0
urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:05:1.0
urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:06:1.0
urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:07:1.0
urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:08:1.0
urn:fdc:www.efaktura.gov.pl:ver2.0:plinv:ver1.4
urn:fdc:www.efaktura.gov.pl:ver2.0:corr_inv:ver4.0
urn:fdc:www.efaktura.gov.pl:ver2.0:sbcn:ver1.4
urn:fdc:peppol.eu:prac:bis:p001:1.1
urn:fdc:peppol.eu:prac:bis:p002:1.1
urn:fdc:peppol.eu:prac:bis:p003:1.1
urn:fdc:peppol.eu:prac:bis:p004:1.1
urn:fdc:peppol.eu:prac:bis:p005:1.1
urn:fdc:peppol.eu:prac:bis:p006:1.1
urn:fdc:peppol.eu:prac:bis:p007:1.1
urn:fdc:peppol.eu:prac:bis:p008:1.1
urn:fdc:peppol.eu:prac:bis:p009:1.1
urn:fdc:peppol.eu:oo:bis:reporting:1 [removed]
urn:fdc:peppol.eu:logistics:bis:despatch_advice_only:1
urn:fdc:peppol.eu:logistics:bis:despatch_advice_w_response:1
urn:fdc:peppol.eu:logistics:bis:despatch_advice_w_receipt_advice:1
urn:fdc:peppol.eu:logistics:bis:weight_statement:1
urn:fdc:www.efaktura.gov.pl:ver2.0:us:ver1.0
urn:peppol:bis:selfbilling
urn:fdc:peppol.eu:prac:bis:p001:1.2
urn:fdc:peppol.eu:prac:bis:p002:1.2
urn:fdc:peppol.eu:prac:bis:p003:1.2
urn:fdc:peppol.eu:prac:bis:p006:1.2
urn:fdc:peppol.eu:prac:bis:p008:1.2
urn:fdc:peppol.eu:prac:bis:p010:1.1
urn:fdc:peppol.eu:prac:bis:p011:1.1
urn:fdc:peppol.eu:logistics:bis:transport_execution_plan_w_request:1
urn:fdc:peppol.eu:logistics:bis:transport_execution_plan_only:1
urn:fdc:peppol.eu:logistics:bis:waybill:1
urn:fdc:peppol.eu:logistics:bis:transportation_status_w_request:1
urn:fdc:peppol.eu:logistics:bis:advanced_transport_execution_plan:1
urn:fdc:peppol.eu:logistics:bis:transportation_status_only:1
urn:fdc:hr-xml:2007:timesheet:1.0
urn:fdc:peppol.eu:edec:bis:reporting:1.0
urn:peppol:bis:billing
urn:fdc:hr-xml:2007:staffingorder:1.0
urn:fdc:hr-xml:2007:humanresource:1.0
urn:fdc:hr-xml:2007:assignment:1.0
urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:digital:ver1.0
urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:utskrift:ver1.0
urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:flyttet:ver1.0
urn:fdc:dico:2018:maintenance:1.0
urn:peppol:bis:taxreporting [removed]
urn:peppol:eb2b:billing
urn:peppol:eb2b:order_desadv_billing
urn:peppol:eb2b:ordering_desadv_billing
urn:peppol:eb2b:order
urn:peppol:eb2b:ordering
urn:peppol:eb2b:oneway
urn:peppol:edec:mls
urn:fdc:imda.gov.sg:bis:order_balance:1
urn:peppol:taxreporting
`
