// Parses a Standard Business Document and checks that it does not contradict itself (Peppol
// Business Message Envelope 2.0). Values are trimmed, as some senders put line breaks around them.
import {
  attributeOf,
  children,
  holdsElements,
  parseDateTime,
  parseXml,
  textOf,
  trimSpace,
  type XmlDocument,
  type XmlElement,
} from '../xml/index.ts'
import { isBinaryContent } from './binary-content.ts'
import {
  documentTypeScheme,
  type Identifier,
  parseDocumentType,
  parseParticipant,
  parseProcess,
  participantScheme,
  processScheme,
  splitDocumentType,
} from './identifiers.ts'
import { mlsTypes, type SbdHeader, type StatedType, sbdNamespace, statedType } from './sbdh.ts'

export type ParsedHeader = SbdHeader & StatedType
export type ParsedSbd = {
  header: ParsedHeader
  /** The bytes of the document, from its root's '<' to its closing '>'. */
  document: Buffer
}

// Whatever a document may contain on its own, it may contain here, one level deeper.
const limits = { instructions: 'keep', depthMax: 101 } as const

/** Throws an Error that says what is wrong; an XmlError when it is not XML that we take. */
export function parseSbdTree(bytes: Uint8Array): ParsedSbd {
  const parsed = parseXml(bytes, limits)
  const { root } = parsed
  if (root.local !== 'StandardBusinessDocument' || root.namespace !== sbdNamespace)
    throw new Error(`The payload is not a StandardBusinessDocument but '${root.local}'`)
  const [headerElement, document, ...others] = children(root)
  if (
    headerElement?.local !== 'StandardBusinessDocumentHeader' ||
    headerElement.namespace !== sbdNamespace
  )
    throw new Error('The SBD does not begin with its header')
  if (!document || others.length > 0) throw new Error('The SBD does not carry exactly one document')
  if (trimSpace(textOf(root)) !== '') throw new Error('The SBD contains text beside its document')
  const header = readHeader(headerElement)
  checkConsistency(header, document)
  return { header, document: bytesOf(document, parsed, bytes) }
}

function readHeader(element: XmlElement): ParsedHeader {
  if (text(element, 'HeaderVersion') !== '1.0') throw new Error('The header version is not 1.0')
  const identification = only(element, 'DocumentIdentification')
  const createdAt = parseDateTime(text(identification, 'CreationDateAndTime'))
  if (!createdAt) throw new Error('CreationDateAndTime is not a date and time')
  return {
    sender: readPartner(element, 'Sender'),
    receiver: readPartner(element, 'Receiver'),
    ...readScopes(only(element, 'BusinessScope')),
    instanceIdentifier: text(identification, 'InstanceIdentifier'),
    createdAt,
    standard: text(identification, 'Standard'),
    type: text(identification, 'Type'),
    typeVersion: text(identification, 'TypeVersion'),
  }
}

function readPartner(header: XmlElement, local: string): Identifier {
  const identifier = only(only(header, local), 'Identifier')
  const authority = trimSpace(attributeOf(identifier, 'Authority', '') ?? '')
  if (authority !== participantScheme)
    throw new Error(`The authority of ${local} is not ${participantScheme}`)
  return parseParticipant(`${authority}::${leafOf(identifier)}`)
}

type Scopes = Pick<SbdHeader, 'documentType' | 'process' | 'countryC1' | 'mlsType' | 'mlsTo'>

function readScopes(scopes: XmlElement): Scopes {
  const all = children(scopes, 'Scope', sbdNamespace)
  const documentType = readScope(all, 'DOCUMENTID')
  const process = readScope(all, 'PROCESSID')
  const countryC1 = readScope(all, 'COUNTRY_C1').value
  if (!/^[A-Z0-9]{2}$/.test(countryC1)) throw new Error('COUNTRY_C1 is not a country code')
  return {
    documentType: parseDocumentType(
      `${documentType.scheme ?? documentTypeScheme}::${documentType.value}`,
    ),
    process: parseProcess(`${process.scheme ?? processScheme}::${process.value}`),
    countryC1,
    ...readMlsScopes(all),
  }
}

// A value that is not known asks for nothing; no document is refused for it.
function readMlsScopes(scopes: XmlElement[]): Pick<SbdHeader, 'mlsType' | 'mlsTo'> {
  const stated = optionalScope(scopes, 'MLS_TYPE')?.value
  const mlsType = mlsTypes.find((type) => type === stated)
  const to = optionalScope(scopes, 'MLS_TO')
  return {
    ...(mlsType ? { mlsType } : {}),
    ...(to ? { mlsTo: { scheme: to.scheme ?? participantScheme, value: to.value } } : {}),
  }
}

type Scope = { scheme: string | undefined; value: string }

function readScope(scopes: XmlElement[], type: string): Scope {
  const scope = optionalScope(scopes, type)
  if (!scope) throw new Error(`The header does not have exactly one scope ${type}`)
  return scope
}

function optionalScope(scopes: XmlElement[], type: string): Scope | undefined {
  const [scope, ...others] = scopes.filter((candidate) => text(candidate, 'Type') === type)
  if (!scope) return undefined
  if (others.length > 0) throw new Error(`The header does not have exactly one scope ${type}`)
  const [identifier, ...further] = children(scope, 'Identifier', sbdNamespace)
  if (further.length > 0) throw new Error(`The scope ${type} has several identifiers`)
  const max = type === 'DOCUMENTID' ? documentTypeCharactersMax : charactersMax
  const scheme = identifier && checkLength(leafOf(identifier), 'Identifier', charactersMax)
  return { scheme, value: text(scope, 'InstanceIdentifier', max) }
}

function checkConsistency(header: ParsedHeader, document: XmlElement): void {
  if (header.documentType.value.includes('*')) throw new Error('The document type is a wildcard')
  // Its Standard and Type name a format that no element shows.
  if (isBinaryContent(document)) return
  const parts = splitDocumentType(header.documentType.value)
  const { standard, type, typeVersion } = header
  const stated = [standard, type, typeVersion].join(' ')
  if (!parts?.xml || stated !== Object.values(statedType(parts)).join(' '))
    throw new Error(`Standard, Type and TypeVersion (${stated}) do not match the document type`)
  if (document.namespace !== header.standard || document.local !== header.type)
    throw new Error(
      `The document is '${document.local}' of '${document.namespace}', not what the header says`,
    )
}

// Element offsets count UTF-16 units; the document is returned as bytes.
function bytesOf(
  element: XmlElement,
  { root, text, rootStart }: XmlDocument,
  bytes: Uint8Array,
): Buffer {
  const start = rootStart + Buffer.byteLength(text.slice(root.start, element.start))
  const length = Buffer.byteLength(text.slice(element.start, element.end))
  return Buffer.from(bytes.subarray(start, start + length))
}

/** For any text of the header, but for a document type. */
const charactersMax = 255
const documentTypeCharactersMax = 500

function text(parent: XmlElement, local: string, max = charactersMax): string {
  const value = leafOf(only(parent, local))
  if (value === '') throw new Error(`${local} is empty`)
  return checkLength(value, local, max)
}

function checkLength(value: string, local: string, max: number): string {
  if (value.length > max) throw new Error(`${local} has more than ${max} characters`)
  return value
}

// Others might read text beside elements differently.
function leafOf(element: XmlElement): string {
  if (holdsElements(element)) throw new Error(`${element.local} must contain text only`)
  return trimSpace(textOf(element))
}

function only(parent: XmlElement, local: string): XmlElement {
  const [found, ...others] = children(parent, local, sbdNamespace)
  if (!found || others.length > 0)
    throw new Error(`${parent.local} does not contain exactly one ${local}`)
  return found
}
