// What each profile requires of a document beyond the rules of all.
import type { Fault } from '../model/fault.ts'
import type { Checked } from './checked.ts'
import { nlciusFaults } from './nlcius/faults.ts'
import { faultsOfAe } from './pint-ae/faults.ts'
import { faultsOfAunz } from './pint-aunz/faults.ts'
import { faultsOfSg } from './pint-sg/faults.ts'
import type { ProfileName } from './profile.ts'
import { xrechnungFaults } from './xrechnung/faults.ts'

const faultsOf: Partial<Record<ProfileName, (given: Checked) => Fault[]>> = {
  xrechnung: xrechnungFaults,
  nlcius: nlciusFaults,
  'pint-ae': faultsOfAe,
  'pint-aunz': faultsOfAunz,
  'pint-sg': faultsOfSg,
}

export function profileFaults(profile: ProfileName, given: Checked): Fault[] {
  return faultsOf[profile]?.(given) ?? []
}
