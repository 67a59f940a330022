// Whether the totals of a UBL document add up (BR-CO-10 to BR-CO-16), where its specification is
// EN 16931 or a CIUS of it: extensions have totals of their own.
import { attributeOf, children, type XmlElement } from '../xml/index.ts'
import { find, textAt } from './from-ubl/read.ts'
import { componentNamespaces } from './namespaces.ts'

type Wrong = { element: XmlElement; expected: string }

/**
 * In hundredths. Undefined where it cannot be told, as of one with more decimals than EN 16931 has:
 * nothing is said of what depends on it.
 */
type Amount = number | undefined

/** The first total that contradicts the amounts it is the sum of. */
export function addsUpWrong(root: XmlElement, lines: readonly XmlElement[]): Wrong | undefined {
  if (!isOfCore(textAt(find(root, 'cbc:CustomizationID')) ?? '')) return undefined
  for (const [element, expected] of sums(root, lines)) {
    const stated = amountOf(element)
    if (!element || stated === undefined || expected === undefined) continue
    if (stated !== expected) return { element, expected: (expected / 100).toFixed(2) }
  }
  return undefined
}

function isOfCore(customizationId: string): boolean {
  const isBased = customizationId.startsWith('urn:cen.eu:en16931:2017')
  return isBased && !/#(conformant|extended)#/.test(customizationId)
}

/** Each total with what it has to be. */
function sums(root: XmlElement, lines: readonly XmlElement[]): [XmlElement | undefined, Amount][] {
  const total = find(root, 'cac:LegalMonetaryTotal')
  const named = (name: string) => find(total, `cbc:${name}`)
  const given = (name: string) => amountOf(named(name))
  const orZero = (name: string) => (named(name) ? given(name) : 0)
  const { tax, taxSums } = taxOf(root)
  return [
    [named('LineExtensionAmount'), sumOf(lines.map((line) => amountIn(line, lineAmount)))],
    [named('AllowanceTotalAmount'), allowanceSum(root, 'false')],
    [named('ChargeTotalAmount'), allowanceSum(root, 'true')],
    [
      named('TaxExclusiveAmount'),
      less(
        sumOf([given('LineExtensionAmount'), orZero('ChargeTotalAmount')]),
        orZero('AllowanceTotalAmount'),
      ),
    ],
    [tax, taxSums.length > 0 ? sumOf(taxSums) : undefined],
    [named('TaxInclusiveAmount'), sumOf([given('TaxExclusiveAmount'), amountOf(tax)])],
    [
      named('PayableAmount'),
      less(
        sumOf([given('TaxInclusiveAmount'), orZero('PayableRoundingAmount')]),
        orZero('PrepaidAmount'),
      ),
    ],
  ]
}

const lineAmount = 'cbc:LineExtensionAmount'

function allowanceSum(root: XmlElement, isCharge: 'true' | 'false'): Amount {
  const all = children(root, 'AllowanceCharge', componentNamespaces.aggregate)
  const wanted = all.filter((each) => textAt(find(each, 'cbc:ChargeIndicator')) === isCharge)
  return sumOf(wanted.map((each) => amountIn(each, 'cbc:Amount')))
}

/** The VAT total in the document's currency (BT-110), and the amounts of its breakdown. */
function taxOf(root: XmlElement): { tax: XmlElement | undefined; taxSums: Amount[] } {
  const currency = textAt(find(root, 'cbc:DocumentCurrencyCode'))
  const isOwn = (amount: XmlElement | undefined) =>
    amount !== undefined && attributeOf(amount, 'currencyID', '') === currency
  const total = children(root, 'TaxTotal', componentNamespaces.aggregate).find((each) =>
    isOwn(find(each, 'cbc:TaxAmount')),
  )
  const rows = total ? children(total, 'TaxSubtotal', componentNamespaces.aggregate) : []
  return {
    tax: find(total, 'cbc:TaxAmount'),
    taxSums: rows.map((row) => amountIn(row, 'cbc:TaxAmount')),
  }
}

function amountIn(from: XmlElement, path: string): Amount {
  return amountOf(find(from, path))
}

const amountForm = /^-?[0-9]{1,12}(?:\.[0-9]{1,2})?$/

function amountOf(element: XmlElement | undefined): Amount {
  const text = textAt(element)
  return text !== undefined && amountForm.test(text) ? Math.round(Number(text) * 100) : undefined
}

function sumOf(amounts: readonly Amount[]): Amount {
  let sum = 0
  for (const amount of amounts) {
    if (amount === undefined) return undefined
    sum += amount
  }
  return Number.isSafeInteger(sum) ? sum : undefined
}

function less(one: Amount, other: Amount): Amount {
  return one === undefined || other === undefined ? undefined : one - other
}
