// The field that was meant by what people write in its place, by group: names that other formats
// have, and fields one level too high or too low. A path leads from the group to the field.

const address = `
  address.line1 street|streetName|address1|addressLine1|street1|line1|addressLine
  address.line2 additionalStreet|additionalStreetName|address2|addressLine2|street2|line2
  address.line3 address3|addressLine3|line3
  address.postCode zip|zipCode|postalCode|postCode|postalZone|plz
  address.city city|cityName|town|place|municipality|locality
  address.subdivision region|province|state|countrySubentity|subdivision
  address.country country|countryCode|countryId`

const party = `
  name companyName|company|legalName|registrationName|partyName|organization|organisation
  vatId vat|vatNumber|vatNo|vatIdentifier|vatRegistrationNumber|taxId|taxNumber|tva|btw|ust
  vatId ustId|ustIdNr|btwNumber|tvaNumber
  endpoint endpointId|peppolId|participantId|participant|peppolAddress|electronicAddress
  endpoint peppolIdentifier|participantIdentifier|eas
  legalId companyId|companyNumber|registrationNumber|legalIdentifier|legalRegistrationId|kvk|kbo
  legalId companyRegistrationNumber|organizationNumber|organisationNumber|orgNumber|orgNr|siren
  identifiers identifier|id|ids|gln|partyIdentification|customerNumber|supplierNumber
  contact.email email|emailAddress|mail  contact.phone phone|telephone|phoneNumber|tel|mobile
  contact.name contactName|contactPerson
  contact contacts
  address postalAddress|addresses
  tradingName tradeName|brandName${address}`

const amounts = `
  amount value|total|discount|discountAmount|allowanceAmount|chargeAmount
  baseAmount base|basisAmount|baseValue
  percent percentage|rate|discountPercent|multiplierFactorNumeric|discountPercentage
  reason description|text|name|allowanceChargeReason
  reasonCode code|allowanceChargeReasonCode`

const vat = `
  vat.rate vatRate|taxRate|vatPercent|vatPercentage|taxPercent|taxPercentage|rate
  vat.category vatCategory|taxCategory|vatCode|taxCode|vatCategoryCode|category
  vat tax|taxes`

const tables = {
  document: `
    seller supplier|vendor|accountingSupplierParty|sellerParty|supplierParty|issuer|from|sender
    buyer customer|client|accountingCustomerParty|buyerParty|customerParty|recipient|receiver
    buyer debtor|billTo
    lines items|item|lineItems|invoiceLines|invoiceLine|rows|positions|products|invoiceItems
    lines creditNoteLines|documentLines|articles
    number id|invoiceId|invoiceNr|invoiceNo|documentId|no|documentNo|reference
    issueDate date|invoiceDate|documentDate|issued|issuedAt|billingDate|creditNoteDate
    dueDate paymentDueDate|due|payableUntil|payBy
    typeCode invoiceTypeCode|invoiceType|documentTypeCode|creditNoteTypeCode|documentType|kind
    currency currencyCode|documentCurrencyCode|invoiceCurrency|curr
    taxCurrency taxCurrencyCode|vatCurrency
    purchaseOrderReference orderNumber|orderReference|poNumber|purchaseOrder|order|orderId|po
    purchaseOrderReference purchaseOrderNumber|orderNo|customerOrderNumber
    buyerReference yourReference|customerReference|clientReference|routingId|leitwegId
    contractReference contract|contractNumber|contractId
    projectReference project|projectId|projectNumber
    buyerAccountingReference costCenter|costCentre|accountingCost|accountingReference
    precedingInvoices precedingInvoice|billingReference|originalInvoice|invoiceReference
    precedingInvoices invoiceReferences|billingReferences|creditedInvoice|correctedInvoice
    attachments attachment|files|documents|additionalDocuments|supportingDocuments
    notes note|comment|comments|remark|remarks|message|memo
    paymentTerms terms|paymentTerm|termsOfPayment|conditions
    payment paymentMeans|paymentInstructions|paymentDetails|bank|bankDetails|payments
    payment.meansCode paymentMethod|paymentMeansCode|paymentMethodCode
    payment.creditTransfers[0].accountId iban|accountNumber|bankAccount|account
    payment.creditTransfers[0].serviceProviderId bic|swift
    payment.remittanceInformation paymentReference|remittanceInformation|paymentId|ocr|kid
    payment.creditTransfers creditTransfers|creditTransfer
    allowances discount|discounts|allowance|rebate|rebates
    charges charge|surcharge|surcharges|fees|shipping|freight
    vatBreakdown taxTotal|taxes|vatTotals|taxSubtotals|vatSummary|taxBreakdown|vats|vat|taxTotals
    totals total|legalMonetaryTotal|summary|amounts|monetaryTotal
    totals.payable totalAmount|amountDue|payableAmount|grossAmount|grandTotal|payable
    totals.withoutVat netTotal|netAmount|subtotal|totalExclVat|taxExclusiveAmount
    totals.withVat grossTotal|totalInclVat|taxInclusiveAmount|totalWithVat
    totals.vat vatAmount|taxAmount|totalVat|totalTax
    totals.paid paid|prepaid|prepaidAmount|paidAmount|deposit
    delivery.date deliveryDate|actualDeliveryDate
    delivery.address deliveryAddress|shipTo|shippingAddress
    period invoicePeriod|billingPeriod|servicePeriod
    specificationId customizationId|customisationId|specification  businessProcess profileId|process
    lines[0].vat.rate vatRate|taxRate`,
  seller: party,
  buyer: party,
  payee: `
    name companyName|payeeName  identifier id|identifiers  legalId companyId|registrationNumber`,
  representative: `
    vatId vatNumber|vat|taxId${address}`,
  address: `
    line1 street|streetName|address1|addressLine1|street1|addressLine|address
    line2 additionalStreet|additionalStreetName|address2|addressLine2|street2
    line3 address3|addressLine3
    postCode zip|zipCode|postalCode|postalZone|plz
    city cityName|town|place|municipality|locality
    subdivision region|province|state|countrySubentity
    country countryCode|countryId|countryName`,
  contact: `
    phone telephone|phoneNumber|tel|mobile|telephoneNumber
    email emailAddress|mail|electronicMail  name person|contactName|fullName|department`,
  identifier: `
    id value|identifier|number|content|text  scheme schemeId|type|schemeID|schema|icd|eas`,
  line: `
    name itemName|productName|product|item|title|article|label|itemDescription
    description details|itemText
    quantity qty|count|invoicedQuantity|units|creditedQuantity|amountOfUnits|number|hours
    unitCode unit|unitOfMeasure|uom|quantityUnit|measure|quantityUnitCode
    netPrice price|unitPrice|priceAmount|unitNetPrice|priceExclVat|pricePerUnit|rateAmount
    grossPrice unitGrossPrice|listPrice  priceBaseQuantity baseQuantity|priceUnit|per
    allowances discount|discountAmount|discountPercent|discounts|allowance|rebate|discountRate
    allowances discountPercentage
    charges charge|surcharge|surcharges|fee
    priceDiscount unitDiscount|priceAllowance
    netAmount amount|total|lineTotal|lineAmount|lineExtensionAmount|subtotal|net|totalAmount
    netAmount lineNetAmount|totalPrice|sum
    id lineId|lineNumber|no|position|pos|lineNo
    sellerItemId sku|articleNumber|productCode|itemCode|sellersItemIdentification|productId|itemId
    sellerItemId itemNumber|articleNo
    buyerItemId customerItemId|buyersItemIdentification
    standardItemId gtin|ean|barcode|standardItemIdentification
    originCountry countryOfOrigin  classifications classification|commodityCode|unspsc|cpv
    attributes properties|additionalItemProperty|itemAttributes
    note notes|comment|remark
    orderLineReference orderLine|orderLineId|orderLineNumber|poLine
    buyerAccountingReference costCenter|costCentre|accountingCost
    period invoicePeriod|servicePeriod
    period.startDate startDate|from  period.endDate endDate|to${vat}`,
  vat: `
    rate percent|percentage|vatRate|taxRate|value|vatPercent  category code|vatCategory|type|id
    category taxCategory|categoryCode`,
  vatRow: `
    rate percent|percentage|vatRate|taxRate  category code|vatCategory|type|id|taxCategory
    taxableAmount base|taxable|basis|netAmount|taxBase  taxAmount vat|tax|amount|vatAmount
    exemptionReason reason|taxExemptionReason  exemptionReasonCode reasonCode`,
  allowance: `${amounts}${vat.replace('|rate', '')}`,
  lineAllowance: amounts,
  payment: `
    meansCode code|method|paymentMeansCode|paymentMethod|means|type|paymentMethodCode
    meansText methodName|paymentMeansText
    creditTransfers creditTransfer|accounts|account|bankAccount|bankAccounts|payeeFinancialAccount
    creditTransfers[0].accountId iban|accountNumber|accountId|bban
    creditTransfers[0].accountName accountName|accountHolder
    creditTransfers[0].serviceProviderId bic|swift|bankCode|serviceProviderId
    remittanceInformation reference|paymentReference|paymentId|remittance|ocr|kid|communication
    directDebit.mandateId mandate|mandateId|mandateReference
    card.accountNumber cardNumber|pan`,
  creditTransfer: `
    accountId iban|account|accountNumber|id|number|bban
    accountName name|accountHolder|holder|owner
    serviceProviderId bic|swift|bankCode|bank|bankId`,
  card: `
    accountNumber number|cardNumber|pan  network brand|type|scheme  holderName holder|name`,
  directDebit: `
    mandateId mandate|mandateReference|reference|id  debitedAccountId iban|account|accountId`,
  attachment: `
    id name|reference|number  description title|text  url uri|link|href|externalReference
    content data|base64|file|body|bytes|binary|embeddedDocument
    mimeType contentType|mediaType|mime|type|mimeCode  filename fileName|file_name`,
  note: `
    text note|content|value|message|body  subjectCode subject|code|type`,
  precedingInvoice: `
    number id|invoiceNumber|invoiceId|reference  issueDate date|invoiceDate`,
  delivery: `
    date deliveryDate|actualDeliveryDate|deliveredAt|day  partyName name|recipient|receiver
    locationId location|gln|locationIdentifier${address}`,
  period: `
    startDate from|start|begin|startsOn|startAt  endDate to|end|until|endsOn|endAt`,
  totals: `
    payable payableAmount|amountDue|total|totalAmount|due|grandTotal|balance|amountPayable
    lines lineTotal|lineExtensionAmount|sumOfLines|lineNetAmount|linesTotal
    withoutVat net|netAmount|netTotal|taxExclusiveAmount|subtotal|exclVat|totalExclVat|excludingVat
    withVat gross|grossAmount|grossTotal|taxInclusiveAmount|inclVat|totalInclVat|includingVat
    vat vatAmount|taxAmount|tax|totalVat|totalTax
    allowances allowanceTotalAmount|discount|discounts|allowance|allowanceTotal
    charges chargeTotalAmount|charge|chargeTotal
    paid prepaid|prepaidAmount|paidAmount|deposit|alreadyPaid
    rounding payableRoundingAmount|roundingAmount|round`,
  classification: `
    code id|value|itemClassificationCode  listId list|scheme|schemeId|type  listVersion version`,
  itemAttribute: `
    name key|property|label`,
  invoicedObject: `
    id value|identifier|number  scheme schemeId|type`,
} as const

/** Which table a group of the model has. */
export type GroupName = keyof typeof tables

/** The field that is meant by a name that the group does not have; undefined when none is. */
export function fieldWritten(group: GroupName, name: string): string | undefined {
  return name.length > lengthMax ? undefined : fieldsWritten[group].get(plainOf(name))
}

const lengthMax = 40

function plainOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** The path that each name in lower case stands for, by group. */
export const fieldsWritten = Object.fromEntries(
  Object.entries(tables).map(([group, text]) => [group, new Map(entriesOf(text))]),
) as Record<GroupName, Map<string, string>>

/** Entries are separated by two blanks or a line; the field ends at the first blank. */
function entriesOf(text: string): [string, string][] {
  return text
    .trim()
    .split(/\s{2,}|\n/)
    .flatMap((entry) => {
      const [field = '', words = ''] = entry.trim().split(' ')
      return words.split('|').map((word): [string, string] => [plainOf(word), field])
    })
}
