// Requests to forget all documents of a participant or a client (migrations/0038_forgettings.sql).
import type { Pool } from 'pg'
import type { Status } from '../facts.ts'
import { firstUuid, isUuid, type Present, present } from '../postgres/rows.ts'
import { type Query, query } from '../postgres/statement.ts'
import { inTransaction } from '../postgres/transaction.ts'

export type NewForgettingRequest = {
  id: string
  tenantId: string
  participant?: string
  clientId?: string
  reason: string
  actor: string
  createdAt: Date
}

export type ForgettingRequest = Present<{
  id: string
  tenantId: string
  participant: string | null
  clientId: string | null
  reason: string
  actor: string
  createdAt: Date
  completedAt: Date | null
  /** The last document that had its turn. */
  doneTo: string
  forgotten: number
}>

type ForgettingRow = {
  id: string
  tenant_id: string
  participant_id: string | null
  client_id: string | null
  reason: string
  actor: string
  created_at: Date
  completed_at: Date | null
  done_to: string
  forgotten: string
  epoch: number
}

function toRequest(row: ForgettingRow): ForgettingRequest {
  return present({
    id: row.id,
    tenantId: row.tenant_id,
    participant: row.participant_id,
    clientId: row.client_id,
    reason: row.reason,
    actor: row.actor,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    doneTo: row.done_to,
    forgotten: Number(row.forgotten),
  })
}

/** The one that is under way for the same participant or client, if there is one. */
export async function addForgetting(
  pool: Pool,
  wish: NewForgettingRequest,
): Promise<ForgettingRequest> {
  const { rows } = await pool.query<ForgettingRow>(
    query(
      `insert into forgettings as known
         (id, tenant_id, participant_id, client_id, reason, actor, created_at, done_to, due_at)
       values ($id, $tenantId, $participant, $clientId, $reason, $actor, $createdAt, $doneTo,
               $createdAt)
       on conflict (tenant_id, coalesce(participant_id, ''), coalesce(client_id, ''))
         where due_at is not null
         do update set reason = known.reason
       returning *`,
      { participant: undefined, clientId: undefined, ...wish, doneTo: firstUuid(new Date(0)) },
    ),
  )
  return toRequest(rows[0]!)
}

export async function forgettingById(
  pool: Pool,
  tenantId: string,
  id: string,
): Promise<ForgettingRequest | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await pool.query<ForgettingRow>(
    'select * from forgettings where id = $1 and tenant_id = $2',
    [id, tenantId],
  )
  return rows[0] && toRequest(rows[0])
}

/** At most so many of the documents that were passed by are counted, and so many are named. */
const leftCountMax = 1_000
const leftNamedMax = 100

/** Documents that were passed by and are not forgotten since, oldest first. */
export async function leftOf(
  pool: Pool,
  forgettingId: string,
): Promise<{ count: number; documents: { id: string; status: Status }[] }> {
  const { rows } = await pool.query<{ id: string; status: Status }>(
    `select state.document_id as id, state.status
     from forgetting_left passed join states state on state.document_id = passed.document_id
     where passed.forgetting_id = $1 and state.forgotten_at is null
     order by passed.document_id limit $2`,
    [forgettingId, leftCountMax],
  )
  return { count: rows.length, documents: rows.slice(0, leftNamedMax) }
}

type ClaimedForgettingRequest = ForgettingRequest & { epoch: number }

/** One that is due, or whose process died. */
export async function claimForgetting(
  pool: Pool,
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<ClaimedForgettingRequest | undefined> {
  const { rows } = await pool.query<ForgettingRow>(
    `update forgettings set due_at = $2, epoch = epoch + 1
     where id = (select id from forgettings where due_at <= $1 order by due_at limit 1
                 for update skip locked)
     returning *`,
    [now, new Date(now.getTime() + leaseMs)],
  )
  return rows[0] && { ...toRequest(rows[0]), epoch: rows[0].epoch }
}

/** The next documents that were there when it was asked for, in the order of their ids. */
export async function nextToForget(
  pool: Pool,
  request: ForgettingRequest,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(nextStatement(request, limit))
  return rows.map(({ id }) => id)
}

type Subject = Pick<
  ForgettingRequest,
  'tenantId' | 'participant' | 'clientId' | 'doneTo' | 'createdAt'
>

export function nextStatement(
  { tenantId, participant, clientId, doneTo, createdAt }: Subject,
  limit: number,
): Query {
  const columns = participant === undefined ? ['client_id'] : ['sender_id', 'receiver_id']
  const found = columns.map(
    (column) => `(select id from documents
      where tenant_id = $tenantId and ${column} = $named and id > $doneTo and id < $until
      order by id limit $limit)`,
  )
  return query(`select id from (${found.join(' union ')}) found order by id limit $limit`, {
    ...{ tenantId, named: participant ?? clientId, doneTo, limit },
    until: firstUuid(new Date(createdAt.getTime() + 1)),
  })
}

/**
 * Notes what became of the documents up to `doneTo`, and keeps the lease; or the end. False when
 * another process has taken it over.
 */
export async function noteForgetting(
  pool: Pool,
  note: {
    claim: Pick<ClaimedForgettingRequest, 'id' | 'epoch' | 'doneTo'>
    forgotten: number
    left: string[]
    until: { leaseUntil: Date } | { completedAt: Date }
  },
): Promise<boolean> {
  const { claim, forgotten, left, until } = note
  const leaseUntil = 'leaseUntil' in until ? until.leaseUntil : undefined
  const completedAt = 'completedAt' in until ? until.completedAt : undefined
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update forgettings set done_to = $3, forgotten = forgotten + $4, due_at = $5,
         completed_at = $6
       where id = $1 and epoch = $2`,
      [claim.id, claim.epoch, claim.doneTo, forgotten, leaseUntil, completedAt],
    )
    if (rowCount !== 1) return false
    await client.query(
      'insert into forgetting_left select $1, unnest($2::uuid[]) on conflict do nothing',
      [claim.id, left],
    )
    return true
  })
}
