// What PINT AE has filled in: the code of the transaction types, the UUID, gross prices, and the
// amounts in AED.
import type {
  CompleteDocument,
  CompleteLine,
  CompleteVatRow,
  StatedDocument,
} from '../../complete-document.ts'
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
} from '../../decimal.ts'
import type { Inconsistency } from '../../inconsistencies.ts'
import { moneyAs } from '../../totals.ts'
import { uuidOfDocument } from '../uuid.ts'
import { executionId } from './codes.ts'

const dirhams = 'AED'
const hundred: Decimal = { digits: 100n, scale: 0 }
const one: Decimal = { digits: 1n, scale: 0 }
/** How far a stated amount may be from the exact one: amounts may have more than two decimals. */
const tolerance: Decimal = { digits: 1n, scale: 2 }

export function completeAe(stated: StatedDocument, complete: CompleteDocument): CompleteDocument {
  const { currency, ae = {} } = stated
  const isForeign = currency !== dirhams
  const rate = isForeign ? parseDecimal(ae.exchangeRate ?? '0') : one
  const inDirhams = (amount: string) =>
    formatDecimal(round(multiply(parseDecimal(amount), rate), 2))
  const { totals } = complete
  // The document and its lines are new, and their fields are many: they are not copied again.
  return Object.assign(complete, {
    taxCurrency: isForeign ? (stated.taxCurrency ?? dirhams) : stated.taxCurrency,
    ae: {
      ...ae,
      executionId: executionId(ae.transactionTypes ?? []),
      uuid: ae.uuid ?? uuidOfDocument(complete),
      totalWithVat: ae.totalWithVat ?? (isForeign ? inDirhams(totals.withVat) : undefined),
    },
    totals: {
      ...totals,
      vatInTaxCurrency: totals.vatInTaxCurrency ?? (isForeign ? inDirhams(totals.vat) : undefined),
    },
    vatBreakdown: oneOfReverseCharge(complete.vatBreakdown, stated).map((row, index) => {
      const given = stated.vatBreakdown?.[index]?.taxAmount
      const isClose = given !== undefined && areClose(given, parseDecimal(row.taxAmount))
      return {
        ...row,
        rate: row.category === 'E' ? undefined : row.rate,
        taxAmount: isClose ? given : row.taxAmount,
      }
    }),
    lines: complete.lines.map((line) => completeLine(line, rate)),
  })
}

/** Reverse charge has one row, whatever the rates. */
function oneOfReverseCharge(rows: CompleteVatRow[], stated: StatedDocument): CompleteVatRow[] {
  const [first, ...others] = rows.filter(({ category }) => category === 'AE')
  if (first === undefined || others.length === 0) return rows
  const taxable = [first, ...others].map((row) => parseDecimal(row.taxableAmount)).reduce(add, zero)
  const given = stated.vatBreakdown?.find(({ category }) => category === 'AE')
  const merged = { ...first, taxableAmount: moneyAs(given?.taxableAmount, taxable) }
  return rows.filter((row) => !others.includes(row)).map((row) => (row === first ? merged : row))
}

function completeLine(line: CompleteLine, exchange: Decimal): CompleteLine {
  const { vat, netPrice, unitCode } = line
  const exact = amountsOf(line, exchange)
  const money = (value: Decimal) => formatDecimal(round(value, 2))
  return Object.assign(line, {
    vat: vat.category === 'E' ? { category: 'E' } : vat,
    priceBaseQuantity: line.priceBaseQuantity ?? '1',
    priceBaseQuantityUnitCode: line.priceBaseQuantityUnitCode ?? unitCode,
    grossPrice:
      line.grossPrice ??
      formatDecimal(add(parseDecimal(netPrice), parseDecimal(line.priceDiscount ?? '0'))),
    priceDiscount: line.priceDiscount ?? '0',
    ae: Object.assign({}, line.ae, {
      vatAmount: vat.category === 'E' ? undefined : (line.ae?.vatAmount ?? money(exact.vat)),
      amount: line.ae?.amount ?? money(exact.withVat),
    }),
  })
}

/** VAT and amount of a line in AED, not rounded. */
function amountsOf({ netAmount, vat }: CompleteLine, exchange: Decimal) {
  const own = parseDecimal(netAmount)
  const net = exchange === one ? own : multiply(own, exchange)
  if (vat.category !== 'S') return { vat: zero, withVat: net }
  const tax = divide(multiply(net, parseDecimal(vat.rate ?? '0')), hundred, 12)
  return { vat: tax, withVat: add(net, tax) }
}

function areClose(stated: string, exact: Decimal): boolean {
  const difference = subtract(parseDecimal(stated), exact)
  return [difference, subtract(zero, difference)].every((far) => compare(far, tolerance) <= 0)
}

/** The amounts in AED that differ from the computed ones. */
export function inconsistenciesOfAe(
  stated: StatedDocument,
  complete: CompleteDocument,
): Inconsistency[] {
  const rate = stated.currency === dirhams ? one : parseDecimal(stated.ae?.exchangeRate ?? '0')
  const total = stated.ae?.totalWithVat
  return [
    ...(total === undefined
      ? []
      : fault(
          '/ae/totalWithVat',
          'BTAE-20',
          total,
          multiply(parseDecimal(complete.totals.withVat), rate),
        )),
    ...stated.lines.flatMap((line, index) => {
      if (line.ae?.amount === undefined && line.ae?.vatAmount === undefined) return []
      const { amount, vatAmount } = line.ae
      const exact = amountsOf(complete.lines[index]!, rate)
      const at = `/lines/${index}/ae`
      return [
        ...(vatAmount === undefined
          ? []
          : fault(`${at}/vatAmount`, 'BTAE-08', vatAmount, exact.vat)),
        ...(amount === undefined ? [] : fault(`${at}/amount`, 'BTAE-10', amount, exact.withVat)),
      ]
    }),
  ]
}

function fault(pointer: string, term: string, stated: string, exact: Decimal): Inconsistency[] {
  if (areClose(stated, exact)) return []
  const expected = formatDecimal(round(exact, 2))
  const message = `is ${stated}: write ${expected}, or leave it out (${term})`
  return [{ pointer, term, stated, expected, message }]
}
