// An invoice in CII, made for the tests.
const standard = 'urn:un:unece:uncefact:data:standard:'
export const xrechnung = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
export const process = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

export const context = `<ram:BusinessProcessSpecifiedDocumentContextParameter>
<ram:ID>${process}</ram:ID></ram:BusinessProcessSpecifiedDocumentContextParameter>
<ram:GuidelineSpecifiedDocumentContextParameter><ram:ID> ${xrechnung} </ram:ID>
</ram:GuidelineSpecifiedDocumentContextParameter>`

const party = (name: string, id: string, country: string) => `<ram:Name>${name}</ram:Name>
<ram:PostalTradeAddress><ram:CountryID>${country}</ram:CountryID></ram:PostalTradeAddress>
<ram:URIUniversalCommunication><ram:URIID schemeID="9930">${id}</ram:URIID>
</ram:URIUniversalCommunication>`

export const sums = (tax: string) => `<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation>${tax}
<ram:DuePayableAmount>121.00</ram:DuePayableAmount>
</ram:SpecifiedTradeSettlementHeaderMonetarySummation>`

export const tax = (amount: string, currency: string) =>
  `<ram:TaxTotalAmount currencyID="${currency}">${amount}</ram:TaxTotalAmount>`

export const invoice = {
  context,
  head: `<ram:ID>R-1</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime>
<udt:DateTimeString format="102">20261128</udt:DateTimeString></ram:IssueDateTime>`,
  seller: party('Seller GmbH', 'DE123456789', 'DE'),
  buyer: party('Buyer SA', 'FR1', 'FR'),
  settlement: sums(tax('99.00', 'PLN') + tax('21.00', 'EUR')),
}

export function cii(change: Partial<typeof invoice> = {}, root = 'CrossIndustryInvoice'): Buffer {
  const { context, head, seller, buyer, settlement } = { ...invoice, ...change }
  const named = (name: string, content: string) => `<ram:${name}>${content}</ram:${name}>`
  const parties = named('SellerTradeParty', seller) + named('BuyerTradeParty', buyer)
  return Buffer.from(
    `<rsm:${root} xmlns:rsm="${standard}${root}:100" xmlns:udt="${standard}UnqualifiedDataType:100"
 xmlns:ram="${standard}ReusableAggregateBusinessInformationEntity:100">
<rsm:ExchangedDocumentContext>${context}</rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument>${head}</rsm:ExchangedDocument><rsm:SupplyChainTradeTransaction>
${named('ApplicableHeaderTradeAgreement', parties)}
${named('ApplicableHeaderTradeSettlement', settlement)}</rsm:SupplyChainTradeTransaction>
</rsm:${root}>`,
  )
}
