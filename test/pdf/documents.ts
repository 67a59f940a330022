// Invoices of any length for tests and measurements.

const namespaces =
  'xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ' +
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" ' +
  'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"'

const vat =
  '<cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID>' +
  '</cac:TaxScheme>'

/** A UBL invoice around `content`. */
export function invoiceWith(content: string): Buffer {
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Invoice ${namespaces}>${content}</Invoice>`,
  )
}

function party(role: string, name: string): string {
  return (
    `<cac:${role}><cac:Party><cbc:EndpointID ` +
    'schemeID="0208">0123456749</cbc:EndpointID><cac:PostalAddress><cbc:StreetName>Korte Straat ' +
    `1</cbc:StreetName><cbc:CityName>Gent</cbc:CityName><cbc:PostalZone>9000</cbc:PostalZone>` +
    `<cac:Country><cbc:IdentificationCode>BE</cbc:IdentificationCode></cac:Country>` +
    `</cac:PostalAddress><cac:PartyTaxScheme><cbc:CompanyID>BE0123456749</cbc:CompanyID>` +
    `<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>` +
    `<cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName>` +
    `</cac:PartyLegalEntity></cac:Party></cac:${role}>`
  )
}

function line(number: number): string {
  return (
    `<cac:InvoiceLine><cbc:ID>${number}</cbc:ID><cbc:InvoicedQuantity ` +
    `unitCode="C62">${number}</cbc:InvoicedQuantity><cbc:LineExtensionAmount ` +
    `currencyID="EUR">${number * 12}.50</cbc:LineExtensionAmount><cac:Item>` +
    `<cbc:Description>Brass, polished, batch ${number}</cbc:Description><cbc:Name>Bicycle bell ` +
    `${number}</cbc:Name><cac:ClassifiedTaxCategory>${vat}</cac:ClassifiedTaxCategory>` +
    `</cac:Item><cac:Price><cbc:PriceAmount ` +
    `currencyID="EUR">12.50</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`
  )
}

/** A whole invoice with that many lines. */
export function invoiceOf(lines: number): Buffer {
  const amount = (local: string, value: string) =>
    `<cbc:${local} currencyID="EUR">${value}</cbc:${local}>`
  return invoiceWith(
    [
      '<cbc:ID>LONG-1</cbc:ID><cbc:IssueDate>2026-11-21</cbc:IssueDate>' +
        '<cbc:DueDate>2026-12-21</cbc:DueDate>',
      '<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>' +
        '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>',
      party('AccountingSupplierParty', 'Vierhoek BV'),
      party('AccountingCustomerParty', 'Nordlys AS'),
      `<cac:TaxTotal>${amount('TaxAmount', '21.00')}<cac:TaxSubtotal>` +
        `${amount('TaxableAmount', '100.00')}${amount('TaxAmount', '21.00')}` +
        `<cac:TaxCategory>${vat}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>`,
      `<cac:LegalMonetaryTotal>${amount('TaxExclusiveAmount', '100.00')}` +
        `${amount('PayableAmount', '121.00')}</cac:LegalMonetaryTotal>`,
      ...Array.from({ length: lines }, (_, index) => line(index + 1)),
    ].join(''),
  )
}
