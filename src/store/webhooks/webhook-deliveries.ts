// Deliveries of events to webhooks: claimed with a lease that runs out, kept as their log. Whose
// turn it is decides claim_webhook_deliveries (in migrations/functions).
import type { Pool } from 'pg'
import { type Page, type PageQuery, pageOf } from '../postgres/pages.ts'
import { prepared, runPrepared } from '../postgres/prepared.ts'
import { isUuid, present } from '../postgres/rows.ts'
import { statement } from '../postgres/statement.ts'
import { type EventRow, type StoredEvent, toEvent } from './events.ts'

/** Slots of deliveries; `ofTenant` and `ofWebhook` over all processes, the others of this one. */
export type WebhookSlots = {
  total: number
  /**
   * For all webhooks that are failing, have had a delivery under way for `slowMs`, or took as long
   * for one within the last `slowForMs`.
   */
  ofSlow: number
  ofTenant: number
  ofWebhook: number
  slowMs: number
  slowForMs: number
  /** So many failures in a row: a single one happens to any. */
  failingAfter: number
}

type WebhookClaim = {
  owner: string
  now: Date
  leaseMs: number
  free: number
  freeForSlow: number
  slots: WebhookSlots
}

export type ClaimedDelivery = {
  webhookId: string
  url: string
  epoch: number
  /** How many attempts of the schedule were made. */
  tries: number
  /** Encrypted: all that sign now. */
  secrets: Buffer[]
  /** It is failing, or was slow. */
  isSlow: boolean
  event: StoredEvent
}

type ClaimRow = EventRow & {
  claimed_webhook: string
  claimed_epoch: number
  claimed_tries: number
  url: string
  failures: number
  slow_until: Date | null
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
}

/** The deliveries that are next, at most `free`. */
export async function claimDeliveries(
  pool: Pool,
  { owner, now, leaseMs, free, freeForSlow, slots }: WebhookClaim,
): Promise<ClaimedDelivery[]> {
  const leaseEnd = new Date(now.getTime() + leaseMs)
  const { rows } = await pool.query<ClaimRow>(
    `select claimed.*, webhook.url, webhook.failures, webhook.slow_until,
            webhook.secret, webhook.previous_secret, webhook.previous_until,
            event.*, document.client_id, document.reference
     from claim_webhook_deliveries($1, $2, $3, $4, $5, $6) with ordinality
       as claimed (claimed_webhook, claimed_delivery, claimed_epoch, claimed_tries, turn)
     join webhook_deliveries delivery
       on delivery.webhook_id = claimed.claimed_webhook and delivery.id = claimed.claimed_delivery
     join webhooks webhook on webhook.id = delivery.webhook_id
     join events event
       on event.tenant_id = delivery.tenant_id and event.sequence = delivery.sequence
     left join documents document on document.id = event.document_id
     order by claimed.turn`,
    [now, owner, leaseEnd, free, freeForSlow, JSON.stringify(slots)],
  )
  return rows.map((row) => ({
    webhookId: row.claimed_webhook,
    url: row.url,
    epoch: row.claimed_epoch,
    tries: row.claimed_tries,
    secrets: [
      row.secret,
      ...(row.previous_secret && row.previous_until! > now ? [row.previous_secret] : []),
    ],
    isSlow: row.failures >= slots.failingAfter || (row.slow_until ?? now) > now,
    event: toEvent(row),
  }))
}

export type WebhookAttempt = {
  at: string
  durationMs: number
  httpStatus?: number
  error?: string
  /** The beginning of the answer. */
  body?: string
}

type DeliveryEnd = Pick<ClaimedDelivery, 'webhookId' | 'epoch'> & {
  id: string
  attempt: WebhookAttempt
  now: Date
  status: 'waiting' | 'delivered' | 'failed'
  /** It was slow: until then it has one slot. */
  slowUntil?: Date
  /** Time of the next attempt, when it waits. */
  dueAt?: Date
  /** Why the webhook is disabled now, whatever else it received. */
  disabledReason?: string
  /** Why it is disabled if nothing has arrived since this delivery began. */
  disabledReasonIfSilent?: string
}

// The attempt of a delivery that we hold, and with its end the next one of the document.
const endDelivery = (from: string) => `
  held as (
    update webhook_deliveries delivery set
      status = $status, due_at = $dueAt, lease_owner = null, tries = tries + 1,
      attempts = case when jsonb_array_length(attempts) < 50 then attempts else attempts - 0 end
        || $attempts::jsonb
    ${from} and delivery.id = $id and epoch = $epoch and lease_owner is not null
    returning delivery.*
  ),
  released as (
    update webhook_deliveries next set due_at = least(next.due_at, $now::timestamptz)
    from held
    where held.due_at is null and next.webhook_id = held.webhook_id
      and next.lease_owner is null and next.sequence = (
        select min(later.sequence) from webhook_deliveries later
        where later.webhook_id = held.webhook_id and later.document_id = held.document_id
          and later.sequence > held.sequence and later.due_at is not null)
      and next.document_id = held.document_id and next.due_at is not null
  )`

type EndValues = {
  webhookId: string
  id: string
  epoch: number
  status: DeliveryEnd['status']
  dueAt: Date | undefined
  attempts: string
  now: Date
  slowUntil: Date | undefined
}

type Reasons = {
  disabledReason: string | undefined
  disabledReasonIfSilent: string | undefined
}

// While everything arrives in time, the webhook itself is left alone, but for once a minute: claims
// skip one that is being changed, and those who change it wait for each other.
const arrivedStatement = prepared<EndValues>(
  'event_arrived',
  `
  with ${endDelivery('where webhook_id = $webhookId')},
  changed as (
    update webhooks webhook set
      failures = 0, last_success_at = $now,
      slow_until = coalesce($slowUntil::timestamptz, slow_until)
    from held
    where webhook.id = held.webhook_id and (failures > 0 or $slowUntil::timestamptz is not null
      or coalesce(last_success_at, '-infinity') < $now::timestamptz - interval '1 minute')
  )
  select exists (select from held) as held`,
)

const failedStatement = statement<EndValues & Reasons>(`
  with hook as (select id from webhooks where id = $webhookId for no key update),
  ${endDelivery('from hook where webhook_id = hook.id')},
  judged as (
    select held.webhook_id, coalesce($disabledReason, case
      when coalesce(webhook.last_success_at, '-infinity') < held.begun_at
        then $disabledReasonIfSilent::text
    end) as reason
    from held join webhooks webhook on webhook.id = held.webhook_id
  ),
  changed as (
    update webhooks webhook set
      failures = failures + 1,
      slow_until = coalesce($slowUntil::timestamptz, slow_until),
      enabled = enabled and judged.reason is null,
      disabled_at = case when enabled and judged.reason is not null then $now::timestamptz
        else disabled_at end,
      disabled_reason = case when enabled then judged.reason else disabled_reason end
    from judged where webhook.id = judged.webhook_id
  )
  select exists (select from held) as held`)

/**
 * Records an attempt, with what follows for the delivery, the next one of the document and the
 * webhook. False when another process has claimed it since.
 */
export async function concludeDelivery(pool: Pool, end: DeliveryEnd): Promise<boolean> {
  const { webhookId, id, epoch, status, dueAt, now, slowUntil } = end
  const attempts = JSON.stringify([end.attempt])
  const values = { webhookId, id, epoch, status, dueAt, attempts, now, slowUntil }
  const { disabledReason, disabledReasonIfSilent } = end
  const { rows } = await (status === 'delivered'
    ? runPrepared<{ held: boolean }>(pool, arrivedStatement.with(values))
    : pool.query<{ held: boolean }>(
        failedStatement.with({ ...values, disabledReason, disabledReasonIfSilent }),
      ))
  return rows[0]?.held === true
}

type WebhookDeliveriesRow = {
  id: string
  sequence: string
  type: string
  at: Date
  document_id: string | null
  status: WebhookDelivery['status']
  due_at: Date | null
  attempts: WebhookAttempt[]
}

export type WebhookDelivery = {
  /** Id of the event. */
  id: string
  sequence: number
  type: string
  at: Date
  documentId?: string
  status: 'waiting' | 'delivered' | 'failed'
  dueAt?: Date
  /** The last 50. */
  attempts: WebhookAttempt[]
}

const selectDelivery = `
  select delivery.*, event.type, event.at
  from webhook_deliveries delivery
  join events event on event.tenant_id = delivery.tenant_id
    and event.sequence = delivery.sequence`

/** Newest first. Throws CursorError. */
export async function deliveriesOf(
  pool: Pool,
  webhookId: string,
  query: PageQuery,
): Promise<Page<WebhookDelivery>> {
  const statement = `${selectDelivery}
    where delivery.webhook_id = $webhookId and ($before::uuid is null or delivery.id < $before)
    order by delivery.id desc limit $limit`
  const list = { name: 'deliveries', statement, values: { webhookId } }
  const page = await pageOf<WebhookDeliveriesRow>(pool, list, query)
  return { ...page, items: page.items.map(toDelivery) }
}

export async function deliveryById(
  pool: Pool,
  webhookId: string,
  id: string,
): Promise<WebhookDelivery | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await pool.query<WebhookDeliveriesRow>(
    `${selectDelivery} where delivery.webhook_id = $1 and delivery.id = $2`,
    [webhookId, id],
  )
  return rows[0] && toDelivery(rows[0])
}

/** Due at once, with the whole schedule again; one that is under way is left alone. */
export async function redeliver(
  pool: Pool,
  { webhookId, id, now }: { webhookId: string; id: string; now: Date },
): Promise<void> {
  await pool.query(
    `update webhook_deliveries set status = 'waiting', due_at = $3, tries = 0, begun_at = null
     where webhook_id = $1 and id = $2 and lease_owner is null`,
    [webhookId, id, now],
  )
}

function toDelivery(row: WebhookDeliveriesRow): WebhookDelivery {
  return present({
    id: row.id,
    sequence: Number(row.sequence),
    type: row.type,
    at: row.at,
    documentId: row.document_id,
    status: row.status,
    dueAt: row.due_at,
    attempts: row.attempts,
  })
}
