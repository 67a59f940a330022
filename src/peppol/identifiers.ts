// Participants, document types and processes (Peppol Policy for use of Identifiers 4.4), in the
// form `scheme::value`.

export type Identifier = { scheme: string; value: string }

export const participantScheme = 'iso6523-actorid-upis'
export const documentTypeScheme = 'busdox-docid-qns'
export const wildcardScheme = 'peppol-doctype-wildcard'
export const processScheme = 'cenbii-procid-ubl'
/** Peppol AS4 2.0, the only transport profile in use. */
export const transportProfile = 'peppol-transport-as4-v2_0'

/** A string is not an identifier of its kind; the message says why. */
export class IdentifierError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'IdentifierError'
  }
}

/**
 * A participant from `0208:0123456749` or `iso6523-actorid-upis::0208:0123456749`. Its value is
 * case-insensitive and is returned in lower case. Throws IdentifierError.
 */
export function parseParticipant(text: string): Identifier {
  const { scheme = participantScheme, value } = splitScheme(lowerCase(text))
  if (scheme !== participantScheme)
    throw new IdentifierError(`The participant scheme '${scheme}' is not known.`)
  if (!/^[0-9]{4}:[a-z0-9._~-]{1,130}$/.test(value))
    throw new IdentifierError(
      'A participant is four digits, a colon, and 1 to 130 letters, digits or ". _ ~ -", such as ' +
        '0208:0123456749.',
    )
  return { scheme, value }
}

/** Participant identifiers are case-insensitive (Peppol Policy for use of Identifiers). */
export function isSameParticipant(one: Identifier, other: Identifier): boolean {
  return lowerCase(formatIdentifier(one)) === lowerCase(formatIdentifier(other))
}

/** Document types and processes are the same in the same letters only. */
export function isSameIdentifier(one: Identifier, other: Identifier): boolean {
  return one.scheme === other.scheme && one.value === other.value
}

// ASCII only: String.toLowerCase() turns the Kelvin sign into an ordinary k.
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}

/** The short form, without the scheme: `0208:0123456749`. */
export function formatParticipant(participant: Identifier): string {
  return participant.value
}

/** `scheme::value`, as in URLs and in the AS4 action. */
export function formatIdentifier({ scheme, value }: Identifier): string {
  return `${scheme}::${value}`
}

/**
 * A document type, with or without its scheme; without one, PINT types get the wildcard scheme and
 * all others busdox-docid-qns. A `*` at the end of the customization id marks a registration in an
 * SMP. Throws IdentifierError.
 */
export function parseDocumentType(text: string): Identifier {
  const { scheme, value } = splitScheme(text)
  const parts = splitDocumentType(value)
  if (!isPlain(value, 500) || !parts)
    throw new IdentifierError(
      'A document type is <namespace>::<root element>##<customization id>::<version>, or ' +
        'urn:peppol:doctype:<format>##<customization id>::<version> for a file that is not XML; ' +
        'at most 500 characters, without white space.',
    )
  const identifier = { scheme: scheme ?? schemeOf(parts.customizationId), value }
  if (![documentTypeScheme, wildcardScheme].includes(identifier.scheme))
    throw new IdentifierError(`The document type scheme '${identifier.scheme}' is not known.`)
  if (hasMisplacedStar(identifier, parts))
    throw new IdentifierError(
      `A '*' may only end the customization id, with the scheme ${wildcardScheme}.`,
    )
  return identifier
}

/** A process, with or without its scheme. Throws IdentifierError. */
export function parseProcess(text: string): Identifier {
  const { scheme = processScheme, value } = splitScheme(text)
  if (scheme !== processScheme)
    throw new IdentifierError(`The process scheme '${scheme}' is not known.`)
  if (!isPlain(value, 200))
    throw new IdentifierError('A process is 1 to 200 characters without white space.')
  return { scheme, value }
}

/**
 * The document type of a UBL 2.1 document. Throws IdentifierError when its customization id cannot
 * be part of one.
 */
export function documentTypeOf(document: {
  namespace: string
  root: string
  customizationId: string
}): Identifier {
  return parseDocumentType(
    `${document.namespace}::${document.root}##${document.customizationId}::2.1`,
  )
}

export type DocumentTypeParts = {
  /** What precedes `##`. */
  syntax: string
  /** The root element; absent for a file that is not XML. */
  xml?: { namespace: string; root: string }
  customizationId: string
  version: string
}

/**
 * Undefined when the value is neither `<namespace>::<root>##<customization id>::<version>` nor,
 * for a file that is not XML, `urn:peppol:doctype:<format>##<customization id>::<version>`.
 */
export function splitDocumentType(value: string): DocumentTypeParts | undefined {
  const syntaxEnd = value.indexOf('##')
  const versionAt = value.lastIndexOf('::')
  if (syntaxEnd < 1 || versionAt < syntaxEnd) return undefined
  const syntax = value.slice(0, syntaxEnd)
  const customizationId = value.slice(syntaxEnd + 2, versionAt)
  const version = value.slice(versionAt + 2)
  if (customizationId === '' || version === '') return undefined
  if (/^urn:peppol:doctype:[^:]+(:[^:]+)*$/.test(syntax))
    return { syntax, customizationId, version }
  const rootAt = syntax.indexOf('::')
  const xml = { namespace: syntax.slice(0, rootAt), root: syntax.slice(rootAt + 2) }
  if (rootAt < 1 || xml.root === '') return undefined
  return { syntax, xml, customizationId, version }
}

/** One segment of an SMP path: every byte but RFC 3986's unreserved ones percent-encoded. */
export function encodeSegment(identifier: Identifier): string {
  return encodeURIComponent(formatIdentifier(identifier)).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

// Document type values contain '::' themselves, so the scheme ends at the first one. What precedes
// it is a scheme only if it looks like one, since a value may come without.
function splitScheme(text: string): { scheme?: string; value: string } {
  const at = text.indexOf('::')
  const scheme = text.slice(0, Math.max(at, 0))
  const isScheme = /^[a-z0-9]+-[a-z0-9]+-[a-z0-9]+$/.test(scheme)
  return isScheme ? { scheme, value: text.slice(at + 2) } : { value: text }
}

function schemeOf(customizationId: string): string {
  return customizationId.startsWith('urn:peppol:pint:') ? wildcardScheme : documentTypeScheme
}

function hasMisplacedStar(
  { scheme, value }: Identifier,
  { customizationId }: DocumentTypeParts,
): boolean {
  const stars = value.split('*').length - 1
  return stars > 0 && !(stars === 1 && scheme === wildcardScheme && customizationId.endsWith('*'))
}

// Identifiers are ISO 8859-1 without white space and control characters.
function isPlain(value: string, lengthMax: number): boolean {
  return value.length <= lengthMax && /^[\u0021-\u007e\u00a1-\u00ff]+$/.test(value)
}
