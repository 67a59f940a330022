// How many decimals amounts may have where profiles differ: the VAT of a row, and what is of lines.
import { compare, formatDecimal, parseDecimal, round } from '../decimal.ts'
import type { Profile } from '../profiles/profile.ts'
import { shown } from '../shown.ts'
import type { BillingDocument } from './document.ts'
import type { Fault } from './fault.ts'
import { type DecimalInput, decimalText } from './field.ts'

export function decimalFaults(document: BillingDocument, profile: Profile): Fault[] {
  return [
    ...(document.vatBreakdown === undefined ? [] : rowFaults(document, profile)),
    ...(profile.exactLines ? [] : lineFaults(document, profile)),
  ]
}

/** The VAT of a row has two decimals, except where the profile lets it have more. */
function rowFaults({ vatBreakdown = [] }: BillingDocument, { without }: Profile): Fault[] {
  if (without?.test('BR-DEC-20')) return []
  return vatBreakdown.flatMap(({ taxAmount }, index) =>
    placesFault(taxAmount, {
      path: () => ['vatBreakdown', index, 'taxAmount'],
      term: 'BT-117',
      rule: 'BR-DEC-20',
    }),
  )
}

type Rule = readonly [term: string, number: string]
const net: Rule = ['BT-131', '23']
const terms: Record<'allowances' | 'charges', Record<'amount' | 'baseAmount', Rule>> = {
  allowances: { amount: ['BT-136', '24'], baseAmount: ['BT-137', '25'] },
  charges: { amount: ['BT-141', '27'], baseAmount: ['BT-142', '28'] },
}

function lineFaults({ lines }: BillingDocument, { without }: Profile): Fault[] {
  const faults: Fault[] = []
  const look = (value: DecimalInput, [term, number]: Rule, path: Fault['path']) => {
    const rule = `BR-DEC-${number}`
    const by = without?.test(rule) ? undefined : rule
    faults.push(...placesFault(value, { path: () => path, term, rule: by }))
  }
  lines.forEach(({ netAmount, allowances, charges }, index) => {
    if (netAmount !== undefined) look(netAmount, net, ['lines', index, 'netAmount'])
    if ((allowances ?? charges) === undefined) return
    for (const [list, items] of Object.entries({ allowances, charges }))
      items?.forEach((given, at) => {
        for (const field of ['amount', 'baseAmount'] as const)
          if (given[field] !== undefined)
            look(given[field], terms[list as 'allowances'][field], [
              'lines',
              index,
              list,
              at,
              field,
            ])
      })
  })
  return faults
}

type About = { path: () => Fault['path']; term: string; rule: string | undefined }

function placesFault(given: DecimalInput | undefined, { path, term, rule }: About): Fault[] {
  if (given === undefined) return []
  const value = parseDecimal(decimalText(given))
  if (value.scale <= 2) return []
  const rounded = round(value, 2)
  if (compare(value, rounded) === 0) return []
  const message =
    `is ${shown(given)}: write at most 2 decimals, such as ` + `${formatDecimal(rounded)} (${term})`
  return [{ path: path(), message, rule }]
}
