// UBL-CR: what UBL can express and EN 16931 has no field for. The elements are a tree in
// outside-the-core.txt, each forbidden one with the number of its rule; what does not fit the
// tree is listed here.
import { readFileSync } from 'node:fs'
import type { Rule, Schema } from '../write-schema.ts'

const tree = readFileSync(new URL('outside-the-core.txt', import.meta.url), 'utf8')

type Forbidden = { number: number; path: string }

/** Attributes that a field must not have: rule, element, attribute. */
const attributes: [number, string, string][] = [
  [648, '/*/cbc:CustomizationID', 'schemeID'],
  [649, '/*/cbc:ProfileID', 'schemeID'],
  [650, '/*/cbc:ID', 'schemeID'],
  [651, '/*/cbc:SalesOrderID', 'schemeID'],
  [652, 'cac:PartyTaxScheme/cbc:CompanyID', 'schemeID'],
  [653, '/*/cac:PaymentMeans/cbc:PaymentID', 'schemeID'],
  [654, '/*/cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID', 'schemeID'],
  [
    655,
    '/*/cac:PaymentMeans/cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID',
    'schemeID',
  ],
  [656, '/*/cbc:InvoiceTypeCode', 'listID'],
  [657, '/*/cbc:DocumentCurrencyCode', 'listID'],
  [658, '/*/cbc:TaxCurrencyCode', 'listID'],
  [659, '/*/cac:AdditionalDocumentReference/cbc:DocumentTypeCode', 'listID'],
  [660, 'cac:Country/cbc:IdentificationCode', 'listID'],
  [661, '/*/cac:PaymentMeans/cbc:PaymentMeansCode', 'listID'],
  [662, 'cbc:AllowanceChargeReasonCode', 'listID'],
  [667, 'cac:BuyersItemIdentification/cbc:ID', 'schemeID'],
  [668, 'cac:SellersItemIdentification/cbc:ID', 'schemeID'],
  [672, '/*/cbc:CreditNoteTypeCode', 'listID'],
  [674, 'cbc:PrimaryAccountNumberID', 'schemeID'],
  [675, 'cac:CardAccount/cbc:NetworkID', 'schemeID'],
  [676, 'cac:PaymentMandate/cbc:ID', 'schemeID'],
  [677, 'cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID', 'schemeID'],
  [678, 'cac:TaxCategory/cbc:ID', 'schemeID'],
  [679, 'cac:ClassifiedTaxCategory/cbc:ID', 'schemeID'],
]

/**
 * Elements that are forbidden wherever they occur, even where the tree forbids them
 * under another number.
 */
const anywhere: [number, string][] = [
  [664, 'cac:FinancialInstitution'],
  [669, 'cac:Price/cac:AllowanceCharge/cbc:AllowanceChargeReasonCode'],
  [670, 'cac:Price/cac:AllowanceCharge/cbc:AllowanceChargeReason'],
  [671, 'cac:Price/cac:AllowanceCharge/cbc:MultiplierFactorNumeric'],
  [680, 'cac:PaymentMeans/cac:PayerFinancialAccount'],
]

const invoicedObject = "cac:AdditionalDocumentReference[cbc:DocumentTypeCode = '130']"

/** Rules with a condition of their own. */
const conditional: Rule[] = [
  rule(2, "/*/cbc:UBLVersionID[not(. = '2.1')]", 'Remove cbc:UBLVersionID, or set it to 2.1.'),
  rule(
    412,
    '/ubl:Invoice/cac:PaymentMeans/cbc:PaymentDueDate',
    'Remove cac:PaymentMeans/cbc:PaymentDueDate: an invoice states its due date ' +
      '(BT-9) in cbc:DueDate.',
  ),
  rule(
    665,
    "cac:AdditionalDocumentReference[not(cbc:DocumentTypeCode = '130')]/cbc:ID[@schemeID]",
    'Remove the attribute schemeID: only the reference to an invoiced object (BT-18), which has ' +
      'the document type code 130, has a scheme.',
  ),
  rule(
    666,
    `${invoicedObject}/cac:Attachment`,
    'Remove cac:Attachment: a reference with the document type code 130 is the invoiced object ' +
      '(BT-18), which has no attachment. An attached document (BT-125) needs a reference of its ' +
      'own without that code.',
    'fatal',
  ),
  rule(
    673,
    `${invoicedObject}/cbc:DocumentDescription`,
    'Remove cbc:DocumentDescription: a reference with the document type code 130 is the invoiced ' +
      'object (BT-18), which has no description (BT-123).',
    'fatal',
  ),
]

export const outsideTheCore: Schema = {
  title: 'EN 16931 in UBL: what is outside the core (UBL-CR)',
  madeFrom: 'schematron/tables/outside-the-core.ts and .txt',
  patterns: [
    forbiddenIn(tree).map(({ number, path }) =>
      rule(number, contextOf(path), `Remove ${path}: EN 16931 has no field for it.`),
    ),
    [
      ...anywhere.map(([number, path]) =>
        rule(number, path, `Remove ${path}: EN 16931 has no field for it.`),
      ),
      ...conditional,
    ],
    attributes.map(([number, path, attribute]) =>
      rule(
        number,
        `${path}[@${attribute}]`,
        `Remove the attribute ${attribute} of ${path.replace('/*/', '')}: EN 16931 ` +
          'has no field for it.',
      ),
    ),
    [
      {
        context: '/ubl:Invoice | /cn:CreditNote',
        asserts: [
          {
            id: 'UBL-CR-663',
            flag: 'warning',
            test: 'not(//@unitCodeListID)',
            say:
              'Remove the attribute unitCodeListID: units are always codes of ' +
              'Recommendation 20 and 21.',
          },
        ],
      },
    ],
  ],
}

/**
 * The elements of the tree that have a number. A line is indented by two spaces for each ancestor.
 */
function forbiddenIn(text: string): Forbidden[] {
  const above: string[] = []
  const found: Forbidden[] = []
  for (const line of text.trimEnd().split('\n')) {
    const [name = '', number] = line.trim().split(' ')
    above.length = (line.length - line.trimStart().length) / 2
    above.push(name)
    if (number) found.push({ number: Number(number), path: above.join('/') })
  }
  return found
}

/** 'line' means the lines of both kinds of document. */
function contextOf(path: string): string {
  if (!path.startsWith('line/')) return `/*/${path}`
  const below = path.slice('line/'.length)
  return `/*/cac:InvoiceLine/${below} | /*/cac:CreditNoteLine/${below}`
}

// The context is the forbidden element itself, so the finding points at it and a document
// without it costs nothing.
function rule(
  number: number,
  context: string,
  say: string,
  flag: 'fatal' | 'warning' = 'warning',
): Rule {
  const id = `UBL-CR-${String(number).padStart(3, '0')}`
  return { context, asserts: [{ id, flag, test: 'false()', say }] }
}
