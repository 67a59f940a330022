// Tenants: the organisations on whose behalf callers submit documents.
import type { Pool } from 'pg'
import type { Tenant } from './facts.ts'

export type NewTenant = { id: string; name: string; participants: string[]; now: Date }

/** The tenant with that name, created if there is none. An existing one is returned unchanged. */
export async function ensureTenant(
  pool: Pool,
  { id, name, participants, now }: NewTenant,
): Promise<Tenant> {
  await pool.query(
    `insert into tenants (id, name, participants, created_at) values ($1, $2, $3, $4)
     on conflict (name) do nothing`,
    [id, name, participants, now],
  )
  const { rows } = await pool.query<Tenant>(
    'select id, name, participants from tenants where name = $1',
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
