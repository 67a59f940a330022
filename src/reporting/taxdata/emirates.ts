// Tax data of the United Arab Emirates (TDD-AE 1.0.4): a summary, and the whole source document
// without the files embedded in it.
import {
  attributeOf,
  child,
  children,
  descend,
  type XmlDocument,
  type XmlElement,
} from '../../xml/index.ts'
import { checkRule, RuleBroken } from '../checks.ts'
import type { Part } from '../write-xml.ts'
import { amount, copyOf, group, leaf, valueAt } from './copied.ts'
import { clockIn, type Regime } from './regime.ts'

const taxScheme = (rule?: string) =>
  group(
    'cac:PartyTaxScheme',
    [
      leaf('cbc:CompanyID', { rule: 'ibr-tdd-44' }),
      group('cac:TaxScheme', [leaf('cbc:ID')], { rule: 'ibr-tdd-45' }),
    ],
    { most: 1, ...(rule ? { rule } : {}) },
  )
const party = group('cac:Party', [taxScheme('ibr-tdd-42')], { rule: 'ibr-tdd-40' })
const identifier = leaf('cbc:ID', { attributes: ['schemeID'] })
// A buyer needs no tax number, nor another identifier.
const buyer = group(
  'cac:Party',
  [group('cac:PartyIdentification', [identifier], { most: 1 }), taxScheme()],
  { mayBeEmpty: true },
)

const summary = [
  leaf('cbc:CustomizationID', { rule: 'ibr-tdd-24' }),
  leaf('cbc:ProfileID', { rule: 'ibr-tdd-25' }),
  leaf('cbc:ID', { rule: 'ibr-tdd-26' }),
  leaf('cbc:UUID', { rule: 'ibr-tdd-27' }),
  leaf('cbc:IssueDate', { rule: 'ibr-tdd-28' }),
  leaf('cbc:IssueTime'),
  leaf('pxs:DocumentTypeCode', {
    from: ['InvoiceTypeCode', 'CreditNoteTypeCode'],
    rule: 'ibr-tdd-29',
  }),
  leaf('cbc:DocumentCurrencyCode', { rule: 'ibr-tdd-30' }),
  leaf('cbc:TaxCurrencyCode'),
  group('cac:AccountingSupplierParty', [party], { rule: 'ibr-tdd-32' }),
  group('cac:AccountingCustomerParty', [buyer]),
  group('cac:TaxTotal', [amount('cbc:TaxAmount')]),
  group('pxs:MonetaryTotal', [amount('cbc:TaxExclusiveAmount', { rule: 'ibr-tdd-52' })], {
    from: ['LegalMonetaryTotal'],
    rule: 'ibr-tdd-37',
  }),
]

export const emirates: Regime = {
  namespace: 'urn:peppol:schema:taxdata:1.0',
  customizationId: 'urn:peppol:taxdata:ae-1',
  clock: clockIn('Asia/Dubai'),
  hasUuid: false,
  typeElement: 'pxs:DocumentTypeCode',
  types: { submit: 'S', resubmit: 'R', withdraw: 'W', failed: 'F' },
  roles: { sender: '01', receiver: '02' },
  scopeOf: ([seller, buyer], { isSentOverPeppol }) =>
    seller === buyer ? 'D' : isSentOverPeppol ? 'IP' : 'INP',
  rules: {
    ...{ source: 'ibr-tdd-57', time: 'ibr-tdd-05', reporter: 'ibr-tdd-13' },
    ...{ receiver: 'ibr-tdd-17', representative: 'ibr-tdd-21' },
  },
  transaction(source, { type, transportHeaderId }) {
    const copied = type === 'failed' ? summaryIfWhole(source.root) : summaryOf(source.root)
    return [
      transportHeaderId ? ['pxs:TransportHeaderID', transportHeaderId] : undefined,
      copied && ['pxs:ReportedDocument', copied],
      ...totalInDirhams(source.root),
      ['pxs:SourceDocument', [['cec:ExtensionContent', { xml: withoutFiles(source) }]]],
    ]
  },
}

// What arrived and is invalid may lack anything: then its source speaks for itself.
function summaryIfWhole(root: XmlElement): Part[] | undefined {
  try {
    return summaryOf(root)
  } catch (error) {
    if (error instanceof RuleBroken) return undefined
    throw error
  }
}

function summaryOf(root: XmlElement): Part[] {
  const copied = copyOf(root, summary)
  const isExport = /^[01]{7}1$/.test(valueAt(root, 'ProfileExecutionID'))
  const hasBuyer = copied.some(([name]) => name === 'cac:AccountingCustomerParty')
  const path = `/${root.local}`
  checkRule(
    'ibr-tdd-33',
    hasBuyer || isExport,
    `${root.local} has no AccountingCustomerParty`,
    path,
  )
  checkCurrencies(root)
  return copied
}

function checkCurrencies(root: XmlElement): void {
  const currency = valueAt(root, 'DocumentCurrencyCode')
  const taxCurrency = valueAt(root, 'TaxCurrencyCode')
  checkRule(
    'ibr-tdd-31',
    taxCurrency !== currency,
    'TaxCurrencyCode is the currency of the document',
    `/${root.local}/TaxCurrencyCode`,
  )
  const stated = children(root, 'TaxTotal').map(
    (total) => attributeOf(child(total, 'TaxAmount') ?? total, 'currencyID', '') ?? '',
  )
  const wanted = taxCurrency ? [currency, taxCurrency] : [currency]
  const isOneEach = stated.length === wanted.length && wanted.every((one) => stated.includes(one))
  const total = `TaxTotal is not there once in each of ${wanted.join(', ')}`
  checkRule('ibr-tdd-34', isOneEach, total, `/${root.local}/TaxTotal`)
  const net = descend(root, 'LegalMonetaryTotal', 'TaxExclusiveAmount')
  const netCurrency = net && attributeOf(net, 'currencyID', '')
  const fault = `TaxExclusiveAmount is not in ${currency}`
  const place = `/${root.local}/LegalMonetaryTotal/TaxExclusiveAmount`
  checkRule('ibr-tdd-53', netCurrency === currency, fault, place)
}

/** BTAE-20, the total with VAT in dirhams, which an invoice in another currency states. */
function totalInDirhams(root: XmlElement): Part[] {
  return children(root, 'AdditionalDocumentReference')
    .filter((reference) => valueAt(reference, 'DocumentTypeCode') === 'aedtotal-incl-vat')
    .slice(0, 1)
    .map((reference) => [
      'pxs:CustomContent',
      [
        ['cbc:ID', 'BTAE-20'],
        ['cbc:Value', valueAt(reference, 'DocumentDescription')],
      ],
    ])
}

/** The text of the document as it is, but for its files. */
function withoutFiles({ root, text }: XmlDocument): string {
  const files = children(root, 'AdditionalDocumentReference')
    .flatMap((reference) => children(reference, 'Attachment'))
    .flatMap((attachment) => children(attachment, 'EmbeddedDocumentBinaryObject'))
  let kept = ''
  let from = root.start
  for (const file of files) {
    kept += text.slice(from, file.start)
    from = file.end
  }
  return kept + text.slice(from, root.end)
}
