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
import { element, escapeText } from '../xml/index.ts'
import type { GetAnswer } from './get-listener.ts'
import type { Directory } from './participants.ts'

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

/** Who owns the participants of the gateways. */
export type SmpOwner = { user: string; token: string }

const namespaces = {
  ids: 'http://busdox.org/transport/identifiers/1.0/',
  smp: 'http://busdox.org/serviceMetadata/publishing/1.0/',
  wsa: 'http://www.w3.org/2005/08/addressing',
}

/**
 * Answers GET `path`: a ServiceGroup, SignedServiceMetadata, or 404 for anything not registered.
 */
export async function smpAnswer(path: string, smp: Smp): Promise<GetAnswer> {
  const asked = readPath(path)
  if (!asked) return text(404, 'This SMP has no such resource.')
  const { participant, documentType } = asked
  if (!smp.directory.isRegistered(participant))
    return text(404, 'The participant is not registered at this SMP.')
  if (!documentType) return xml(buildServiceGroup(participant, smp))
  const processes = smp.directory.processesOf(participant, documentType)
  if (processes.length === 0) return text(404, 'The participant does not take this document type.')
  return xml(await buildSignedMetadata({ participant, documentType, processes }, smp))
}

/**
 * Answers GET /list/{user} as phoss SMP does, which anyone else is refused; undefined for another
 * path.
 */
export function ownersAnswer(
  path: string,
  authorization: string | undefined,
  { url, user, token, participants }: SmpOwner & { url: string; participants: readonly string[] },
): GetAnswer | undefined {
  const [, asked] = /^\/list\/([^/]+)$/.exec(path) ?? []
  if (asked === undefined) return undefined
  if (authorization !== `Bearer ${token}`) return text(403, 'These credentials are not known.')
  if (asked !== user) return text(403, 'The URL names another user than the credentials.')
  const references = participants.map((participant) =>
    element('smp:ServiceGroupReference', {
      href: `${url}/${encodeURIComponent(formatIdentifier(parseParticipant(participant)))}`,
    }),
  )
  return xml(
    element('smp:ServiceGroupReferenceList', { 'xmlns:smp': namespaces.smp }, ...references),
  )
}

/** Whom a path asks about; undefined when it is none of ours. */
export function participantIn(path: string): Identifier | undefined {
  return readPath(path)?.participant
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

function buildServiceGroup(participant: Identifier, { directory, url }: Smp): string {
  const base = `${url}/${encodeURIComponent(formatIdentifier(participant))}/services`
  const references = directory.documentTypesOf(participant).map((documentType) =>
    element('smp:ServiceMetadataReference', {
      href: `${base}/${encodeURIComponent(formatIdentifier(documentType))}`,
    }),
  )
  return element(
    'smp:ServiceGroup',
    { 'xmlns:ids': namespaces.ids, 'xmlns:smp': namespaces.smp },
    identifier('ids:ParticipantIdentifier', participant),
    element('smp:ServiceMetadataReferenceCollection', undefined, ...references),
  )
}

type Metadata = { participant: Identifier; documentType: Identifier; processes: Identifier[] }

// Signed as in the field: one enveloped reference over the root, inclusive C14N. The XML is written
// in canonical form.
async function buildSignedMetadata(metadata: Metadata, smp: Smp): Promise<string> {
  const root = (...content: string[]): string =>
    element(
      'smp:SignedServiceMetadata',
      { 'xmlns:ids': namespaces.ids, 'xmlns:smp': namespaces.smp, 'xmlns:wsa': namespaces.wsa },
      ...content,
    )
  const service = buildServiceMetadata(metadata, smp)
  const signature = await buildSignature({
    canonicalization: 'inclusive',
    inScope: namespaces,
    references: [
      {
        uri: '',
        transforms: [{ algorithm: algorithms.enveloped }],
        digestMethod: algorithms.sha256,
        digest: sha256(root(service)),
      },
    ],
    keyInfo: buildKeyInfo(smp.keys.certificate),
    sign: smp.keys.sign,
  })
  return root(service, signature)
}

function buildServiceMetadata(
  { participant, documentType, processes }: Metadata,
  smp: Smp,
): string {
  const endpoints = element('smp:ServiceEndpointList', undefined, buildEndpoint(smp))
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

function buildEndpoint({
  endpoint: { url, certificate, ends = certificate.validTo },
}: Smp): string {
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

function xml(text: string): GetAnswer {
  return { status: 200, contentType: 'application/xml;charset=UTF-8', body: Buffer.from(text) }
}

function text(status: number, text: string): GetAnswer {
  return { status, contentType: 'text/plain;charset=UTF-8', body: Buffer.from(text) }
}
