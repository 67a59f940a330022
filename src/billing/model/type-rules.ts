// Which type codes go with which parties, specification and process (BT-3, BT-24, BT-23).
import type { Kind } from '../kinds.ts'
import {
  type NationalGroup,
  nationalGroups,
  type Profile,
  type Specification,
} from '../profiles/profile.ts'
import {
  profileNamedBy,
  profilesOfProcess,
  profileWith,
  specificationFor,
  specificationNamed,
  typeCodeOf,
} from '../profiles/table.ts'
import { shown } from '../shown.ts'
import type { BillingDocument } from './document.ts'
import type { Fault } from './fault.ts'
import { asCode } from './field.ts'
import { said } from './said.ts'

/** From this day on, BIS Billing is 3.0.22; until then it is 3.0.21. */
export const nextBillingDay = '2027-02-24'

export function areGerman({ seller, buyer }: BillingDocument): boolean {
  return seller.address.country === 'DE' && buyer.address.country === 'DE'
}

/** Asks the VAT identifiers, and the address of a party that has none. */
function areSlovak({ seller, buyer, taxRepresentative }: BillingDocument): boolean {
  const sellerId = seller.vatId ?? taxRepresentative?.vatId ?? seller.address.country
  const buyerId = buyer.vatId ?? buyer.address.country
  return [sellerId, buyerId].every((id) => id.slice(0, 2).toUpperCase() === 'SK')
}

export function typeFaults(
  { kind, day, profile }: { kind: Kind; day: string; profile: Profile },
  document: BillingDocument,
): Fault[] {
  const { specificationId } = document
  const typeCode = typeCodeOf(profile, kind, document)
  const wanted = specificationFor(profile, kind, document)
  const specification =
    specificationId === undefined ? wanted : specificationNamed(profile, specificationId)
  const typed = { kind, day, profile, typeCode }
  if (specification === undefined) return otherSpecification(profile, document)
  const faults = typeCodeFaults(typed, document)
  if (faults.length === 0) faults.push(...partiesFaults(typed, document))
  if (hasNationalTerms(document))
    faults.push(...selfBilledFaults(profile, document), ...nationalFaults(profile, document))
  if (specification !== wanted)
    faults.push(...specificationFaults({ ...typed, wanted, specification }, document))
  if (document.businessProcess !== undefined)
    faults.push(...processFaults(profile, specification, document))
  return faults
}

/** A specification of another profile; what is of none is a fault of its field. */
function otherSpecification(profile: Profile, { specificationId = '' }: BillingDocument): Fault[] {
  const owner = profileNamedBy(specificationId)?.name
  if (owner === undefined) return []
  const message =
    `is ${shown(specificationId)}, of the profile "${owner}": leave it out, or write ` +
    `"${owner}" in place of "${profile.name}" as profile (BT-24)`
  return [{ path: ['specificationId'], message }]
}

function processFaults(
  profile: Profile,
  { businessProcesses: processes }: Specification,
  { businessProcess }: BillingDocument,
): Fault[] {
  if (businessProcess === undefined || processes.includes(businessProcess)) return []
  const owners = profilesOfProcess(profile, businessProcess).map(({ name }) => `"${name}"`)
  const rule = 'PEPPOL-EN16931-R007'
  const hasRule = !profile.without?.test(rule)
  // A profile without the rule takes what belongs to no other.
  if (!hasRule && owners.length === 0) return []
  const whose =
    owners.length === 0 ? '' : `, of the profile ${owners.join(', ')} and not "${profile.name}"`
  const message =
    `is ${shown(businessProcess)}${whose}: leave it out, or write one of ` +
    `${processes.join(', ')} (BT-23)`
  return [{ path: ['businessProcess'], message, ...(hasRule ? { rule } : {}) }]
}

/** The type codes of a profile are among those of the kind. */
function typeCodeFaults({ kind, profile, typeCode }: Typed, document: BillingDocument): Fault[] {
  const { name, typeCodes } = profile
  const own = typeCodesFor(profile, kind, document)
  if (own.includes(typeCode)) return []
  if (typeCodes === undefined) {
    const words = `is ${shown(typeCode)}: write one of ${own.join(', ')} (BT-3)`
    return [{ path: ['typeCode'], message: words }]
  }
  const which =
    document.selfBilled === undefined ? '' : ` where selfBilled is ${document.selfBilled}`
  const words =
    own.length === 0
      ? `has no ${kind.title.toLowerCase()}s: send an invoice or a credit note`
      : `has not${which}: write ${own.map(asCode).join(' or ')}`
  const message = `is ${shown(typeCode)}, which the profile ${name} ${words} (BT-3)`
  return [{ path: ['typeCode'], message: own.length === 1 ? said(message, own[0]) : message }]
}

function typeCodesFor(
  { typeCodes, selfBilledTypeCodes }: Profile,
  kind: Kind,
  { selfBilled }: BillingDocument,
): readonly string[] {
  const own = typeCodes?.[kind.name] ?? kind.typeCodes
  if (selfBilledTypeCodes === undefined || selfBilled === false) return own
  const selfBilling = selfBilledTypeCodes[kind.name]
  return selfBilled ? selfBilling : [...new Set([...own, ...selfBilling])]
}

type Typed = { kind: Kind; day: string; profile: Profile; typeCode: string }

/** A partial invoice (326) and a corrected one (384) are for parties of certain countries. */
function partiesFaults(
  { kind, day, profile, typeCode }: Typed,
  document: BillingDocument,
): Fault[] {
  const isForSlovaks = profile.name === 'bis' && typeCode === '384' && day >= nextBillingDay
  if (!['326', '384'].includes(typeCode) || areGerman(document)) return []
  if (isForSlovaks && areSlovak(document)) return []
  const whom = isForSlovaks ? 'between Germans or between Slovaks' : 'for Germans'
  const message =
    `is ${shown(typeCode)}, which is ${whom} only: ` + `write ${asCode(kind.typeCode)} (BT-3)`
  return [
    {
      ...{ path: ['typeCode'], message: said(message, kind.typeCode) },
      rule: 'PEPPOL-EN16931-P0112',
    },
  ]
}

type Specified = Typed & { wanted: Specification; specification: Specification }

function specificationFaults(
  { kind, day, profile, typeCode, wanted, specification }: Specified,
  document: BillingDocument,
): Fault[] {
  if (profile.selfBilledTypeCodes) return specificationOfSelfBilled(document, wanted)
  const isNext = typeCode === '389' && specification === profile.billing && day >= nextBillingDay
  if (isNext && areGerman(document)) return []
  const path = ['specificationId']
  const given = `is ${shown(document.specificationId)}: leave it out, or write one that starts with`
  const message = `${given} ${wanted.specificationId}, for type code ${typeCode}`
  if (isNext)
    return [
      {
        ...{ path, message: `${message}, which in BIS Billing is for Germans only (BT-24)` },
        rule: 'PEPPOL-EN16931-P0112',
      },
    ]
  const rule = kind.root === 'Invoice' ? 'PEPPOL-EN16931-P0100' : 'PEPPOL-EN16931-P0101'
  return [{ path, message: `${message} (BT-24)`, rule }]
}

function specificationOfSelfBilled(
  { specificationId, typeCode, selfBilled = false }: BillingDocument,
  { specificationId: wanted }: Specification,
): Fault[] {
  const why = typeCode === undefined ? `selfBilled is ${selfBilled}` : `type code ${typeCode} says`
  const given = shown(specificationId)
  const message = `is ${given}: leave it out, or write ${wanted}, as ${why} (BT-24)`
  return [{ path: ['specificationId'], message }]
}

/** Where type codes say that a document is self-billed, nothing else does. */
function selfBilledFaults(
  { name, selfBilledTypeCodes }: Profile,
  { selfBilled }: BillingDocument,
): Fault[] {
  if (selfBilled === undefined || selfBilledTypeCodes !== undefined) return []
  const message = `has no place in the profile ${name}, where typeCode says so: leave it out`
  return [{ path: ['selfBilled'], message }]
}

/** Nearly all documents have none, and are asked once. */
function hasNationalTerms({ ae, sg, selfBilled, seller, buyer, lines }: BillingDocument): boolean {
  if ((ae ?? sg ?? selfBilled ?? seller.ae ?? buyer.ae) !== undefined) return true
  for (const line of lines) if ((line.ae ?? line.sg) !== undefined) return true
  return false
}

/** The terms of another country. */
function nationalFaults({ name, nationalGroup }: Profile, document: BillingDocument): Fault[] {
  return nationalGroups
    .filter((group) => group !== nationalGroup)
    .flatMap((group) => {
      const words = `leave it out, or write profile "${profileWith(group)}"`
      const message = `has no place in the profile ${name}: ${words}`
      return groupPaths(document, group).map((path) => ({ path: [...path, group], message }))
    })
}

/** Where such a group stands. */
function groupPaths(document: BillingDocument, group: NationalGroup): Fault['path'][] {
  const { seller, buyer, lines } = document
  const places: [Fault['path'], object][] = [
    ...([
      [[], document],
      [['seller'], seller],
      [['buyer'], buyer],
    ] as [Fault['path'], object][]),
    ...lines.map((line, index): [Fault['path'], object] => [['lines', index], line]),
  ]
  const isThere = ([, holder]: [unknown, object]) =>
    (holder as Partial<Record<NationalGroup, unknown>>)[group] !== undefined
  return places.filter(isThere).map(([path]) => path)
}
