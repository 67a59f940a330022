// The service metadata publisher: its answer for each path (Peppol SMP 1.4). The listener
// is elsewhere.
import type { X509Certificate } from 'node:crypto'
import { algorithms, buildSignature, type KeyProvider, sha256 } from '../crypto/index.ts'
import {
  formatIdentifier,
  type Identifier,
  parseDocumentType,
  parseParticipant,
  transportProfile,
} from '../peppol/index.ts'
import { canonicalize, element, escapeText, parseXml } from '../xml/index.ts'
import type { Directory } from './participants.ts'
import { smpNamespaces } from './smp-content.ts'

type XmlAnswer = { status: number; contentType: string; body: Buffer }

export type Smp = {
  /** Without a trailing slash. */
  url: string
  keys: KeyProvider
  directory: Directory
  /**
   * The one access point that serves all participants; `ends`: of the service, if that is not the
   * end of the certificate.
   */
  endpoint: { url: string; certificate: X509Certificate; ends?: string }
}

/** What an SMP has of a participant. */
export type PublishedGroup = {
  participant: Identifier
  /** XML, or nothing. */
  extension: string
  /** In the order of its references; one may be there twice. */
  documentTypes: Identifier[]
  /** ServiceMetadata as XML; undefined when it does not have the type. */
  metadataOf(documentType: Identifier): string | undefined
}

/**
 * Answers GET `path`: a ServiceGroup, SignedServiceMetadata, or 404 for anything not registered.
 */
export async function smpAnswer(path: string, smp: Smp): Promise<XmlAnswer> {
  const asked = readPath(path)
  if (!asked) return text(404, 'This SMP has no such resource.')
  const { participant, documentType } = asked
  const group = publishedGroup(smp, participant)
  if (!group) return text(404, 'The participant is not registered at this SMP.')
  if (!documentType) return xml(buildGroup(group, smp.url))
  const metadata = group.metadataOf(documentType)
  if (metadata === undefined) return text(404, 'The participant does not take this document type.')
  return xml(await buildSignedMetadata(metadata, smp.keys))
}

/** What the directory has of a participant; undefined when it is not registered. */
export function publishedGroup(
  { directory, endpoint }: Pick<Smp, 'directory' | 'endpoint'>,
  participant: Identifier,
): PublishedGroup | undefined {
  if (!directory.isRegistered(participant)) return undefined
  return {
    ...{ participant, extension: '' },
    documentTypes: directory.documentTypesOf(participant),
    metadataOf(documentType) {
      const processes = directory.processesOf(participant, documentType)
      if (processes.length === 0) return undefined
      return buildServiceMetadata({ participant, documentType, processes }, endpoint)
    },
  }
}

// /{participant} or /{participant}/services/{document type}, each percent-encoded in one segment.
function readPath(
  path: string,
): { participant: Identifier; documentType?: Identifier } | undefined {
  const [first, participant, services, documentType, ...rest] = path.split('/')
  const isMetadata = services === 'services' && Boolean(documentType) && rest.length === 0
  if (first !== '' || !participant || !(isMetadata || services === undefined)) return undefined
  try {
    return {
      participant: parseParticipant(decodeURIComponent(participant)),
      ...(documentType
        ? { documentType: parseDocumentType(decodeURIComponent(documentType)) }
        : {}),
    }
  } catch {
    // Neither a broken percent-encoding nor a malformed identifier can be registered.
    return undefined
  }
}

export function buildGroup(group: PublishedGroup, url: string): string {
  return withNamespaces('smp:ServiceGroup', contentOfGroup(group, url))
}

/** The group and all that it has, unsigned, as phoss SMP gives it. */
export function buildComplete(group: PublishedGroup, url: string): string {
  const types = new Map(group.documentTypes.map((one) => [formatIdentifier(one), one]))
  return withNamespaces(
    'smp:CompleteServiceGroup',
    element('smp:ServiceGroup', undefined, contentOfGroup(group, url)),
    ...[...types.values()].map((one) => group.metadataOf(one) ?? ''),
  )
}

/** The participants of one user, in short form. */
export function buildOwnersList(participants: readonly string[], url: string): string {
  const references = participants.map((participant) =>
    element('smp:ServiceGroupReference', { href: hrefOf(parseParticipant(participant), url) }),
  )
  return withNamespaces('smp:ServiceGroupReferenceList', ...references)
}

function contentOfGroup(
  { participant, extension, documentTypes }: PublishedGroup,
  url: string,
): string {
  const base = `${hrefOf(participant, url)}/services`
  const references = documentTypes.map((documentType) =>
    element('smp:ServiceMetadataReference', {
      href: `${base}/${encodeURIComponent(formatIdentifier(documentType))}`,
    }),
  )
  return (
    identifier('ids:ParticipantIdentifier', participant) +
    element('smp:ServiceMetadataReferenceCollection', undefined, ...references) +
    extension
  )
}

function hrefOf(participant: Identifier, url: string): string {
  return `${url}/${encodeURIComponent(formatIdentifier(participant))}`
}

function withNamespaces(name: string, ...content: string[]): string {
  const declared = Object.entries(smpNamespaces).map(([prefix, one]) => [`xmlns:${prefix}`, one])
  return element(name, Object.fromEntries(declared), ...content)
}

/**
 * Signed as in the field: one enveloped reference over the root, inclusive C14N. An extension may
 * not be in canonical form where it stands.
 */
export async function buildSignedMetadata(metadata: string, keys: KeyProvider): Promise<string> {
  const root = (...content: string[]): string =>
    withNamespaces('smp:SignedServiceMetadata', ...content)
  const plain = parseXml(Buffer.from(root(metadata))).root
  const signature = await buildSignature({
    canonicalization: 'inclusive',
    inScope: smpNamespaces,
    references: [
      {
        uri: '',
        transforms: [{ algorithm: algorithms.enveloped }],
        digestMethod: algorithms.sha256,
        digest: sha256(canonicalize(plain, { mode: 'inclusive' })),
      },
    ],
    keyInfo: buildKeyInfo(keys.certificate),
    sign: keys.sign,
  })
  return root(metadata, signature)
}

type Metadata = { participant: Identifier; documentType: Identifier; processes: Identifier[] }

function buildServiceMetadata(
  { participant, documentType, processes }: Metadata,
  endpoint: Smp['endpoint'],
): string {
  const endpoints = element('smp:ServiceEndpointList', undefined, buildEndpoint(endpoint))
  const list = processes.map((process) =>
    element('smp:Process', undefined, identifier('ids:ProcessIdentifier', process), endpoints),
  )
  const information = element(
    'smp:ServiceInformation',
    undefined,
    identifier('ids:ParticipantIdentifier', participant),
    identifier('ids:DocumentIdentifier', documentType),
    element('smp:ProcessList', undefined, ...list),
  )
  return element('smp:ServiceMetadata', undefined, information)
}

function buildEndpoint({ url, certificate, ends = certificate.validTo }: Smp['endpoint']): string {
  const address = element('wsa:Address', undefined, escapeText(url))
  return element(
    'smp:Endpoint',
    { transportProfile },
    element('wsa:EndpointReference', undefined, address),
    element('smp:RequireBusinessLevelSignature', undefined, 'false'),
    element('smp:ServiceActivationDate', undefined, dateTime(certificate.validFrom)),
    element('smp:ServiceExpirationDate', undefined, dateTime(ends)),
    element('smp:Certificate', undefined, certificate.raw.toString('base64')),
    element('smp:ServiceDescription', undefined, 'The second access point of the sandbox'),
    element('smp:TechnicalContactUrl', undefined, 'https://sandbox.invalid/'),
  )
}

function buildKeyInfo(certificate: X509Certificate): string {
  return element(
    'ds:X509Data',
    undefined,
    element('ds:X509SubjectName', undefined, escapeText(subjectName(certificate))),
    element('ds:X509Certificate', undefined, certificate.raw.toString('base64')),
  )
}

// In RFC 2253 notation: the most specific part first. The sandbox's own names need no escaping.
function subjectName(certificate: X509Certificate): string {
  return certificate.subject.split('\n').reverse().join(',')
}

function dateTime(text: string): string {
  return new Date(text).toISOString()
}

function identifier(name: string, { scheme, value }: Identifier): string {
  return element(name, { scheme }, escapeText(value))
}

export function xml(text: string): XmlAnswer {
  return { status: 200, contentType: 'application/xml;charset=UTF-8', body: Buffer.from(text) }
}

function text(status: number, text: string): XmlAnswer {
  return { status, contentType: 'text/plain;charset=UTF-8', body: Buffer.from(text) }
}
