// What the rules of another day would refuse (migrations/0042_forecasts.sql).
import type { Pool, PoolClient } from 'pg'
import { type Page, type PageQuery, pageOf } from '../postgres/pages.ts'
import { firstUuid, isUuid, type Present, present } from '../postgres/rows.ts'
import { query } from '../postgres/statement.ts'
import { inTransaction } from '../postgres/transaction.ts'

export type NewForecast = {
  id: string
  /** Whose documents; those of all tenants if absent. */
  tenantId?: string
  actor: string
  /** YYYY-MM-DD. */
  rulesDay: string
  days: number
  createdAt: Date
  /** How many of this actor may be under way. */
  underWayMax: number
}

export type Forecast = Present<{
  id: string
  tenantId: string | null
  rulesDay: string
  days: number
  createdAt: Date
  completedAt: Date | null
  doneFrom: string
  doneUntil: string
  doneTo: string
  judged: number
  refused: number
  withoutBytes: number
  notJudged: number
}>

type ForecastRow = {
  id: string
  tenant_id: string | null
  rules_day: string
  days: number
  created_at: Date
  completed_at: Date | null
  done_from: string
  done_until: string
  done_to: string
  judged: string
  refused: string
  without_bytes: string
  not_judged: string
  epoch: number
}

function toForecast(row: ForecastRow): Forecast {
  return present({
    id: row.id,
    tenantId: row.tenant_id,
    rulesDay: row.rules_day,
    days: row.days,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    doneFrom: row.done_from,
    doneUntil: row.done_until,
    doneTo: row.done_to,
    judged: Number(row.judged),
    refused: Number(row.refused),
    withoutBytes: Number(row.without_bytes),
    notJudged: Number(row.not_judged),
  })
}

const beginningLock = 4207008

/**
 * The one that is under way for the same documents and the same day, if there is one. Undefined
 * when too many of the actor are under way.
 */
export async function addForecast(pool: Pool, wish: NewForecast): Promise<Forecast | undefined> {
  const { createdAt, days, actor } = wish
  const doneFrom = firstUuid(new Date(createdAt.getTime() - days * 86_400_000))
  const doneUntil = firstUuid(new Date(createdAt.getTime() + 1))
  const values = { tenantId: undefined, ...wish, doneFrom, doneUntil }
  const { rows } = await inTransaction(pool, async (client) => {
    const lock = 'select pg_advisory_xact_lock($1, hashtext($2))'
    await client.query(lock, [beginningLock, actor])
    return client.query<ForecastRow>(query(insertion, values))
  })
  return rows[0] && toForecast(rows[0])
}

const insertion = `
  insert into forecasts as known
    (id, tenant_id, actor, rules_day, days, created_at, done_from, done_until, done_to, due_at)
  select $id::uuid, $tenantId::uuid, $actor::text, $rulesDay::text, $days::integer,
         $createdAt::timestamptz, $doneFrom::uuid, $doneUntil::uuid, $doneFrom, $createdAt
  where (select count(*) from forecasts where actor = $actor and due_at is not null)
      < $underWayMax::integer
    or exists (
      select from forecasts
      where tenant_id is not distinct from $tenantId and rules_day = $rulesDay and days = $days
        and due_at is not null)
  on conflict (coalesce(tenant_id, '00000000-0000-0000-0000-000000000000'), rules_day, days)
    where due_at is not null
    do update set actor = known.actor
  returning *`

export async function forecastById(pool: Pool, id: string): Promise<Forecast | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await pool.query<ForecastRow>('select * from forecasts where id = $1', [id])
  return rows[0] && toForecast(rows[0])
}

/** Forecasts of a tenant, or of the installation, newest first. */
export async function forecastsPage(
  pool: Pool,
  { tenantId }: { tenantId?: string },
  page: PageQuery,
): Promise<Page<Forecast>> {
  const isOfTenant = tenantId !== undefined
  const list = {
    name: isOfTenant ? 'forecasts-of-tenant' : 'forecasts',
    statement: `select * from forecasts
      where tenant_id ${isOfTenant ? '= $tenantId' : 'is null'}
        and ($before::uuid is null or id < $before)
      order by id desc limit $limit`,
    values: isOfTenant ? { tenantId } : {},
  }
  const { items, ...rest } = await pageOf<ForecastRow>(pool, list, page)
  return { ...rest, items: items.map(toForecast) }
}

export type ForecastRule = {
  tenantId: string
  documentTypeId: string
  rule: string
  documents: number
  senderId?: string
  documentIds?: string[]
}

type RuleRow = {
  tenant_id: string
  document_type_id: string
  rule: string
  documents: string
  sender_id?: string
  document_ids?: string[]
}

/** Counts by sender, with the first documents, or by tenant, type and rule alone. */
export async function forecastRules(
  pool: Pool,
  { id, withSenders, limit }: { id: string; withSenders: boolean; limit: number },
): Promise<ForecastRule[]> {
  const columns = `tenant_id, document_type_id, rule${withSenders ? ', sender_id' : ''}`
  const counted = withSenders ? 'documents, document_ids' : 'sum(documents)::bigint documents'
  const { rows } = await pool.query<RuleRow>(
    `select ${columns}, ${counted} from forecast_rules where forecast_id = $1
     ${withSenders ? '' : `group by ${columns}`}
     order by documents desc, ${columns} limit $2`,
    [id, limit],
  )
  return rows.map((row) => ({
    ...{ tenantId: row.tenant_id, documentTypeId: row.document_type_id, rule: row.rule },
    documents: Number(row.documents),
    ...(row.sender_id === undefined ? {} : { senderId: row.sender_id }),
    ...(row.document_ids === undefined ? {} : { documentIds: row.document_ids }),
  }))
}

export type ClaimedForecast = Forecast & { epoch: number }

/** One that is due, or whose process died; first what was asked for. */
export async function claimForecast(
  pool: Pool,
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<ClaimedForecast | undefined> {
  const { rows } = await pool.query<ForecastRow>(
    `update forecasts set due_at = $2, epoch = epoch + 1
     where id = (select id from forecasts where due_at <= $1 order by is_release, due_at limit 1
                 for update skip locked)
     returning *`,
    [now, new Date(now.getTime() + leaseMs)],
  )
  return rows[0] && { ...toForecast(rows[0]), epoch: rows[0].epoch }
}

export type ForecastDocument = {
  id: string
  tenantId: string
  documentTypeId: string
  senderId: string
}

type DocumentRow = {
  id: string
  tenant_id: string
  direction: string
  test: boolean
  document_type_id: string
  sender_id: string
}

/**
 * What is to be judged of the next documents in the order of their ids: what was sent, and not for
 * a test. `last` is the last of them all, absent where there is none.
 */
export async function nextToForecast(
  pool: Pool,
  { tenantId, doneTo, doneUntil }: Pick<Forecast, 'tenantId' | 'doneTo' | 'doneUntil'>,
  limit: number,
): Promise<{ documents: ForecastDocument[]; last?: string }> {
  const { rows } = await pool.query<DocumentRow>(
    query(
      `select id, tenant_id, direction, test, document_type_id, sender_id from documents
       where id > $doneTo and id < $doneUntil
         ${tenantId === undefined ? '' : 'and tenant_id = $tenantId'}
       order by id limit $limit`,
      { doneTo, doneUntil, limit, ...(tenantId === undefined ? {} : { tenantId }) },
    ),
  )
  const sent = rows.filter(({ direction, test }) => direction === 'outbound' && !test)
  const last = rows.at(-1)?.id
  return {
    documents: sent.map((row) => ({
      ...{ id: row.id, tenantId: row.tenant_id, documentTypeId: row.document_type_id },
      senderId: row.sender_id,
    })),
    ...(last === undefined ? {} : { last }),
  }
}

/** What is kept of a document that rules would refuse. */
type Refusal = ForecastDocument & { rule: string }

export type ForecastStep = Pick<Forecast, 'judged' | 'refused' | 'withoutBytes' | 'notJudged'> & {
  refusals: Refusal[]
}

/** Document ids kept for each rule of a sender. */
const idsMax = 20

/**
 * Notes what the documents up to `doneTo` would meet, and keeps the lease; or the end. False when
 * another process has taken it over.
 */
export async function noteForecast(
  pool: Pool,
  note: {
    claim: Pick<ClaimedForecast, 'id' | 'epoch' | 'doneTo'>
    step: ForecastStep
    until: { leaseUntil: Date } | { completedAt: Date }
  },
): Promise<boolean> {
  const { claim, step, until } = note
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      query(
        `update forecasts set done_to = $doneTo, judged = judged + $judged,
           refused = refused + $refused, without_bytes = without_bytes + $withoutBytes,
           not_judged = not_judged + $notJudged, due_at = $leaseUntil, completed_at = $completedAt
         where id = $id and epoch = $epoch`,
        {
          ...{ id: claim.id, epoch: claim.epoch, doneTo: claim.doneTo },
          ...{ judged: step.judged, refused: step.refused },
          ...{ withoutBytes: step.withoutBytes, notJudged: step.notJudged },
          leaseUntil: 'leaseUntil' in until ? until.leaseUntil : undefined,
          completedAt: 'completedAt' in until ? until.completedAt : undefined,
        },
      ),
    )
    if (rowCount !== 1) return false
    if (step.refusals.length > 0) await countRefusals(client, claim.id, step.refusals)
    return true
  })
}

async function countRefusals(
  client: PoolClient,
  forecastId: string,
  refusals: readonly Refusal[],
): Promise<void> {
  await client.query(
    query(
      `insert into forecast_rules as known
         (forecast_id, tenant_id, document_type_id, sender_id, rule, documents, document_ids)
       select $forecastId, tenant_id, document_type_id, sender_id, rule, count(*),
              (array_agg(id order by id))[1:${idsMax}]
       from unnest($ids::uuid[], $tenantIds::uuid[], $types::text[], $senders::text[],
                   $rules::text[]) refusal(id, tenant_id, document_type_id, sender_id, rule)
       group by tenant_id, document_type_id, sender_id, rule
       on conflict (forecast_id, tenant_id, document_type_id, sender_id, rule) do update set
         documents = known.documents + excluded.documents,
         document_ids = (known.document_ids || excluded.document_ids)[1:${idsMax}]`,
      {
        forecastId,
        ids: refusals.map(({ id }) => id),
        tenantIds: refusals.map(({ tenantId }) => tenantId),
        types: refusals.map(({ documentTypeId }) => documentTypeId),
        senders: refusals.map(({ senderId }) => senderId),
        rules: refusals.map(({ rule }) => rule),
      },
    ),
  )
}
