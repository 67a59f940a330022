// What PINT AE requires of seller, buyer and tax representative.
import type { BillingDocument } from '../../model/document.ts'
import type { Fault } from '../../model/fault.ts'
import { splitIdentifier } from '../../model/identifier.ts'
import { shown } from '../../shown.ts'
import { missingFaults, type RequiredField } from '../required.ts'
import { emirates } from './codes.ts'

const required: RequiredField[] = [
  ['seller.address.line1', 'BT-35', 'Address line 1', 'ibr-143-ae'],
  ['seller.address.city', 'BT-37', 'City', 'ibr-143-ae'],
  ['seller.address.subdivision', 'BT-39', 'the emirate, such as "DXB"', 'ibr-143-ae'],
  ['buyer.address.line1', 'BT-50', 'Address line 1', 'ibr-144-ae'],
  ['buyer.address.city', 'BT-52', 'City', 'ibr-144-ae'],
  ['buyer.address.subdivision', 'BT-54', 'the emirate or region', 'ibr-144-ae'],
]
const taxable: RequiredField[] = [
  ['seller.vatId', 'BT-31', 'tax registration number of the seller (TRN)', 'ibr-134-ae'],
]
const notTaxable: RequiredField[] = [
  ['buyer.legalId', 'BT-47', 'legal identifier of the buyer', 'ibr-136-ae'],
]

export function partyFaults(document: BillingDocument, typeCode: string): Fault[] {
  const isTaxable = !['480', '81'].includes(typeCode)
  return [
    ...missingFaults(document, [...required, ...(isTaxable ? taxable : notTaxable)]),
    ...legalFaults(document, 'seller'),
    ...legalFaults(document, 'buyer'),
    ...numberFaults(document),
    ...emirateFaults(document),
  ]
}

const terms = {
  seller: { id: 'BT-30', type: 'BTAE-15', authority: 'BTAE-12', passport: 'BTAE-18' },
  buyer: { id: 'BT-47', type: 'BTAE-16', authority: 'BTAE-11', passport: 'BTAE-19' },
}
const rules = {
  seller: { type: 'ibr-181-ae', authority: 'ibr-172-ae', passport: 'ibr-012-ae' },
  buyer: { type: 'ibr-180-ae', authority: 'ibr-101-ae', passport: 'ibr-010-ae' },
}

/** The legal identifier of a party of the Emirates, and what it is. */
function legalFaults(document: BillingDocument, party: 'seller' | 'buyer'): Fault[] {
  const { legalId, ae, endpoint } = document[party]
  const { id, type, authority, passport } = terms[party]
  const isLocal = splitIdentifier(endpoint).scheme === '0235'
  const fault = (path: string[], message: string, rule?: string) => [
    { path: [party, ...path], message, rule },
  ]
  if (legalId === undefined) {
    if (ae !== undefined) return fault(['legalId'], `is missing: ae says what it is (${id})`)
    const isWanted = party === 'seller' && isLocal
    return isWanted ? fault(['legalId'], `is missing: legal identifier (${id})`, 'ibr-150-ae') : []
  }
  if (ae === undefined)
    return isLocal
      ? fault(
          ['ae', 'legalIdType'],
          `is missing: what legalId is, such as "tradeLicence" (${type})`,
          rules[party].type,
        )
      : []
  if (ae.legalIdType === 'tradeLicence' && ae.legalIdAuthority === undefined)
    return fault(
      ['ae', 'legalIdAuthority'],
      `is missing: who issued the trade licence (${authority})`,
      rules[party].authority,
    )
  if (ae.legalIdType === 'passport' && ae.passportCountry === undefined)
    return fault(
      ['ae', 'passportCountry'],
      `is missing: the country of the passport (${passport})`,
      rules[party].passport,
    )
  const isCountryOnly = ae.legalIdType === 'passport'
  if (isCountryOnly && ae.legalIdAuthority !== undefined)
    return fault(['ae', 'legalIdAuthority'], `has no place beside a passport (${authority})`)
  if (!isCountryOnly && ae.passportCountry !== undefined)
    return fault(['ae', 'passportCountry'], `is for passports only: leave it out (${passport})`)
  return []
}

const trn = /^1[0-9]{12}03$/
const tin = /^1[0-9]{9}$/

/** A TRN has fifteen digits and no country in front; a TIN has ten. */
function numberFaults({ seller, buyer, taxRepresentative, ae }: BillingDocument): Fault[] {
  const numbers = [
    { path: ['seller', 'vatId'], value: seller.vatId, term: 'BT-31' },
    { path: ['buyer', 'vatId'], value: buyer.vatId, term: 'BT-48' },
    { path: ['taxRepresentative', 'vatId'], value: taxRepresentative?.vatId, term: 'BT-63' },
  ]
  const faults: Fault[] = numbers
    .filter(({ value }) => value !== undefined && !trn.test(value.replace(/\s/g, '')))
    .map(({ path, value, term }) => ({
      path,
      message:
        `is ${shown(value)}: write the tax registration number, fifteen digits that begin ` +
        `with 1 and end in 03, such as 100234567890003 (${term})`,
      rule: 'ibr-132-ae',
    }))
  const registration = seller.taxRegistrationId?.id
  if (registration !== undefined && !tin.test(registration))
    faults.push({
      path: ['seller', 'taxRegistrationId', 'id'],
      message: `is ${shown(registration)}: write the TIN, ten digits that begin with 1 (BT-32)`,
      rule: 'ibr-148-ae',
    })
  if (ae?.principalId !== undefined && ae.principalId === seller.vatId)
    faults.push({
      path: ['ae', 'principalId'],
      message: 'is the tax number of the seller: write that of the principal (BTAE-14)',
      rule: 'ibr-176-ae',
    })
  return faults
}

function emirateFaults({ seller, buyer, taxRepresentative, delivery }: BillingDocument): Fault[] {
  const places = [
    { path: ['seller'], address: seller.address, term: 'BT-39' },
    { path: ['buyer'], address: buyer.address, term: 'BT-54' },
    { path: ['taxRepresentative'], address: taxRepresentative?.address, term: 'BT-68' },
    { path: ['delivery'], address: delivery?.address, term: 'BT-79' },
  ]
  return places.flatMap(({ path, address, term }) => {
    const value = address?.subdivision
    const isKnown = value === undefined || emirates.some((emirate) => emirate === value)
    if (address?.country !== 'AE' || isKnown) return []
    const message = `is ${shown(value)}: write one of ${emirates.join(', ')} (${term})`
    return [{ path: [...path, 'address', 'subdivision'], message, rule: 'ibr-128-ae' }]
  })
}
