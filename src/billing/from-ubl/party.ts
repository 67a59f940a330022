// Seller, buyer, payee and tax representative, and the addresses of those that have one.
import type { XmlElement } from '../../xml/index.ts'
import { creditorScheme } from '../creditor-scheme.ts'
import { find, textAt } from './read.ts'
import {
  all,
  each,
  group,
  identifier,
  inside,
  noteConstant,
  notePath,
  ownText,
  type Parts,
  type Reading,
  schemeOf,
  text,
} from './reading.ts'

export const address = group({
  line1: text('cbc:StreetName'),
  line2: text('cbc:AdditionalStreetName'),
  line3: text('cac:AddressLine/cbc:Line'),
  city: text('cbc:CityName'),
  postCode: text('cbc:PostalZone'),
  subdivision: text('cbc:CountrySubentity'),
  country: text('cac:Country/cbc:IdentificationCode'),
})

const contact = group({
  name: text('cbc:Name'),
  phone: text('cbc:Telephone'),
  email: text('cbc:ElectronicMail'),
})

const common = {
  name: text('cac:PartyLegalEntity/cbc:RegistrationName'),
  tradingName: text('cac:PartyName/cbc:Name'),
  endpoint: identifier('cbc:EndpointID'),
  identifiers: each('cac:PartyIdentification', ordinaryIdentifier),
  vatId,
  legalId: identifier('cac:PartyLegalEntity/cbc:CompanyID'),
  address: inside('cac:PostalAddress', address),
  contact: inside('cac:Contact', contact),
}

/** `national` are the terms of a country. */
export function seller(national: Parts = {}) {
  return inside(
    'cac:AccountingSupplierParty/cac:Party',
    group({
      ...common,
      taxRegistrationId,
      legalForm: text('cac:PartyLegalEntity/cbc:CompanyLegalForm'),
      ...national,
    }),
  )
}

export function buyer(national: Parts = {}) {
  return inside('cac:AccountingCustomerParty/cac:Party', group({ ...common, ...national }))
}

export const payee = inside(
  'cac:PayeeParty',
  group({
    name: text('cac:PartyName/cbc:Name'),
    identifier: payeeIdentifier,
    legalId: identifier('cac:PartyLegalEntity/cbc:CompanyID'),
  }),
)

export const taxRepresentative = inside(
  'cac:TaxRepresentativeParty',
  group({
    name: text('cac:PartyName/cbc:Name'),
    vatId,
    address: inside('cac:PostalAddress', address),
  }),
)

/**
 * BT-90: the identifier of the creditor, from the seller or, where the seller has
 * none, from the payee.
 */
export function creditorId(
  reading: Reading,
  root: XmlElement,
  pointer: string,
): { creditorId: string; creditorIdOn?: 'payee' } | undefined {
  const ofSeller = find(root, 'cac:AccountingSupplierParty/cac:Party')
  const ofPayee = find(root, 'cac:PayeeParty')
  for (const party of [ofSeller, ofPayee]) {
    const element = party && creditorElement(party)
    const found = element && ownText(reading, element, `${pointer}/creditorId`)
    if (found === undefined) continue
    noteScheme(reading, element, `${pointer}/creditorId`)
    notePath(reading, party as XmlElement, element, `${pointer}/creditorId`)
    return party === ofPayee ? { creditorId: found, creditorIdOn: 'payee' } : { creditorId: found }
  }
  return undefined
}

function creditorElement(party: XmlElement): XmlElement | undefined {
  return all(party, 'cac:PartyIdentification')
    .map((holder) => find(holder, 'cbc:ID'))
    .find((id) => schemeOf(id) === creditorScheme)
}

function noteScheme(
  { locations }: Reading,
  element: XmlElement | undefined,
  pointer: string,
): void {
  const scheme = element?.attributes.find(({ local }) => local === 'schemeID')
  if (scheme) locations[scheme.order] = pointer
}

const plainIdentifier = identifier('cbc:ID')

/** An identifier that is not the creditor's. */
function ordinaryIdentifier(reading: Reading, holder: XmlElement, pointer: string) {
  if (schemeOf(find(holder, 'cbc:ID')) === creditorScheme) return undefined
  return plainIdentifier(reading, holder, pointer)
}

function payeeIdentifier(reading: Reading, payee: XmlElement, pointer: string) {
  const holder = all(payee, 'cac:PartyIdentification').find(
    (one) => schemeOf(find(one, 'cbc:ID')) !== creditorScheme,
  )
  const read = holder && ordinaryIdentifier(reading, holder, pointer)
  if (read !== undefined) notePath(reading, payee, holder, pointer)
  return read
}

/** The first tax scheme that is VAT, or GST. */
function vatId(reading: Reading, party: XmlElement, pointer: string) {
  const scheme = taxSchemes(party).find((one) => schemeName(one) === reading.taxScheme)
  return scheme && readTaxScheme(reading, scheme, { id: pointer, scheme: pointer })
}

/** The first other tax scheme (BT-32). */
function taxRegistrationId(reading: Reading, party: XmlElement, pointer: string) {
  const scheme = taxSchemes(party).find((one) => schemeName(one) !== reading.taxScheme)
  if (scheme === undefined) return undefined
  const id = readTaxScheme(reading, scheme, { id: `${pointer}/id`, scheme: `${pointer}/scheme` })
  const name = schemeName(scheme)
  return id === undefined ? undefined : { id, ...(name === undefined ? {} : { scheme: name }) }
}

const companyId = text('cbc:CompanyID')

function readTaxScheme(reading: Reading, scheme: XmlElement, at: { id: string; scheme: string }) {
  const id = companyId(reading, scheme, at.id)
  if (id === undefined) return undefined
  noteConstant(reading, scheme, 'cac:TaxScheme/cbc:ID', schemeName(scheme) ?? '', at.scheme)
  reading.locations[scheme.order] = at.id
  return id
}

function taxSchemes(party: XmlElement): XmlElement[] {
  return all(party, 'cac:PartyTaxScheme')
}

function schemeName(scheme: XmlElement): string | undefined {
  return textAt(find(scheme, 'cac:TaxScheme/cbc:ID'))
}
