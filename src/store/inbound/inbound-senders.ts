// Further access points that sent a document which was there already, and the Message Level Status
// that each of them is owed (migrations/0022_inbound_senders.sql).
import type { Pool } from 'pg'
import type { MlsType } from '../facts.ts'
import { present } from '../postgres/rows.ts'

/** Beside the first one. */
const furtherSendersMax = 2

export type InboundSender = {
  documentId: string
  tenantId: string
  accessPoint: string
  mlsType: MlsType
  mlsTo?: string
  /** Id of our answer, once it was started. */
  answerId?: string
}

/**
 * A common table expression that notes another access point as a sender of the documents in the
 * table `held`: `$accessPoint`, and `$mlsType`, `$mlsTo` and `$at` of the message.
 */
export const insertSender = `
  new_sender as (
    insert into inbound_senders (document_id, access_point, mls_type, mls_to, due_at)
    select document_id, $accessPoint, $mlsType::text, $mlsTo, $at::timestamptz from held
    where $mlsType::text is not null and as4_access_point is distinct from $accessPoint
      and ${furtherSendersMax} > (select count(*) from inbound_senders known
                                  where known.document_id = held.document_id)
    on conflict do nothing
  )`

type InboundSendersRow = {
  document_id: string
  tenant_id: string
  access_point: string
  mls_type: MlsType
  mls_to: string | null
  answer_id: string | null
}

/** Answers that are due; until `leaseUntil` no other process takes them. */
export async function claimSenders(
  pool: Pool,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<InboundSender[]> {
  const { rows } = await pool.query<InboundSendersRow>(
    `with next as (
       select document_id, access_point from inbound_senders where due_at <= $1
       order by due_at limit $3 for update skip locked
     )
     update inbound_senders sender set due_at = $2 from next, states state
     where sender.document_id = next.document_id and sender.access_point = next.access_point
       and state.document_id = sender.document_id
     returning sender.document_id, state.tenant_id, sender.access_point, sender.mls_type,
       sender.mls_to, sender.answer_id`,
    [now, leaseUntil, limit],
  )
  return rows.map((row) => ({
    documentId: row.document_id,
    tenantId: row.tenant_id,
    accessPoint: row.access_point,
    mlsType: row.mls_type,
    ...present({ mlsTo: row.mls_to, answerId: row.answer_id }),
  }))
}

type SenderKey = Pick<InboundSender, 'documentId' | 'accessPoint'>

/** The id that our answer to it has: `answerId`, unless one was chosen before. */
export async function beginSenderAnswer(
  pool: Pool,
  { documentId, accessPoint }: SenderKey,
  answerId: string,
): Promise<string> {
  const { rows } = await pool.query<{ answer_id: string }>(
    `update inbound_senders set answer_id = coalesce(answer_id, $3)
     where document_id = $1 and access_point = $2 returning answer_id`,
    [documentId, accessPoint, answerId],
  )
  return rows[0]?.answer_id ?? answerId
}

/** Looked at again at `dueAt`; without it, nothing is owed any more. */
export async function settleSender(
  pool: Pool,
  { documentId, accessPoint }: SenderKey,
  dueAt?: Date,
): Promise<void> {
  await pool.query(
    'update inbound_senders set due_at = $3 where document_id = $1 and access_point = $2',
    [documentId, accessPoint, dueAt],
  )
}
