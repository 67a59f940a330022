// Removes the bytes of old documents; records, digests and the audit log stay.
import type { Pool, PoolClient } from 'pg'
import { firstUuid } from '../postgres/rows.ts'
import { inTransaction } from '../postgres/transaction.ts'

/**
 * True for one process of all, once every `everyMs`: the first to ask after the time has come.
 */
export async function claimSchedule(
  pool: Pool,
  { name, now, everyMs }: { name: string; now: Date; everyMs: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into schedules (name, due_at) values ($1, $3)
     on conflict (name) do update set due_at = excluded.due_at
       where schedules.due_at <= $2`,
    [name, now, new Date(now.getTime() + everyMs)],
  )
  return rowCount === 1
}

/**
 * Removes the bytes that were stored in the next month that ended before `before`, by emptying a
 * table. Those of documents that were not completed by then are put back and left for later. False
 * when there is no such month, when more than `leftMax` of its documents are left, or when a tenant
 * has days of its own.
 */
export async function removeOldMonth(pool: Pool, before: Date, leftMax: number): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Month>(
      `select name, first_id, next_id, first_uuid(ends + interval '1 day') as late_id, from_id
       from months,
         coalesce((select done_to from retention), first_uuid('epoch')) from_id
       where ends <= $1 and next_id > from_id
       order by begins limit 1`,
      [before],
    )
    const [month] = rows
    if (!month || (await hasOwnDays(client))) return false
    await client.query(`insert into retention_left ${notCompleted} on conflict do nothing`, [
      ...[month.from_id, month.next_id],
      ...[before, leftMax + 1],
    ])
    const { rowCount: left } = await client.query(
      'select from retention_left where document_id >= $1 and document_id < $2 limit $3',
      [month.first_id, month.next_id, leftMax + 1],
    )
    if ((left ?? 0) > leftMax) return false
    await emptyMonth(client, month)
    await client.query(doneTo, [month.next_id])
    return true
  })
}

/**
 * Whether a tenant has days of its own: then all goes by row, as a month may hold bytes of its
 * documents, also of those that are older.
 */
async function hasOwnDays(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query('select from tenant_retention limit 1')
  return rowCount === 1
}

// `from_id`: up to where bytes have been removed.
type Month = { name: string; first_id: string; next_id: string; late_id: string; from_id: string }

/**
 * Documents after $1 and before $2 that were not completed before $3, $4 at most. A month has
 * millions of documents, and no index of these alone: so they are looked up by what each tenant
 * completed late, and by each status that ends no document. Without the limits within, the planner
 * would join those to the month, and read it whole.
 */
export const notCompleted = `
  with recursive used as (
    (select tenant_id, status from states where document_id > $1 and document_id < $2
     order by tenant_id, status limit 1)
    union all
    select next.* from used cross join lateral (
      select state.tenant_id, state.status from states state
      where (state.tenant_id, state.status) > (used.tenant_id, used.status)
        and document_id > $1 and document_id < $2
      order by state.tenant_id, state.status limit 1) next
  )
  select document_id from (
    select late.document_id
    from (select distinct tenant_id from used) tenant cross join lateral (
      select document_id from states where states.tenant_id = tenant.tenant_id
        and completed_at >= $3 and document_id > $1 and document_id < $2 limit $4) late
    union all
    select open.document_id
    from used cross join lateral (
      select document_id from states where states.tenant_id = used.tenant_id
        and states.status = used.status and document_id > $1 and document_id < $2 limit $4) open
    where used.status not in
      ('delivered', 'reported', 'rejected', 'failed', 'cancelled', 'acknowledged')
  ) found limit $4`

// A submission must not wait long behind a long read.
const lockTimeout = `set local lock_timeout = '1s'`

// A document may have got its id a moment after its first files had theirs.
async function emptyMonth(client: PoolClient, month: Month): Promise<void> {
  const table = `payload_chunks_${month.name}`
  await client.query(`${lockTimeout}; lock table ${table} in share row exclusive mode`)
  await client.query('create temporary table kept_chunks (like payload_chunks) on commit drop')
  await client.query(
    `insert into kept_chunks
     select * from payload_chunks
     where payload_id >= $1 and payload_id < $2 and payload_id in (
       select payload_id from files join retention_left using (document_id)
       union
       select payload_id from files where document_id >= $2 and document_id < $3)`,
    [month.first_id, month.next_id, month.late_id],
  )
  // Their objects, if they have any, are removed by what searches the payload store.
  await client.query(
    `insert into removed_months
     select $1::uuid, $2::uuid where exists (select from payload_store) on conflict do nothing`,
    [month.first_id, month.next_id],
  )
  await client.query(`truncate ${table}; insert into ${table} select * from kept_chunks`)
}

const doneTo = `
  insert into retention (done_to) values ($1)
  on conflict (only_row) do update set done_to = excluded.done_to`

/**
 * Removes the bytes of the next documents, `limit` at most, that were submitted in a month that
 * ended before `before`, and completed before it. Returns how many documents it looked at: 0 when
 * there are no more.
 */
export async function removeOldBytes(pool: Pool, before: Date, limit: number): Promise<number> {
  return inTransaction(pool, async (client) => {
    const end = firstUuid(new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth(), 1)))
    const { rows } = await client.query<NextRow>(
      `with next as (
         select id, tenant_id from documents
         where id > coalesce((select done_to from retention), $4) and id < $1
         order by id limit $3
       )
       select next.id, coalesce(state.completed_at < $2, false) as is_done,
              exists (select from tenant_retention own where own.tenant_id = next.tenant_id)
                as has_own_days
       from next left join states state on state.document_id = next.id
       order by next.id`,
      [end, before, limit, firstUuid(new Date(0))],
    )
    const last = rows.at(-1)
    await client.query(`${doneTo} where retention.done_to < excluded.done_to`, [last?.id ?? end])
    if (!last) return 0
    await removeDone(
      client,
      rows.filter((row) => !row.has_own_days),
    )
    return rows.length
  })
}

type NextRow = { id: string; is_done: boolean; has_own_days: boolean }

/** Documents that are not done are left for later. */
export async function removeDone(
  client: PoolClient,
  rows: readonly Pick<NextRow, 'id' | 'is_done'>[],
): Promise<void> {
  await client.query(
    'insert into retention_left select unnest($1::uuid[]) on conflict do nothing',
    [rows.filter((row) => !row.is_done).map(({ id }) => id)],
  )
  await client.query(removeStatement, [rows.filter((row) => row.is_done).map(({ id }) => id)])
}

/**
 * Removes the bytes of documents that were passed by and have been completed since: before
 * `before`, or as the days of their tenant say.
 */
export async function removeBytesLeft(
  pool: Pool,
  { now, before, limit }: { now: Date; before: Date | undefined; limit: number },
): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ document_id: string }>(
      `delete from retention_left where document_id in (
         select retention_left.document_id
         from retention_left join states state
           on state.document_id = retention_left.document_id
         left join tenants tenant on tenant.id = state.tenant_id
         where state.completed_at < coalesce(
           $3::timestamptz - tenant.retention_days * interval '1 day', $1) limit $2)
       returning document_id`,
      [before, limit, now],
    )
    await client.query(removeStatement, [rows.map(({ document_id: id }) => id)])
    return rows.length
  })
}

/** False once the bytes of a document were removed. */
export async function areBytesKept(pool: Pool, documentId: string): Promise<boolean> {
  const { rows } = await pool.query<{ kept: boolean }>(
    `select not exists (select from files where document_id = $1 and size > 0)
         or exists (select from files join payload_chunks using (payload_id)
                    where files.document_id = $1) as kept`,
    [documentId],
  )
  return rows[0]?.kept === true
}

// An array, so that chunks are found by their key: as a join, all of them would be read for it.
// Objects of the payload store are removed when nothing names them any more (payloads/sweep.ts).
export const removeStatement = `
  with old as (
    select distinct payload_id, sha256 from files where document_id = any ($1::uuid[])
  ),
  removed as (
    delete from payload_chunks where payload_id = any (array(select payload_id from old))
    returning payload_id, bytes is null as is_object
  )
  insert into removed_payloads (payload_id, sha256)
  select old.payload_id, old.sha256 from removed join old using (payload_id)
  where removed.is_object
  on conflict do nothing`
