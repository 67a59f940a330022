// What follows from the GST categories of a document.
import type { NumberLiteral } from '../../number-literal.ts'
import type { VatCategory } from '../../vat-categories.ts'

/** The categories of sellers that are not registered, and of supplies that are not taxed. */
const untaxed: readonly VatCategory[] = ['NG', 'OS', 'ES33', 'ESN33', 'DS']

type Item = { vat: { category?: VatCategory | undefined } }
type Amount = string | NumberLiteral | undefined
type Document = {
  currency: string
  taxCurrency?: string | undefined
  lines: readonly Item[]
  allowances?: readonly Item[] | undefined
  charges?: readonly Item[] | undefined
  totals?: { vatInTaxCurrency?: Amount } | undefined
  sg?: { totalWithoutGst?: Amount; totalWithGst?: Amount } | undefined
}

export function isRegistered({ lines, allowances = [], charges = [] }: Document): boolean {
  const isTaxed = ({ vat: { category = 'SR' } }: Item) => !untaxed.includes(category)
  return [lines, allowances, charges].some((list) => list.some(isTaxed))
}

/** Whether GST is accounted in SGD beside another currency. */
export function isInOtherCurrency(document: Document): boolean {
  const { currency, taxCurrency, totals, sg } = document
  if (currency === 'SGD') return false
  const stated = taxCurrency ?? totals?.vatInTaxCurrency ?? sg?.totalWithoutGst ?? sg?.totalWithGst
  return stated !== undefined || isRegistered(document)
}
