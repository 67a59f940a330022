// Documents to print, shown in the reference and printed by the tests.
import { submitExamples } from './examples.ts'
import type { Examples } from './openapi.ts'

const components = `xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"`

const mls = `<?xml version="1.0" encoding="UTF-8"?>
<ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2"
  ${components}>
  <cbc:CustomizationID>urn:peppol:edec:mls:1.0</cbc:CustomizationID>
  <cbc:ProfileID>urn:peppol:edec:mls</cbc:ProfileID>
  <cbc:ID>MLS-2026-0815</cbc:ID>
  <cbc:IssueDate>2026-11-21</cbc:IssueDate>
  <cbc:IssueTime>09:30:00Z</cbc:IssueTime>
  <cac:SenderParty><cbc:EndpointID schemeID="0242">000123</cbc:EndpointID></cac:SenderParty>
  <cac:ReceiverParty><cbc:EndpointID schemeID="0242">000456</cbc:EndpointID></cac:ReceiverParty>
  <cac:DocumentResponse>
    <cac:Response>
      <cbc:ResponseCode>RE</cbc:ResponseCode>
      <cbc:Description>The invoice breaks a rule</cbc:Description>
    </cac:Response>
    <cac:DocumentReference>
      <cbc:ID>3f2a6d41-9c17-4c88-a1b2-7e5d0c9a4411</cbc:ID>
    </cac:DocumentReference>
    <cac:LineResponse>
      <cac:LineReference>
        <cbc:LineID>/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount</cbc:LineID>
      </cac:LineReference>
      <cac:Response>
        <cbc:Description>[BR-CO-16] The amount due does not add up</cbc:Description>
        <cac:Status><cbc:StatusReasonCode>BV</cbc:StatusReasonCode></cac:Status>
      </cac:Response>
    </cac:LineResponse>
  </cac:DocumentResponse>
</ApplicationResponse>
`

const taxData = `<?xml version="1.0" encoding="UTF-8"?>
<pxs:TaxData xmlns:pxs="urn:peppol:schema:taxdata:1.0"
  xmlns:cec="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"
  ${components}>
  <cbc:CustomizationID>urn:peppol:taxdata:ae-1</cbc:CustomizationID>
  <cbc:ProfileID>urn:peppol:taxreporting</cbc:ProfileID>
  <cbc:IssueDate>2026-11-21</cbc:IssueDate>
  <cbc:IssueTime>08:00:00Z</cbc:IssueTime>
  <pxs:DocumentTypeCode>S</pxs:DocumentTypeCode>
  <pxs:DocumentScope>D</pxs:DocumentScope>
  <pxs:ReporterRole>01</pxs:ReporterRole>
  <pxs:ReportingParty>
    <cbc:EndpointID schemeID="0235">1234567890</cbc:EndpointID>
  </pxs:ReportingParty>
  <pxs:ReceivingParty><cbc:EndpointID schemeID="0242">000773</cbc:EndpointID></pxs:ReceivingParty>
  <pxs:ReportersRepresentative>
    <cac:PartyIdentification><cbc:ID schemeID="0242">000123</cbc:ID></cac:PartyIdentification>
  </pxs:ReportersRepresentative>
  <pxs:ReportedTransaction>
    <pxs:TransportHeaderID>22222222-3333-4444-5555-666666666666</pxs:TransportHeaderID>
    <pxs:ReportedDocument>
      <cbc:CustomizationID>urn:peppol:pint:billing-1@ae-1</cbc:CustomizationID>
      <cbc:ProfileID>urn:peppol:bis:billing</cbc:ProfileID>
      <cbc:ID>AE-2026-0007</cbc:ID>
      <cbc:UUID>f12f329f-6430-4399-b661-7c5cd9c3a9e6</cbc:UUID>
      <cbc:IssueDate>2026-11-20</cbc:IssueDate>
      <pxs:DocumentTypeCode>380</pxs:DocumentTypeCode>
      <cbc:DocumentCurrencyCode>AED</cbc:DocumentCurrencyCode>
      <cac:AccountingSupplierParty><cac:Party><cac:PartyTaxScheme>
        <cbc:CompanyID>100123456700003</cbc:CompanyID>
        <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
      </cac:PartyTaxScheme></cac:Party></cac:AccountingSupplierParty>
      <cac:TaxTotal><cbc:TaxAmount currencyID="AED">50.00</cbc:TaxAmount></cac:TaxTotal>
      <pxs:MonetaryTotal>
        <cbc:TaxExclusiveAmount currencyID="AED">1000.00</cbc:TaxExclusiveAmount>
      </pxs:MonetaryTotal>
    </pxs:ReportedDocument>
    <pxs:SourceDocument><cec:ExtensionContent>
      <Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">
        <cbc:ID>AE-2026-0007</cbc:ID>
        <cbc:DocumentCurrencyCode>AED</cbc:DocumentCurrencyCode>
        <cac:AccountingSupplierParty><cac:Party><cac:PartyLegalEntity>
          <cbc:RegistrationName>شركة المثال للتجارة ذ.م.م</cbc:RegistrationName>
        </cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
      </Invoice>
    </cec:ExtensionContent></pxs:SourceDocument>
  </pxs:ReportedTransaction>
</pxs:TaxData>
`

export const documentExample: Examples = {
  invoice: {
    summary: 'An invoice',
    value: submitExamples.invoice['application/xml']?.ubl?.value,
  },
}

export const mlsExample: Examples = {
  rejected: { summary: 'A rejection with its reason', value: mls },
}

export const taxDataExample: Examples = {
  emirates: { summary: 'A tax data document of the Emirates with its invoice', value: taxData },
}
