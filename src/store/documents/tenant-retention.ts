// Removes the bytes of old documents of tenants that have days of their own for that
// (migrations/0039_tenant_retention.sql).
import type { Pool, PoolClient } from 'pg'
import { firstUuid } from '../postgres/rows.ts'
import { type Query, query } from '../postgres/statement.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { removeDone } from './retention.ts'

/** From now on, and for ever: what others had removed by months was passed by for this tenant. */
export async function retainByTenant(client: PoolClient, tenantId: string): Promise<void> {
  await client.query('insert into tenant_retention values ($1, $2) on conflict do nothing', [
    tenantId,
    firstUuid(new Date(0)),
  ])
}

/** Tenants that have days of their own, or had: then without `days`. */
export async function tenantsWithDays(pool: Pool): Promise<{ tenantId: string; days?: number }[]> {
  const { rows } = await pool.query<{ tenant_id: string; days: number | null }>(
    `select own.tenant_id, tenant.retention_days as days
     from tenant_retention own join tenants tenant on tenant.id = own.tenant_id
     order by own.tenant_id`,
  )
  return rows.map(({ tenant_id: tenantId, days }) => ({
    tenantId,
    ...(days === null ? {} : { days }),
  }))
}

type TenantBytes = { tenantId: string; before: Date; limit: number }

/**
 * Removes the bytes of the tenant's next documents, `limit` at most, that were stored and completed
 * before `before`. Returns how many documents it looked at: 0 when there are no more.
 */
export async function removeTenantBytes(pool: Pool, wish: TenantBytes): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string; is_done: boolean }>(oldStatement(wish))
    const last = rows.at(-1)
    if (!last) return 0
    await client.query(
      'update tenant_retention set done_to = $2 where tenant_id = $1 and done_to < $2',
      [wish.tenantId, last.id],
    )
    await removeDone(client, rows)
    return rows.length
  })
}

export function oldStatement({ tenantId, before, limit }: TenantBytes): Query {
  const oneWay = (direction: string) => `
    (select id from documents
     where tenant_id = $tenantId and direction = '${direction}' and id < $end
       and id > (select done_to from tenant_retention where tenant_id = $tenantId)
     order by id limit $limit)`
  return query(
    `with next as (
       select id from (${oneWay('outbound')} union all ${oneWay('inbound')}) found
       order by id limit $limit)
     select next.id, coalesce(state.completed_at < $before, false) as is_done
     from next left join states state on state.document_id = next.id
     order by next.id`,
    { tenantId, before, limit, end: firstUuid(before) },
  )
}
