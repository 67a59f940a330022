// The Standard Business Document: a header that says who sends what to whom, and the document
// itself (Peppol Business Message Envelope 2.0, UN/CEFACT SBDH 1.3).
import assert from 'node:assert'
import { element, escapeText } from '../xml/index.ts'
import { type DocumentTypeParts, type Identifier, splitDocumentType } from './identifiers.ts'

export const sbdNamespace = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader'

/** Which Message Level Status the sender asks for; without it, failures only (SBDH 2.0.2). */
export const mlsTypes = ['FAILURE_ONLY', 'ALWAYS_SEND'] as const
export type MlsType = (typeof mlsTypes)[number]

export type SbdHeader = {
  sender: Identifier
  receiver: Identifier
  documentType: Identifier
  process: Identifier
  /** ISO 3166-1 alpha-2 code of the country of the original sender. */
  countryC1: string
  /** Unique per business message, the same for every attempt. */
  instanceIdentifier: string
  createdAt: Date
  mlsType?: MlsType
  /** Where the Message Level Status goes; as it was written, valid or not. */
  mlsTo?: Identifier
}

/**
 * Wraps a document, given as UTF-8 from its root's '<' to its closing '>', without changing a
 * byte. The header's elements have a prefix, so that no default namespace of ours applies to
 * the document.
 */
export function buildSbd(header: SbdHeader, document: Uint8Array): Buffer {
  assert(document[0] === 0x3c && document.at(-1) === 0x3e, 'the document goes from < to >')
  const { start, end } = sbdAround(header)
  return Buffer.concat([start, document, end])
}

/** What precedes and follows the document in its SBD, for a document too large for memory. */
export function sbdAround(header: SbdHeader): { start: Buffer; end: Buffer } {
  const root = element(
    'sh:StandardBusinessDocument',
    { 'xmlns:sh': sbdNamespace },
    buildHeader(header),
  )
  const end = '</sh:StandardBusinessDocument>'
  const start = `<?xml version="1.0" encoding="UTF-8"?>\n${root.slice(0, -end.length)}`
  return { start: Buffer.from(start), end: Buffer.from(end) }
}

function buildHeader(header: SbdHeader): string {
  return element(
    'sh:StandardBusinessDocumentHeader',
    undefined,
    element('sh:HeaderVersion', undefined, '1.0'),
    buildPartner('sh:Sender', header.sender),
    buildPartner('sh:Receiver', header.receiver),
    buildIdentification(header),
    element(
      'sh:BusinessScope',
      undefined,
      buildScope('DOCUMENTID', header.documentType.value, header.documentType.scheme),
      buildScope('PROCESSID', header.process.value, header.process.scheme),
      buildScope('COUNTRY_C1', header.countryC1),
      header.mlsTo && buildScope('MLS_TO', header.mlsTo.value, header.mlsTo.scheme),
      header.mlsType && buildScope('MLS_TYPE', header.mlsType),
    ),
  )
}

function buildPartner(name: string, { scheme, value }: Identifier): string {
  return element(
    name,
    undefined,
    element('sh:Identifier', { Authority: scheme }, escapeText(value)),
  )
}

function buildIdentification({ documentType, instanceIdentifier, createdAt }: SbdHeader): string {
  const parts = splitDocumentType(documentType.value)
  assert(parts, 'the document type has its parts')
  const stated = statedType(parts)
  return element(
    'sh:DocumentIdentification',
    undefined,
    element('sh:Standard', undefined, escapeText(stated.standard)),
    element('sh:TypeVersion', undefined, escapeText(stated.typeVersion)),
    element('sh:InstanceIdentifier', undefined, escapeText(instanceIdentifier)),
    element('sh:Type', undefined, escapeText(stated.type)),
    element('sh:CreationDateAndTime', undefined, createdAt.toISOString()),
  )
}

export type StatedType = { standard: string; type: string; typeVersion: string }

/**
 * How the header states a document type. The version of one that is not XML is always 0, whatever
 * its identifier ends with (Peppol France, Solution Architecture 1.3, 6.1.1).
 */
export function statedType({
  syntax,
  xml,
  customizationId,
  version,
}: DocumentTypeParts): StatedType {
  if (xml) return { standard: xml.namespace, type: xml.root, typeVersion: version }
  const profile = /(?:^|:)((?:factur|order)-x)(?::|$)/i.exec(customizationId)?.[1]?.toLowerCase()
  const format = syntax.slice(syntax.lastIndexOf(':') + 1)
  return { standard: syntax, type: profile ?? format, typeVersion: '0' }
}

function buildScope(type: string, instance: string, scheme?: string): string {
  return element(
    'sh:Scope',
    undefined,
    element('sh:Type', undefined, type),
    element('sh:InstanceIdentifier', undefined, escapeText(instance)),
    scheme === undefined ? undefined : element('sh:Identifier', undefined, escapeText(scheme)),
  )
}
