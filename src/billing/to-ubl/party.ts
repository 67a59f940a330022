// Seller, buyer, payee and tax representative, and the addresses of those that have one.
import type { CompleteDocument, CompleteParty } from '../complete-document.ts'
import { creditorScheme } from '../creditor-scheme.ts'
import { legalIdTypes } from '../profiles/pint-ae/codes.ts'
import { all, group, identifier, leaf, reference, type Written } from './write.ts'

export function seller(document: CompleteDocument): Written {
  const { seller, taxScheme: scheme } = document
  const creditor = creditorId(document, 'seller')
  return group('AccountingSupplierParty', party(seller, { scheme, creditor }))
}

export function buyer(document: CompleteDocument): Written {
  return group('AccountingCustomerParty', party(document.buyer, { scheme: document.taxScheme }))
}

export function payee(document: CompleteDocument): Written {
  const { payee } = document
  return group(
    'PayeeParty',
    group('PartyIdentification', identifier('ID', payee?.identifier)),
    payee && creditorId(document, 'payee'),
    group('PartyName', leaf('Name', payee?.name)),
    group('PartyLegalEntity', identifier('CompanyID', payee?.legalId)),
  )
}

function legalId({ legalId, ae }: CompleteParty): Written {
  if (ae === undefined) return identifier('CompanyID', legalId)
  return leaf('CompanyID', legalId?.id, {
    schemeAgencyID: legalIdTypes[ae.legalIdType],
    schemeAgencyName: ae.legalIdAuthority ?? ae.passportCountry,
    schemeID: legalId?.scheme,
  })
}

/** The beneficiary and the principal, of PINT AE. */
export function otherParties({ ae }: CompleteDocument): Written {
  if (ae === undefined) return undefined
  const party = (id: string | undefined) => group('Party', reference('PartyIdentification', id))
  return all([
    group('BuyerCustomerParty', party(ae.beneficiaryId)),
    group('SellerSupplierParty', party(ae.principalId)),
  ])
}

export function taxRepresentative(document: CompleteDocument): Written {
  const { taxRepresentative } = document
  return group(
    'TaxRepresentativeParty',
    group('PartyName', leaf('Name', taxRepresentative?.name)),
    address('PostalAddress', taxRepresentative?.address),
    taxRepresentative &&
      group(
        'PartyTaxScheme',
        leaf('CompanyID', taxRepresentative.vatId),
        taxScheme(document.taxScheme),
      ),
  )
}

/** BT-90 is among the identifiers of the creditor. */
function creditorId({ payment }: CompleteDocument, of: 'seller' | 'payee'): Written {
  const { creditorId, creditorIdOn = 'seller' } = payment ?? {}
  if (creditorIdOn !== of) return undefined
  return group('PartyIdentification', leaf('ID', creditorId, { schemeID: creditorScheme }))
}

function party(
  party: CompleteParty,
  { scheme, creditor }: { scheme: string; creditor?: Written },
): Written {
  return group(
    'Party',
    identifier('EndpointID', party.endpoint),
    all(party.identifiers.map((id) => group('PartyIdentification', identifier('ID', id)))),
    creditor,
    group('PartyName', leaf('Name', party.tradingName)),
    address('PostalAddress', party.address),
    taxSchemes(party, scheme),
    group(
      'PartyLegalEntity',
      leaf('RegistrationName', party.name),
      legalId(party),
      leaf('CompanyLegalForm', party.legalForm),
    ),
    contact(party.contact),
  )
}

/** VAT comes first, then one other registration at most (UBL-SR-42). */
function taxSchemes({ vatId, taxRegistrationId }: CompleteParty, scheme: string): Written {
  return all([
    vatId && group('PartyTaxScheme', leaf('CompanyID', vatId), taxScheme(scheme)),
    taxRegistrationId &&
      group(
        'PartyTaxScheme',
        leaf('CompanyID', taxRegistrationId.id),
        taxScheme(taxRegistrationId.scheme),
      ),
  ])
}

/** Each VAT category has one of these, written once for all. */
const ownSchemes = new Map(['VAT', 'GST'].map((scheme) => [scheme, writtenScheme(scheme)]))

export function taxScheme(scheme: string): Written {
  return ownSchemes.get(scheme) ?? writtenScheme(scheme)
}

function writtenScheme(scheme: string): Written {
  return group('TaxScheme', leaf('ID', scheme))
}

export function address(name: string, address: CompleteParty['address'] | undefined): Written {
  return group(
    name,
    leaf('StreetName', address?.line1),
    leaf('AdditionalStreetName', address?.line2),
    leaf('CityName', address?.city),
    leaf('PostalZone', address?.postCode),
    leaf('CountrySubentity', address?.subdivision),
    group('AddressLine', leaf('Line', address?.line3)),
    group('Country', leaf('IdentificationCode', address?.country)),
  )
}

function contact(contact: CompleteParty['contact']): Written {
  return group(
    'Contact',
    leaf('Name', contact?.name),
    leaf('Telephone', contact?.phone),
    leaf('ElectronicMail', contact?.email),
  )
}
