// What a form offers for a participant: the registers of its number, and the countries.

import { countries } from '../../billing/index.ts'
import { participantSchemes, stateOn } from '../../codelists/index.ts'
import { schemeNames } from '../../pdf/index.ts'
import { dayOf } from '../day.ts'

export type SchemeChoice = { number: string; country: string; name: string }

/** The registers in use at this moment. */
export function schemeChoices(at: Date): SchemeChoice[] {
  const day = dayOf(at)
  return [...participantSchemes()]
    .filter(([, scheme]) => stateOn(scheme, day) === 'active')
    .map(([number, { country, name }]) => ({ number, country, name: schemeNames[number] ?? name }))
}

/** ISO 3166-1 alpha-2. */
export const countryCodes: readonly string[] = [...countries.codes]
