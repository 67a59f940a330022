// The queue as a tenant sees it: their documents that wait to be sent.
import type { Pool } from 'pg'
import { type RecordRow, stateColumns, toDocument } from '../documents/documents.ts'
import { rowsOf } from '../documents/list-sql.ts'
import type { Document } from '../facts.ts'
import { timeOf } from '../postgres/rows.ts'

type Queue = {
  depth: number
  oldestAt?: Date
  byReason: Record<string, number>
  /** The receivers with the most waiting documents, at most 100. */
  byReceiver: { receiver: string; depth: number }[]
  /** Oldest first, at most 200. */
  documents: Document[]
}

// An accepted document that was not yet claimed waits for its first attempt. Only the listed
// documents are read: ids tell when the others were submitted, and jobs have the receivers. What
// waits is what is not claimed.
const waiting = `state.tenant_id = $1 and state.status in ('accepted', 'waiting')`

export async function queue(pool: Pool, tenantId: string): Promise<Queue> {
  // Beside each other: with many documents, counting them is what takes time.
  const [reasons, receivers, documents] = await Promise.all([
    pool.query<{ reason: string; depth: number }>(
      `select coalesce(state.waiting_reason, 'first-attempt') as reason, count(*)::integer as depth
       from states state where ${waiting} group by 1 order by 1`,
      [tenantId],
    ),
    pool.query<{ receiver: string; depth: number }>(
      `select receiver_id as receiver, count(*)::integer as depth from jobs
       where tenant_id = $1 and lease_owner is null
       group by 1 order by depth desc, receiver limit 100`,
      [tenantId],
    ),
    pool.query<RecordRow>(
      `select document.*, ${stateColumns}
       from (select document_id as id from states state
             where ${waiting} order by document_id limit 200) page
       ${rowsOf('page.id')}
       order by page.id`,
      [tenantId],
    ),
  ])
  const [oldest] = documents.rows
  return {
    depth: reasons.rows.reduce((sum, { depth }) => sum + depth, 0),
    ...(oldest && { oldestAt: timeOf(oldest.id) }),
    byReason: Object.fromEntries(reasons.rows.map(({ reason, depth }) => [reason, depth])),
    byReceiver: receivers.rows,
    documents: documents.rows.map(toDocument),
  }
}
