// The names under which a receiver may have registered for a document type (Peppol Policy for use
// of Identifiers 4.4, PINT).
import { type Identifier, splitDocumentType, wildcardScheme } from './identifiers.ts'

/**
 * The registrations that cover a document type, most specific first. Only the scheme
 * peppol-doctype-wildcard has more than one: the customization id itself, then with `*`, then cut
 * before each `@` from the right, with `*`.
 */
export function registrationCandidates(documentType: Identifier): Identifier[] {
  const parts = splitDocumentType(documentType.value)
  if (documentType.scheme !== wildcardScheme || !parts) return [documentType]
  const { syntax, customizationId, version } = parts
  return [customizationId, ...prefixesOf(customizationId).map((prefix) => `${prefix}*`)].map(
    (candidate) => ({
      scheme: wildcardScheme,
      value: `${syntax}##${candidate}::${version}`,
    }),
  )
}

function prefixesOf(customizationId: string): string[] {
  const pieces = customizationId.split('@')
  return pieces.map((_, dropped) => pieces.slice(0, pieces.length - dropped).join('@'))
}
