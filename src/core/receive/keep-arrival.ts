// Stores a message that has passed every check, once: the document, the SBD that it came in, and
// the receipt for its sender. The same message again gets the same receipt again.
import { type Content, chunksOf } from '../../as4/index.ts'
import { startSha256 } from '../../crypto/index.ts'
import type { ReadDocument, ReadOther } from '../../intake/index.ts'
import { dayDoubts, sentencesOf } from '../../intake/index.ts'
import { formatIdentifier, formatParticipant, type ParsedHeader } from '../../peppol/index.ts'
import { Problem } from '../../problem.ts'
import { type Arrival, aheadMaxMs, type Kept } from '../../reception/index.ts'
import {
  type ArrivalKeys,
  type Document,
  type Exchange,
  instanceDigest,
  type KnownArrival,
  type NewFile,
  type Served,
} from '../../store/index.ts'
import { joinInSlices } from '../../threads/index.ts'
import type { Gateway } from '../gateway.ts'
import { arrivalDoubts } from '../network/type-doubts.ts'
import { namedIn, statedInArrival } from '../record-facts.ts'
import { takeForAccessPoint } from '../runtime/storage.ts'
import { moveOn } from '../status.ts'
import { getsMls } from './network-documents.ts'
import { openedAtOnce } from './open-arrival.ts'

type KeepArrivalNeeds = Pick<
  Gateway,
  | 'store'
  | 'intake'
  | 'recentDocuments'
  | 'inbound'
  | 'storage'
  | 'mls'
  | 'inboundQueued'
  | 'moved'
  | 'events'
  | 'log'
  | 'now'
  | 'newId'
>

/** The keys and digests of an arrival; digests as hex. */
type Facts = { keys: ArrivalKeys; sbdSha256: string; documentSha256: string }

/** An arrival for a receiver who is registered here. */
type ServedArrival = Arrival<Served>

/** Throws NoRoomError, and for failures of our own. */
export async function keepArrival(
  gateway: KeepArrivalNeeds,
  arrival: ServedArrival,
  makeReceipt: () => Promise<Buffer>,
): Promise<Kept> {
  const facts = await factsOf(arrival)
  const receipt = receiptFile(gateway, await makeReceipt())
  // Nearly all are new: storing one finds out.
  let known: KnownArrival = {}
  for (let tries = 0; tries < 4; tries++) {
    const { message, instance } = known
    if (message) return repeat(gateway, message, facts, receipt)
    const isKnown = instance?.documentSha256 === facts.documentSha256
    const kept = isKnown
      ? await keepRepeated(gateway, instance.documentId, arrival, facts, receipt)
      : await keepNew(gateway, arrival, {
          receipt,
          sameInstanceAs: instance?.documentId,
          ...facts,
        })
    if (kept === 'tenant-removed')
      throw new Error('the tenant of the receiver was removed while the message arrived')
    if (kept === 'stored')
      return { kind: isKnown ? 'repeat' : 'stored', receipt: receipt.bytes as Buffer }
    // It came before; or another process, or another connection, has just stored it.
    known = await gateway.store.knownArrival(facts.keys)
  }
  throw new Error('the same message is being stored over and over again')
}

// The receipt of the first message proves nothing for another one.
const conflict: Kept = {
  kind: 'refused',
  detail: 'this MessageId was used before with another document',
}

async function repeat(
  { store }: KeepArrivalNeeds,
  first: { documentId: string; sbdSha256: string; receiptId: string },
  { sbdSha256 }: Facts,
  another: NewFile,
): Promise<Kept> {
  if (first.sbdSha256 !== sbdSha256) return conflict
  await store.countRepeat(first.documentId)
  const receipt = await store.readFile(first.documentId, first.receiptId)
  // After RETENTION_DAYS the first one is gone, and the message is no less received.
  return { kind: 'repeat', receipt: receipt.length > 0 ? receipt : (another.bytes as Buffer) }
}

async function keepRepeated(
  gateway: KeepArrivalNeeds,
  documentId: string,
  { message, header, at }: ServedArrival,
  { keys, sbdSha256 }: Facts,
  receipt: NewFile,
): Promise<'stored' | 'known'> {
  const facts = { documentId, keys, sbdSha256, receipt, actor: actorOf(message), at }
  await takeForAccessPoint(gateway, message.from, [receipt])
  return gateway.store.keepRepeatedArrival({ ...facts, ...mlsWish(header) })
}

async function keepNew(
  gateway: KeepArrivalNeeds,
  arrival: ServedArrival,
  {
    receipt,
    sameInstanceAs,
    ...facts
  }: Facts & { receipt: NewFile; sameInstanceAs: string | undefined },
): ReturnType<KeepArrivalNeeds['store']['keepArrival']> {
  const { store, newId, log, inboundQueued } = gateway
  const bytes = await wholeOf(arrival.document)
  const received: Document = {
    ...toDocument(gateway, arrival, await readArrived(gateway, arrival, bytes)),
    ...(sameInstanceAs ? { sameInstanceAs } : {}),
  }
  const opened = openedAtOnce(gateway, received, arrival.served)
  const document = opened?.document ?? received
  const sbd: NewFile = {
    id: newId(),
    kind: 'sbd',
    name: 'sbd.xml',
    mediaType: 'application/xml',
    bytes: await wholeOf(arrival.sbd),
  }
  const content: NewFile = {
    id: newId(),
    kind: 'ubl',
    name: 'document.xml',
    mediaType: 'application/xml',
    bytes,
  }
  const files = [sbd, content, receipt]
  await takeForAccessPoint(gateway, arrival.message.from, files)
  const kept = await store.keepArrival({
    document,
    keys: facts.keys,
    sbdSha256: facts.sbdSha256,
    ...(sameInstanceAs ? {} : { documentSha256: facts.documentSha256 }),
    files,
    receiptId: receipt.id,
    move: moveOn(undefined, 'received', actorOf(arrival.message)),
    ...(opened ? { opening: opened.opening } : {}),
    exchange: exchangeOf(document, arrival.served),
  })
  if (kept === 'stored') {
    const { messageId, from } = arrival.message
    log.info({ documentId: document.id, messageId, from }, 'a document was received')
    if (opened) {
      gateway.events.notify(document.tenantId)
    } else {
      gateway.recentDocuments.put(document, bytes)
      inboundQueued.notify()
    }
  }
  return kept
}

/** Undefined when it cannot be read: it is kept all the same. */
async function readArrived(
  { intake }: KeepArrivalNeeds,
  { message }: ServedArrival,
  bytes: Buffer,
): Promise<ReadDocument | ReadOther | undefined> {
  try {
    return await intake.readAny(bytes, { owner: message.from })
  } catch (error) {
    if (error instanceof Problem && !error.retryable) return undefined
    throw error
  }
}

function doubtsAbout(
  read: ReadDocument,
  at: Date,
  { validation }: KeepArrivalNeeds['inbound'],
): string[] {
  const doubts = [...read.doubts, ...dayDoubts(read, 'xml', at)]
  return sentencesOf(doubts, validation === 'rules')
}

function toDocument(
  { mls, newId, inbound }: KeepArrivalNeeds,
  { message, header, served: { tenantId }, at }: ServedArrival,
  read: ReadDocument | ReadOther | undefined,
): Document {
  const said = read && ('summary' in read ? read.summary : read.other)
  // A clock that is wrong by days says nothing about when the message left.
  const isAhead = header.createdAt.getTime() > at.getTime() + aheadMaxMs
  const sentAt = isAhead ? at : message.timestamp
  return {
    // Lists rely on it: the order of ids is the order of arrival.
    id: newId(at),
    tenantId,
    ...(read ? statedInArrival(read) : { kind: kindOf(header.type) }),
    direction: 'inbound',
    test: false,
    sender: { id: formatParticipant(header.sender), ...namedIn(said?.sender) },
    receiver: { id: formatParticipant(header.receiver), ...namedIn(said?.receiver) },
    documentTypeId: formatIdentifier(header.documentType),
    processId: formatIdentifier(header.process),
    countryC1: header.countryC1,
    instanceIdentifier: header.instanceIdentifier,
    ...mlsWish(header),
    validation: notValidated,
    warnings: [
      ...(read && 'summary' in read ? doubtsAbout(read, at, inbound) : []),
      ...arrivalDoubts(header.documentType, profileIdOf(read), at),
    ],
    status: 'received',
    certainty: 'confirmed',
    as4: {
      messageId: message.messageId,
      sentAt,
      receivedAt: at,
      accessPoint: message.from,
    },
    repeats: 0,
    attempts: 0,
    attemptsBefore: 0,
    deadline: new Date(sentAt.getTime() + mls.windowMs),
    createdAt: at,
    updatedAt: at,
  }
}

function profileIdOf(read: ReadDocument | ReadOther | undefined): string | undefined {
  if (!read) return undefined
  return 'summary' in read ? read.summary.profileId : read.other.profileId
}

/** Which Message Level Status the sender asks for, and where. */
function mlsWish({
  documentType,
  mlsType,
  mlsTo,
}: ParsedHeader): Pick<Document, 'mlsType' | 'mlsTo'> {
  return {
    ...(getsMls(documentType) ? { mlsType: mlsType ?? 'FAILURE_ONLY' } : {}),
    ...(mlsTo ? { mlsTo: formatIdentifier(mlsTo) } : {}),
  }
}

const notValidated: Document['validation'] = {
  mode: 'off',
  verdict: 'not-validated',
  errors: 0,
  warnings: 0,
  ruleSets: [],
}

/** The kind of an unreadable document: an Invoice may be a debit note, which cannot be told. */
function kindOf(root: string): Document['kind'] {
  if (root === 'Invoice') return 'invoice'
  return root === 'CreditNote' ? 'creditNote' : 'other'
}

/** Tenants name their end users each for themselves. */
function exchangeOf(document: Document, registration: Served): Exchange {
  const { country, endUser, tenantId } = registration
  return {
    at: document.createdAt,
    direction: 'inbound',
    accessPoint: document.as4!.accessPoint!,
    documentTypeId: document.documentTypeId,
    processId: document.processId,
    countryC1: document.countryC1,
    ...(country ? { countryC4: country } : {}),
    endUser: endUser ? `${tenantId} ${endUser}` : document.receiver.id,
  }
}

async function factsOf({ message, header, sbd, document }: ServedArrival): Promise<Facts> {
  return {
    keys: {
      accessPoint: message.from,
      messageId: message.messageId,
      instance: instanceDigest({
        sender: formatParticipant(header.sender),
        receiver: formatParticipant(header.receiver),
        instanceIdentifier: header.instanceIdentifier,
      }),
    },
    sbdSha256: await digestOf(sbd),
    documentSha256: await digestOf(document),
  }
}

async function digestOf(content: Content): Promise<string> {
  const digest = startSha256()
  for await (const chunk of chunksOf(content)) digest.update(chunk)
  return digest.digest().toString('hex')
}

async function wholeOf(content: Content): Promise<Buffer> {
  if (Buffer.isBuffer(content)) return content
  const pieces: Uint8Array[] = []
  for await (const piece of content.read()) pieces.push(piece)
  return joinInSlices(pieces)
}

function receiptFile({ newId }: KeepArrivalNeeds, bytes: Buffer): NewFile {
  const mediaType = 'application/soap+xml'
  return { id: newId(), kind: 'as4-response', name: 'as4-response.xml', mediaType, bytes }
}

function actorOf({ from }: Pick<Arrival['message'], 'from'>): string {
  return `access-point:${from}`
}
