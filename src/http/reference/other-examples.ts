// An order and a despatch advice to try, shown in the reference and submitted by the tests. The
// sandbox serves their parties.
import type { Examples } from './openapi.ts'

const schemas = 'urn:oasis:names:specification:ubl:schema:xsd'
const components = `xmlns:cac="${schemas}:CommonAggregateComponents-2"
  xmlns:cbc="${schemas}:CommonBasicComponents-2"`

function party(endpoint: string, name: string, country: string): string {
  const [scheme, id] = endpoint.split(':')
  return `<cac:Party>
    <cbc:EndpointID schemeID="${scheme}">${id}</cbc:EndpointID>
    <cac:PostalAddress>
      <cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country>
    </cac:PostalAddress>
    <cac:PartyLegalEntity>
      <cbc:RegistrationName>${name}</cbc:RegistrationName>
    </cac:PartyLegalEntity>
  </cac:Party>`
}

const buyer = party('0088:7300010000001', 'Example Buyer AB', 'SE')
const seller = party('0208:0123456749', 'Example Seller BV', 'BE')

export const orderExample = `<?xml version="1.0" encoding="UTF-8"?>
<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"
  ${components}>
  <cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:order:3</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:poacc:bis:ordering:3</cbc:ProfileID>
  <cbc:ID>ORD-2026-0042</cbc:ID>
  <cbc:IssueDate>2026-11-21</cbc:IssueDate>
  <cbc:OrderTypeCode>220</cbc:OrderTypeCode>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cbc:CustomerReference>Department 7</cbc:CustomerReference>
  <cac:BuyerCustomerParty>${buyer}</cac:BuyerCustomerParty>
  <cac:SellerSupplierParty>${seller}</cac:SellerSupplierParty>
  <cac:OrderLine><cac:LineItem>
    <cbc:ID>1</cbc:ID>
    <cbc:Quantity unitCode="HUR">8</cbc:Quantity>
    <cac:Item><cbc:Name>Consulting</cbc:Name></cac:Item>
  </cac:LineItem></cac:OrderLine>
</Order>
`

export const despatchAdviceExample = `<?xml version="1.0" encoding="UTF-8"?>
<DespatchAdvice xmlns="urn:oasis:names:specification:ubl:schema:xsd:DespatchAdvice-2"
  ${components}>
  <cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:despatch_advice:3</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:poacc:bis:despatch_advice:3</cbc:ProfileID>
  <cbc:ID>DES-2026-0042</cbc:ID>
  <cbc:IssueDate>2026-11-21</cbc:IssueDate>
  <cac:OrderReference><cbc:ID>ORD-2026-0042</cbc:ID></cac:OrderReference>
  <cac:DespatchSupplierParty>${seller}</cac:DespatchSupplierParty>
  <cac:DeliveryCustomerParty>${buyer}</cac:DeliveryCustomerParty>
  <cac:DespatchLine>
    <cbc:ID>1</cbc:ID>
    <cbc:DeliveredQuantity unitCode="C62">8</cbc:DeliveredQuantity>
    <cac:OrderLineReference><cbc:LineID>1</cbc:LineID></cac:OrderLineReference>
    <cac:Item>
      <cbc:Name>Chair</cbc:Name>
      <cac:SellersItemIdentification><cbc:ID>CH-1</cbc:ID></cac:SellersItemIdentification>
    </cac:Item>
  </cac:DespatchLine>
</DespatchAdvice>
`

export const otherExamples = {
  'application/xml': { order: { summary: 'An order', value: orderExample } },
  'text/xml': { despatchAdvice: { summary: 'A despatch advice', value: despatchAdviceExample } },
  'multipart/form-data': {
    form: { summary: 'XML as a file', value: { document: despatchAdviceExample } },
  },
} satisfies Record<string, Examples>
