// The document type of what a document says about itself, and the documents that access points send
// on their own account.
import { findStatedType } from '../codelists/index.ts'
import { type Identifier, parseDocumentType, splitDocumentType } from './identifiers.ts'

type Stated = { namespace: string; root: string; customizationId: string }

/** Versions by the start of namespace and customization id, where the code list has no type. */
const versions = [
  ['urn:oasis:names:specification:ubl:schema:xsd:', '', '2.1'],
  ['urn:peppol:schema:', 'urn:peppol:taxdata:', '1.0'],
] as const

/**
 * Undefined when the version, the last part of the identifier, follows from nothing that the
 * document says. Throws IdentifierError when its customization id cannot be part of one.
 */
export function documentTypeFrom({
  namespace,
  root,
  customizationId,
}: Stated): Identifier | undefined {
  const stated = `${namespace}::${root}##${customizationId}`
  const listed = findStatedType(stated)
  if (listed) return { scheme: listed.scheme, value: listed.value }
  const version = versions.find(
    ([space, start]) => namespace.startsWith(space) && customizationId.startsWith(start),
  )?.[2]
  return version && parseDocumentType(`${stated}::${version}`)
}

const ownDuties = [
  ['ApplicationResponse', 'urn:peppol:edec:mls', 'a Message Level Status (MLS)'],
  ['ApplicationResponse', 'urn:fdc:peppol.eu:poacc:trns:mlr:', 'a Message Level Response (MLR)'],
  ['TransactionStatisticsReport', '', 'a Transaction Statistics Report (TSR)'],
  ['EndUserStatisticsReport', '', 'an End User Statistics Report (EUSR)'],
] as const

/** What an access point sends in its own name, in words; undefined for all that others send. */
export function ownDutyOf({ root, customizationId = '' }: Partial<Stated>): string | undefined {
  return ownDuties.find(
    ([local, start]) => local === root && customizationId.startsWith(start),
  )?.[2]
}

/** The root element that documents of a type have; undefined when they are not XML. */
export function rootOfType({ value }: Identifier): Stated | undefined {
  const parts = splitDocumentType(value)
  return parts?.xml && { ...parts.xml, customizationId: parts.customizationId }
}
