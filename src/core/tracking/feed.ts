// The feed of events: everything that happened to a tenant's documents, once each, in one order
// that no reader can miss a part of.
import { Problem } from '../../problem.ts'
import type { EventPage, Status, StoredEvent } from '../../store/index.ts'
import type { Caller, Gateway } from '../gateway.ts'
import type { DocumentEventType, EventType } from '../runtime/events.ts'
import { type Outcome, outcomeOf } from '../status.ts'

/** What a client is told, in the feed and by webhooks: enough to know what to look at. */
export type Event = DocumentEvent | AnswerEvent | CertificateEvent | ForecastEvent | TestEvent

type Occurrence = {
  id: string
  createdAt: string
  /** Consecutive for each tenant, from 1 on. */
  sequence: number
}

type DocumentData = {
  documentId: string
  clientId?: string
  reference?: string
  status: Status
  outcome: Outcome
}

export type DocumentEvent = Occurrence & { type: DocumentEventType; data: DocumentData }

/** Its receiver said something about a document that was sent, and it counts. */
export type AnswerEvent = Occurrence & {
  type: 'document.answered'
  data: DocumentData & { answerId: string }
}

/** The certificate of this access point ends within so many days. */
export type CertificateEvent = Occurrence & {
  type: 'certificate.expiring'
  data: { fingerprint: string; days: number; expiresAt: string }
}

/** What the rules that begin on a day would refuse of the documents of this tenant. */
export type ForecastEvent = Occurrence & {
  type: 'rules.forecast'
  data: { on: string; forecastId: string; rules: { id: string; documents: number }[] }
}

/** Sent to one webhook, at its owner's request. */
export type TestEvent = Occurrence & { type: 'webhook.test'; data: { webhookId: string } }

/** `after`: the number of the last event seen. */
export type FeedQuery = { after?: number; types?: EventType[]; limit: number }
export type Feed = { data: Event[]; page: { nextCursor: string; hasMore: boolean } }

/**
 * The events after a number, oldest first. While there is none it waits for one, up to `waitMs`.
 * Throws Problem `events.cursor-expired`.
 */
export async function readFeed(
  { store, events, draining }: Pick<Gateway, 'store' | 'events' | 'draining'>,
  { tenant }: Caller,
  { after, ...query }: FeedQuery,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<Feed> {
  const deadline = Date.now() + waitMs
  const follower = events.following.follow(tenant.id)
  let seenTo = after
  try {
    for (;;) {
      await events.number()
      const from = seenTo === undefined ? {} : { after: seenTo }
      const page = await store.eventPage({ tenantId: tenant.id, ...query, ...from })
      if (seenTo !== undefined) checkCursor(seenTo, page)
      const hasNews = page.events.length > 0 || page.seenTo < page.last
      const leftMs = deadline - Date.now()
      if (hasNews || leftMs <= 0 || draining.now || signal.aborted) return toFeed(page)
      seenTo = page.seenTo
      await follower.next({ last: page.last }, leftMs, signal)
    }
  } finally {
    follower.stop()
  }
}

function checkCursor(after: number, { first, last }: EventPage): void {
  if (after >= first - 1 && after <= last) return
  const why =
    after > last
      ? `The last event is number ${last}: the database was probably restored from a backup`
      : `The oldest event kept is number ${first}`
  throw new Problem('events.cursor-expired', {
    detail:
      `${why}. Compare what you have with GET /api/v1/status, and begin again with ` +
      `after=${after > last ? last : first - 1}.`,
  })
}

function toFeed({ events, seenTo, last }: EventPage): Feed {
  return {
    data: events.map(toEvent),
    page: { nextCursor: String(seenTo), hasMore: seenTo < last },
  }
}

export function toEvent({ id, type, at, sequence, ...about }: StoredEvent): Event {
  const when = { createdAt: at.toISOString(), sequence }
  if (type === 'webhook.test')
    return { id, type, ...when, data: { webhookId: String(about.details?.webhookId) } }
  if (type === 'certificate.expiring')
    return { id, type, ...when, data: about.details as CertificateEvent['data'] }
  if (type === 'rules.forecast')
    return { id, type, ...when, data: about.details as ForecastEvent['data'] }
  const data = documentData(about)
  if (type === 'document.answered')
    return { id, type, ...when, data: { ...data, answerId: String(about.details?.answerId) } }
  return { id, type: type as DocumentEventType, ...when, data }
}

function documentData({
  documentId = '',
  clientId,
  reference,
  status = 'accepted',
  certainty = 'not-sent',
  mlsStatus,
}: Omit<StoredEvent, 'id' | 'type' | 'at' | 'sequence'>): DocumentData {
  return {
    documentId,
    ...(clientId === undefined ? {} : { clientId }),
    ...(reference === undefined ? {} : { reference }),
    status,
    outcome: outcomeOf({
      status,
      certainty,
      ...(mlsStatus ? { mls: { status: mlsStatus } } : {}),
    }),
  }
}
