// UBL-SR and UBL-DT: what UBL allows several times, or with more attributes, and EN 16931 does not.
import type { Assert, Rule, Schema } from '../write-schema.ts'

const seller = 'cac:AccountingSupplierParty/cac:Party'
const buyer = 'cac:AccountingCustomerParty/cac:Party'
const line = 'cac:InvoiceLine | cac:CreditNoteLine'
const isVat = "[cac:TaxScheme/cbc:ID/upper-case(normalize-space()) = 'VAT']"
const isNotVat = "[not(cac:TaxScheme/cbc:ID/upper-case(normalize-space()) = 'VAT')]"

/** What may occur at most once: rule, path below the context, what it is. */
type Once = [number: string, path: string, what: string]

const once: Record<string, Once[]> = {
  '/ubl:Invoice | /cn:CreditNote': [
    ['01', 'cac:ContractDocumentReference/cbc:ID', 'the contract reference (BT-12)'],
    ['02', 'cac:ReceiptDocumentReference/cbc:ID', 'the receiving advice reference (BT-15)'],
    ['03', 'cac:DespatchDocumentReference/cbc:ID', 'the despatch advice reference (BT-16)'],
    [
      '04',
      "cac:AdditionalDocumentReference[cbc:DocumentTypeCode = '130']/cbc:ID",
      'the invoiced object (BT-18)',
    ],
    ['05', 'cac:PaymentTerms/cbc:Note', 'the payment terms (BT-20)'],
    ['08', 'cac:InvoicePeriod', 'the invoicing period (BG-14)'],
    ['09', `${seller}/cac:PartyLegalEntity/cbc:RegistrationName`, 'the name of the seller (BT-27)'],
    ['10', `${seller}/cac:PartyName/cbc:Name`, 'the trading name of the seller (BT-28)'],
    [
      '11',
      `${seller}/cac:PartyLegalEntity/cbc:CompanyID`,
      'the legal registration of the seller (BT-30)',
    ],
    [
      '12',
      `${seller}/cac:PartyTaxScheme${isVat}/cbc:CompanyID`,
      'the VAT identifier of the seller (BT-31)',
    ],
    [
      '13',
      `${seller}/cac:PartyTaxScheme${isNotVat}/cbc:CompanyID`,
      'the tax registration of the seller (BT-32)',
    ],
    [
      '14',
      `${seller}/cac:PartyLegalEntity/cbc:CompanyLegalForm`,
      'the further legal information on the seller (BT-33)',
    ],
    ['15', `${buyer}/cac:PartyLegalEntity/cbc:RegistrationName`, 'the name of the buyer (BT-44)'],
    ['16', `${buyer}/cac:PartyIdentification/cbc:ID`, 'the identifier of the buyer (BT-46)'],
    [
      '17',
      `${buyer}/cac:PartyLegalEntity/cbc:CompanyID`,
      'the legal registration of the buyer (BT-47)',
    ],
    [
      '18',
      `${buyer}/cac:PartyTaxScheme${isVat}/cbc:CompanyID`,
      'the VAT identifier of the buyer (BT-48)',
    ],
    ['24', 'cac:Delivery', 'the delivery (BG-13)'],
    [
      '29',
      "//cac:PartyIdentification/cbc:ID[upper-case(@schemeID) = 'SEPA']",
      'the bank assigned creditor identifier (BT-90)',
    ],
    ['39', 'cac:ProjectReference/cbc:ID', 'the project reference (BT-11)'],
    ['40', `${buyer}/cac:PartyName/cbc:Name`, 'the trading name of the buyer (BT-45)'],
    [
      '44',
      'distinct-values(//cbc:PaymentID)',
      'the remittance information (BT-83), one value for all payment means,',
    ],
    ['45', 'cac:PaymentMeans/cbc:PaymentDueDate', 'the due date (BT-9)'],
    ['46', 'cac:PaymentMeans/cbc:PaymentMeansCode/@name', 'the payment means text (BT-82)'],
    [
      '47',
      'distinct-values(//cbc:PaymentMeansCode)',
      'the payment means code (BT-81), one for all payment means,',
    ],
    ['49', 'cac:InvoicePeriod/cbc:DescriptionCode', 'the code for the VAT point date (BT-8)'],
    ['54', 'cac:PaymentMeans/cac:CardAccount', 'the payment card (BG-18)'],
    ['55', 'cac:PaymentMeans/cac:PaymentMandate', 'the direct debit (BG-19)'],
    ['56', 'cac:OriginatorDocumentReference/cbc:ID', 'the tender or lot reference (BT-17)'],
  ],
  [line]: [
    ['34', 'cbc:Note', 'the line note (BT-127)'],
    ['35', 'cac:OrderLineReference/cbc:LineID', 'the order line reference (BT-132)'],
    ['36', 'cac:InvoicePeriod', 'the line period (BG-26)'],
    ['37', 'cac:Price/cac:AllowanceCharge/cbc:Amount', 'the price discount (BT-147)'],
    ['50', 'cac:Item/cbc:Description', 'the item description (BT-154)'],
    ['52', 'cac:DocumentReference', 'the invoiced object of the line (BT-128)'],
  ],
  'cac:PaymentMeans': [
    ['26', 'cbc:PaymentID', 'the remittance information (BT-83)'],
    ['27', 'cbc:PaymentMeansCode', 'the payment means code (BT-81)'],
    ['28', 'cac:PaymentMandate/cbc:ID', 'the mandate reference (BT-89)'],
  ],
  'cac:BillingReference': [
    [
      '06',
      'cac:InvoiceDocumentReference',
      'the preceding invoice in one cac:BillingReference (BG-3)',
    ],
  ],
  'cac:TaxRepresentativeParty': [
    ['22', 'cac:PartyName/cbc:Name', 'the name of the tax representative (BT-62)'],
    [
      '23',
      'cac:PartyTaxScheme/cbc:CompanyID',
      'the VAT identifier of the tax representative (BT-63)',
    ],
  ],
  'cac:Delivery': [
    ['25', 'cac:DeliveryParty/cac:PartyName/cbc:Name', 'the deliver-to party name (BT-70)'],
  ],
  'cac:TaxSubtotal': [
    ['32', 'cac:TaxCategory/cbc:TaxExemptionReason', 'the VAT exemption reason (BT-120)'],
  ],
  'cac:AdditionalDocumentReference': [
    ['33', 'cbc:DocumentDescription', 'the description of a supporting document (BT-123)'],
  ],
  "cac:AllowanceCharge[cbc:ChargeIndicator/normalize-space() = ('false', '0')]": [
    ['30', 'cbc:AllowanceChargeReason', 'the reason of an allowance (BT-97, BT-139)'],
  ],
  "cac:AllowanceCharge[cbc:ChargeIndicator/normalize-space() = ('true', '1')]": [
    ['31', 'cbc:AllowanceChargeReason', 'the reason of a charge (BT-104, BT-144)'],
  ],
}

// The payee is stated only if it is not the seller; the official rules check that three times.
const sellerName = `../${seller}/cac:PartyLegalEntity/cbc:RegistrationName`
const payeeIsNotSeller = `cac:PartyName/cbc:Name != ${sellerName}`
const payee = (id: string, path: string, what: string): Assert => ({
  id,
  test: `count(${path}) <= 1 and ${payeeIsNotSeller}`,
  say:
    `State ${what} once, and the payee (BG-10) only with a name that is not ` +
    "the seller's (BT-27).",
})

const others: Rule[] = [
  {
    context: 'cac:PostalAddress | cac:Address',
    asserts: [
      {
        id: 'UBL-SR-51',
        test: 'count(cac:AddressLine) <= 1',
        say:
          'State the third address line (cac:AddressLine) once; there are ' +
          '{count(cac:AddressLine)}.',
      },
    ],
  },
  {
    context: seller,
    asserts: [
      {
        id: 'UBL-SR-42',
        test: 'count(cac:PartyTaxScheme) <= 2',
        say:
          'State at most two tax identifiers of the seller: one for VAT (BT-31) and ' +
          'one other (BT-32).',
      },
    ],
  },
  {
    context: 'cac:AdditionalDocumentReference',
    asserts: [
      {
        id: 'UBL-SR-43',
        test:
          "cbc:DocumentTypeCode = '130' or (/cn:CreditNote and cbc:DocumentTypeCode = '50') " +
          'or not(cbc:DocumentTypeCode or cbc:ID/@schemeID)',
        say:
          'Use the document type code 130 for an invoiced object (BT-18), 50 for a project ' +
          'reference (BT-11) in a credit note, and neither code nor scheme for a ' +
          'supporting document (BG-24).',
      },
    ],
  },
  {
    context: 'cac:PartyTaxScheme',
    asserts: [
      {
        id: 'UBL-SR-53',
        test: 'cac:TaxScheme/cbc:ID and cbc:CompanyID',
        say:
          'State a tax identifier together with its tax scheme: cbc:CompanyID and ' +
          'cac:TaxScheme/cbc:ID.',
      },
    ],
  },
  {
    context: line,
    asserts: [
      {
        id: 'UBL-SR-48',
        test: 'count(cac:Item/cac:ClassifiedTaxCategory) = 1',
        say:
          'State exactly one VAT category of the item (BG-30); there are ' +
          '{count(cac:Item/cac:ClassifiedTaxCategory)}.',
      },
    ],
  },
  {
    context: 'cac:PayeeParty',
    asserts: [
      payee('UBL-SR-19', 'cac:PartyName/cbc:Name', 'the name of the payee (BT-59)'),
      payee(
        'UBL-SR-20',
        "cac:PartyIdentification/cbc:ID[upper-case(@schemeID) != 'SEPA']",
        'the identifier of the payee (BT-60)',
      ),
      payee(
        'UBL-SR-21',
        'cac:PartyLegalEntity/cbc:CompanyID',
        'the legal registration of the payee (BT-61)',
      ),
    ],
  },
  {
    context: 'cac:BillingReference',
    asserts: [
      {
        id: 'UBL-SR-07',
        test: 'cac:InvoiceDocumentReference/cbc:ID',
        say:
          'State the number of the preceding invoice (BT-25) in ' +
          'cac:InvoiceDocumentReference/cbc:ID.',
      },
    ],
  },
]

/** Attributes that no field has: UBL-DT-08 to 28. */
const attributes: [number: string, name: string][] = [
  ['08', 'schemeName'],
  ['09', 'schemeAgencyName'],
  ['10', 'schemeDataURI'],
  ['11', 'schemeURI'],
  ['12', 'format'],
  ['13', 'unitCodeListIdentifier'],
  ['14', 'unitCodeListAgencyIdentifier'],
  ['15', 'unitCodeListAgencyName'],
  ['16', 'listAgencyName'],
  ['17', 'listName'],
  ['18', 'name'],
  ['19', 'languageID'],
  ['20', 'listURI'],
  ['21', 'listSchemeURI'],
  ['22', 'languageLocaleID'],
  ['23', 'uri'],
  ['24', 'currencyCodeListVersionID'],
  ['25', 'characterSetCode'],
  ['26', 'encodingCode'],
  ['27', 'schemeAgencyID'],
  ['28', 'listAgencyID'],
]

const dataTypes: Rule[] = [
  {
    context: '/ubl:Invoice | /cn:CreditNote',
    asserts: attributes.map(([number, name]) => ({
      id: `UBL-DT-${number}`,
      flag: 'warning',
      test: name === 'name' ? 'not(//@name[not(parent::cbc:PaymentMeansCode)])' : `not(//@${name})`,
      say:
        name === 'name'
          ? 'Remove the attribute name: only cbc:PaymentMeansCode has it (BT-82).'
          : `Remove the attribute ${name}: no field has it.`,
    })),
  },
  {
    context:
      "//*[ends-with(local-name(), 'Amount')][not(ends-with(local-name(), " +
      "'PriceAmount'))][not(parent::cac:AllowanceCharge/parent::cac:Price)]",
    asserts: [
      {
        id: 'UBL-DT-01',
        test: "string-length(substring-after(., '.')) <= 2",
        say: 'Round the amount to two decimals; it is {.}.',
      },
    ],
  },
  {
    context: "//*[ends-with(local-name(), 'BinaryObject')]",
    asserts: [
      {
        id: 'UBL-DT-06',
        test: '@mimeCode',
        say: 'Name the type of the attached document (BT-125) in the attribute mimeCode.',
      },
      {
        id: 'UBL-DT-07',
        test: '@filename',
        say: 'Name the file of the attached document (BT-125) in the attribute filename.',
      },
    ],
  },
]

export const syntax: Schema = {
  title: 'EN 16931 in UBL: how often and with which attributes (UBL-SR, UBL-DT)',
  madeFrom: 'schematron/tables/syntax.ts',
  patterns: [Object.entries(once).map(onceRule), others, dataTypes],
}

function onceRule([context, rows]: [string, Once[]]): Rule {
  return {
    context,
    asserts: rows.map(([number, path, what]) => ({
      id: `UBL-SR-${number}`,
      test: `count(${path}) <= 1`,
      say: `State ${what} at most once; there are {count(${path})}.`,
    })),
  }
}
