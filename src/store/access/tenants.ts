// Tenants: the organisations on whose behalf callers submit documents.
import type { Pool, PoolClient } from 'pg'
import { retainByTenant } from '../documents/tenant-retention.ts'
import type { ChangedBy, TaxReporting, Tenant } from '../facts.ts'
import { batchedRead } from '../postgres/batch.ts'
import { type Page, type PageQuery, pageOf } from '../postgres/pages.ts'
import { prepared, runPrepared } from '../postgres/prepared.ts'
import { isUuid, present } from '../postgres/rows.ts'
import { changing } from './log.ts'

type NewTenant = Omit<Tenant, 'frenchProcess'> & Partial<Pick<Tenant, 'frenchProcess'>>

const columns =
  'id, name, participants, duplicates, french_process as "frenchProcess", ' +
  'retention_days as "retentionDays", mls_wait as "mlsWait", ' +
  'mls_type as "mlsType", mls_to as "mlsTo", ' +
  `nullif(tax_reporting, '[]') as "taxReporting", nullif(may_publish, false) as "mayPublish"`

/** What a tenant has of its own; null: as for all. */
type OwnSettings = Pick<Tenant, 'retentionDays' | 'mlsWait' | 'mlsType' | 'mlsTo'>
type Unset<Settings> = { [Name in keyof Settings]: Settings[Name] | null }

type TenantRow = Omit<Tenant, keyof OwnSettings | 'taxReporting' | 'mayPublish'> &
  Required<Unset<OwnSettings>> & { taxReporting: TaxReporting[] | null; mayPublish: boolean | null }

function toTenant(row: TenantRow): Tenant {
  return present(row)
}

/** The tenant with that name, created if there is none. An existing one is returned unchanged. */
export async function ensureTenant(pool: Pool, tenant: NewTenant, by: ChangedBy): Promise<Tenant> {
  const { name } = tenant
  await createTenant(pool, tenant, by)
  const { rows } = await pool.query<TenantRow>(`select ${columns} from tenants where name = $1`, [
    name,
  ])
  return toTenant(rows[0] as TenantRow)
}

/** Lets a tenant send for more participants, besides those it has. */
export async function addParticipants(
  pool: Pool,
  { tenantId, participants }: { tenantId: string; participants: string[] },
  by: ChangedBy,
): Promise<void> {
  await changing(pool, by, (client) =>
    client.query(
      `update tenants set listed_at = $3, participants = participants || array(
         select wanted from unnest($2::text[]) as wanted where wanted <> all (participants))
       where id = $1 and not $2 <@ participants`,
      [tenantId, participants, by.at],
    ),
  )
}

/** False when another tenant has the name. */
export async function createTenant(
  pool: Pool,
  { id, name, participants, duplicates, frenchProcess = 'none', ...own }: NewTenant,
  by: ChangedBy,
): Promise<boolean> {
  return changing(pool, by, async (client) => {
    const { rowCount } = await client.query(
      `insert into tenants
         (id, name, participants, duplicates, french_process, created_at, retention_days,
          mls_wait, mls_type, mls_to, tax_reporting, may_publish)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (name) do nothing`,
      [
        ...[id, name, participants, duplicates, frenchProcess, by.at],
        ...[own.retentionDays, own.mlsWait, own.mlsType, own.mlsTo],
        JSON.stringify(own.taxReporting ?? []),
        own.mayPublish ?? false,
      ],
    )
    if (rowCount === 1 && own.retentionDays !== undefined) await retainByTenant(client, id)
    return rowCount === 1
  })
}

/** All tenants, newest first. */
export async function tenants(pool: Pool, query: PageQuery): Promise<Page<Tenant>> {
  const statement = `select ${columns} from tenants where $before::uuid is null or id < $before
    order by id desc limit $limit`
  const page = await pageOf<TenantRow>(pool, { name: 'tenants', statement, values: {} }, query)
  return { ...page, items: page.items.map(toTenant) }
}

export async function tenantById(pool: Pool, id: string): Promise<Tenant | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await pool.query<TenantRow>(`select ${columns} from tenants where id = $1`, [id])
  return rows[0] && toTenant(rows[0])
}

/** A setting of its own that is null: as for all. */
export type TenantChange = Partial<Omit<Tenant, 'id' | keyof OwnSettings>> & Unset<OwnSettings>

/** `registered`: they are registered, and the new list would take them away from the tenant. */
export type TenantChanged =
  | { kind: 'changed' | 'name-taken' }
  | { kind: 'registered'; registered: string[] }

/** What is absent stays as it is. */
export async function changeTenant(
  pool: Pool,
  change: TenantChange & { id: string },
  by: ChangedBy,
): Promise<TenantChanged> {
  try {
    return await changing(pool, by, (client) => changeLocked(client, change, by.at))
  } catch (error) {
    if ((error as { code?: string }).code === uniqueViolation) return { kind: 'name-taken' }
    throw error
  }
}

async function changeLocked(
  client: PoolClient,
  change: TenantChange & { id: string },
  at: Date,
): Promise<TenantChanged> {
  const { id, name, participants, duplicates, frenchProcess, taxReporting, ...own } = change
  await client.query('select from tenants where id = $1 for no key update', [id])
  // A second statement, which sees what was registered before the lock was given.
  const registered = participants ? await takenAway(client, id, participants) : []
  if (registered.length > 0) return { kind: 'registered', registered }
  await client.query(
    `update tenants set name = coalesce($2, name), participants = coalesce($3, participants),
                        duplicates = coalesce($4, duplicates),
                        french_process = coalesce($6, french_process),
                        retention_days = case when $7 then $8 else retention_days end,
                        mls_wait = case when $9 then $10 else mls_wait end,
                        mls_type = case when $11 then $12 else mls_type end,
                        mls_to = case when $13 then $14 else mls_to end,
                        tax_reporting = coalesce($15, tax_reporting),
                        may_publish = coalesce($16, may_publish),
                        listed_at = case when $3::text[] is null then listed_at else $5 end
     where id = $1`,
    [
      ...[id, name, participants, duplicates, at, frenchProcess],
      ...[own.retentionDays !== undefined, own.retentionDays],
      ...[own.mlsWait !== undefined, own.mlsWait],
      ...[own.mlsType !== undefined, own.mlsType],
      ...[own.mlsTo !== undefined, own.mlsTo],
      taxReporting && JSON.stringify(taxReporting),
      own.mayPublish,
    ],
  )
  if (typeof own.retentionDays === 'number') await retainByTenant(client, id)
  return { kind: 'changed' }
}

/** What is registered and would leave the list. `*` keeps what never was in it by name. */
async function takenAway(
  client: PoolClient,
  tenantId: string,
  participants: string[],
): Promise<string[]> {
  const { rows } = await client.query<{ participant: string }>(
    `select participant_id as participant
     from registrations join tenants on tenants.id = tenant_id
     where tenant_id = $1 and participant_id <> all ($2::text[])
       and (participant_id = any (participants) or '*' <> all ($2::text[]))
     order by registrations.id`,
    [tenantId, participants],
  )
  return rows.map(({ participant }) => participant)
}

const uniqueViolation = '23505'

/**
 * A subquery with the tenant that has this id, which cannot be removed before the statement that
 * uses it is committed. Whatever is inserted for a tenant is selected from it: nothing, once the
 * tenant is gone.
 */
export function keptTenant(id: string): string {
  return `(select id from tenants where id = ${id} limit 1 for key share)`
}

/**
 * Runs `work` while no other call counts what the tenant has: each sees what those before stored.
 * Documents can still be inserted.
 */
export async function whileCounted<T>(
  pool: Pool,
  { tenantId, by }: { tenantId: string; by: ChangedBy },
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return changing(pool, by, async (client) => {
    // Only a statement that begins after the lock sees what the others stored.
    await client.query('select from tenants where id = $1 for no key update', [tenantId])
    return work(client)
  })
}

/** Removes a tenant, its tokens, webhooks and registrations. False when it has documents. */
export async function removeTenant(pool: Pool, id: string, by: ChangedBy): Promise<boolean> {
  return changing(pool, by, async (client) => {
    // It waits for insertions that use keptTenant; the next statement sees what they inserted.
    const { rowCount } = await client.query('select from tenants where id = $1 for update', [id])
    return rowCount === 1 && removeLocked(client, id)
  })
}

async function removeLocked(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
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

/** What belongs to a tenant that does not exist: removals of earlier versions have left it. */
export type Orphans = { tenantId: string; documents: number; webhooks: number }

export async function orphans(pool: Pool): Promise<Orphans[]> {
  const { rows } = await pool.query<Orphans>(
    `with recursive documents_tenant as (
       (select tenant_id as id from documents order by tenant_id limit 1)
       union all
       select (select tenant_id from documents where tenant_id > before.id
               order by tenant_id limit 1)
       from documents_tenant before where before.id is not null
     ),
     absent as (
       select id from documents_tenant where id is not null
       union select tenant_id from webhooks
       except select id from tenants
     )
     select id as "tenantId",
       (select count(*)::integer from documents where tenant_id = absent.id) as documents,
       (select count(*)::integer from webhooks where tenant_id = absent.id) as webhooks
     from absent order by id`,
  )
  return rows
}

type Sender = { tenantId: string; sender: string }

const senderStatement = prepared<{ senders: string }>(
  'senders_allowed',
  `
  select exists (
    select from tenants where id = asked.tenant and participants && array['*', asked.sender]
  ) as allowed,
  (select greatest(created_at, listed_at) from tenants
   order by greatest(created_at, listed_at) desc limit 1) as listed_at
  from json_to_recordset($senders::json) as asked (position integer, tenant uuid, sender text)
  order by asked.position`,
)

/** Whether a tenant may send for a participant, and when any tenant's list was changed last. */
export type Sending = { isAllowed: boolean; listsChangedAt: Date | undefined }

export const maySend = batchedRead(async (pool, all: Sender[]): Promise<Sending[]> => {
  type Row = { allowed: boolean; listed_at: Date | null }
  const senders = all.map(({ tenantId, sender }, position) => ({
    position,
    tenant: tenantId,
    sender,
  }))
  const query = senderStatement.with({ senders: JSON.stringify(senders) })
  const { rows } = await runPrepared<Row>(pool, query)
  return rows.map((row) => ({
    isAllowed: row.allowed,
    listsChangedAt: row.listed_at ?? undefined,
  }))
})

/** Whether another tenant lists the participant by name. */
export async function isListedByAnother(
  pool: Pool,
  { tenantId, participant }: { tenantId: string; participant: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from tenants where participants @> array[$2::text] and id <> $1 limit 1',
    [tenantId, participant],
  )
  return rowCount === 1
}
