// Which type codes go with which parties, specification and process (BT-3, BT-24, BT-23).
import { type Kind, type Specification, specificationFor, specificationOf } from '../kinds.ts'
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
  { kind, day }: { kind: Kind; day: string },
  document: BillingDocument,
): Fault[] {
  const { typeCode = kind.typeCode, specificationId, businessProcess } = document
  const wanted = specificationFor(kind, typeCode)
  const specification = specificationId === undefined ? wanted : specificationOf(specificationId)
  const processes = (specification ?? wanted).businessProcesses
  const faults = [
    ...partiesFaults({ kind, day, typeCode }, document),
    ...specificationFaults({ kind, day, typeCode, wanted, specification }, document),
  ]
  if (businessProcess !== undefined && !processes.includes(businessProcess))
    faults.push({
      path: ['businessProcess'],
      message:
        `is ${shown(businessProcess)}: leave it out, or write one of ${processes.join(', ')} ` +
        '(BT-23)',
      rule: 'PEPPOL-EN16931-R007',
    })
  return faults
}

type Typed = { kind: Kind; day: string; typeCode: string }

/** A partial invoice (326) and a corrected one (384) are for parties of certain countries. */
function partiesFaults({ kind, day, typeCode }: Typed, document: BillingDocument): Fault[] {
  const isForSlovaks = typeCode === '384' && day >= nextBillingDay
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

type Specified = Typed & { wanted: Specification; specification: Specification | undefined }

function specificationFaults(
  { kind, day, typeCode, wanted, specification }: Specified,
  document: BillingDocument,
): Fault[] {
  if (specification === undefined || specification === wanted) return []
  const isNext = typeCode === '389' && specification.name === 'billing' && day >= nextBillingDay
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
