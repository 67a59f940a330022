// Document types that a participant may be registered for, by their names or identifiers.
import { nearestName } from '../../billing/index.ts'
import { documentTypesNamed, shortNames, singleShortNames } from '../../codelists/index.ts'
import {
  documentTypeName,
  formatIdentifier,
  type IdentifierError,
  parseDocumentType,
  type Service,
  servicesOfType,
} from '../../peppol/index.ts'

/** The identifiers behind a name; undefined when it is none. */
export function documentTypesOf(name: string): string[] | undefined {
  return documentTypesNamed(name)?.map(formatIdentifier)
}

export const receivedTypeNames = shortNames

/** Names of a single document type, where only one can be asked about. */
export const singleTypeNames = singleShortNames

/** The identifier behind a name of one type; any other text is left as it is. */
export function identifierOf(text: string): string {
  return singleShortNames.includes(text) ? documentTypesOf(text)![0]! : text
}

/**
 * What to write in place of a text that names no document type. Few people know the identifiers:
 * a text that is far from one was meant to be a name.
 */
export function documentTypeMeant(
  text: string,
  { message }: IdentifierError,
  names: readonly string[] = shortNames,
): string {
  if (text.includes('::')) return message
  const meant = nearestName(text, names)
  return meant === undefined
    ? `write one of ${names.join(', ')}, or the identifier of a document type`
    : `write ${meant}`
}

/** What a registration lists, for people. */
export type NamedTypes = {
  /** Short names of which it has all document types. */
  names: string[]
  /** The other ones, with their names in the code list. */
  others: { id: string; name: string }[]
}

export function namedTypesOf(documentTypes: readonly string[]): NamedTypes {
  const listed = new Set(documentTypes)
  const names = shortNames.filter((name) => {
    const types = documentTypesOf(name) ?? []
    return types.length > 0 && types.every((type) => listed.has(type))
  })
  const named = new Set(names.flatMap((name) => documentTypesOf(name) ?? []))
  const others = documentTypes
    .filter((id) => !named.has(id))
    .map((id) => ({ id, name: documentTypeName(parseDocumentType(id)) }))
  return { names, others }
}

/** What is published of a participant that takes whatever comes, each with its usual process. */
const usualNames = ['invoice', 'credit-note', 'self-billing', 'invoice-response', 'mlr']

function usualServices(): Service[] {
  return usualNames
    .flatMap((name) => documentTypesNamed(name) ?? [])
    .map((documentType) => ({ documentType, process: documentType.processes[0]! }))
}

/**
 * The services behind document types, all processes of each; without types, the usual ones. The
 * code list does not have the processes of every type.
 */
export function servicesFor(documentTypes: readonly string[]): Service[] {
  if (documentTypes.length === 0) return usualServices()
  return documentTypes.flatMap((type) => servicesOfType(parseDocumentType(type)))
}
