// From a stored document to the AS4 request that carries it: look up, envelope, sign, encrypt.
// While it is unknown whether an earlier request arrived, repeats that request.
import assert from 'node:assert/strict'
import {
  buildLargeUserMessage,
  buildUserMessage,
  type HttpMessage,
  type NewUserMessage,
  readSentMessage,
  type SentMessage,
  type Spool,
} from '../../as4/index.ts'
import { fingerprint } from '../../crypto/index.ts'
import {
  type Endpoint,
  type LookupQuery,
  NetworkError,
  parseParticipant,
  sbdAround,
} from '../../peppol/index.ts'
import type { Document, NewAttempt, NewFile } from '../../store/index.ts'
import { joinInSlices } from '../../threads/index.ts'
import type { Gateway, PeppolAccess } from '../gateway.ts'
import { cachingOf, checkReceiver, findEndpoint, queryFor } from '../network/find-endpoint.ts'
import type { FoundEndpoint } from '../runtime/lookup-cache.ts'

export type Outgoing = {
  request: HttpMessage
  /** What a receipt must cover, and who must sign it. */
  sent: SentMessage
  /** These bytes may have arrived before. */
  repeated: boolean
  facts: Required<
    Pick<NewAttempt, 'messageId' | 'endpointUrl' | 'certificateFingerprint' | 'accessPoint'>
  > &
    Pick<NewAttempt, 'sessionKey' | 'smpMetadata'>
  /** To be stored with the attempt. */
  files: NewFile[]
}

type PrepareMessageNeeds = Pick<
  Gateway,
  'store' | 'recentDocuments' | 'delivery' | 'log' | 'metrics' | 'now' | 'newId'
>

/** Where a document goes: a new message to an endpoint, or the one whose fate is unknown again. */
export type Route = { url: string } & (
  | { kind: 'new'; endpoint: FoundEndpoint }
  | { kind: 'repeat'; facts: Outgoing['facts'] }
)

/** Throws NetworkError when the network has no place for the document. */
export async function findRoute(
  gateway: PrepareMessageNeeds,
  peppolAccess: PeppolAccess,
  document: Document,
): Promise<Route> {
  // A simulated receiver keeps nothing: only a scenario shows how a message is repeated.
  const isRepeatable = !document.test || document.scenario !== undefined
  const isUnknown = document.certainty === 'unknown' && isRepeatable
  const repeat = isUnknown ? await repeatRoute(gateway, peppolAccess, document) : undefined
  if (repeat) return repeat
  const begun = performance.now()
  const endpoint = await findEndpoint(peppolAccess, queryFor(document), cachingOf(gateway))
  const found = { smp: endpoint.smp, endpoint: endpoint.url }
  const millis = Math.round(performance.now() - begun)
  gateway.log.info({ step: 'looked-up', ...found, millis }, 'a receiver was looked up')
  return { kind: 'new', endpoint, url: endpoint.url }
}

// After a retry by a caller, the messages before it are not repeated (docs/api.md, "States").
async function repeatRoute(
  gateway: PrepareMessageNeeds,
  peppolAccess: PeppolAccess,
  document: Document,
): Promise<Route | undefined> {
  const attempts = await gateway.store.attemptsOf(document.id)
  const made = attempts.findLast(
    ({ messageId, number }) => messageId !== undefined && number > document.attemptsBefore,
  )
  if (!made && document.attemptsBefore > 0) return undefined
  const { messageId, endpointUrl, certificateFingerprint, accessPoint } = made ?? {}
  if (!messageId || !endpointUrl || !certificateFingerprint || !accessPoint)
    throw new Error(`document ${document.id} may have been sent, but its request is not stored`)
  const movedTo = await currentUrl(gateway, peppolAccess, document, certificateFingerprint)
  const url = movedTo ?? endpointUrl
  const facts = { messageId, endpointUrl: url, certificateFingerprint, accessPoint }
  return { kind: 'repeat', facts, url }
}

/**
 * `ubl`: of a document that is not stored yet. Throws NetworkError when the receiver of a repeated
 * message may get nothing more.
 */
export async function buildMessage(
  gateway: PrepareMessageNeeds,
  peppolAccess: PeppolAccess,
  document: Document,
  route: Route,
  ubl?: Buffer,
): Promise<Outgoing> {
  return route.kind === 'new'
    ? newMessage(gateway, peppolAccess, document, route.endpoint, ubl)
    : repeatMessage(gateway, peppolAccess, document, route.facts)
}

async function newMessage(
  gateway: PrepareMessageNeeds,
  peppolAccess: PeppolAccess,
  document: Document,
  endpoint: FoundEndpoint,
  ubl: Buffer | undefined,
): Promise<Outgoing> {
  const query = queryFor(document)
  const sbd = ubl
    ? { bytes: await sbdOf(document, query, ubl), isStored: false }
    : await standardBusinessDocument(gateway, document, query)
  const messageId = `${gateway.newId()}@fourcorner`
  const message = {
    messageId,
    conversationId: messageId,
    timestamp: gateway.now(),
    service: { type: query.process.scheme, value: query.process.value },
    action: document.documentTypeId,
    originalSender: parseParticipant(document.sender.id),
    finalRecipient: query.participant,
    payload: sbd.bytes,
    contentId: `${gateway.newId()}@fourcorner`,
  }
  const isInline = sbd.bytes.length <= gateway.delivery.inlineBytesMax
  const build = isInline ? buildUserMessage : buildInPieces
  const built = await build(message, peppolAccess.keys, endpoint.certificate)
  const { sent, sessionKey, ...request } = built
  return {
    request,
    sent,
    repeated: false,
    facts: {
      messageId,
      endpointUrl: endpoint.url,
      certificateFingerprint: fingerprint(endpoint.certificate),
      accessPoint: endpoint.seatId,
      sessionKey,
      smpMetadata: endpoint.smpMetadata,
    },
    files: [...(sbd.isStored ? [] : [sbdFile(gateway, sbd.bytes)]), requestFile(gateway, request)],
  }
}

async function buildInPieces(
  message: NewUserMessage<Buffer>,
  keys: PeppolAccess['keys'],
  receiver: Endpoint['certificate'],
): ReturnType<typeof buildUserMessage> {
  const { body, ...built } = await buildLargeUserMessage(message, keys, receiver, inMemory)
  const pieces: Uint8Array[] = []
  for await (const piece of body.read()) pieces.push(piece)
  return { ...built, body: await joinInSlices(pieces) }
}

// The request is stored as a whole before it leaves, so its pieces need not go through a file.
const inMemory: Spool = async (bytes) => {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return {
    size: pieces.reduce((size, { length }) => size + length, 0),
    async *read() {
      yield* pieces
    },
    async remove() {},
  }
}

// The stored request whose fate is unknown, for the access point that it was encrypted for.
async function repeatMessage(
  { store, now }: PrepareMessageNeeds,
  peppolAccess: PeppolAccess,
  document: Document,
  facts: Outgoing['facts'],
): Promise<Outgoing> {
  const stored = await store.latestFile(document.id, 'as4-request')
  if (!stored)
    throw new Error(`document ${document.id} may have been sent, but its request is not stored`)
  const request = { contentType: stored.file.mediaType, body: stored.bytes }
  const sent = readSentMessage(request)
  await checkNotRevoked(peppolAccess, sent.receiver, now())
  return { request, sent, repeated: true, facts, files: [] }
}

// A holder whose certificate has since expired may still answer for what they received; one whose
// certificate was revoked gets nothing more.
async function checkNotRevoked(
  peppolAccess: PeppolAccess,
  receiver: Endpoint['certificate'],
  now: Date,
): Promise<void> {
  try {
    await checkReceiver(peppolAccess, receiver, now)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const isOfRevocation =
      error.code === 'certificate.revoked' || error.code === 'certificate.revocation-unavailable'
    if (isOfRevocation) throw error
  }
}

/** The current URL of the access point with that certificate, as far as the network says. */
async function currentUrl(
  gateway: PrepareMessageNeeds,
  peppolAccess: PeppolAccess,
  document: Document,
  certificateFingerprint: string,
): Promise<string | undefined> {
  try {
    const query = queryFor(document)
    const { certificate, url } = await findEndpoint(peppolAccess, query, cachingOf(gateway))
    return fingerprint(certificate) === certificateFingerprint ? url : undefined
  } catch (error) {
    if (error instanceof NetworkError) return undefined
    throw error
  }
}

async function standardBusinessDocument(
  { store, recentDocuments }: PrepareMessageNeeds,
  document: Document,
  query: LookupQuery,
): Promise<{ bytes: Buffer; isStored: boolean }> {
  const stored = document.attempts > 0 ? await store.latestFile(document.id, 'sbd') : undefined
  if (stored) return { bytes: stored.bytes, isStored: true }
  const ubl =
    recentDocuments.takeUbl(document.id) ?? (await store.latestFile(document.id, 'ubl'))?.bytes
  if (!ubl) throw new Error(`document ${document.id} has no UBL`)
  return { bytes: await sbdOf(document, query, ubl), isStored: false }
}

// The SBD is the same for every message that carries the document: it contains only
// facts of the document.
async function sbdOf(
  document: Document,
  { participant, documentType, process }: LookupQuery,
  ubl: Buffer,
): Promise<Buffer> {
  assert(ubl[0] === 0x3c && ubl.at(-1) === 0x3e, 'a document starts with < and ends with >')
  const { start, end } = sbdAround({
    sender: parseParticipant(document.sender.id),
    receiver: participant,
    documentType,
    process,
    countryC1: document.countryC1,
    instanceIdentifier: document.instanceIdentifier,
    createdAt: document.createdAt,
    ...(document.mlsType ? { mlsType: document.mlsType } : {}),
    ...(document.mlsTo ? { mlsTo: mlsToIn(document.mlsTo) } : {}),
  })
  return joinInSlices([start, ubl, end])
}

/** The letters stay as they were given. */
function mlsToIn(stored: string): LookupQuery['participant'] {
  const [scheme = '', value = ''] = stored.split('::')
  return { scheme, value }
}

function sbdFile({ newId }: PrepareMessageNeeds, bytes: Buffer): NewFile {
  return { id: newId(), kind: 'sbd', name: 'sbd.xml', mediaType: 'application/xml', bytes }
}

// The media type is kept with its boundary: together with the bytes it restores the whole request.
function requestFile({ newId }: PrepareMessageNeeds, { contentType, body }: HttpMessage): NewFile {
  return {
    id: newId(),
    kind: 'as4-request',
    name: 'as4-request.mime',
    mediaType: contentType,
    bytes: body,
  }
}
