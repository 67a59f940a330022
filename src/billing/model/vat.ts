// VAT category and rate of a line (BG-30), an allowance or a charge; the requirements of each
// category are in vat-categories.ts.
import { compare, parseDecimal, zero } from '../decimal.ts'
import { vatCategories, vatCategoryCodes, vatRule } from '../vat-categories.ts'
import { type About, decimal, decimalText, group, oneOf } from './field.ts'

export type VatTerms = {
  about: string
  category: string
  rate: string
  ruleNumber: '05' | '06' | '07'
}

export function vatRate(field: About) {
  return decimal(field, { least: 'zero' })
}

export function vatCategory(field: About) {
  return oneOf(vatCategoryCodes, field)
}

/**
 * VAT category and rate. The category may be left out if the rate is more than 0: it is S then. It
 * is never guessed for 0.
 */
export function vat(terms: VatTerms) {
  const about = 'VAT category (UNCL5305); S by default if the rate is more than 0'
  return group(
    { term: terms.category, about: terms.about },
    {
      category: vatCategory({ term: terms.category, about, example: 'S' }).optional(),
      rate: vatRate({
        term: terms.rate,
        about: 'VAT rate in percent; none for category O',
        example: '25',
      }).optional(),
    },
  ).superRefine(({ category, rate }, context) => {
    const positive = rate !== undefined && compare(parseDecimal(decimalText(rate)), zero) > 0
    if (category === undefined) {
      const message =
        `${terms.category} is required unless the rate is more than 0: one of ` +
        'Z, E, AE, K, G, O …'
      if (!positive) context.addIssue({ code: 'custom', path: ['category'], message })
      return
    }
    const fault = rateFault(vatCategories[category].rate, rate !== undefined, positive)
    const rule = vatRule(category, terms.ruleNumber)
    const message =
      `${terms.rate} ${fault} for category ${category} ` + `(${vatCategories[category].title})`
    if (fault)
      context.addIssue({ code: 'custom', path: ['rate'], message, params: rule ? { rule } : {} })
  })
}

function rateFault(
  wanted: 'positive' | 'zero' | 'none' | 'any',
  given: boolean,
  positive: boolean,
): string | undefined {
  if (wanted === 'none') return given ? 'must not be given' : undefined
  if (!given) return 'is required'
  if (wanted === 'positive' && !positive) return 'must be more than 0'
  if (wanted === 'zero' && positive) return 'must be 0'
  return undefined
}
