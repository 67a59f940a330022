// VAT category and rate of a line (BG-30), an allowance or a charge; the requirements of each
// category are in vat-categories.ts.
import { compare, type Decimal, formatDecimal, multiply, parseDecimal, zero } from '../decimal.ts'
import { shown } from '../shown.ts'
import {
  europeanCategories,
  type VatCategoryRow,
  vatCategories,
  vatCategoryCodes,
  vatRule,
} from '../vat-categories.ts'
import { type About, type DecimalInput, decimal, decimalText, group, oneOf } from './field.ts'

export type VatTerms = {
  about: string
  category: string
  rate: string
  ruleNumber: '05' | '06' | '07'
}

export function vatRate(field: About) {
  return decimal(field, { least: 'zero', unlikely: asFraction })
}

/** No VAT rate is below half a percent: 0.21 was meant to be 21 %. */
function asFraction(rate: Decimal): { words: string; meant: string } | undefined {
  if (rate.digits <= 0n || compare(rate, { digits: 5n, scale: 1 }) >= 0) return undefined
  const percent = formatDecimal(multiply(rate, { digits: 100n, scale: 0 }))
  const meant = percent.replace(/\.?0+$/, '')
  return { words: `write ${meant} for ${meant} percent`, meant }
}

export function vatCategory(field: About) {
  const named = europeanCategories
  return oneOf(vatCategoryCodes, { name: 'VatCategory', ...field }, { list: 'VAT', named })
}

/**
 * VAT category and rate. The category may be left out if the rate is more than 0: it is S then. It
 * is never guessed for 0.
 */
export function vat(terms: VatTerms) {
  const about = 'VAT category (UNCL5305); S by default if the rate is more than 0'
  return group(
    { name: 'Vat', term: terms.category, about: terms.about },
    {
      category: vatCategory({ term: terms.category, about, example: 'S' }).optional(),
      rate: vatRate({
        term: terms.rate,
        about: 'VAT rate in percent; none for category O',
        example: '25',
      }).optional(),
    },
    { written: 'vat', bare: { number: 'rate', text: 'category' } },
  ).superRefine(({ category, rate }, context) => {
    const positive = rate !== undefined && compare(parseDecimal(decimalText(rate)), zero) > 0
    if (category === undefined) {
      const message =
        `is missing: write one of Z, E, AE, K, G, O … unless the rate is above 0 ` +
        `(${terms.category})`
      if (!positive) context.addIssue({ code: 'custom', path: ['category'], message })
      return
    }
    // A rate of reverse charge is for the profile to judge (vat-rules.ts).
    if (category === 'AE' && positive) return
    const fault = rateFault(vatCategories[category].rate, rate, positive)
    const rule = vatRule(category, terms.ruleNumber)
    const { title } = vatCategories[category]
    const message = `${fault} for category ${category}, ${title} (${terms.rate})`
    if (fault)
      context.addIssue({ code: 'custom', path: ['rate'], message, params: rule ? { rule } : {} })
  })
}

function rateFault(
  wanted: VatCategoryRow['rate'],
  given: DecimalInput | undefined,
  positive: boolean,
): string | undefined {
  if (given === undefined)
    return wanted === 'none' || wanted === 'zeroOrNone'
      ? undefined
      : 'is missing: write the rate in percent'
  const value = shown(given)
  if (wanted === 'none') return `is ${value}: leave it out`
  if (wanted === 'positive' && !positive) return `is ${value}: write a rate above 0`
  if (wanted.startsWith('zero') && positive) return `is ${value}: write 0`
  return undefined
}
