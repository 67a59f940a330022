// The table of profiles, and which row a document follows.
import type { Kind } from '../kinds.ts'
import { bis } from './bis/profile.ts'
import { nlcius } from './nlcius/profile.ts'
import { pintAe } from './pint-ae/profile.ts'
import { pintAunz } from './pint-aunz/profile.ts'
import { pintEu } from './pint-eu/profile.ts'
import { pintSg } from './pint-sg/profile.ts'
import type { NationalGroup, Profile, ProfileName, Specification } from './profile.ts'
import { xrechnung } from './xrechnung/profile.ts'

export const profiles: Record<ProfileName, Profile> = {
  bis,
  'pint-eu': pintEu,
  xrechnung,
  nlcius,
  'pint-ae': pintAe,
  'pint-aunz': pintAunz,
  'pint-sg': pintSg,
}

const rows = Object.values(profiles)

type Naming = { profile?: ProfileName | undefined; specificationId?: string | undefined }

/** The profile that a document states, or else that of its specification, or else BIS. */
export function profileOf({ profile, specificationId }: Naming): Profile {
  if (profile !== undefined) return profiles[profile]
  return (specificationId === undefined ? undefined : profileNamedBy(specificationId)) ?? bis
}

/** The profile that has a specification with this BT-24. */
export function profileNamedBy(specificationId: string): Profile | undefined {
  return rows.find((profile) => specificationNamed(profile, specificationId) !== undefined)
}

/** The specification of a profile that BT-24 names. */
export function specificationNamed(
  { billing, selfBilling }: Profile,
  specificationId: string,
): Specification | undefined {
  if (isNamed(billing, specificationId)) return billing
  return selfBilling && isNamed(selfBilling, specificationId) ? selfBilling : undefined
}

function isNamed({ specificationId, continuedBy }: Specification, given: string): boolean {
  return given === specificationId || given.startsWith(specificationId + continuedBy)
}

type Typed = { typeCode?: string | undefined; selfBilled?: boolean | undefined }

/** BT-3 as stated, or else what the profile has for such a document. */
export function typeCodeOf(
  { selfBilledTypeCodes }: Profile,
  kind: Kind,
  { typeCode, selfBilled = false }: Typed,
): string {
  const own = selfBilled ? selfBilledTypeCodes?.[kind.name][0] : undefined
  return typeCode ?? own ?? kind.typeCode
}

/** The specification of a document with this type code that names none. */
export function specificationFor(profile: Profile, kind: Kind, document: Typed): Specification {
  const { billing, selfBilling, selfBilledTypeCodes } = profile
  const isSelfBilled =
    kind.selfBilledTypeCodes.includes(typeCodeOf(profile, kind, document)) ||
    (selfBilledTypeCodes !== undefined && document.selfBilled === true)
  return selfBilling !== undefined && isSelfBilled ? selfBilling : billing
}

/** Other profiles to which a business process belongs that this one does not have. */
export function profilesOfProcess(own: Profile, businessProcess: string): Profile[] {
  const has = ({ billing, selfBilling }: Profile) =>
    [billing, selfBilling].some((row) => row?.businessProcesses.includes(businessProcess))
  return has(own) ? [] : rows.filter(has)
}

/** The profile that has a group of national terms. */
export function profileWith(group: NationalGroup): ProfileName | undefined {
  return rows.find(({ nationalGroup }) => nationalGroup === group)?.name
}

/** The specification of the invoices of each profile. */
export const profileInvoices: readonly { profile: ProfileName; specificationId: string }[] =
  rows.map(({ name, billing }) => ({ profile: name, specificationId: billing.specificationId }))
