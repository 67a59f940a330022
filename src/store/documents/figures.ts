// What happened in a span of time, counted step by step and tenant by tenant: so it is read from
// ranges of two indexes alone.
import type { Pool } from 'pg'
import { firstUuid } from '../postgres/rows.ts'

/** Documents of a step, and how long from submission to receipt the middle one of them took. */
export type FigureStep = {
  from: Date
  /** To be sent; without those that were refused for their content. */
  accepted: number
  delivered: number
  /** Given up in this step, and not delivered since. */
  failed: number
  received: number
  medianMs?: number
}

export type FiguresQuery = {
  /** Absent: all of them. */
  tenantId?: string
  /** Where each step begins, and the last one ends; ascending. */
  bounds: Date[]
}

type FiguresRow = {
  accepted: number
  delivered: number
  failed: number
  received: number
  median_ms: number | null
}

/** One for each step. */
export async function figures(pool: Pool, query: FiguresQuery): Promise<FigureStep[]> {
  const { text, values } = figuresStatement(query)
  const { rows } = await pool.query<FiguresRow>(text, values)
  return rows.map(({ median_ms: medianMs, ...counts }, index) => ({
    from: query.bounds[index]!,
    ...counts,
    ...(medianMs === null ? {} : { medianMs }),
  }))
}

// The middle one of a step is that of the last hundred of each tenant.
const timed = 100

export function figuresStatement({ tenantId, bounds }: FiguresQuery): {
  text: string
  values: unknown[]
} {
  const text = `
    with tenant as (select id from tenants where $1::uuid is null or id = $1),
    step as (
      select * from unnest($2::timestamptz[], $3::timestamptz[], $4::uuid[], $5::uuid[])
        with ordinality step (begins, ends, first_id, last_id, ordinal)
    )
    select (counted.sent - counted.rejected)::integer as accepted, counted.delivered::integer,
           counted.failed::integer, counted.received::integer, times.median_ms
    from step
    cross join lateral (
      select coalesce(sum(sent.count), 0) as sent, coalesce(sum(received.count), 0) as received,
             coalesce(sum(ended.delivered), 0) as delivered,
             coalesce(sum(ended.failed), 0) as failed, coalesce(sum(ended.rejected), 0) as rejected
      from tenant
      cross join lateral (
        select count(*) from documents document
        where document.tenant_id = tenant.id and document.direction = 'outbound'
          and document.id >= step.first_id and document.id < step.last_id) sent
      cross join lateral (
        select count(*) from documents document
        where document.tenant_id = tenant.id and document.direction = 'inbound'
          and document.id >= step.first_id and document.id < step.last_id) received
      cross join lateral (
        select count(*) filter (where state.status = 'delivered') as delivered,
               count(*) filter (where state.status = 'failed') as failed,
               count(*) filter (where state.status = 'rejected') as rejected
        from states state
        where state.tenant_id = tenant.id
          and state.completed_at >= step.begins and state.completed_at < step.ends) ended) counted
    cross join lateral (
      select percentile_disc(0.5) within group (order by extract(epoch from last.completed_at)
               * 1000 - ('x0000' || replace(left(last.document_id::text, 13), '-', ''))
               ::bit(64)::bigint)::float8 as median_ms
      from tenant cross join lateral (
        select state.completed_at, state.document_id from states state
        where state.tenant_id = tenant.id and state.status = 'delivered'
          and state.completed_at >= step.begins and state.completed_at < step.ends
        order by state.completed_at desc limit ${timed}) last) times
    order by step.ordinal`
  const ids = bounds.map(firstUuid)
  const values = [tenantId ?? null, bounds.slice(0, -1), bounds.slice(1)]
  return { text, values: [...values, ids.slice(0, -1), ids.slice(1)] }
}
