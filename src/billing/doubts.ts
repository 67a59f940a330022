// What is probably wrong with an Invoice or CreditNote and refuses it nowhere. Each doubt has a
// code of ours, and names the element where it was found.
import { children, type XmlDocument, type XmlElement } from '../xml/index.ts'
import { find, readDecimal, textAt } from './from-ubl/read.ts'
import type { Kind } from './kinds.ts'
import { componentNamespaces } from './namespaces.ts'
import { dayIn, locationOf, type Position } from './read-soundly.ts'
import { shown } from './shown.ts'
import { addsUpWrong } from './totals-added.ts'
import { hasWrongCheckDigit } from './vat-numbers.ts'

export type DocumentDoubt = Position & {
  rule: string
  xpath: string
  /** The rest of a sentence that begins with the element. */
  words: string
  value: string
}

/** The rule of amounts that contradict each other, which the official rules say as well. */
export const totalsRule = 'totals.add-up'
const doubtsMax = 20

/** The first twenty. */
export function documentDoubts(document: XmlDocument, kind: Kind): DocumentDoubt[] {
  const { root } = document
  const lines = children(root, kind.lineElement, componentNamespaces.aggregate)
  const found: Found[] = [
    ...(kind.root === 'CreditNote' ? negatives(root, lines, kind) : []),
    ...lines.flatMap(negativeAllowances),
    ...dueDates(root, kind),
    ...vatIds(root),
    ...totals(root, lines),
  ]
  return found.slice(0, doubtsMax).map(({ element, rule, words }) => ({
    ...locationOf(document, element),
    ...{ rule, words, value: textAt(element) ?? '' },
  }))
}

type Found = { element: XmlElement; rule: string; words: string }

/** A decimal below zero; -0.00 is none. */
function isNegative(element: XmlElement | undefined): element is XmlElement {
  const text = textAt(element) ?? ''
  return text.startsWith('-') && readDecimal(text) !== undefined && /[1-9]/.test(text)
}

function negatives(root: XmlElement, lines: XmlElement[], kind: Kind): Found[] {
  const totals = ['TaxInclusiveAmount', 'PayableAmount'].map((name) =>
    find(root, `cac:LegalMonetaryTotal/cbc:${name}`),
  )
  const quantities = lines.map((line) => find(line, `cbc:${kind.quantityElement}`))
  return [totals.find(isNegative), ...quantities].filter(isNegative).map((element) => ({
    ...{ element, rule: 'credit-note.negative' },
    words:
      `is ${shown(textAt(element))}: the amounts of a credit note are positive, and a negative ` +
      'one charges the buyer',
  }))
}

function negativeAllowances(line: XmlElement): Found[] {
  return children(line, 'AllowanceCharge', componentNamespaces.aggregate)
    .filter((each) => textAt(find(each, 'cbc:ChargeIndicator')) === 'false')
    .map((each) => find(each, 'cbc:Amount'))
    .filter(isNegative)
    .map((element) => ({
      ...{ element, rule: 'allowance.negative' },
      words: `is ${shown(textAt(element))}: an allowance below zero is a charge`,
    }))
}

function dueDates(root: XmlElement, kind: Kind): Found[] {
  const issued = dayIn(find(root, 'cbc:IssueDate'))
  const element = find(
    root,
    kind.root === 'CreditNote' ? 'cac:PaymentMeans/cbc:PaymentDueDate' : 'cbc:DueDate',
  )
  const due = dayIn(element)
  if (!element || !due || !issued || due >= issued) return []
  const words = `is ${due}, before the day of issue, ${issued}`
  return [{ element, rule: 'due-date.before-issue', words }]
}

const taxParties = [
  'cac:AccountingSupplierParty/cac:Party',
  'cac:AccountingCustomerParty/cac:Party',
  'cac:TaxRepresentativeParty',
]

function vatIds(root: XmlElement): Found[] {
  return taxParties
    .flatMap((path) => taxSchemesOf(find(root, path)))
    .filter((scheme) => textAt(find(scheme, 'cac:TaxScheme/cbc:ID')) === 'VAT')
    .map((scheme) => find(scheme, 'cbc:CompanyID'))
    .filter((element) => hasWrongCheckDigit(textAt(element) ?? ''))
    .map((element) => ({
      ...{ element: element!, rule: 'vat-id.check-digit' },
      words: `is ${shown(textAt(element))}, a VAT identifier whose check digit does not fit`,
    }))
}

function taxSchemesOf(party: XmlElement | undefined): XmlElement[] {
  return party ? children(party, 'PartyTaxScheme', componentNamespaces.aggregate) : []
}

function totals(root: XmlElement, lines: XmlElement[]): Found[] {
  const wrong = addsUpWrong(root, lines)
  if (!wrong) return []
  const { element, expected } = wrong
  const words = `is ${shown(textAt(element))}: the other amounts add up to ${expected}`
  return [{ element, rule: totalsRule, words }]
}
