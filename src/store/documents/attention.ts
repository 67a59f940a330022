// Documents that need a person's attention, and what ends that.
import type { Pool } from 'pg'
import type { Move } from '../facts.ts'
import { present } from '../postgres/rows.ts'
import { query } from '../postgres/statement.ts'

/**
 * Why a document needs attention. Outbound: it may have arrived or not, was not delivered, was not
 * accepted for its content; its receiver refused it, asks something, or says nothing. Inbound: it
 * breaks the rules of its type.
 */
export const attentions = [
  'unclear',
  'not-delivered',
  'not-valid',
  'refused',
  'query',
  'unanswered',
  'received-not-valid',
] as const
export type Attention = (typeof attentions)[number]

/** The expression of the index states_attention; its table is named `state`. */
export const attentionOfState = `attention_of(state.status, state.certainty, state.mls_status,
  state.response_code, state.set_aside_at, state.sent_anew_as, state.is_test)`

/** At most so many of one kind are counted. */
export const attentionCountMax = 1_000

/** `count` is at most attentionCountMax; `oldestId` names the oldest one, if there is one. */
export type AttentionCount = { attention: Attention | 'new'; count: number; oldestId?: string }

/**
 * How many documents need attention, for each reason, and how many were received and not taken yet
 * (`new`). Without a tenant: of all of them, each counted up to the most.
 */
export async function countAttention(pool: Pool, tenantId?: string): Promise<AttentionCount[]> {
  const { text, values } = attentionStatement(tenantId)
  const { rows } = await pool.query<{
    attention: Attention | 'new'
    count: number
    oldest_id: string | null
  }>(text, values)
  return rows.map(({ attention, count, oldest_id: oldestId }) => ({
    attention,
    count: Math.min(count, attentionCountMax),
    ...present({ oldestId }),
  }))
}

export function attentionStatement(tenantId: string | undefined) {
  // Without an order, so that reading ends with the last row that is counted.
  const counted = (condition: string) => `
    select (select count(*)::integer from (
              select from states state where tenant_id = tenant.id and ${condition}
              limit ${attentionCountMax}) few) as count,
           (select document_id from states state where tenant_id = tenant.id and ${condition}
            order by document_id limit 1) as oldest`
  return query(
    `
    with tenant as (select id from tenants where $tenantId::uuid is null or id = $tenantId)
    select wanted.attention, sum(found.count)::integer as count,
           (array_agg(found.oldest order by found.oldest))[1] as oldest_id
    from unnest($attentions::text[]) with ordinality as wanted (attention, ordinal)
    cross join tenant
    cross join lateral (${counted(`${attentionOfState} = wanted.attention`)}) found
    group by wanted.attention
    union all
    select 'new', sum(found.count)::integer, (array_agg(found.oldest order by found.oldest))[1]
    from tenant cross join lateral (${counted(`state.status = 'available'`)}) found`,
    { tenantId: tenantId ?? null, attentions },
  )
}

type SettingAside = {
  documentId: string
  tenantId: string
  note?: string
  /** False: it needs attention again, if there is a reason. */
  isSetAside: boolean
  move: Omit<Move, 'to'>
  at: Date
}

/**
 * Puts a document aside that has come to its end or was received, or undoes that, and notes it in
 * its history. False when it is on its way, or was not set aside. Setting aside what is set aside
 * changes its note.
 */
export async function setAside(
  pool: Pool,
  { documentId, tenantId, note, isSetAside, move, at }: SettingAside,
): Promise<boolean> {
  const { text, values } = query(
    `
    with held as (
      update states set
        set_aside_at = case when $isSetAside::boolean then $at::timestamptz end,
        set_aside_note = case when $isSetAside then $note end,
        updated_at = $at
      where document_id = $documentId and tenant_id = $tenantId
        and case when $isSetAside then status = any ($statuses) else set_aside_at is not null end
      returning document_id, status
    )
    insert into audit (document_id, at, to_status, event, actor, detail)
    select document_id, $at, status, $event, $actor, $note from held`,
    {
      ...{ documentId, tenantId, isSetAside, at, note },
      ...{ event: move.event, actor: move.actor },
      statuses: ['delivered', 'rejected', 'failed', 'cancelled', 'available', 'acknowledged'],
    },
  )
  const { rowCount } = await pool.query(text, values)
  return rowCount === 1
}
