// BR-CL and the code rules of Peppol: the code lists for the values and attributes of a document.
import {
  allowanceReasons,
  type CodeList,
  chargeReasons,
  countries,
  currencies,
  electronicAddressSchemes,
  identifierSchemes,
  itemClassificationLists,
  mimeTypes,
  noteSubjects,
  objectSchemes,
  paymentMeans,
  taxPointDates,
  units,
  vatExemptionReasons,
} from '../../src/billing/codelists/index.ts'
import type { Assert, Rule, Schema } from '../write-schema.ts'

/** EN 16931 has more codes than Peppol allows. */
const invoiceTypes = `71 80 81 82 84 102 130 202 203 204 211 218 219 295 325 326 331 380 382 383
  384 385 386 387 388 389 390 393 394 395 456 457 471 472 473 500 501 527 553 575 623 633 751 780
  817 870 875 876 877 935`
const creditNoteTypes = '81 83 261 262 296 308 381 396 420 458 502 503 532'
const furtherSchemes =
  '0037 0147 0154 0158 0170 0177 0193 0194 0202 0203 0205 0212 0213 0215 0217 0219 0220 AN AQ AS ' +
  'AU EM'
const furtherCurrencies = 'STD'
const vatCategories = 'AE L M E S Z G O K B'

const lists = {
  invoiceTypes: listOf(invoiceTypes),
  creditNoteTypes: listOf(creditNoteTypes),
  currencies: listOf(currencies, furtherCurrencies),
  peppolCurrencies: listOf(currencies),
  taxPointDates: listOf(taxPointDates),
  objectSchemes: listOf(objectSchemes),
  identifierSchemes: listOf(identifierSchemes),
  itemClassifications: listOf(itemClassificationLists),
  countries: listOf(countries),
  vatCountries: listOf(countries, 'EL'),
  paymentMeans: listOf(paymentMeans),
  vatCategories: listOf(vatCategories),
  allowanceReasons: listOf(allowanceReasons),
  chargeReasons: listOf(chargeReasons),
  exemptionReasons: listOf(vatExemptionReasons),
  units: listOf(units),
  mimeTypes: listOf(mimeTypes),
  addressSchemes: listOf(electronicAddressSchemes, furtherSchemes),
  peppolAddressSchemes: listOf(electronicAddressSchemes),
  noteSubjects: listOf(noteSubjects),
}

type Coded = {
  id: string
  context: string
  /** The value, relative to the context. */
  value: string
  list: keyof typeof lists
  /** The list of allowed codes and their use, as the end of "Use a code of …". */
  of: string
  /** Another condition that allows the value. */
  or?: string
  /** Not even white space around the code is allowed. */
  exact?: true
}

const amounts = [
  ...[
    'Amount',
    'BaseAmount',
    'PriceAmount',
    'TaxAmount',
    'TaxableAmount',
    'LineExtensionAmount',
    'TaxExclusiveAmount',
  ],
  ...[
    'TaxInclusiveAmount',
    'AllowanceTotalAmount',
    'ChargeTotalAmount',
    'PrepaidAmount',
    'PayableRoundingAmount',
    'PayableAmount',
  ],
]
  .map((name) => `cbc:${name}`)
  .join(' | ')
const allowance = "cac:AllowanceCharge[cbc:ChargeIndicator/normalize-space() = ('false', '0')]"
const charge = "cac:AllowanceCharge[cbc:ChargeIndicator/normalize-space() = ('true', '1')]"

const en16931: Coded[] = [
  {
    id: 'BR-CL-01',
    context: 'cbc:InvoiceTypeCode',
    value: '.',
    list: 'invoiceTypes',
    of: 'UNTDID 1001 for invoices (BT-3)',
  },
  {
    id: 'BR-CL-01',
    context: 'cbc:CreditNoteTypeCode',
    value: '.',
    list: 'creditNoteTypes',
    of: 'UNTDID 1001 for credit notes (BT-3)',
  },
  {
    id: 'BR-CL-03',
    context: amounts,
    value: '@currencyID',
    list: 'currencies',
    of: 'ISO 4217 as the currency of an amount',
  },
  {
    id: 'BR-CL-04',
    context: 'cbc:DocumentCurrencyCode',
    value: '.',
    list: 'currencies',
    of: 'ISO 4217 as the currency of the document (BT-5)',
  },
  {
    id: 'BR-CL-05',
    context: 'cbc:TaxCurrencyCode',
    value: '.',
    list: 'currencies',
    of: 'ISO 4217 as the accounting currency (BT-6)',
  },
  {
    id: 'BR-CL-06',
    context: 'cac:InvoicePeriod/cbc:DescriptionCode',
    value: '.',
    list: 'taxPointDates',
    of: 'UNTDID 2005 for the VAT point date (BT-8): 3, 35 or 432',
  },
  {
    id: 'BR-CL-07',
    context:
      '(cac:AdditionalDocumentReference | cac:DocumentReference)[cbc:DocumentTypeCode = ' +
      "'130']/cbc:ID[@schemeID]",
    value: '@schemeID',
    list: 'objectSchemes',
    of: 'UNTDID 1153 as the scheme of the invoiced object (BT-18, BT-128)',
  },
  {
    id: 'BR-CL-10',
    context: 'cac:PartyIdentification/cbc:ID[@schemeID]',
    value: '@schemeID',
    list: 'identifierSchemes',
    of:
      'ISO 6523 (ICD) as the scheme of a party identifier, or SEPA for the creditor identifier ' +
      'of seller or payee (BT-90)',
    or:
      "normalize-space(@schemeID) = 'SEPA' and (ancestor::cac:AccountingSupplierParty or " +
      'ancestor::cac:PayeeParty)',
  },
  {
    id: 'BR-CL-11',
    context: 'cac:PartyLegalEntity/cbc:CompanyID[@schemeID]',
    value: '@schemeID',
    list: 'identifierSchemes',
    of: 'ISO 6523 (ICD) as the scheme of a legal registration (BT-30, BT-47, BT-61)',
  },
  {
    id: 'BR-CL-13',
    context: 'cac:CommodityClassification/cbc:ItemClassificationCode[@listID]',
    value: '@listID',
    list: 'itemClassifications',
    of: 'UNTDID 7143 as the list of an item classification (BT-158)',
  },
  {
    id: 'BR-CL-14',
    context: 'cac:Country/cbc:IdentificationCode',
    value: '.',
    list: 'countries',
    of: 'ISO 3166-1 as country',
  },
  {
    id: 'BR-CL-15',
    context: 'cac:OriginCountry/cbc:IdentificationCode',
    value: '.',
    list: 'countries',
    of: 'ISO 3166-1 as country of origin (BT-159)',
  },
  {
    id: 'BR-CL-16',
    context: 'cac:PaymentMeans/cbc:PaymentMeansCode',
    value: '.',
    list: 'paymentMeans',
    of: 'UNTDID 4461 as payment means (BT-81)',
  },
  {
    id: 'BR-CL-17',
    context: 'cac:TaxCategory/cbc:ID',
    value: '.',
    list: 'vatCategories',
    of: 'UNTDID 5305 as VAT category (BT-95, BT-102, BT-118): S, Z, E, AE, K, G, O, L, M or B',
  },
  {
    id: 'BR-CL-18',
    context: 'cac:ClassifiedTaxCategory/cbc:ID',
    value: '.',
    list: 'vatCategories',
    of: 'UNTDID 5305 as VAT category of the item (BT-151): S, Z, E, AE, K, G, O, L, M or B',
  },
  {
    id: 'BR-CL-19',
    context: `${allowance}/cbc:AllowanceChargeReasonCode`,
    value: '.',
    list: 'allowanceReasons',
    of: 'UNTDID 5189 as reason of an allowance (BT-98, BT-140)',
  },
  {
    id: 'BR-CL-20',
    context: `${charge}/cbc:AllowanceChargeReasonCode`,
    value: '.',
    list: 'chargeReasons',
    of: 'UNTDID 7161 as reason of a charge (BT-105, BT-145)',
  },
  {
    id: 'BR-CL-21',
    context: 'cac:StandardItemIdentification/cbc:ID[@schemeID]',
    value: '@schemeID',
    list: 'identifierSchemes',
    of: 'ISO 6523 (ICD) as the scheme of a standard item identifier (BT-157)',
  },
  {
    id: 'BR-CL-22',
    context: 'cbc:TaxExemptionReasonCode',
    value: 'upper-case(.)',
    list: 'exemptionReasons',
    of: 'the VATEX list as VAT exemption reason (BT-121)',
  },
  {
    id: 'BR-CL-23',
    context: '(cbc:InvoicedQuantity | cbc:CreditedQuantity | cbc:BaseQuantity)[@unitCode]',
    value: '@unitCode',
    list: 'units',
    of: 'UN/ECE Recommendation 20 or 21 as unit (BT-130, BT-150), C62 for pieces',
  },
  {
    id: 'BR-CL-24',
    context: 'cbc:EmbeddedDocumentBinaryObject[@mimeCode]',
    value: '@mimeCode',
    list: 'mimeTypes',
    of: 'the allowed media types of an attachment (BT-125): PDF, PNG, JPEG, CSV, XLSX or ODS',
  },
  {
    id: 'BR-CL-25',
    context: 'cbc:EndpointID[@schemeID]',
    value: '@schemeID',
    list: 'addressSchemes',
    of: 'the EAS list as the scheme of an electronic address (BT-34, BT-49)',
  },
  {
    id: 'BR-CL-26',
    context: 'cac:DeliveryLocation/cbc:ID[@schemeID]',
    value: '@schemeID',
    list: 'identifierSchemes',
    of: 'ISO 6523 (ICD) as the scheme of a deliver-to location (BT-71)',
  },
]

const peppol: Coded[] = [
  {
    id: 'PEPPOL-EN16931-CL001',
    context: 'cbc:EmbeddedDocumentBinaryObject[@mimeCode]',
    value: '@mimeCode',
    list: 'mimeTypes',
    of: 'the allowed media types of an attachment (BT-125): PDF, PNG, JPEG, CSV, XLSX or ODS',
    exact: true,
  },
  {
    id: 'PEPPOL-EN16931-CL002',
    context: "cac:AllowanceCharge[cbc:ChargeIndicator = 'false']/cbc:AllowanceChargeReasonCode",
    value: '.',
    list: 'allowanceReasons',
    of: 'UNTDID 5189 as reason of an allowance (BT-98, BT-140)',
  },
  {
    id: 'PEPPOL-EN16931-CL003',
    context: "cac:AllowanceCharge[cbc:ChargeIndicator = 'true']/cbc:AllowanceChargeReasonCode",
    value: '.',
    list: 'chargeReasons',
    of: 'UNTDID 7161 as reason of a charge (BT-105, BT-145)',
  },
  {
    id: 'PEPPOL-EN16931-CL006',
    context: 'cac:InvoicePeriod/cbc:DescriptionCode',
    value: '.',
    list: 'taxPointDates',
    of: 'UNTDID 2005 for the VAT point date (BT-8): 3, 35 or 432',
  },
  {
    id: 'PEPPOL-EN16931-CL007',
    context: amounts,
    value: '@currencyID',
    list: 'peppolCurrencies',
    of: 'ISO 4217 as the currency of an amount',
    exact: true,
  },
  {
    id: 'PEPPOL-EN16931-CL008',
    context: 'cbc:EndpointID[@schemeID]',
    value: '@schemeID',
    list: 'peppolAddressSchemes',
    of: 'the EAS list that Peppol uses as the scheme of an electronic address (BT-34, BT-49)',
    exact: true,
  },
]

export const en16931Codes: Schema = {
  title: 'EN 16931 in UBL: code lists (BR-CL)',
  madeFrom: 'schematron/tables/codes.ts and src/billing/codelists',
  lets: listsOf(en16931, 'vatCountries', 'noteSubjects'),
  patterns: [en16931.map(rule), [noteRule(), vatCountryRule()]],
}

export const peppolCodes: Schema = {
  title: 'Peppol BIS Billing: code lists',
  madeFrom: 'schematron/tables/codes.ts and src/billing/codelists',
  lets: listsOf(peppol),
  patterns: [peppol.map(rule)],
}

// Two spaces separate the codes: a value with normalised white space can never contain two of them.
function listOf(codes: CodeList | string, further = ''): string {
  const words = typeof codes === 'string' ? codes.split(/\s+/) : [...codes.codes]
  return `'  ${[...words, ...further.split(/\s+/).filter(Boolean)].join('  ')}  '`
}

function listsOf(rows: Coded[], ...further: (keyof typeof lists)[]): Record<string, string> {
  const names = new Set([...rows.map(({ list }) => list), ...further])
  return Object.fromEntries([...names].map((name) => [name, lists[name]]))
}

function isIn(list: keyof typeof lists, value: string): string {
  return `contains($${list}, concat('  ', ${value}, '  '))`
}

function rule({ id, context, value, list, of, or, exact }: Coded): Rule {
  const isListed = isIn(list, `normalize-space(${value})`)
  const isAlone = exact ? `${value} = normalize-space(${value}) and ` : ''
  const test = `${isAlone}${isListed}${or ? ` or (${or})` : ''}`
  return {
    context,
    asserts: [{ id, test, say: `Use a code of ${of}; "{${value}}" is not one.` } satisfies Assert],
  }
}

/** A note may begin with a subject: #AAA#text. */
function noteRule(): Rule {
  const subject = "substring-before(substring-after(., '#'), '#')"
  return {
    context: '/ubl:Invoice/cbc:Note | /cn:CreditNote/cbc:Note',
    asserts: [
      {
        id: 'BR-CL-08',
        test: `string-length(${subject}) != 3 or ${isIn('noteSubjects', subject)}`,
        say:
          'Use a code of UNTDID 4451 between the # signs as subject of the note (BT-21); ' +
          `"{${subject}}" is not one.`,
      },
    ],
  }
}

function vatCountryRule(): Rule {
  const prefix = 'substring($id, 1, 2)'
  return {
    context: "cac:PartyTaxScheme[cac:TaxScheme/cbc:ID/upper-case(normalize-space()) = 'VAT']",
    asserts: [
      {
        id: 'BR-CO-09',
        test:
          `every $id in cbc:CompanyID[normalize-space()] satisfies ` +
          `${isIn('vatCountries', prefix)}`,
        say:
          'Begin the VAT identifier (BT-31, BT-48, BT-63) with the code of its country, EL ' +
          'for Greece; it is "{cbc:CompanyID}".',
      },
    ],
  }
}
