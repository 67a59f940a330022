// The feed of events. A trigger writes them beside the audit log; they get their numbers when
// a reader asks (migrations/0004_events.sql).
import type { Pool } from 'pg'
import type { Certainty, MlsStatus, Status } from '../facts.ts'
import { pageRows } from '../postgres/pages.ts'
import { prepared, runPrepared } from '../postgres/prepared.ts'
import { firstUuid, type Present, present } from '../postgres/rows.ts'

export type EventRow = {
  sequence: string
  id: string
  type: string
  at: Date
  document_id: string | null
  client_id: string | null
  reference: string | null
  status: Status | null
  certainty: Certainty | null
  mls_status: MlsStatus | null
  details: Record<string, unknown> | null
}

/** `details`: of an event that is not about a document. */
export type StoredEvent = Present<{
  sequence: number
  id: string
  type: string
  at: Date
  documentId: string | null
  clientId: string | null
  reference: string | null
  status: Status | null
  certainty: Certainty | null
  mlsStatus: MlsStatus | null
  details: Record<string, unknown> | null
}>

const numberedAtOnce = 1_000
// How far one call looks for events of the wanted types.
const lookedAtMax = 10_000

const numberStatement = prepared<{ limit: number }>(
  'number_events',
  'select number_events($limit) as numbered',
)

/** Numbers what is pending. What is committed before the call is in the feed after it. */
export async function numberEvents(pool: Pool): Promise<void> {
  for (;;) {
    const query = numberStatement.with({ limit: numberedAtOnce })
    const { rows } = await runPrepared<{ numbered: number }>(pool, query)
    if ((rows[0]?.numbered ?? 0) < numberedAtOnce) return
  }
}

/** That our certificate ends within `days`, for every tenant; once for each number of days. */
export async function addCertificateEvent(
  pool: Pool,
  { now, ...notice }: { fingerprint: string; days: number; expiresAt: string; now: Date },
): Promise<void> {
  await pool.query(
    `with notice as (
       insert into certificate_notices (fingerprint, days) values ($1, $2)
       on conflict do nothing returning days
     )
     insert into pending_events (tenant_id, type, at, details)
     select tenants.id, 'certificate.expiring', $3, $4 from notice, tenants`,
    [notice.fingerprint, notice.days, now, notice],
  )
}

/** Without `after`: from the oldest one that is kept. Without `types`: all. */
type EventQuery = { tenantId: string; after?: number; types?: string[]; limit: number }

export type EventPage = {
  events: StoredEvent[]
  /** The numbers of the oldest event kept (the next one to come, if there is none) and the last. */
  first: number
  last: number
  /** Everything up to here is on this page, or of other types. */
  seenTo: number
}

// One statement, so that its bounds and its rows belong to the same moment.
type PageValues = {
  tenantId: string
  after: number | undefined
  types: string[] | undefined
  limit: number
  lookedAtMax: number
}

const pageStatement = prepared<PageValues>(
  'event_page',
  `
  with bounds as (
    select first, last, coalesce($after::bigint, first - 1) as after
    from (
      select coalesce((select last from event_counters where tenant_id = $tenantId), 0) as last,
             (select sequence from events where tenant_id = $tenantId order by sequence limit 1)
               as oldest
    ) ends cross join lateral (select coalesce(oldest, last + 1) as first) kept
  )
  select bounds.first, bounds.last, bounds.after, event.*, document.client_id, document.reference
  from bounds
  left join lateral (
    select * from events
    where tenant_id = $tenantId and sequence > bounds.after
      and sequence <= bounds.after + $lookedAtMax::bigint
      and ($types::text[] is null or type = any ($types))
    order by sequence limit $limit
  ) event on true
  left join documents document on document.id = event.document_id
  order by event.sequence`,
)

/** The events of a tenant after a number, in order. */
export async function eventPage(
  pool: Pool,
  { tenantId, after, types, limit }: EventQuery,
): Promise<EventPage> {
  type Bounds = { first: string; last: string; after: string }
  const { rows } = await runPrepared<Bounds & (EventRow | Record<keyof EventRow, null>)>(
    pool,
    pageStatement.with({ tenantId, after, types, limit, lookedAtMax }),
  )
  const found = rows.flatMap((row) => (row.id === null ? [] : [row]))
  const events = pageRows(found, limit).map(toEvent)
  const bounds = rows[0]!
  const [first, last] = [Number(bounds.first), Number(bounds.last)]
  const lookedTo = Math.min(last, Number(bounds.after) + lookedAtMax)
  const isCut = events.length === limit || events.length < found.length
  const seenTo = isCut ? events.at(-1)!.sequence : lookedTo
  return { events, first, last, seenTo }
}

export function toEvent(row: EventRow): StoredEvent {
  return present({
    sequence: Number(row.sequence),
    id: row.id,
    type: row.type,
    at: row.at,
    documentId: row.document_id,
    clientId: row.client_id,
    reference: row.reference,
    status: row.status,
    certainty: row.certainty,
    mlsStatus: row.mls_status,
    details: row.details,
  })
}

/** The number of the last event of each of these tenants that has had one. */
export async function lastEvents(
  pool: Pool,
  tenantIds: readonly string[],
): Promise<{ id: string; last: number }[]> {
  const { rows } = await pool.query<{ tenant_id: string; last: string }>(
    'select tenant_id, last from event_counters where tenant_id = any ($1)',
    [tenantIds],
  )
  return rows.map(({ tenant_id: id, last }) => ({ id, last: Number(last) }))
}

/**
 * Removes the events of before `before`, up to the first later one, so that the rest has no gap;
 * and their deliveries.
 */
export async function forgetEvents(pool: Pool, before: Date): Promise<void> {
  await pool.query(
    `delete from webhook_deliveries delivery using webhooks webhook
     where delivery.webhook_id = webhook.id and delivery.id < $1`,
    [firstUuid(before)],
  )
  await pool.query(
    `delete from events using event_counters counter
     where events.tenant_id = counter.tenant_id and events.sequence < coalesce(
       (select sequence from events kept
        where kept.tenant_id = counter.tenant_id and kept.at >= $1
        order by sequence limit 1), counter.last + 1)`,
    [before],
  )
}
