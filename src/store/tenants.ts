// Tenants: the organisations on whose behalf callers submit documents.
import type { Pool } from 'pg'
import type { DuplicatePolicy, Tenant } from './facts.ts'
import { type Page, type PageQuery, pageOf } from './pages.ts'
import { isUuid } from './rows.ts'

type NewTenant = {
  id: string
  name: string
  participants: string[]
  duplicates: DuplicatePolicy
  now: Date
}

/** The tenant with that name, created if there is none. An existing one is returned unchanged. */
export async function ensureTenant(
  pool: Pool,
  { id, name, participants, duplicates, now }: NewTenant,
): Promise<Tenant> {
  await pool.query(
    `insert into tenants (id, name, participants, duplicates, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (name) do nothing`,
    [id, name, participants, duplicates, now],
  )
  const { rows } = await pool.query<Tenant>(
    'select id, name, participants, duplicates from tenants where name = $1',
    [name],
  )
  return rows[0] as Tenant
}

/** Lets a tenant send for more participants, besides those it has. */
export async function addParticipants(
  pool: Pool,
  tenantId: string,
  participants: string[],
): Promise<void> {
  await pool.query(
    `update tenants set participants = participants || array(
       select wanted from unnest($2::text[]) as wanted where wanted <> all (participants))
     where id = $1`,
    [tenantId, participants],
  )
}

const columns = 'id, name, participants, duplicates'

/** False when another tenant has the name. */
export async function createTenant(pool: Pool, tenant: NewTenant): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into tenants (${columns}, created_at) values ($1, $2, $3, $4, $5)
     on conflict (name) do nothing`,
    [tenant.id, tenant.name, tenant.participants, tenant.duplicates, tenant.now],
  )
  return rowCount === 1
}

/** All tenants, newest first. */
export async function tenants(pool: Pool, query: PageQuery): Promise<Page<Tenant>> {
  const statement = `select ${columns} from tenants where $1::uuid is null or id < $1
    order by id desc limit $2`
  return pageOf<Tenant>(pool, { name: 'tenants', statement, values: [] }, query)
}

export async function tenantById(pool: Pool, id: string): Promise<Tenant | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await pool.query<Tenant>(`select ${columns} from tenants where id = $1`, [id])
  return rows[0]
}

type TenantChange = { id: string } & Partial<Pick<Tenant, 'name' | 'participants' | 'duplicates'>>

/** What is absent stays as it is. False when another tenant has the name. */
export async function changeTenant(
  pool: Pool,
  { id, name, participants, duplicates }: TenantChange,
): Promise<boolean> {
  const changed = pool.query(
    `update tenants set name = coalesce($2, name), participants = coalesce($3, participants),
                        duplicates = coalesce($4, duplicates)
     where id = $1`,
    [id, name, participants, duplicates],
  )
  return changed.then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === uniqueViolation) return false
      throw error
    },
  )
}

const uniqueViolation = '23505'

/** Removes a tenant, its tokens, webhooks and registrations. False when it has documents. */
export async function removeTenant(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with removed as (
       select id from tenants
       where id = $1 and not exists (select from documents where tenant_id = $1)
     ),
     their_tokens as (delete from tokens using removed where tenant_id = removed.id),
     their_webhooks as (delete from webhooks using removed where tenant_id = removed.id),
     their_registrations as (
       delete from registrations using removed where tenant_id = removed.id
     ),
     their_deliveries as (
       delete from webhook_deliveries using removed where tenant_id = removed.id
     )
     delete from tenants using removed where tenants.id = removed.id`,
    [id],
  )
  return rowCount === 1
}
