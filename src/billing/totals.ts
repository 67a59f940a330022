// The amounts of a document (EN 16931, BR-CO-10 to BR-CO-17). Exact decimals, rounded to two
// places half away from zero, and only where this file says so: a sum of rounded amounts is
// not rounded again.
import type {
  CompleteAllowance,
  CompleteDocument,
  CompleteDocumentAllowance,
  CompleteLine,
  CompleteTotals,
  CompleteVat,
  CompleteVatRow,
  StatedAllowance,
  StatedDocument,
  StatedLine,
} from './complete-document.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  formatDecimal,
  multiply,
  parseDecimal,
  round,
  subtract,
  zero,
} from './decimal.ts'

/** All currencies have two decimals in BIS Billing (BR-DEC-*). */
const places = 2
const hundred: Decimal = { digits: 100n, scale: 0 }

/** An amount of money as a string, with two decimals. */
function money(value: Decimal): string {
  return formatDecimal(round(value, places))
}

/**
 * An amount as the caller wrote it, `25` or `25.00`, if it is equal and may be written so; else
 * with two decimals.
 */
export function moneyAs(stated: string | undefined, value: Decimal): string {
  const own = stated === undefined ? undefined : parseDecimal(stated)
  const isIt = own !== undefined && own.scale <= places && compare(own, value) === 0
  return isIt ? formatDecimal(own) : money(value)
}

/** An amount as the caller wrote it, with all its decimals, if it is equal; else with two. */
export function exactAs(stated: string | undefined, value: Decimal): string {
  if (stated === undefined) return money(value)
  const own = parseDecimal(stated)
  return compare(own, value) === 0 ? formatDecimal(own) : money(value)
}

/** BT-146 if it is not given: the gross price less the discount, not rounded. */
export function netPriceOf({
  grossPrice,
  priceDiscount,
}: Pick<StatedLine, 'grossPrice' | 'priceDiscount'>): Decimal {
  return subtract(parseDecimal(grossPrice ?? '0'), parseDecimal(priceDiscount ?? '0'))
}

/** A percentage of a base, rounded (BT-92, BT-99, BT-136, BT-141). */
export function percentageOf(base: string, percent: string): Decimal {
  return divide(multiply(parseDecimal(base), parseDecimal(percent)), hundred, places)
}

/** The amount of an allowance or charge: as given, or else its percentage of the base. */
export function allowanceAmount({ amount, baseAmount, percent }: StatedAllowance): Decimal {
  return amount === undefined
    ? percentageOf(baseAmount ?? '0', percent ?? '0')
    : parseDecimal(amount)
}

type Priced = Pick<
  CompleteLine,
  'quantity' | 'netPrice' | 'priceBaseQuantity' | 'allowances' | 'charges'
>

/**
 * BT-131: quantity times price, divided by the number of units that the price is for, rounded; then
 * charges and allowances.
 */
export function lineAmount(line: Priced): Decimal {
  const product = multiply(parseDecimal(line.quantity), parseDecimal(line.netPrice))
  const units = line.priceBaseQuantity
  const price =
    units === undefined ? round(product, places) : divide(product, parseDecimal(units), places)
  return subtract(add(price, sumOf(line.charges)), sumOf(line.allowances))
}

type Amounts = Pick<CompleteDocument, 'lines' | 'allowances' | 'charges'>

/**
 * BG-23: one row for each pair of category and rate, in the order in which they first occur.
 * `rateOutsideScope` is the rate of category O, if its row has one.
 */
export function vatRows(
  { lines, allowances, charges }: Amounts,
  rateOutsideScope: string | undefined,
): CompleteVatRow[] {
  const rows = new Map<string, { vat: CompleteVat; taxable: Decimal }>()
  // Ten thousand lines write their rates in two or three ways.
  const keys = new Map<string, string>()
  const keyOf = (vat: CompleteVat): string => {
    const written = `${vat.category} ${vat.rate}`
    const key = keys.get(written) ?? vatKey(vat)
    keys.set(written, key)
    return key
  }
  const book = (vat: CompleteVat, taxable: Decimal): void => {
    const key = keyOf(vat)
    const row = rows.get(key)
    if (row === undefined) rows.set(key, { vat, taxable })
    else row.taxable = add(row.taxable, taxable)
  }
  for (const line of lines) book(line.vat, parseDecimal(line.netAmount))
  for (const allowance of allowances)
    book(allowance.vat, subtract(zero, parseDecimal(allowance.amount)))
  for (const charge of charges) book(charge.vat, parseDecimal(charge.amount))
  return [...rows.values()].map(({ vat: { category, rate }, taxable: exact }) => {
    const taxable = round(exact, places)
    const tax = multiply(taxable, parseDecimal(taxedAt(category, rate)))
    return {
      category,
      rate: category === 'O' ? (rate ?? rateOutsideScope) : rate,
      taxableAmount: formatDecimal(taxable),
      taxAmount: money(divide(tax, hundred, places)),
    }
  })
}

/** The rate of the VAT that is stated: of reverse charge and of the margin scheme, none. */
function taxedAt(category: string, rate: string | undefined): string {
  return category === 'N' || category === 'AE' ? '0' : (rate ?? '0')
}

/**
 * What makes two VAT rates equal: 25, 25.0 and 25.00 are the same, and so are none and 0 of NG
 * (Singapore).
 */
export function vatKey({
  category,
  rate,
}: {
  category: string
  rate?: string | undefined
}): string {
  if (rate === undefined || category === 'NG') return category
  const plain = formatDecimal(parseDecimal(rate))
  return `${category} ${plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain}`
}

/**
 * BG-22, from the lines, allowances, charges and VAT rows; the paid amount and the
 * rounding are given.
 */
export function totalsOf(
  document: Amounts & { vatBreakdown: CompleteVatRow[] },
  given: NonNullable<StatedDocument['totals']>,
): CompleteTotals {
  const lines = round(sum(document.lines.map(({ netAmount }) => netAmount)), places)
  const allowances = sumOf(document.allowances)
  const charges = sumOf(document.charges)
  const vat = sum(document.vatBreakdown.map(({ taxAmount }) => taxAmount))
  const withoutVat = add(subtract(lines, allowances), charges)
  const withVat = add(withoutVat, vat)
  const paid = parseDecimal(given.paid ?? '0')
  const rounding = parseDecimal(given.rounding ?? '0')
  const hasAllowances = document.allowances.length > 0 || given.allowances !== undefined
  const hasCharges = document.charges.length > 0 || given.charges !== undefined
  return {
    lines: moneyAs(given.lines, lines),
    allowances: hasAllowances ? moneyAs(given.allowances, allowances) : undefined,
    charges: hasCharges ? moneyAs(given.charges, charges) : undefined,
    withoutVat: moneyAs(given.withoutVat, withoutVat),
    vat: moneyAs(given.vat, vat),
    vatInTaxCurrency:
      given.vatInTaxCurrency &&
      moneyAs(given.vatInTaxCurrency, parseDecimal(given.vatInTaxCurrency)),
    withVat: moneyAs(given.withVat, withVat),
    paid: given.paid && moneyAs(given.paid, paid),
    rounding: given.rounding && moneyAs(given.rounding, rounding),
    payable: moneyAs(given.payable, add(subtract(withVat, paid), rounding)),
  }
}

function sumOf(allowances: (CompleteAllowance | CompleteDocumentAllowance)[]): Decimal {
  return sum(allowances.map(({ amount }) => amount))
}

function sum(amounts: string[]): Decimal {
  return amounts.map(parseDecimal).reduce(add, zero)
}
