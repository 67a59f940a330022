// Companies: names, address, numbers, contact.
import type { XmlElement } from '../../xml/index.ts'
import { all, first, peek } from '../reading.ts'
import type { Fact, Party } from '../sheet.ts'
import {
  country,
  type Draft,
  date,
  fact,
  identifier,
  isolated,
  joined,
  lines,
  text,
  texts,
} from '../values.ts'

/** A `cac:Party`, or an element with the same children. Undefined when it is empty. */
export function toParty(
  draft: Draft,
  role: string,
  element: XmlElement | undefined,
): Party | undefined {
  if (!element) return undefined
  const legal = text(draft, element, 'PartyLegalEntity', 'RegistrationName')
  const trading = texts(draft, element, 'PartyName', 'Name')
  const [name, ...others] = [...(legal ? [legal] : []), ...trading]
  const party: Party = {
    role,
    ...(name ? { name } : {}),
    lines: [
      ...others.filter((other) => other !== name),
      ...addressLines(draft, first(element, 'PostalAddress')),
    ],
    facts: [...numbers(draft, element), ...contact(draft, first(element, 'Contact'))],
  }
  return name || party.lines.length > 0 || party.facts.length > 0 ? party : undefined
}

function addressLines(draft: Draft, address: XmlElement | undefined): string[] {
  if (!address) return []
  const place = [text(draft, address, 'PostalZone'), text(draft, address, 'CityName')]
  return [
    text(draft, address, 'StreetName'),
    text(draft, address, 'AdditionalStreetName'),
    ...texts(draft, address, 'AddressLine', 'Line'),
    place.some(Boolean)
      ? place
          .filter((part) => part !== undefined)
          .map(isolated)
          .join(' ')
      : undefined,
    text(draft, address, 'CountrySubentity'),
    country(draft, first(address, 'Country')),
  ].filter((line) => line !== undefined)
}

function numbers(draft: Draft, party: XmlElement): Fact[] {
  const { words } = draft
  const legal = first(party, 'PartyLegalEntity')
  return [
    ...all(party, 'PartyTaxScheme').flatMap((scheme) =>
      fact(words.taxNumber, taxNumber(draft, scheme)),
    ),
    ...fact(words.legalNumber, identifier(draft, legal, 'CompanyID')),
    ...fact(words.legalForm, lines(draft, legal, 'CompanyLegalForm')),
    ...all(party, 'PartyIdentification', 'ID').flatMap((id) =>
      fact(words.identifier, identifier(draft, id)),
    ),
    ...fact(words.electronicAddress, identifier(draft, party, 'EndpointID')),
  ]
}

function taxNumber(draft: Draft, element: XmlElement): string | undefined {
  const number = identifier(draft, element, 'CompanyID')
  const scheme = text(draft, element, 'TaxScheme', 'ID')
  if (scheme !== undefined) draft.taxSchemes.add(scheme)
  return number && scheme ? `${isolated(number)} (${isolated(scheme)})` : (number ?? scheme)
}

function contact(draft: Draft, element: XmlElement | undefined): Fact[] {
  const { words } = draft
  return [
    ...fact(words.contact, text(draft, element, 'Name')),
    ...fact(words.telephone, text(draft, element, 'Telephone')),
    ...fact(words.email, text(draft, element, 'ElectronicMail')),
  ]
}

/** Where and when the goods were delivered. */
export function toDelivery(draft: Draft, delivery: XmlElement | undefined): Party | undefined {
  if (!delivery) return undefined
  const { words } = draft
  const name = text(draft, delivery, 'DeliveryParty', 'PartyName', 'Name')
  const location = first(delivery, 'DeliveryLocation')
  const party: Party = {
    role: words.delivery,
    ...(name ? { name } : {}),
    lines: addressLines(draft, first(location, 'Address')),
    facts: [
      ...fact(words.deliveryDate, date(draft, delivery, 'ActualDeliveryDate')),
      ...fact(words.location, identifier(draft, location, 'ID')),
    ],
  }
  return name || party.lines.length > 0 || party.facts.length > 0 ? party : undefined
}

/** The usual name of a party, without marking it as read. */
export function nameOf(party: XmlElement | undefined): string | undefined {
  return peek(party, 'PartyLegalEntity', 'RegistrationName') ?? peek(party, 'PartyName', 'Name')
}

/** One line for a party that needs no block of its own: name and number. */
export function partyInShort(draft: Draft, element: XmlElement | undefined): string | undefined {
  return joined(
    text(draft, element, 'PartyLegalEntity', 'RegistrationName'),
    text(draft, element, 'PartyName', 'Name'),
    identifier(draft, element, 'PartyIdentification', 'ID'),
    identifier(draft, element, 'EndpointID'),
  )
}
