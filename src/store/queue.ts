// The queue as a tenant sees it: their documents that wait to be sent.
import type { Pool } from 'pg'
import { type RecordRow, stateColumns, toDocument } from './documents.ts'
import type { Document } from './facts.ts'

export type Queue = {
  depth: number
  oldestAt?: Date
  byReason: Record<string, number>
  /** The receivers with the most waiting documents, at most 100. */
  byReceiver: { receiver: string; depth: number; oldestAt: Date }[]
  /** Oldest first, at most 200. */
  documents: Document[]
}

// An accepted document that was not yet claimed waits for its first attempt.
const waiting = `
  from states state join documents document on document.id = state.document_id
  where state.tenant_id = $1 and state.status in ('accepted', 'waiting')`

export async function queue(pool: Pool, tenantId: string): Promise<Queue> {
  const reasons = await pool.query<{ reason: string; depth: number; oldest_at: Date }>(
    `select coalesce(state.waiting_reason, 'first-attempt') as reason, count(*)::integer as depth,
            min(document.created_at) as oldest_at
     ${waiting} group by 1 order by 1`,
    [tenantId],
  )
  const receivers = await pool.query<{ receiver: string; depth: number; oldest_at: Date }>(
    `select document.receiver_id as receiver, count(*)::integer as depth,
            min(document.created_at) as oldest_at
     ${waiting} group by 1 order by depth desc, receiver limit 100`,
    [tenantId],
  )
  const documents = await pool.query<RecordRow>(
    `select document.*, ${stateColumns} ${waiting} order by document.id limit 200`,
    [tenantId],
  )
  const oldestMs = Math.min(...reasons.rows.map(({ oldest_at }) => oldest_at.getTime()))
  return {
    depth: reasons.rows.reduce((sum, { depth }) => sum + depth, 0),
    ...(reasons.rows.length > 0 && { oldestAt: new Date(oldestMs) }),
    byReason: Object.fromEntries(reasons.rows.map(({ reason, depth }) => [reason, depth])),
    byReceiver: receivers.rows.map(({ receiver, depth, oldest_at }) => ({
      receiver,
      depth,
      oldestAt: oldest_at,
    })),
    documents: documents.rows.map(toDocument),
  }
}
