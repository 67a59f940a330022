// Delivery (BG-13) and the periods that a document or a line covers (BG-14, BG-26).
import { identifierSchemes } from '../codelists/index.ts'
import { date, group, text } from './field.ts'
import { identifier } from './identifier.ts'
import { address } from './party.ts'

export const delivery = group(
  { name: 'Delivery', term: 'BG-13', about: 'Where and when it was delivered' },
  {
    date: date({ term: 'BT-72', about: 'Day of delivery', example: '2026-11-01' }).optional(),
    partyName: text({
      term: 'BT-70',
      about: 'Name of the party it was delivered to',
      example: 'Warehouse East',
    }).optional(),
    locationId: identifier({
      name: 'Identifier',
      term: 'BT-71',
      about: 'Identifier of the place (scheme of the ICD list)',
      example: '0088:7300010000001',
      scheme: 'optional',
      schemes: identifierSchemes,
    }).optional(),
    address: address('Address of the place', {
      group: 'BG-15',
      line1: 'BT-75',
      line2: 'BT-76',
      line3: 'BT-165',
      city: 'BT-77',
      postCode: 'BT-78',
      subdivision: 'BT-79',
      country: 'BT-80',
    }).optional(),
  },
  { written: 'delivery', bare: { text: 'date' } },
)

type PeriodTerms = {
  group: string
  startDate: string
  endDate: string
  rules: { presence: string; order: string }
}

/** A period has a first or a last day, or both in order. Days in this form compare as strings. */
export function period(about: string, terms: PeriodTerms) {
  return group(
    { name: 'Period', term: terms.group, about },
    {
      startDate: date({
        term: terms.startDate,
        about: 'First day',
        example: '2026-10-01',
      }).optional(),
      endDate: date({ term: terms.endDate, about: 'Last day', example: '2026-10-31' }).optional(),
    },
    { written: 'period' },
  )
    .refine(({ startDate, endDate }) => startDate !== undefined || endDate !== undefined, {
      error: `has no day: write startDate, endDate or both (${terms.group})`,
      params: { rule: terms.rules.presence },
    })
    .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
      path: ['endDate'],
      error: `is before startDate: write that day or a later one (${terms.endDate})`,
      params: { rule: terms.rules.order },
    })
}
