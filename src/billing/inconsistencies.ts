// Compares what the caller stated with what was computed; a difference refuses the document.
import type {
  CompleteDocument,
  CompleteVatRow,
  StatedAllowance,
  StatedDocument,
  StatedLine,
  StatedVatRow,
} from './complete-document.ts'
import { compare, type Decimal, formatDecimal, parseDecimal, subtract, zero } from './decimal.ts'
import { profileOf } from './profiles/table.ts'
import { netPriceOf, percentageOf, vatKey } from './totals.ts'
import { vatCategoryCodes, vatRule } from './vat-categories.ts'

/** A stated value that contradicts the others. `pointer` is RFC 6901 into the caller's JSON. */
export type Inconsistency = {
  pointer: string
  /** The business term of EN 16931, such as BT-112. */
  term: string
  rule?: string
  stated: string
  expected: string
  message: string
}

/** How far a stated allowance may differ from its percentage (PEPPOL-EN16931-R040). */
const allowanceTolerance: Decimal = { digits: 2n, scale: 2 }

/**
 * Every stated amount that differs from the computed one, in the order of the
 * fields in the document.
 */
export function findInconsistencies(
  stated: StatedDocument,
  complete: CompleteDocument,
): Inconsistency[] {
  const isFree = profileOf(stated).freeLines === true
  return [
    ...allowanceFaults('', stated, { allowances: 'BT-92', charges: 'BT-99' }),
    ...vatFaults(stated.vatBreakdown ?? [], complete),
    ...totalFaults(stated, complete),
    ...stated.lines.flatMap((line, index) =>
      statesAmounts(line)
        ? lineFaults(`/lines/${index}`, line, complete.lines[index]!, isFree)
        : [],
    ),
  ]
}

const totalTerms = [
  ['lines', 'BT-106', 'BR-CO-10'],
  ['allowances', 'BT-107', 'BR-CO-11'],
  ['charges', 'BT-108', 'BR-CO-12'],
  ['withoutVat', 'BT-109', 'BR-CO-13'],
  ['vat', 'BT-110', 'BR-CO-14'],
  ['withVat', 'BT-112', 'BR-CO-15'],
  ['payable', 'BT-115', 'BR-CO-16'],
] as const

function totalFaults({ totals }: StatedDocument, complete: CompleteDocument): Inconsistency[] {
  if (totals === undefined) return []
  const faults = totalTerms.flatMap(([field, term, rule]) =>
    amountFault(
      { pointer: `/totals/${field}`, term, rule },
      totals[field],
      complete.totals[field] ?? '0.00',
    ),
  )
  return [...faults, ...taxCurrencyFaults(complete)]
}

/** PEPPOL-EN16931-R055: both VAT totals have the same sign. */
function taxCurrencyFaults({
  totals: { vat, vatInTaxCurrency },
}: CompleteDocument): Inconsistency[] {
  if (vatInTaxCurrency === undefined) return []
  const product = compare(parseDecimal(vat), zero) * compare(parseDecimal(vatInTaxCurrency), zero)
  if (product >= 0) return []
  const place = { pointer: '/totals/vatInTaxCurrency', term: 'BT-111', rule: 'PEPPOL-EN16931-R055' }
  return [
    inconsistency(place, vatInTaxCurrency, `an amount of the same sign as totals.vat, ${vat}`),
  ]
}

function statesAmounts({ netAmount, grossPrice, allowances, charges }: StatedLine): boolean {
  return (netAmount ?? grossPrice ?? allowances ?? charges) !== undefined
}

function lineFaults(
  pointer: string,
  stated: StatedLine,
  complete: CompleteDocument['lines'][number],
  isFree: boolean,
): Inconsistency[] {
  const net = { pointer: `${pointer}/netAmount`, term: 'BT-131', rule: 'PEPPOL-EN16931-R120' }
  return [
    ...(isFree ? [] : netPriceFaults(pointer, stated)),
    ...allowanceFaults(pointer, stated, { allowances: 'BT-136', charges: 'BT-141' }),
    ...amountFault(net, stated.netAmount, complete.netAmount),
  ]
}

function netPriceFaults(pointer: string, line: StatedLine): Inconsistency[] {
  if (line.grossPrice === undefined) return []
  const place = { pointer: `${pointer}/netPrice`, term: 'BT-146', rule: 'PEPPOL-EN16931-R046' }
  return amountFault(place, line.netPrice, formatDecimal(netPriceOf(line)))
}

type Allowances = {
  allowances?: StatedAllowance[] | undefined
  charges?: StatedAllowance[] | undefined
}

function allowanceFaults(
  pointer: string,
  stated: Allowances,
  terms: Record<keyof Allowances, string>,
): Inconsistency[] {
  const fields = ['allowances', 'charges'] as const
  return fields.flatMap((field) =>
    (stated[field] ?? []).flatMap(({ amount, baseAmount, percent }, index) => {
      if (amount === undefined || baseAmount === undefined || percent === undefined) return []
      const expected = percentageOf(baseAmount, percent)
      const difference = subtract(parseDecimal(amount), expected)
      const isClose = [difference, subtract(zero, difference)].every(
        (far) => compare(far, allowanceTolerance) <= 0,
      )
      if (isClose) return []
      const place = {
        pointer: `${pointer}/${field}/${index}/amount`,
        term: terms[field],
        rule: 'PEPPOL-EN16931-R040',
      }
      return [inconsistency(place, amount, formatDecimal(expected))]
    }),
  )
}

/**
 * The maximum number of VAT breakdown rows named in a message; a hostile document has thousands.
 */
const rowsNamedMax = 10

function vatFaults(stated: StatedVatRow[], { vatBreakdown }: CompleteDocument): Inconsistency[] {
  if (stated.length === 0) return []
  const rowsFor = indexVatRows(vatBreakdown)
  const keys = vatBreakdown.map(vatKey)
  const more = keys.length > rowsNamedMax ? ' …' : ''
  const expected = `one row for each of: ${keys.slice(0, rowsNamedMax).join(', ')}${more}`
  const seen = new Set<CompleteVatRow>()
  return stated.flatMap((row, index) => {
    const pointer = `/vatBreakdown/${index}`
    const [computed, ...others] = rowsFor(row)
    if (computed === undefined || others.length > 0 || seen.has(computed))
      return [inconsistency({ pointer, term: 'BG-23', rule: 'BR-CO-18' }, vatKey(row), expected)]
    seen.add(computed)
    return vatRowFaults(pointer, row, computed)
  })
}

/**
 * Finds the computed rows that a stated one may mean: the one with its category and rate; without a
 * rate, all of its category.
 */
function indexVatRows(rows: CompleteVatRow[]): (stated: StatedVatRow) => CompleteVatRow[] {
  const byKey = new Map(rows.map((row) => [vatKey(row), row]))
  const byCategory = new Map(
    vatCategoryCodes.map((code) => [code, rows.filter(({ category }) => category === code)]),
  )
  return (stated) => {
    if (stated.rate === undefined) return byCategory.get(stated.category)?.slice(0, 2) ?? []
    const row = byKey.get(vatKey(stated))
    return row === undefined ? [] : [row]
  }
}

function vatRowFaults(
  pointer: string,
  stated: StatedVatRow,
  computed: CompleteVatRow,
): Inconsistency[] {
  const taxable = {
    pointer: `${pointer}/taxableAmount`,
    term: 'BT-116',
    rule: vatRule(stated.category, '08'),
  }
  const tax = { pointer: `${pointer}/taxAmount`, term: 'BT-117', rule: 'BR-CO-17' }
  return [
    ...amountFault(taxable, stated.taxableAmount, computed.taxableAmount),
    ...amountFault(tax, stated.taxAmount, computed.taxAmount),
  ]
}

type InconsistenciesLocation = { pointer: string; term: string; rule?: string | undefined }

function amountFault(
  place: InconsistenciesLocation,
  stated: string | undefined,
  expected: string,
): Inconsistency[] {
  if (stated === undefined || compare(parseDecimal(stated), parseDecimal(expected)) === 0) return []
  return [inconsistency(place, stated, expected)]
}

function inconsistency(
  { pointer, term, rule }: InconsistenciesLocation,
  stated: string,
  expected: string,
): Inconsistency {
  // Only this one is the caller's alone to know.
  const orNot = term === 'BT-111' ? '' : ', or leave it out'
  const message = `is ${stated}: write ${expected}${orNot} (${term})`
  return { pointer, term, ...(rule === undefined ? {} : { rule }), stated, expected, message }
}
