// Removes the bytes of old documents; records, digests and the audit log stay.
import type { Pool } from 'pg'
import { firstUuid } from './rows.ts'
import { inTransaction } from './transaction.ts'

/**
 * True for one process of all, once every `everyMs`: whoever asks first after the time has come.
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
 * Removes the bytes of the next documents that were completed before `before`, `limit` at most.
 * Returns how many documents it looked at: 0 when there are no more.
 */
export async function removeOldBytes(pool: Pool, before: Date, limit: number): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string; is_done: boolean }>(
      `with next as (
         select id from documents
         where id > coalesce((select done_to from retention), $4) and id < $1
         order by id limit $3
       )
       select next.id, coalesce(state.completed_at < $2, false) as is_done
       from next left join states state on state.document_id = next.id
       order by next.id`,
      [firstUuid(before), before, limit, firstUuid(new Date(0))],
    )
    const last = rows.at(-1)
    if (!last) return 0
    await client.query(
      `insert into retention (done_to) values ($1)
       on conflict (only_row) do update set done_to = excluded.done_to`,
      [last.id],
    )
    await client.query(
      'insert into retention_left select unnest($1::uuid[]) on conflict do nothing',
      [rows.filter((row) => !row.is_done).map(({ id }) => id)],
    )
    await client.query(removeStatement, [rows.filter((row) => row.is_done).map(({ id }) => id)])
    return rows.length
  })
}

/** Removes the bytes of documents that were passed by and have been completed since. */
export async function removeBytesLeft(pool: Pool, before: Date, limit: number): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ document_id: string }>(
      `delete from retention_left where document_id in (
         select retention_left.document_id
         from retention_left join states state
           on state.document_id = retention_left.document_id
         where state.completed_at < $1 limit $2)
       returning document_id`,
      [before, limit],
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

const removeStatement = `
  delete from payload_chunks
  where payload_id in (select payload_id from files where document_id = any ($1::uuid[]))`
