// Documents about documents that we sent: Message Level Status, which says what became of one, and
// the older Message Level Response and the Invoice Response, which are shown with it.
import { isSameParticipant, parseParticipant } from '../../peppol/index.ts'
import { readStatusMessage, type StatusMessage } from '../../reporting/index.ts'
import type { Document, InboundClaim, MlsReceipt, Move, NewFile, Said } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'
import { serviceTenantId } from '../identity/service-provider.ts'
import { moveOn } from '../status.ts'
import { saidIn } from '../tracking/said.ts'

const actor = 'reception'

type TakeStatusMessageNeeds = Pick<
  Gateway,
  'store' | 'log' | 'metrics' | 'moved' | 'events' | 'now' | 'newId'
>

export function isStatusMessage({ documentTypeId }: Pick<Document, 'documentTypeId'>): boolean {
  return documentTypeId.includes('::ApplicationResponse##')
}

/**
 * What became of a status message: `opened` with what it says; `later`: that is just being sent.
 */
type Taken = 'done' | 'opened' | 'later'

export async function takeStatusMessage(
  gateway: TakeStatusMessageNeeds,
  claim: InboundClaim & { document: Document },
  ubl: Buffer,
): Promise<Taken> {
  const arrived = claim.document
  if (!isStatusMessage(arrived)) return 'done'
  const message = read(gateway, arrived, ubl)
  if (!message) return 'done'
  return message.kind === 'mls'
    ? takeMls(gateway, claim, message, ubl)
    : takeAnswer(gateway, arrived, message)
}

/** How a document that was received moves on: what is addressed to us, no tenant will fetch. */
export function openingOf({ tenantId, status }: Pick<Document, 'tenantId' | 'status'>): {
  opened: Move
  acknowledged?: Move
} {
  const opened = moveOn(status, 'opened', actor)
  if (tenantId !== serviceTenantId) return { opened }
  return { opened, acknowledged: moveOn(opened.to, 'acknowledged', actor) }
}

function read(
  { log }: TakeStatusMessageNeeds,
  { id }: Document,
  ubl: Buffer,
): StatusMessage | undefined {
  try {
    return readStatusMessage(ubl)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    log.warn({ documentId: id, because: error.message }, 'a status message cannot be read')
    return undefined
  }
}

/** What each code makes of `mls.status`. */
export const mlsMeanings = { AP: 'accepted', AB: 'acknowledged', RE: 'rejected' } as const
export type MlsCode = keyof typeof mlsMeanings

async function takeMls(
  gateway: TakeStatusMessageNeeds,
  { document: arrived, ...work }: InboundClaim & { document: Document },
  message: Extract<StatusMessage, { kind: 'mls' | 'mlr' }>,
  ubl: Buffer,
): Promise<Taken> {
  const about = await gateway.store.sentDocument(message.documentId)
  const from = arrived.as4?.accessPoint
  const facts = { documentId: arrived.id, from, about: message.documentId, code: message.code }
  if (!about || about.test) {
    gateway.metrics.mlsReceived('unknown')
    gateway.log.warn(facts, 'a Message Level Status is about no document that we sent')
    return 'done'
  }
  if (about.status === 'sending') return 'later'
  const doubt = doubtAbout(about, arrived)
  if (doubt === undefined) {
    const { code, description } = message
    const taken = await recordMls(gateway, about, {
      ...{ answerId: arrived.id, code, ubl, said: saidIn(message) },
      actor: `access-point:${from}`,
      detail: description ?? '',
      work,
      opening: openingOf(arrived),
    })
    return taken ? 'opened' : 'later'
  }
  gateway.metrics.mlsReceived('ignored')
  gateway.log.warn({ ...facts, because: doubt }, 'a Message Level Status was ignored')
  await gateway.store.noteAbout({
    documentId: about.id,
    ...{ event: 'mls-ignored', actor: `access-point:${from}`, at: gateway.now() },
    detail: `${message.code} ${doubt}`,
  })
  return 'done'
}

/** Why the message does not count; undefined when it does. */
function doubtAbout(about: Document, arrived: Document): string | undefined {
  const elsewhere = accessPointDoubt(about, arrived)
  if (elsewhere) return elsewhere
  if (about.mls && about.mls.status !== 'awaited' && about.mls.status !== 'overdue')
    return `after another one, ${about.mls.code}`
  return arrivalDoubt(about)
}

function accessPointDoubt(about: Document, arrived: Document): string | undefined {
  const sentTo = about.as4?.accessPoint
  if (sentTo !== undefined && sentTo === arrived.as4?.accessPoint) return undefined
  return `from ${arrived.as4?.accessPoint}, but the document went to ${sentTo ?? 'none'}`
}

function arrivalDoubt({ status, certainty }: Document): string | undefined {
  const mayHaveArrived = status === 'delivered' || certainty === 'unknown'
  return mayHaveArrived ? undefined : `for a document that is ${status}`
}

/** Why a response does not count: only what the receiver says to the sender does. */
function doubtAboutResponse(about: Document, arrived: Document): string | undefined {
  const isReversed =
    isSame(arrived.sender, about.receiver) && isSame(arrived.receiver, about.sender)
  if (!isReversed)
    return (
      `from ${arrived.sender.id} to ${arrived.receiver.id}, but the document went from ` +
      `${about.sender.id} to ${about.receiver.id}`
    )
  return accessPointDoubt(about, arrived) ?? arrivalDoubt(about)
}

function isSame({ id }: Document['sender'], other: Document['sender']): boolean {
  return isSameParticipant(parseParticipant(id), parseParticipant(other.id))
}

type Recording = Pick<MlsReceipt, 'actor' | 'detail' | 'work' | 'opening'> & {
  answerId: string
  code: MlsCode
  ubl: Buffer
  said: Said
}

/**
 * Records the first Message Level Status of a document, and ends the work that found it. False when
 * the document has just moved, or another process has the work.
 */
export async function recordMls(
  gateway: TakeStatusMessageNeeds,
  about: Document,
  { answerId, code, ubl, said, actor, detail, ...ending }: Recording,
): Promise<boolean> {
  const { store, log, metrics, moved, events, now, newId } = gateway
  const at = now()
  const isProof = about.status !== 'delivered'
  const move = isProof
    ? moveOn(about.status, 'confirmed', actor, 'no receipt, but a Message Level Status')
    : undefined
  const file: NewFile = {
    ...{ id: newId(), kind: 'mls', name: 'mls.xml', mediaType: 'application/xml' },
    bytes: ubl,
  }
  const taken = await store.recordMls({
    document: about,
    answer: { answerId, kind: 'mls', code, at, said },
    mlsStatus: mlsMeanings[code],
    ...(move ? { confirmed: move } : {}),
    ...{ actor, detail: `${code} ${detail}`.trim(), file, at },
    ...ending,
  })
  if (!taken) return false
  const afterMs = about.as4?.receivedAt && at.getTime() - about.as4.receivedAt.getTime()
  metrics.mlsReceived(code, about.test ? undefined : afterMs)
  log.info({ documentId: about.id, code, isProof }, 'a Message Level Status came')
  moved.notify(about.id)
  // What the authority says of a report is told by the document that it reports.
  if (about.reports) moved.notify(about.reports.documentId)
  events.notify(about.tenantId)
  return true
}

/** An MLR names the message; an Invoice Response, the number of the invoice. */
async function takeAnswer(
  { store, log, moved, events }: TakeStatusMessageNeeds,
  arrived: Document,
  message: StatusMessage,
): Promise<'done' | 'later'> {
  const { kind, documentId: reference, code } = message
  const byId = await store.sentDocument(reference)
  const isOurs = byId?.tenantId === arrived.tenantId && !byId.test
  const about = isOurs ? byId : await sentByNumber({ store }, arrived, reference)
  if (!about || kind === 'mls') {
    log.info({ documentId: arrived.id, kind, reference }, 'a response is about no known document')
    return 'done'
  }
  // Its receipt is on the way: until then it is not known that it arrived.
  if (about.status === 'sending') return 'later'
  const doubt = doubtAboutResponse(about, arrived)
  const isNew = await store.addAnswer({
    documentId: about.id,
    ...{ answerId: arrived.id, kind, code, at: arrived.createdAt, said: saidIn(message) },
    ...(doubt === undefined ? {} : { doubt }),
    actor: `access-point:${arrived.as4?.accessPoint}`,
  })
  if (!isNew) return 'done'
  const facts = { documentId: about.id, answerId: arrived.id, kind, code }
  if (doubt !== undefined) log.warn({ ...facts, because: doubt }, 'a response does not count')
  moved.notify(about.id)
  events.notify(about.tenantId)
  return 'done'
}

/** The newest document with that number that went the other way. */
async function sentByNumber(
  { store }: Pick<TakeStatusMessageNeeds, 'store'>,
  { tenantId, sender, receiver }: Document,
  number: string,
): Promise<Document | undefined> {
  const { documents } = await store.listDocuments(tenantId, {
    ...{ direction: ['outbound'], number: [number], test: [false] },
    ...{ sender: [receiver.id], receiver: [sender.id], sort: '-createdAt', limit: 1 },
  })
  return documents[0]
}
