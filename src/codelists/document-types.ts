// Made by make.ts from version 9.7 of the Peppol code lists.
// A line for each document type; below it its identifier and its processes.
export const documentTypeLines = `
Virtual Company Dossier [deprecated]
  urn:www.peppol.eu:schema:xsd:VirtualCompanyDossier-1::VirtualCompanyDossier##urn:www.cenbii.eu:transaction:biicoretrdm991:ver0.1:#urn:www.peppol.eu:bis:peppol991a:ver1.0::0.1
  none
Virtual Company Dossier Package [deprecated]
  urn:www.peppol.eu:schema:xsd:VirtualCompanyDossierPackage-1::VirtualCompanyDossierPackage##urn:www.cenbii.eu:transaction:biicoretrdm992:ver0.1:#urn:www.peppol.eu:bis:peppol992a:ver1.0::0.1
  none
Catalogue Template [deprecated]
  urn:www.peppol.eu:schema:xsd:CatalogueTemplate-1::CatalogueTemplate##urn:www.cenbii.eu:transaction:biicoretrdm993:ver0.1:#urn:www.peppol.eu:bis:peppol993a:ver1.0::0.1
  none
Catalogue Catalogue V1 [deprecated]
  ubl:Catalogue-2::Catalogue##urn:www.cenbii.eu:transaction:biicoretrdm019:ver1.0:#urn:www.peppol.eu:bis:peppol1a:ver1.0::2.0
  urn:www.cenbii.eu:profile:bii01:ver1.0
  urn:www.cenbii.eu:profile:bii01:ver2.0
Catalogue Application Response V1 [deprecated]
  ubl:ApplicationResponse-2::ApplicationResponse##urn:www.cenbii.eu:transaction:biicoretrdm057:ver1.0:#urn:www.peppol.eu:bis:peppol1a:ver1.0::2.0
  urn:www.cenbii.eu:profile:bii01:ver1.0
Catalogue Application Response V1 [deprecated]
  ubl:ApplicationResponse-2::ApplicationResponse##urn:www.cenbii.eu:transaction:biicoretrdm058:ver1.0:#urn:www.peppol.eu:bis:peppol1a:ver1.0::2.0
  urn:www.cenbii.eu:profile:bii01:ver1.0
  urn:www.cenbii.eu:profile:bii01:ver2.0
Catalogue V4 [deprecated]
  ubl:Catalogue-2::Catalogue##urn:www.cenbii.eu:transaction:biitrns019:ver2.0:extended:urn:www.peppol.eu:bis:peppol1a:ver4.0::2.1
  urn:www.cenbii.eu:profile:bii01:ver2.0
Order V1 [deprecated]
  ubl:Order-2::Order##urn:www.cenbii.eu:transaction:biicoretrdm001:ver1.0:#urn:www.peppol.eu:bis:peppol3a:ver1.0::2.0
  urn:www.cenbii.eu:profile:bii03:ver1.0
Order V2 (invalid) [deprecated]
  ubl:Order-2::Order##urn:www.cenbii.eu:transaction:biitrns001:ver2.0:extended:urn:www.peppol.eu:bis:peppol03a:ver2.0::2.1
  urn:www.cenbii.eu:profile:bii03:ver2.0
Order V2 [deprecated]
  ubl:Order-2::Order##urn:www.cenbii.eu:transaction:biitrns001:ver2.0:extended:urn:www.peppol.eu:bis:peppol3a:ver2.0::2.1
  urn:www.cenbii.eu:profile:bii03:ver2.0
Invoice V1 [deprecated]
  ubl:Invoice-2::Invoice##urn:www.cenbii.eu:transaction:biicoretrdm010:ver1.0:#urn:www.peppol.eu:bis:peppol4a:ver1.0::2.0
  urn:www.cenbii.eu:profile:bii04:ver1.0
Invoice V2 [deprecated]
  ubl:Invoice-2::Invoice##urn:www.cenbii.eu:transaction:biitrns010:ver2.0:extended:urn:www.peppol.eu:bis:peppol4a:ver2.0::2.1
  urn:www.cenbii.eu:profile:bii04:ver2.0
Billing Invoice V1 [deprecated]
  ubl:Invoice-2::Invoice##urn:www.cenbii.eu:transaction:biicoretrdm010:ver1.0:#urn:www.peppol.eu:bis:peppol5a:ver1.0::2.0
  urn:www.cenbii.eu:profile:bii05:ver1.0
Billing Credit Note V1 [deprecated]
  ubl:CreditNote-2::CreditNote##urn:www.cenbii.eu:transaction:biicoretrdm014:ver1.0:#urn:www.peppol.eu:bis:peppol5a:ver1.0::2.0
  urn:www.cenbii.eu:profile:bii05:ver1.0
Billing Invoice V1 [deprecated]
  ubl:Invoice-2::Invoice##urn:www.cenbii.eu:transaction:biicoretrdm015:ver1.0:#urn:www.peppol.eu:bis:peppol5a:ver1.0::2.0
  urn:www.cenbii.eu:profile:bii05:ver1.0
Billing Invoice V2 [deprecated]
  ubl:Invoice-2::Invoice##urn:www.cenbii.eu:transaction:biitrns010:ver2.0:extended:urn:www.peppol.eu:bis:peppol5a:ver2.0::2.1
  urn:www.cenbii.eu:profile:bii05:ver2.0
Billing Credit Note V2 [deprecated]
  ubl:CreditNote-2::CreditNote##urn:www.cenbii.eu:transaction:biitrns014:ver2.0:extended:urn:www.peppol.eu:bis:peppol5a:ver2.0::2.1
  urn:www.cenbii.eu:profile:bii05:ver2.0
Procurement Order V1 [deprecated]
  ubl:Order-2::Order##urn:www.cenbii.eu:transaction:biicoretrdm001:ver1.0:#urn:www.peppol.eu:bis:peppol6a:ver1.0::2.0
  urn:www.cenbii.eu:profile:bii06:ver1.0
Procurement Order Response Simple V1 [deprecated]
  ubl:OrderResponseSimple-2::OrderResponseSimple##urn:www.cenbii.eu:transaction:biicoretrdm002:ver1.0:#urn:www.peppol.eu:bis:peppol6a:ver1.0::2.0
  urn:www.cenbii.eu:profile:bii06:ver1.0
Procurement Order Response Simple V1 [deprecated]
  ubl:OrderResponseSimple-2::OrderResponseSimple##urn:www.cenbii.eu:transaction:biicoretrdm003:ver1.0:#urn:www.peppol.eu:bis:peppol6a:ver1.0::2.0
  urn:www.cenbii.eu:profile:bii06:ver1.0
Procurement Invoice V1 [deprecated]
  ubl:Invoice-2::Invoice##urn:www.cenbii.eu:transaction:biicoretrdm010:ver1.0:#urn:www.peppol.eu:bis:peppol6a:ver1.0::2.0
  urn:www.cenbii.eu:profile:bii06:ver1.0
Procurement Credit Note V1 [deprecated]
  ubl:CreditNote-2::CreditNote##urn:www.cenbii.eu:transaction:biicoretrdm014:ver1.0:#urn:www.peppol.eu:bis:peppol6a:ver1.0::2.0
  urn:www.cenbii.eu:profile:bii06:ver1.0
Procurement Invoice V1 [deprecated]
  ubl:Invoice-2::Invoice##urn:www.cenbii.eu:transaction:biicoretrdm015:ver1.0:#urn:www.peppol.eu:bis:peppol6a:ver1.0::2.0
  urn:www.cenbii.eu:profile:bii06:ver1.0
EHF Invoice V1 [deprecated]
  ubl:Invoice-2::Invoice##urn:www.cenbii.eu:transaction:biicoretrdm010:ver1.0:#urn:www.peppol.eu:bis:peppol4a:ver1.0#urn:www.difi.no:ehf:faktura:ver1::2.0
  urn:www.cenbii.eu:profile:bii04:ver1.0
Standalone Credit Note according to EHF V1
  ubl:CreditNote-2::CreditNote##urn:www.cenbii.eu:transaction:biicoretrdm014:ver1.0:#urn:www.cenbii.eu:profile:biixx:ver1.0#urn:www.difi.no:ehf:kreditnota:ver1::2.0
  urn:www.cenbii.eu:profile:bii05:ver2.0
Ordering Order V1 [deprecated]
  ubl:Order-2::Order##urn:www.cenbii.eu:transaction:biitrns001:ver2.0:extended:urn:www.peppol.eu:bis:peppol28a:ver1.0::2.1
  urn:www.cenbii.eu:profile:bii28:ver2.0
Ordering Order Response V1 (invalid) [deprecated]
  ubl:OrderResponse-2::Order##urn:www.cenbii.eu:transaction:biitrns076:ver2.0:extended:urn:www.peppol.eu:bis:peppol28a:ver1.0::2.1
  urn:www.cenbii.eu:profile:bii28:ver2.0
Ordering Order Response V1 [deprecated]
  ubl:OrderResponse-2::OrderResponse##urn:www.cenbii.eu:transaction:biitrns076:ver2.0:extended:urn:www.peppol.eu:bis:peppol28a:ver1.0::2.1
  urn:www.cenbii.eu:profile:bii28:ver2.0
Despatch Advice V1 [deprecated]
  ubl:DespatchAdvice-2::DespatchAdvice##urn:www.cenbii.eu:transaction:biitrns016:ver1.0:extended:urn:www.peppol.eu:bis:peppol30a:ver1.0::2.1
  urn:www.cenbii.eu:profile:bii30:ver2.0
Message Level Response V1 [deprecated]
  ubl:ApplicationResponse-2::ApplicationResponse##urn:www.cenbii.eu:transaction:biitrns071:ver2.0:extended:urn:www.peppol.eu:bis:peppol36a:ver1.0::2.1
  urn:www.cenbii.eu:profile:bii36:ver2.0
BIS Billing UBL Invoice V3
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
  urn:peppol:bis:billing_with_response
  urn:peppol:france:billing:regulated
  urn:peppol:france:billing:non-regulated
BIS Billing UBL Credit Note V3
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
  urn:peppol:bis:billing_with_response
  urn:peppol:france:billing:regulated
  urn:peppol:france:billing:non-regulated
DHSC Customized Ordering Order V1
  ubl:Order-2::Order##urn:www.cenbii.eu:transaction:biitrns001:ver2.0:extended:urn:www.peppol.eu:bis:peppol28a:ver1.0:extended:urn:fdc:peppol-authority.co.uk:spec:ordering:ver1.0::2.1
  urn:www.cenbii.eu:profile:bii28:ver2.0
DHSC Customized Ordering Order Response V1 (invalid) [deprecated]
  ubl:OrderResponse-2::Order##urn:www.cenbii.eu:transaction:biitrns076:ver2.0:extended:urn:www.peppol.eu:bis:peppol28a:ver1.0:extended:urn:fdc:peppol-authority.co.uk:spec:ordering:ver1.0::2.1
  urn:www.cenbii.eu:profile:bii28:ver2.0
DHSC Customized Ordering Order Response V1
  ubl:OrderResponse-2::OrderResponse##urn:www.cenbii.eu:transaction:biitrns076:ver2.0:extended:urn:www.peppol.eu:bis:peppol28a:ver1.0:extended:urn:fdc:peppol-authority.co.uk:spec:ordering:ver1.0::2.1
  urn:www.cenbii.eu:profile:bii28:ver2.0
BIS Billing CII Invoice V3
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::D16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
Procurement procedure subscription Request V1 [deprecated]
  ubl:ExpressionOfInterestRequest-2::ExpressionOfInterestRequest##urn:www.cenbii.eu:transaction:biitrdm081:ver3.0:extended:urn:fdc:peppol.eu:2017:pracc:t001:ver1.0::2.2
  urn:fdc:peppol.eu:2017:pracc:p001:01:1.0
Procurement procedure subscription Response V1 [deprecated]
  ubl:ExpressionOfInterestResponse-2::ExpressionOfInterestResponse##urn:www.cenbii.eu:transaction:biitrdm082:ver3.0:extended:urn:fdc:peppol.eu:2017:pracc:t002:ver1.0::2.2
  urn:fdc:peppol.eu:2017:pracc:p001:01:1.0
Procurement document access Tender Status Request V1 [deprecated]
  ubl:TenderStatusRequest-2::TenderStatusRequest##urn:www.cenbii.eu:transaction:biitrdm097:ver3.0:extended:urn:fdc:peppol.eu:2017:pracc:t003:ver1.0::2.2
  urn:fdc:peppol.eu:2017:pracc:p002:01:1.0
Procurement document access Call For Tenders V1 [deprecated]
  ubl:CallForTenders-2::CallForTenders##urn:www.cenbii.eu:transaction:biitrdm083:ver3.0:extended:urn:fdc:peppol.eu:2017:pracc:t004:ver1.0::2.2
  urn:fdc:peppol.eu:2017:pracc:p002:01:1.0
Tender Submission Tender Receipt V1 [deprecated]
  ubl:TenderReceipt-2::TenderReceipt##urn:www.cenbii.eu:transaction:biitrdm045:ver3.0:extended:urn:fdc:peppol.eu:2017:pracc:t006:ver1.0::2.2
  urn:fdc:peppol.eu:2017:pracc:p003:01:1.0
Tender Submission Tender V1 [deprecated]
  ubl:Tender-2::Tender##urn:www.cenbii.eu:transaction:biitrdm090:ver3.0:extended:urn:fdc:peppol.eu:2017:pracc:t005:ver1.0::2.2
  urn:fdc:peppol.eu:2017:pracc:p003:01:1.0
XRechnung UBL Invoice V1.1 [removed 2023-05-24]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_1.1::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Credit Note V1.1 [removed 2023-05-24]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_1.1::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V1.1 [removed 2023-05-24]
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_1.1::D16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
OIOUBL Utility Statement V2.02 [removed 2026-01-03]
  urn:oioubl:names:specification:oioubl:schema:xsd:UtilityStatement-2::UtilityStatement##OIOUBL-2.02::2.0
  oioubl-procid-ubl::Reference-Utility-1.0
OIOUBL Reminder V2.02 [removed 2026-01-03]
  ubl:Reminder-2::Reminder##OIOUBL-2.02::2.0
  oioubl-procid-ubl::Procurement-ReminderOnly-1.0
UBL.BE Invoice 3.0 [deprecated 2026-07-07]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#conformant#urn:UBL.BE:1.0.0.20180214::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
UBL.BE Credit Note 3.0 [deprecated 2026-07-07]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#conformant#urn:UBL.BE:1.0.0.20180214::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
Invoice Response V1 [deprecated]
  ubl:ApplicationResponse-2::ApplicationResponse##urn:www.peppol.eu:transaction:biitrns111:ver1.0::2.1
  urn:www.peppol.eu:profile:bis63a:ver1.0
Catalogue 3.0
  ubl:Catalogue-2::Catalogue##urn:fdc:peppol.eu:poacc:trns:catalogue:3::2.1
  urn:fdc:peppol.eu:poacc:bis:catalogue_only:3
  urn:fdc:peppol.eu:poacc:bis:catalogue_wo_response:3
Catalogue Response 3.0
  ubl:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:catalogue_response:3::2.1
  urn:fdc:peppol.eu:poacc:bis:catalogue_only:3
Order 3.0
  ubl:Order-2::Order##urn:fdc:peppol.eu:poacc:trns:order:3::2.1
  urn:fdc:peppol.eu:poacc:bis:ordering:3
  urn:fdc:peppol.eu:poacc:bis:order_only:3
  urn:fdc:peppol.eu:poacc:bis:advanced_ordering:3
Invoice Response 3.0
  ubl:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:invoice_response:3::2.1
  urn:fdc:peppol.eu:poacc:bis:invoice_response:3
  urn:peppol:france:billing:regulated
  urn:peppol:france:billing:non-regulated
Punch Out 3.0
  ubl:Catalogue-2::Catalogue##urn:fdc:peppol.eu:poacc:trns:punch_out:3::2.1
  urn:fdc:peppol.eu:poacc:bis:punch_out:3
Order Response 3.0
  ubl:OrderResponse-2::OrderResponse##urn:fdc:peppol.eu:poacc:trns:order_response:3::2.1
  urn:fdc:peppol.eu:poacc:bis:ordering:3
Despatch Advice 3.0
  ubl:DespatchAdvice-2::DespatchAdvice##urn:fdc:peppol.eu:poacc:trns:despatch_advice:3::2.1
  urn:fdc:peppol.eu:poacc:bis:despatch_advice:3
Order Agreement 3.0
  ubl:OrderResponse-2::OrderResponse##urn:fdc:peppol.eu:poacc:trns:order_agreement:3::2.1
  urn:fdc:peppol.eu:poacc:bis:order_agreement:3
Message Level Response 3.0
  ubl:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:mlr:3::2.1
  urn:fdc:peppol.eu:poacc:bis:mlr:3
SI-UBL 2.0 Invoice
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
SI-UBL 2.0 Credit Note
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
SG BIS Billing 3.0 Invoice
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#conformant#urn:fdc:peppol.eu:2017:poacc:billing:international:sg:3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
SG BIS Billing 3.0 Credit Note (invalid) [deprecated]
  ubl:Invoice-2::CreditNote##urn:cen.eu:en16931:2017#conformant#urn:fdc:peppol.eu:2017:poacc:billing:international:sg:3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
SG BIS Billing 3.0 Credit Note
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#conformant#urn:fdc:peppol.eu:2017:poacc:billing:international:sg:3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Invoice V1.2 [removed 2023-05-24]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_1.2::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Credit Note V1.2 [removed 2023-05-24]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_1.2::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V1.2 [removed 2023-05-24]
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_1.2::D16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
PEF.PL Accounting Note v1
  ubl:CreditNote-2::CreditNote##urn:fdc:www.efaktura.gov.pl:ver1.0:trns:account_corr:ver1.0::2.1
  urn:fdc:www.efaktura.gov.pl:ver1.0:account_corr:ver1.0
PEF.PL Correcting Invoice v1
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0#extended#urn:fdc:www.efaktura.gov.pl:ver1.0::2.1
  urn:fdc:www.efaktura.gov.pl:ver1.0:corr_inv:ver1.0
PEF.PL Receipt Advice v1
  ubl:ReceiptAdvice-2::ReceiptAdvice##urn:fdc:www.efaktura.gov.pl:ver1.0:trns:receipt_advice:ver1.0::2.1
  urn:fdc:www.efaktura.gov.pl:ver1.0:receipt_advice:ver1.0
AU-NZ BIS Billing 3.0 Invoice [removed 2026-03-31]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#conformant#urn:fdc:peppol.eu:2017:poacc:billing:international:aunz:3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
AU-NZ BIS Billing 3.0 Credit Note [removed 2026-03-31]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#conformant#urn:fdc:peppol.eu:2017:poacc:billing:international:aunz:3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
AU-NZ Self-Billing 3.0 Invoice [removed 2026-03-31]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#conformant#urn:fdc:peppol.eu:2017:poacc:selfbilling:international:aunz:3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0
AU-NZ Self-Billing 3.0 Credit Note [removed 2026-03-31]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#conformant#urn:fdc:peppol.eu:2017:poacc:selfbilling:international:aunz:3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0
SI-UBL 1.2 Invoice [removed 2024-01-01]
  ubl:Invoice-2::Invoice##urn:www.cenbii.eu:transaction:biitrns010:ver2.0:extended:urn:www.peppol.eu:bis:peppol4a:ver2.0:extended:urn:www.simplerinvoicing.org:si:si-ubl:ver1.2::2.1
  urn:www.cenbii.eu:profile:bii04:ver1.0
SI-UBL 1.2 Order [removed 2024-01-01]
  ubl:Order-2::Order##urn:www.cenbii.eu:transaction:biitrns001:ver2.0:extended:urn:www.peppol.eu:bis:peppol3a:ver2.0:extended:urn:www.simplerinvoicing.org:si:si-ubl:ver1.2::2.1
  urn:www.cenbii.eu:profile:bii03:ver2.0
XRechnung UBL Invoice V1.3 [removed 2023-05-24]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_1.3::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Credit Note V1.3 [removed 2023-05-24]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_1.3::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V1.3 [removed 2023-05-24]
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_1.3::16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Invoice V2.0 [deprecated 2026-08-01]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Credit Note V2.0 [deprecated 2026-08-01]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V2.0 (invalid) [removed 2023-05-24]
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.0::16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V2.0 [deprecated 2026-08-01]
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.0::D16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Invoice V1.3 Extension [removed 2023-05-24]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_1.3#conformant#urn:xoev-de:kosit:extension:xrechnung_1.3::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Credit Note V1.3 Extension [removed 2023-05-24]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_1.3#conformant#urn:xoev-de:kosit:extension:xrechnung_1.3::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V1.3 Extension [removed 2023-05-24]
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_1.3#conformant#urn:xoev-de:kosit:extension:xrechnung_1.3::16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
SI-UBL 2.0 G-Account Extension
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0#conformant#urn:fdc:nen.nl:gaccount:v1.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
EHF Advanced Order Initiation 3.0 (invalid) [deprecated]
  ubl:Order-2::Order##urn:fdc:peppol.eu:poacc:trns:order:3:extended:urn:fdc:anskaffelser.no:2019:ehf:spec:3.0::2.1
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:09:1.0
EHF Advanced Order Change 3.0 (invalid) [deprecated]
  ubl:OrderChange-2::OrderChange##urn:fdc:anskaffelser.no:2019:ehf:spec:adv-order-change:3.0::2.1
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:09:1.0
EHF Advanced Order Cancellation 3.0 (invalid) [deprecated]
  ubl:OrderCancellation-2::OrderCancellation##urn:fdc:anskaffelser.no:2019:ehf:spec:adv-order-cancellation:3.0::2.1
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:09:1.0
EHF Advanced Order Response 3.0 (invalid) [deprecated]
  ubl:OrderResponse-2::OrderResponse##urn:fdc:peppol.eu:poacc:trns:order_response:3:extended:urn:fdc:anskaffelser.no:2019:ehf:spec:3.0::2.1
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:09:1.0
EN 16931 UBL Invoice
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017::2.1
  urn:fdc:peppol.eu:poacc:en16931:any
EN 16931 UBL Credit Note
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017::2.1
  urn:fdc:peppol.eu:poacc:en16931:any
EN 16931 CII Invoice
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017::D16B
  urn:fdc:peppol.eu:poacc:en16931:any
XRechnung UBL Invoice V2.0 Extension [deprecated 2026-08-01]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.0#conformant#urn:xoev-de:kosit:extension:xrechnung_2.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Credit Note V2.0 Extension [deprecated 2026-08-01]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.0#conformant#urn:xoev-de:kosit:extension:xrechnung_2.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V2.0 Extension (invalid) [removed 2023-05-24]
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.0#conformant#urn:xoev-de:kosit:extension:xrechnung_2.0::16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V2.0 Extension [deprecated 2026-08-01]
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.0#conformant#urn:xoev-de:kosit:extension:xrechnung_2.0::D16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
Simple Order IT
  ubl:Order-2::Order##urn:fdc:peppol.eu:poacc:trns:order:3:restrictive:urn:www.agid.gov.it:trns:ordine:3.1::2.1
  urn:fdc:peppol.eu:poacc:bis:order_only:3
  urn:fdc:peppol.eu:poacc:bis:ordering:3
Order Response IT
  ubl:OrderResponse-2::OrderResponse##urn:fdc:peppol.eu:poacc:trns:order_response:3:restrictive:urn:www.agid.gov.it:trns:risposta_ordine:3.0::2.1
  urn:fdc:peppol.eu:poacc:bis:ordering:3
Despatch Advice IT
  ubl:DespatchAdvice-2::DespatchAdvice##urn:fdc:peppol.eu:poacc:trns:despatch_advice:3:extended:urn:www.agid.gov.it:trns:ddt:3.1::2.1
  urn:fdc:peppol.eu:poacc:bis:despatch_advice:3
German Usage Evaluation AP [removed 2024-06-30]
  urn:kosit:names:spec:peppol-reporting:schema:xsd:Reporting-1::APData##Reporting::1.0
  urn:kosit:profile:reporting:1.0
EHF Advanced Order Initiation 3.0
  ubl:Order-2::Order##urn:fdc:peppol.eu:poacc:trns:order:3:extended:urn:fdc:anskaffelser.no:2019:ehf:spec:3.0::2.2
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:09:1.0
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:02:1.0
EHF Advanced Order Change 3.0
  ubl:OrderChange-2::OrderChange##urn:fdc:anskaffelser.no:2019:ehf:spec:adv-order-change:3.0::2.2
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:09:1.0
EHF Advanced Order Cancellation 3.0
  ubl:OrderCancellation-2::OrderCancellation##urn:fdc:anskaffelser.no:2019:ehf:spec:adv-order-cancellation:3.0::2.2
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:09:1.0
EHF Advanced Order Response 3.0
  ubl:OrderResponse-2::OrderResponse##urn:fdc:peppol.eu:poacc:trns:order_response:3:extended:urn:fdc:anskaffelser.no:2019:ehf:spec:3.0::2.2
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:09:1.0
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:02:1.0
EHF Payment initiation (Pain.001 Message)
  urn:iso:std:iso:20022:tech:xsd:pain.001.001.03::Document##urn:fdc:bits.no:2017:iso20022:1.5::03
  urn:fdc:bits.no:2017:profile:01:1.0
  urn:fdc:bits.no:2017:profile:03:1.0
EHF Payment initiation (Pain.002 Reception Acknowledgement)
  urn:fdc:difi.no:2017:payment:extras-1::ReceptionAcknowledgement##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:iso:std:iso:20022:tech:xsd:pain.002.001.03:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:01:1.0
  urn:fdc:bits.no:2017:profile:02:1.0
  urn:fdc:bits.no:2017:profile:03:1.0
  urn:fdc:bits.no:2017:profile:04:1.0
EHF Payment initiation (Pain.002 Handling Exception)
  urn:fdc:difi.no:2017:payment:extras-1::HandlingException##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:iso:std:iso:20022:tech:xsd:pain.002.001.03:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:01:1.0
  urn:fdc:bits.no:2017:profile:02:1.0
  urn:fdc:bits.no:2017:profile:03:1.0
  urn:fdc:bits.no:2017:profile:04:1.0
EHF Payment initiation (Camt.054 Reception Acknowledgement)
  urn:fdc:difi.no:2017:payment:extras-1::ReceptionAcknowledgement##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:iso:std:iso:20022:tech:xsd:camt.054.001.02:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:01:1.0
  urn:fdc:bits.no:2017:profile:03:1.0
EHF Payment initiation (Camt.054 Handling Exception)
  urn:fdc:difi.no:2017:payment:extras-1::HandlingException##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:iso:std:iso:20022:tech:xsd:camt.054.001.02:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:01:1.0
  urn:fdc:bits.no:2017:profile:03:1.0
  urn:fdc:bits.no:2017:profile:09:1.0
EHF Payment initiation (Pain.001 Reception Acknowledgement)
  urn:fdc:difi.no:2017:payment:extras-1::ReceptionAcknowledgement##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:iso:std:iso:20022:tech:xsd:pain.001.001.03:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:01:1.0
  urn:fdc:bits.no:2017:profile:03:1.0
EHF Payment initiation (Pain.001 Handling Exception)
  urn:fdc:difi.no:2017:payment:extras-1::HandlingException##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:iso:std:iso:20022:tech:xsd:pain.001.001.03:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:01:1.0
  urn:fdc:bits.no:2017:profile:03:1.0
EHF Payment initiation (Pain.002 Message)
  urn:iso:std:iso:20022:tech:xsd:pain.002.001.03::Document##urn:fdc:bits.no:2017:iso20022:1.5::03
  urn:fdc:bits.no:2017:profile:01:1.0
  urn:fdc:bits.no:2017:profile:02:1.0
  urn:fdc:bits.no:2017:profile:03:1.0
  urn:fdc:bits.no:2017:profile:04:1.0
EHF Payment initiation (Camt.054 Message)
  urn:iso:std:iso:20022:tech:xsd:camt.054.001.02::Document##urn:fdc:bits.no:2017:iso20022:1.5::02
  urn:fdc:bits.no:2017:profile:01:1.0
  urn:fdc:bits.no:2017:profile:03:1.0
  urn:fdc:bits.no:2017:profile:09:1.0
EHF Cancellation of General Credit transfer Initiation (Camt.055 Message)
  urn:iso:std:iso:20022:tech:xsd:camt.055.001.01::Document##urn:fdc:bits.no:2017:iso20022:1.5::01
  urn:fdc:bits.no:2017:profile:02:1.0
  urn:fdc:bits.no:2017:profile:04:1.0
EHF Cancellation of General Credit transfer Initiation (Camt.029 Reception Acknowledgement)
  urn:fdc:difi.no:2017:payment:extras-1::ReceptionAcknowledgement##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:iso:std:iso:20022:tech:xsd:camt.029.001.03:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:02:1.0
  urn:fdc:bits.no:2017:profile:04:1.0
EHF Cancellation of General Credit transfer Initiation (Camt.029 Handling Exception)
  urn:fdc:difi.no:2017:payment:extras-1::HandlingException##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:iso:std:iso:20022:tech:xsd:camt.029.001.03:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:02:1.0
  urn:fdc:bits.no:2017:profile:04:1.0
EHF Cancellation of General Credit transfer Initiation (Camt.055 Reception Acknowledgement)
  urn:fdc:difi.no:2017:payment:extras-1::ReceptionAcknowledgement##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:iso:std:iso:20022:tech:xsd:camt.055.001.01:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:02:1.0
  urn:fdc:bits.no:2017:profile:04:1.0
EHF Cancellation of General Credit transfer Initiation (Camt.055 Handling Exception)
  urn:fdc:difi.no:2017:payment:extras-1::HandlingException##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:iso:std:iso:20022:tech:xsd:camt.055.001.01:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:02:1.0
  urn:fdc:bits.no:2017:profile:04:1.0
EHF Cancellation of General Credit transfer Initiation (Camt.029 Message)
  urn:iso:std:iso:20022:tech:xsd:camt.029.001.03::Document##urn:fdc:bits.no:2017:iso20022:1.5::03
  urn:fdc:bits.no:2017:profile:02:1.0
  urn:fdc:bits.no:2017:profile:04:1.0
EHF Accounting/General Ledger/cash management (Camt.054 Reception Acknowledgement)
  urn:fdc:difi.no:2017:payment:extras-1::ReceptionAcknowledgement##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:urn:iso:std:iso:20022:tech:xsd:camt.054.001.02:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:09:1.0
EHF Payment Profile 10 (B2C account statement)
  urn:iso:std:iso:20022:tech:xsd:camt.053.001.02::Document##urn:fdc:bits.no:2017:iso20022:1.5::02
  urn:fdc:bits.no:2017:profile:10:1.0
EHF Payment Profile 10 (Camt.053 Reception Acknowledgement)
  urn:fdc:difi.no:2017:payment:extras-1::ReceptionAcknowledgement##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:iso:std:iso:20022:tech:xsd:camt.053.001.02:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:10:1.0
EHF Payment Profile 10 (Camt.053 Handling Exception)
  urn:fdc:difi.no:2017:payment:extras-1::HandlingException##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:iso:std:iso:20022:tech:xsd:camt.053.001.02:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:10:1.0
EHF Payment Profile 11 (B2C account report)
  urn:iso:std:iso:20022:tech:xsd:camt.052.001.02::Document##urn:fdc:bits.no:2017:iso20022:1.5::02
  urn:fdc:bits.no:2017:profile:11:1.0
EHF Payment Profile 11 (Camt.052 Reception Acknowledgement)
  urn:fdc:difi.no:2017:payment:extras-1::ReceptionAcknowledgement##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:iso:std:iso:20022:tech:xsd:camt.052.001.02:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:11:1.0
EHF Payment Profile 11 (Camt.052 Handling Exception)
  urn:fdc:difi.no:2017:payment:extras-1::HandlingException##urn:fdc:difi.no:2017:payment:handling:1.0:for:urn:iso:std:iso:20022:tech:xsd:camt.052.001.02:restricted:urn:fdc:bits.no:2017:iso20022:1.5::1.0
  urn:fdc:bits.no:2017:profile:11:1.0
Tendering Questions V1.0
  ubl:Enquiry-2::Enquiry##urn:fdc:peppol.eu:prac:trns:t007:1.0::2.2
  urn:fdc:peppol.eu:prac:bis:p004:1.0
Tendering Answers V1.0
  ubl:EnquiryResponse-2::EnquiryResponse##urn:fdc:peppol.eu:prac:trns:t008:1.0::2.2
  urn:fdc:peppol.eu:prac:bis:p004:1.0
Tender Clarification Request V1.0
  ubl:Enquiry-2::Enquiry##urn:fdc:peppol.eu:prac:trns:t009:1.0::2.2
  urn:fdc:peppol.eu:prac:bis:p005:1.0
Tender Clarification Response V1.0
  ubl:EnquiryResponse-2::EnquiryResponse##urn:fdc:peppol.eu:prac:trns:t010:1.0::2.2
  urn:fdc:peppol.eu:prac:bis:p005:1.0
EHF Catalogue 1.0 (Catalogue)
  ubl:Catalogue-2::Catalogue##urn:www.cenbii.eu:transaction:biitrns019:ver2.0:extended:urn:www.peppol.eu:bis:peppol1a:ver2.0:extended:urn:www.difi.no:ehf:katalog:ver1.0::2.1
  urn:www.cenbii.eu:profile:bii01:ver2.0
EHF Catalogue 1.0 (Catalogue Response)
  ubl:ApplicationResponse-2::ApplicationResponse##urn:www.cenbii.eu:transaction:biitrns058:ver2.0:extended:urn:www.difi.no:ehf:katalogbekreftelse:ver1.0::2.1
  urn:www.cenbii.eu:profile:bii01:ver2.0
EHF Ordering 1.0 (Order)
  ubl:Order-2::Order##urn:www.cenbii.eu:transaction:biitrns001:ver2.0:extended:urn:www.peppol.eu:bis:peppol28a:ver1.0:extended:urn:www.difi.no:ehf:ordre:ver1.0::2.1
  urn:www.cenbii.eu:profile:bii28:ver2.0
EHF Ordering 1.0 (Order Response)
  ubl:OrderResponse-2::OrderResponse##urn:www.cenbii.eu:transaction:biitrns076:ver2.0:extended:urn:www.peppol.eu:bis:peppol28a:ver1.0:extended:urn:www.difi.no:ehf:ordrebekreftelse:ver1.0::2.1
  urn:www.cenbii.eu:profile:bii28:ver2.0
EHF Despatch Advise 1.0 (Despatch Advice)
  ubl:DespatchAdvice-2::DespatchAdvice##urn:www.cenbii.eu:transaction:biitrns016:ver1.0:extended:urn:www.peppol.eu:bis:peppol30a:ver1.0:extended:urn:www.difi.no:ehf:pakkseddel:ver1.0::2.1
  urn:www.cenbii.eu:profile:bii30:ver2.0
EHF Reminder 1.1 (Reminder)
  ubl:Reminder-2::Reminder##urn:www.cenbii.eu:transaction:biicoretrdm017:ver1.0:#urn:www.cenbii.eu:profile:biixy:ver1.0#urn:www.difi.no:ehf:purring:ver1::2.0
  urn:www.cenbii.eu:profile:biixy:ver2.0
EHF Catalogue 3.0 (Catalogue)
  ubl:Catalogue-2::Catalogue##urn:fdc:peppol.eu:poacc:trns:catalogue:3:extended:urn:fdc:anskaffelser.no:2019:ehf:spec:3.0::2.2
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:01:1.0
EHF Catalogue 3.0 (Catalogue Response)
  ubl:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:catalogue_response:3:extended:urn:fdc:anskaffelser.no:2019:ehf:spec:3.0::2.2
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:01:1.0
EHF Order Agreement 3.0 (Order Agreement)
  ubl:OrderResponse-2::OrderResponse##urn:fdc:peppol.eu:poacc:trns:order_agreement:3:extended:urn:fdc:anskaffelser.no:2019:ehf:spec:3.0::2.2
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:03:1.0
EHF Despatch Advice 3.0 (Despatch Advice)
  ubl:DespatchAdvice-2::DespatchAdvice##urn:fdc:peppol.eu:poacc:trns:despatch_advice:3:extended:urn:fdc:anskaffelser.no:2019:ehf:spec:3.0::2.2
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:05:1.0
EHF Reminder 3.0 (Reminder)
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0#conformant#urn:fdc:anskaffelser.no:2019:ehf:reminder:3.0::2.2
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:06:1.0
EHF Payment Request 3.0 (Payment Request)
  ubl:Invoice-2::Invoice##urn:fdc:anskaffelser.no:2019:ehf:spec:payment-request:3.0::2.2
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:07:1.0
EHF Forward Billing 3.0 (Invoice)
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0#conformant#urn:fdc:anskaffelser.no:2019:ehf:forward-billing:3.0::2.2
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:08:1.0
EHF Forward Billing 3.0 (Credit Note)
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0#conformant#urn:fdc:anskaffelser.no:2019:ehf:forward-billing:3.0::2.2
  urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:08:1.0
XRechnung UBL Invoice V2.1 [deprecated 2026-08-01]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.1::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Credit Note V2.1 [deprecated 2026-08-01]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.1::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V2.1 [deprecated 2026-08-01]
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.1::D16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Invoice V2.1 Extension [deprecated 2026-08-01]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.1#conformant#urn:xoev-de:kosit:extension:xrechnung_2.1::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Credit Note V2.1 Extension [deprecated 2026-08-01]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.1#conformant#urn:xoev-de:kosit:extension:xrechnung_2.1::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V2.1 Extension [deprecated 2026-08-01]
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.1#conformant#urn:xoev-de:kosit:extension:xrechnung_2.1::D16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
PL Faktura specjalizowana ver. 1.4
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0#extended#urn:fdc:www.efaktura.gov.pl:ver2.0::2.1
  urn:fdc:www.efaktura.gov.pl:ver2.0:plinv:ver1.4
PL Faktura korygująca ver. 4.0
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0#extended#urn:fdc:www.efaktura.gov.pl:ver2.0::2.1
  urn:fdc:www.efaktura.gov.pl:ver2.0:corr_inv:ver4.0
PL Nota korygująca ver. 1.4
  ubl:SelfBilledCreditNote-2::SelfBilledCreditNote##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0#extended#urn:fdc:www.efaktura.gov.pl:ver2.0::2.1
  urn:fdc:www.efaktura.gov.pl:ver2.0:sbcn:ver1.4
Procurement procedure subscription / Subscribe to Procedure V1.1
  ubl:ExpressionOfInterestRequest-2::ExpressionOfInterestRequest##urn:fdc:peppol.eu:prac:trns:t001:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p001:1.1
Procurement procedure subscription / Subscribe to Procedure Confirmation V1.1
  ubl:ExpressionOfInterestResponse-2::ExpressionOfInterestResponse##urn:fdc:peppol.eu:prac:trns:t002:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p001:1.1
Procurement document access / Tender Status Inquiry V1.1
  ubl:TenderStatusRequest-2::TenderStatusRequest##urn:fdc:peppol.eu:prac:trns:t003:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p002:1.1
Procurement document access / Call for Tenders V1.1
  ubl:CallForTenders-2::CallForTenders##urn:fdc:peppol.eu:prac:trns:t004:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p002:1.1
Tender Submission / Tender V1.1
  ubl:Tender-2::Tender##urn:fdc:peppol.eu:prac:trns:t005:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p003:1.1
Tender Submission / Tender Tender Reception Notification V1.1
  ubl:TenderReceipt-2::TenderReceipt##urn:fdc:peppol.eu:prac:trns:t006:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p003:1.1
Call for Tender Question and Answers / Tendering Questions V1.1
  ubl:Enquiry-2::Enquiry##urn:fdc:peppol.eu:prac:trns:t007:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p004:1.1
Call for Tender Question and Answers / Tendering Answers V1.1
  ubl:EnquiryResponse-2::EnquiryResponse##urn:fdc:peppol.eu:prac:trns:t008:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p004:1.1
Tender Clarification / Tender Clarification Request V1.1
  ubl:Enquiry-2::Enquiry##urn:fdc:peppol.eu:prac:trns:t009:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p005:1.1
Tender Clarification / Tender Clarification V1.1
  ubl:EnquiryResponse-2::EnquiryResponse##urn:fdc:peppol.eu:prac:trns:t010:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p005:1.1
Search Notices / Search Notice Request V1.1
  urn:oasis:names:tc:ebxml-regrep:xsd:query:4.0::QueryRequest##urn:fdc:peppol.eu:prac:trns:t011:1.1::4.0
  urn:fdc:peppol.eu:prac:bis:p006:1.1
Search Notices / Search Notice Response V1.1
  urn:oasis:names:tc:ebxml-regrep:xsd:query:4.0::QueryResponse##urn:fdc:peppol.eu:prac:trns:t012:1.1::4.0
  urn:fdc:peppol.eu:prac:bis:p006:1.1
Tender Withdrawal / Tender Withdrawal V1.1
  ubl:TenderWithdrawal-2::TenderWithdrawal##urn:fdc:peppol.eu:prac:trns:t013:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p007:1.1
Tender Withdrawal / Tender Withdrawal Notification V1.1
  ubl:TenderReceipt-2::TenderReceipt##urn:fdc:peppol.eu:prac:trns:t014:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p007:1.1
Publish Notice / Publish Notice V1.1
  urn:oasis:names:tc:ebxml-regrep:xsd:lcm:4.0::SubmitObjectsRequest##urn:fdc:peppol.eu:prac:trns:t015:1.1::4.0
  urn:fdc:peppol.eu:prac:bis:p008:1.1
Publish Notice / Notice Publication Response V1.1
  ubl:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:prac:trns:t016:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p008:1.1
Notify Awarding / Awarding Notification V1.1 (invalid) [deprecated]
  ubl:AwardedNotification-2::AwardedNotification##urn:fdc:peppol.eu:prac:trns:t017:1.4::2.2
  urn:fdc:peppol.eu:prac:bis:p009:1.1
Notify Awarding / Awarding Notification V1.1
  ubl:AwardedNotification-2::AwardedNotification##urn:fdc:peppol.eu:prac:trns:t017:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p009:1.1
XRechnung UBL Invoice V2.2 [deprecated]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.2::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Credit Note V2.2 [deprecated]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.2::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V2.2 [deprecated]
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.2::D16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Invoice V2.2 Extension [deprecated]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.2#conformant#urn:xoev-de:kosit:extension:xrechnung_2.2::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Credit Note V2.2 Extension [deprecated 2026-08-01]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.2#conformant#urn:xoev-de:kosit:extension:xrechnung_2.2::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V2.2 Extension [deprecated]
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.2#conformant#urn:xoev-de:kosit:extension:xrechnung_2.2::D16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
End User Report [removed 2025-02-01]
  urn:fdc:peppol:end-user-reporting:1.0::EndUserReport##urn:fdc:peppol.eu:oo:trns:end-user-report:1::1.0
  urn:fdc:peppol.eu:oo:bis:reporting:1
Transaction Statistics Report [removed 2025-02-01]
  urn:fdc:peppol:transaction-statistics-reporting:1.0::TransactionStatisticsReport##urn:fdc:peppol.eu:oo:trns:transaction-statistics-reporting:1::1.0
  urn:fdc:peppol.eu:oo:bis:reporting:1
Advanced Despatch Advice V1
  ubl:DespatchAdvice-2::DespatchAdvice##urn:fdc:peppol.eu:logistics:trns:advanced_despatch_advice:1::2.1
  urn:fdc:peppol.eu:logistics:bis:despatch_advice_only:1
  urn:fdc:peppol.eu:logistics:bis:despatch_advice_w_response:1
  urn:fdc:peppol.eu:logistics:bis:despatch_advice_w_receipt_advice:1
Despatch Advice Response V1 [deprecated]
  ubl:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:logistics:trns:despatch_advice_response:1::2.1
  urn:fdc:peppol.eu:logistics:bis:despatch_advice_w_response:1
Weight Statement V1
  ubl:WeightStatement-2::WeightStatement##urn:fdc:peppol.eu:logistics:trns:weight_statement:1::2.3
  urn:fdc:peppol.eu:logistics:bis:weight_statement:1
PL Dokument pomocniczy ver. 1.0
  ubl:UtilityStatement-2::UtilityStatement##urn:fdc:www.efaktura.gov.pl:ver2.0:trns:us:ver1.0::2.1
  urn:fdc:www.efaktura.gov.pl:ver2.0:us:ver1.0
SETU Invoice v2.2
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0#compliant#urn:fdc:setu.nl:invoice:v2.2::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
JP PINT invoice [removed 2024-09-30]
  ubl:Invoice-2::Invoice##urn:fdc:peppol:jp:billing:3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
Order Change
  ubl:OrderChange-2::OrderChange##urn:fdc:peppol.eu:poacc:trns:order_change:3::2.3
  urn:fdc:peppol.eu:poacc:bis:advanced_ordering:3
Order Cancellation
  ubl:OrderCancellation-2::OrderCancellation##urn:fdc:peppol.eu:poacc:trns:order_cancellation:3::2.3
  urn:fdc:peppol.eu:poacc:bis:advanced_ordering:3
Order Response Advanced
  ubl:OrderResponse-2::OrderResponse##urn:fdc:peppol.eu:poacc:trns:order_response_advanced:3::2.3
  urn:fdc:peppol.eu:poacc:bis:advanced_ordering:3
XRechnung UBL Invoice V2.3 [deprecated]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Credit Note V2.3 [deprecated]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V2.3 [deprecated]
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3::D16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Invoice V2.3 Extension [deprecated]
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3#conformant#urn:xoev-de:kosit:extension:xrechnung_2.3::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Credit Note V2.3 Extension [deprecated 2026-08-01]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3#conformant#urn:xoev-de:kosit:extension:xrechnung_2.3::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V2.3 Extension [deprecated]
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3#conformant#urn:xoev-de:kosit:extension:xrechnung_2.3::D16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
JP BIS Self-Billing Invoice [removed 2024-09-30]
  ubl:Invoice-2::Invoice##urn:peppol:pint:selfbilling-1@jp-1::2.1
  urn:peppol:bis:selfbilling
Procurement procedure subscription / Subscribe to Procedure V1.2
  ubl:ExpressionOfInterestRequest-2::ExpressionOfInterestRequest##urn:fdc:peppol.eu:prac:trns:t001:1.2::2.2
  urn:fdc:peppol.eu:prac:bis:p001:1.2
Procurement procedure subscription / Subscribe to Procedure Confirmation V1.2
  ubl:ExpressionOfInterestResponse-2::ExpressionOfInterestResponse##urn:fdc:peppol.eu:prac:trns:t002:1.2::2.2
  urn:fdc:peppol.eu:prac:bis:p001:1.2
Procurement procedure subscription / Unsubscribe from procedure V1.2
  ubl:ExpressionOfInterestRequest-2::ExpressionOfInterestRequest##urn:fdc:peppol.eu:prac:trns:t021:1.2::2.2
  urn:fdc:peppol.eu:prac:bis:p001:1.2
Procurement procedure subscription / Unsubscribe from procedure confirmation V1.2
  ubl:ExpressionOfInterestResponse-2::ExpressionOfInterestResponse##urn:fdc:peppol.eu:prac:trns:t022:1.2::2.2
  urn:fdc:peppol.eu:prac:bis:p001:1.2
Procurement document access / Tender Status Inquiry V1.2
  ubl:TenderStatusRequest-2::TenderStatusRequest##urn:fdc:peppol.eu:prac:trns:t003:1.2::2.2
  urn:fdc:peppol.eu:prac:bis:p002:1.2
Procurement document access / Call for Tenders V1.2
  ubl:CallForTenders-2::CallForTenders##urn:fdc:peppol.eu:prac:trns:t004:1.2::2.2
  urn:fdc:peppol.eu:prac:bis:p002:1.2
Tender Submission / Tender V1.2
  ubl:Tender-2::Tender##urn:fdc:peppol.eu:prac:trns:t005:1.2::2.2
  urn:fdc:peppol.eu:prac:bis:p003:1.2
Tender Submission / Tender Tender Reception Notification V1.2
  ubl:TenderReceipt-2::TenderReceipt##urn:fdc:peppol.eu:prac:trns:t006:1.2::2.2
  urn:fdc:peppol.eu:prac:bis:p003:1.2
Search Notices / Search Notice Request V1.2
  urn:oasis:names:tc:ebxml-regrep:xsd:query:4.0::QueryRequest##urn:fdc:peppol.eu:prac:trns:t011:1.2::4.0
  urn:fdc:peppol.eu:prac:bis:p006:1.2
Search Notices / Search Notice Response V1.2
  urn:oasis:names:tc:ebxml-regrep:xsd:query:4.0::QueryResponse##urn:fdc:peppol.eu:prac:trns:t012:1.2::4.0
  urn:fdc:peppol.eu:prac:bis:p006:1.2
Publish Notice / Publish Notice V1.2
  urn:oasis:names:tc:ebxml-regrep:xsd:lcm:4.0::SubmitObjectsRequest##urn:fdc:peppol.eu:prac:trns:t015:1.2::4.0
  urn:fdc:peppol.eu:prac:bis:p008:1.2
Publish Notice / Notice Publication Response V1.2
  ubl:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:prac:trns:t016:1.2::2.2
  urn:fdc:peppol.eu:prac:bis:p008:1.2
Tendering Message Response / Tendering Message Response V1.1
  ubl:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:prac:trns:t018:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p010:1.1
Qualification / Qualification V1.1
  ubl:Qualification-2::Qualification##urn:fdc:peppol.eu:prac:trns:t019:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p011:1.1
Qualification / Qualification Reception Confirmation V1.1
  ubl:TenderReceipt-2::TenderReceipt##urn:fdc:peppol.eu:prac:trns:t020:1.1::2.2
  urn:fdc:peppol.eu:prac:bis:p011:1.1
Transport Execution Plan Request V1 [removed 2026-01-03]
  ubl:TransportExecutionPlanRequest-2::TransportExecutionPlanRequest##urn:fdc:peppol.eu:logistics:trns:transport_execution_plan_request:1::2.3
  urn:fdc:peppol.eu:logistics:bis:transport_execution_plan_w_request:1
Transport Execution Plan V1 [removed 2026-01-03]
  ubl:TransportExecutionPlan-2::TransportExecutionPlan##urn:fdc:peppol.eu:logistics:trns:transport_execution_plan:1::2.3
  urn:fdc:peppol.eu:logistics:bis:transport_execution_plan_only:1
Waybill V1
  ubl:Waybill-2::Waybill##urn:fdc:peppol.eu:logistics:trns:waybill:1::2.3
  urn:fdc:peppol.eu:logistics:bis:waybill:1
Transportation Status Request V1
  ubl:TransportationStatusRequest-2::TransportationStatusRequest##urn:fdc:peppol.eu:logistics:trns:transportation_status_request:1::2.3
  urn:fdc:peppol.eu:logistics:bis:transportation_status_w_request:1
  urn:fdc:peppol.eu:logistics:bis:advanced_transport_execution_plan:1
Transportation Status V1
  ubl:TransportationStatus-2::TransportationStatus##urn:fdc:peppol.eu:logistics:trns:transportation_status:1::2.3
  urn:fdc:peppol.eu:logistics:bis:transportation_status_only:1
  urn:fdc:peppol.eu:logistics:bis:advanced_transport_execution_plan:1
Receipt Advice V1
  ubl:ReceiptAdvice-2::ReceiptAdvice##urn:fdc:peppol.eu:logistics:trns:receipt_advice:1::2.3
  urn:fdc:peppol.eu:logistics:bis:despatch_advice_w_receipt_advice:1
SETU HR-XML Timecard v1.4.1
  http://ns.hr-xml.org/2007-04-15::TimeCard##hr-xml@nl-1.4::2.5
  urn:fdc:hr-xml:2007:timesheet:1.0
End User Statistics Report v1.1
  urn:fdc:peppol:end-user-statistics-report:1.1::EndUserStatisticsReport##urn:fdc:peppol.eu:edec:trns:end-user-statistics-report:1.1::1.1
  urn:fdc:peppol.eu:edec:bis:reporting:1.0
Transaction Statistics Report v1.0
  urn:fdc:peppol:transaction-statistics-report:1.0::TransactionStatisticsReport##urn:fdc:peppol.eu:edec:trns:transaction-statistics-reporting:1.0::1.0
  urn:fdc:peppol.eu:edec:bis:reporting:1.0
PINT Invoice v1.0 [abstract]
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1::2.1
  urn:peppol:bis:billing
PINT Credit Note v1.0 [abstract]
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:peppol:pint:billing-1::2.1
  urn:peppol:bis:billing
JP PINT Invoice v1.0 [removed 2024-09-30]
  ubl:Invoice-2::Invoice##urn:peppol:pint:billing-1@jp-1::2.1
  urn:peppol:bis:billing
JP PINT Invoice v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1@jp-1::2.1
  urn:peppol:bis:billing
JP BIS Self-Billing Invoice
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:selfbilling-1@jp-1::2.1
  urn:peppol:bis:selfbilling
JP BIS Invoice for Non-tax Registered Businesses [removed 2024-09-30]
  ubl:Invoice-2::Invoice##urn:peppol:pint:nontaxinvoice-1@jp-1::2.1
  urn:peppol:bis:billing
JP BIS Invoice for Non-tax Registered Businesses
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:nontaxinvoice-1@jp-1::2.1
  urn:peppol:bis:billing
A-NZ PINT Invoice v1.0 [removed 2025-03-01]
  ubl:Invoice-2::Invoice##urn:peppol:pint:billing-1@aunz-1::2.1
  urn:peppol:bis:billing
A-NZ PINT Credit Note v1.0 [removed 2025-03-01]
  ubl:CreditNote-2::CreditNote##urn:peppol:pint:billing-1@aunz-1::2.1
  urn:peppol:bis:billing
A-NZ PINT Self-Billing Invoice v1.0 [removed 2025-03-01]
  ubl:Invoice-2::Invoice##urn:peppol:pint:selfbilling-1@aunz-1::2.1
  urn:peppol:bis:selfbilling
A-NZ PINT Self-Billing Credit Note v1.0 [removed 2025-03-01]
  ubl:CreditNote-2::CreditNote##urn:peppol:pint:selfbilling-1@aunz-1::2.1
  urn:peppol:bis:selfbilling
A-NZ PINT Invoice v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1@aunz-1::2.1
  urn:peppol:bis:billing
A-NZ PINT Credit Note v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:peppol:pint:billing-1@aunz-1::2.1
  urn:peppol:bis:billing
A-NZ PINT Self-Billing Invoice v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:selfbilling-1@aunz-1::2.1
  urn:peppol:bis:selfbilling
A-NZ PINT Self-Billing Credit Note v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:peppol:pint:selfbilling-1@aunz-1::2.1
  urn:peppol:bis:selfbilling
XRechnung UBL Invoice V3.0
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Credit Note V3.0
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V3.0
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0::D16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Invoice V3.0 Extension
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung UBL Credit Note V3.0 Extension [deprecated 2026-08-01]
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
XRechnung CII Invoice V3.0 Extension
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0::D16B
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
SG PINT Invoice v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1@sg-1::2.1
  urn:peppol:bis:billing
SG PINT Credit Note v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:peppol:pint:billing-1@sg-1::2.1
  urn:peppol:bis:billing
MY PINT Invoice v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1@my-1::2.1
  urn:peppol:bis:billing
MY PINT Credit Note v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:peppol:pint:billing-1@my-1::2.1
  urn:peppol:bis:billing
MY PINT Self-Billing Invoice v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:selfbilling-1@my-1::2.1
  urn:peppol:bis:selfbilling
MY PINT Self-Billing Credit Note v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:peppol:pint:selfbilling-1@my-1::2.1
  urn:peppol:bis:selfbilling
MY PINT Invoice v1.0 [removed 2025-09-09]
  ubl:Invoice-2::Invoice##urn:peppol:pint:billing-1@my-1::2.1
  urn:peppol:bis:billing
MY PINT Credit Note v1.0 [removed 2025-09-09]
  ubl:CreditNote-2::CreditNote##urn:peppol:pint:billing-1@my-1::2.1
  urn:peppol:bis:billing
MY PINT Self-Billing Invoice v1.0 [removed 2025-09-09]
  ubl:Invoice-2::Invoice##urn:peppol:pint:selfbilling-1@my-1::2.1
  urn:peppol:bis:selfbilling
MY PINT Self-Billing Credit Note v1.0 [removed 2025-09-09]
  ubl:CreditNote-2::CreditNote##urn:peppol:pint:selfbilling-1@my-1::2.1
  urn:peppol:bis:selfbilling
SETU HR-XML Staffing Order v1.4
  http://ns.hr-xml.org/2007-04-15::StaffingOrder##hr-xml@nl-1.4::2.5
  urn:fdc:hr-xml:2007:staffingorder:1.0
SETU HR-XML Staffing Order Status v1.4
  http://ns.hr-xml.org/2007-04-15::StaffingOrder##hr-xml:status@nl-1.4::2.5
  urn:fdc:hr-xml:2007:staffingorder:1.0
SETU HR-XML Human Resource v1.4
  http://ns.hr-xml.org/2007-04-15::HumanResource##hr-xml@nl-1.4::2.5
  urn:fdc:hr-xml:2007:humanresource:1.0
SETU HR-XML Human Resource Status v1.4
  http://ns.hr-xml.org/2007-04-15::HumanResource##hr-xml:status@nl-1.4::2.5
  urn:fdc:hr-xml:2007:humanresource:1.0
SETU HR-XML Assignment v1.4.1
  http://ns.hr-xml.org/2007-04-15::Assignment##hr-xml@nl-1.4.1::2.5
  urn:fdc:hr-xml:2007:assignment:1.0
SETU HR-XML Assignment Status v1.4
  http://ns.hr-xml.org/2007-04-15::Assignment##hr-xml:status@nl-1.4::2.5
  urn:fdc:hr-xml:2007:assignment:1.0
Innbyggerpost dpi digital 1.0
  urn:fdc:digdir.no:2020:innbyggerpost:xsd::innbyggerpost##urn:fdc:digdir.no:2020:innbyggerpost:schema:digital::1.0
  urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:digital:ver1.0
Innbyggerpost dpi utskrift 1.0
  urn:fdc:digdir.no:2020:innbyggerpost:xsd::innbyggerpost##urn:fdc:digdir.no:2020:innbyggerpost:schema:utskrift::1.0
  urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:utskrift:ver1.0
Innbyggerpost dpi flyttet 1.0
  urn:fdc:digdir.no:2020:innbyggerpost:xsd::innbyggerpost##urn:fdc:digdir.no:2020:innbyggerpost:schema:flyttet::1.0
  urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:flyttet:ver1.0
Innbyggerpost dpi leveringskvittering 1.0
  urn:fdc:digdir.no:2020:innbyggerpost:xsd::innbyggerpost##urn:fdc:digdir.no:2020:innbyggerpost:schema:leveringskvittering::1.0
  urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:digital:ver1.0
  urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:utskrift:ver1.0
  urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:flyttet:ver1.0
Innbyggerpost dpi feilkvittering 1.0
  urn:fdc:digdir.no:2020:innbyggerpost:xsd::innbyggerpost##urn:fdc:digdir.no:2020:innbyggerpost:schema:feil::1.0
  urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:digital:ver1.0
  urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:utskrift:ver1.0
  urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:flyttet:ver1.0
Innbyggerpost dpi aapningskvittering 1.0
  urn:fdc:digdir.no:2020:innbyggerpost:xsd::innbyggerpost##urn:fdc:digdir.no:2020:innbyggerpost:schema:aapningskvittering::1.0
  urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:digital:ver1.0
Innbyggerpost dpi mottakskvittering 1.0
  urn:fdc:digdir.no:2020:innbyggerpost:xsd::innbyggerpost##urn:fdc:digdir.no:2020:innbyggerpost:schema:mottakskvittering::1.0
  urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:utskrift:ver1.0
Innbyggerpost dpi varslingfeiletkvittering 1.0
  urn:fdc:digdir.no:2020:innbyggerpost:xsd::innbyggerpost##urn:fdc:digdir.no:2020:innbyggerpost:schema:varslingfeiletkvittering::1.0
  urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:digital:ver1.0
Innbyggerpost dpi returpostkvittering 1.0
  urn:fdc:digdir.no:2020:innbyggerpost:xsd::innbyggerpost##urn:fdc:digdir.no:2020:innbyggerpost:schema:returpostkvittering::1.0
  urn:fdc:digdir.no:2020:profile:egovernment:innbyggerpost:utskrift:ver1.0
BIS Self-Billing UBL Invoice V3
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0
  urn:peppol:bis:billing_with_response
  urn:peppol:france:billing:regulated
  urn:peppol:france:billing:non-regulated
BIS Self-Billing UBL Credit Note V3
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0
  urn:peppol:bis:billing_with_response
  urn:peppol:france:billing:regulated
  urn:peppol:france:billing:non-regulated
DICO Maintenance Instruction
  http://www.ketenstandaard.nl/onderhoudsopdracht/SALES/005::MaintenanceInstruction##dico:maintenanceinstruction@nl-1.0::1.0
  urn:fdc:dico:2018:maintenance:1.0
France Factur-X
  urn:peppol:doctype:pdf+xml##urn:cen.eu:en16931:2017#conformant#urn:peppol:france:billing:Factur-X:1.0::D22B
  urn:peppol:france:billing:regulated
  urn:peppol:france:billing:non-regulated
France UBL Invoice CIUS
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:peppol:france:billing:cius:1.0::2.1
  urn:peppol:france:billing:regulated
  urn:peppol:france:billing:non-regulated
France UBL Invoice Extension
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#conformant#urn:peppol:france:billing:extended:1.0::2.1
  urn:peppol:france:billing:regulated
  urn:peppol:france:billing:non-regulated
France CII Invoice CIUS
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#compliant#urn:peppol:france:billing:cius:1.0::D22B
  urn:peppol:france:billing:regulated
  urn:peppol:france:billing:non-regulated
France CII Invoice Extension
  urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##urn:cen.eu:en16931:2017#conformant#urn:peppol:france:billing:extended:1.0::D22B
  urn:peppol:france:billing:regulated
  urn:peppol:france:billing:non-regulated
France CDAR
  urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100::CrossDomainAcknowledgementAndResponse##urn:peppol:france:billing:cdv:1.0::D22B
  urn:peppol:france:billing:regulated
  urn:peppol:france:billing:non-regulated
France UBL Credit Note CIUS
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:peppol:france:billing:cius:1.0::2.1
  urn:peppol:france:billing:regulated
  urn:peppol:france:billing:non-regulated
France UBL Credit Note Extension
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#conformant#urn:peppol:france:billing:extended:1.0::2.1
  urn:peppol:france:billing:regulated
  urn:peppol:france:billing:non-regulated
AE PINT Invoice v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1@ae-1::2.1
  urn:peppol:bis:billing
AE PINT Credit Note v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:peppol:pint:billing-1@ae-1::2.1
  urn:peppol:bis:billing
AE PINT Self-Billing Invoice v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:selfbilling-1@ae-1::2.1
  urn:peppol:bis:selfbilling
AE PINT Self-Billing Credit Note v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:peppol:pint:selfbilling-1@ae-1::2.1
  urn:peppol:bis:selfbilling
AE Tax Data Document v1.0 [removed 2026-03-31]
  peppol-doctype-wildcard::urn:fdc:peppol:tax-data-document:1.0::TaxData##urn:peppol:pint:taxdata-1@ae-1::1.0
  urn:peppol:bis:taxreporting
AE Tax Data Status v1.0 [removed 2026-03-31]
  peppol-doctype-wildcard::urn:fdc:peppol:tax-data-status:1.0::TaxDataStatus##urn:peppol:pint:taxdatastatus-1@ae-1::1.0
  urn:peppol:bis:taxreporting
EN 16931 Invoice - eB2B Extension
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#conformant#urn:peppol:eb2b:1.0::2.1
  urn:peppol:eb2b:billing
  urn:peppol:eb2b:order_desadv_billing
  urn:peppol:eb2b:ordering_desadv_billing
EN 16931 Credit Note - eB2B Extension
  ubl:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#conformant#urn:peppol:eb2b:1.0::2.1
  urn:peppol:eb2b:billing
  urn:peppol:eb2b:order_desadv_billing
  urn:peppol:eb2b:ordering_desadv_billing
EDIFACT Order - eB2B Extension
  urn:peppol:doctype:edifact:ORDERS##eb2b::0
  urn:peppol:eb2b:order
  urn:peppol:eb2b:ordering
  urn:peppol:eb2b:order_desadv_billing
  urn:peppol:eb2b:ordering_desadv_billing
EDIFACT Order Response - eB2B Extension
  urn:peppol:doctype:edifact:ORDRSP##eb2b::0
  urn:peppol:eb2b:ordering
  urn:peppol:eb2b:ordering_desadv_billing
EDIFACT Despatch Advice - eB2B Extension
  urn:peppol:doctype:edifact:DESADV##eb2b::0
  urn:peppol:eb2b:order_desadv_billing
  urn:peppol:eb2b:ordering_desadv_billing
EDIFACT Invoice - eB2B Extension
  urn:peppol:doctype:edifact:INVOIC##eb2b::0
  urn:peppol:eb2b:billing
  urn:peppol:eb2b:order_desadv_billing
  urn:peppol:eb2b:ordering_desadv_billing
X12 Order - eB2B Extension
  urn:peppol:doctype:x12:850##eb2b::0
  urn:peppol:eb2b:order
  urn:peppol:eb2b:ordering
  urn:peppol:eb2b:order_desadv_billing
  urn:peppol:eb2b:ordering_desadv_billing
X12 Order Response - eB2B Extension
  urn:peppol:doctype:x12:855##eb2b::0
  urn:peppol:eb2b:ordering
  urn:peppol:eb2b:ordering_desadv_billing
X12 Despatch Advice - eB2B Extension
  urn:peppol:doctype:x12:856##eb2b::0
  urn:peppol:eb2b:order_desadv_billing
  urn:peppol:eb2b:ordering_desadv_billing
X12 Invoice - eB2B Extension
  urn:peppol:doctype:x12:810##eb2b::0
  urn:peppol:eb2b:billing
  urn:peppol:eb2b:order_desadv_billing
  urn:peppol:eb2b:ordering_desadv_billing
Hybrid Order - eB2B Extension
  urn:peppol:doctype:pdf+xml##eb2b:order-x:1.0::0
  urn:peppol:eb2b:order
Hybrid Invoice - eB2B Extension
  urn:peppol:doctype:pdf+xml##eb2b:factur-x:1.0::0
  urn:peppol:eb2b:billing
Bilaterally agreed Order - eB2B Extension
  urn:peppol:doctype:bilateral##eb2b:order::0
  urn:peppol:eb2b:order
  urn:peppol:eb2b:ordering
  urn:peppol:eb2b:order_desadv_billing
  urn:peppol:eb2b:ordering_desadv_billing
Bilaterally agreed Order Response - eB2B Extension
  urn:peppol:doctype:bilateral##eb2b:order_response::0
  urn:peppol:eb2b:ordering
  urn:peppol:eb2b:ordering_desadv_billing
Bilaterally agreed Despatch Advice - eB2B Extension
  urn:peppol:doctype:bilateral##eb2b:despatch_advice::0
  urn:peppol:eb2b:order_desadv_billing
  urn:peppol:eb2b:ordering_desadv_billing
Bilaterally agreed Invoice - eB2B Extension
  urn:peppol:doctype:bilateral##eb2b:invoice::0
  urn:peppol:eb2b:billing
  urn:peppol:eb2b:order_desadv_billing
  urn:peppol:eb2b:ordering_desadv_billing
Bilaterally agreed Document - eB2B Extension
  urn:peppol:doctype:bilateral##eb2b:bilateral::0
  urn:peppol:eb2b:oneway
DICO Maintenance Status
  http://www.ketenstandaard.nl/onderhoudsstatus/SALES/005::MaintenanceStatus##dico:maintenancestatus@nl-1.0::1.0
  urn:fdc:dico:2018:maintenance:1.0
Message Level Status v1.0
  ubl:ApplicationResponse-2::ApplicationResponse##urn:peppol:edec:mls:1.0::2.1
  urn:peppol:edec:mls
SG BIS Order Balance v1.0
  ubl:Order-2::Order##urn:fdc:imda.gov.sg:trns:order_balance:1::2.1
  urn:fdc:imda.gov.sg:bis:order_balance:1
EU PINT Invoice v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1@eu-1::2.1
  urn:peppol:bis:billing
EU PINT Credit Note v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:peppol:pint:billing-1@eu-1::2.1
  urn:peppol:bis:billing
Logistics Application Response V1
  ubl:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:logistics:trns:application_response:1::2.1
  urn:fdc:peppol.eu:logistics:bis:advanced_transport_execution_plan:1
Transport Execution Plan Request V1.2
  ubl:TransportExecutionPlanRequest-2::TransportExecutionPlanRequest##urn:fdc:peppol.eu:logistics:trns:transport_execution_plan_request:1::2.4
  urn:fdc:peppol.eu:logistics:bis:transport_execution_plan_w_request:1
  urn:fdc:peppol.eu:logistics:bis:advanced_transport_execution_plan:1
Transport Execution Plan V1.2
  ubl:TransportExecutionPlan-2::TransportExecutionPlan##urn:fdc:peppol.eu:logistics:trns:transport_execution_plan:1::2.4
  urn:fdc:peppol.eu:logistics:bis:transport_execution_plan_only:1
  urn:fdc:peppol.eu:logistics:bis:advanced_transport_execution_plan:1
NG PINT Invoice v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1@ng-1::2.1
  urn:peppol:bis:billing
NG PINT Credit Note v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:peppol:pint:billing-1@ng-1::2.1
  urn:peppol:bis:billing
NG PINT Self-Billing Invoice v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:selfbilling-1@ng-1::2.1
  urn:peppol:bis:selfbilling
NG PINT Self-Billing Credit Note v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:peppol:pint:selfbilling-1@ng-1::2.1
  urn:peppol:bis:selfbilling
AE Tax Data Document v1.0
  urn:peppol:schema:taxdata:1.0::TaxData##urn:peppol:taxdata:ae-1::1.0
  urn:peppol:taxreporting
OM PINT Invoice v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1@om-1::2.1
  urn:peppol:bis:billing
OM PINT Credit Note v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:peppol:pint:billing-1@om-1::2.1
  urn:peppol:bis:billing
OM PINT Self-Billing Invoice v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:selfbilling-1@om-1::2.1
  urn:peppol:bis:selfbilling
OM PINT Self-Billing Credit Note v1.0
  peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:peppol:pint:selfbilling-1@om-1::2.1
  urn:peppol:bis:selfbilling
OM Tax Data Document v1.0
  urn:peppol:schema:om-taxdata:1.0::TaxData##urn:peppol:taxdata:om-1::1.0
  urn:peppol:taxreporting
SK Tax Data Document v1.0
  urn:peppol:schema:sk-taxdata:1.0::TaxData##urn:peppol:taxdata:sk-1::1.0
  urn:peppol:taxreporting
NLCIUS with SEeF extension v1.0
  ubl:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0#conformant#urn:fdc:energie-efactuur.nl:invoice:v3.0::2.1
  urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
`
