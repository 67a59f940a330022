// Webhooks: whom a tenant's events are sent to.
import type { Pool } from 'pg'
import { changing } from '../access/log.ts'
import { keptTenant, whileCounted } from '../access/tenants.ts'
import type { ChangedBy } from '../facts.ts'
import { type Page, type PageQuery, pageOf } from '../postgres/pages.ts'
import { prepared, runPrepared } from '../postgres/prepared.ts'
import { isUuid, present } from '../postgres/rows.ts'

type WebhooksRow = {
  id: string
  tenant_id: string
  url: string
  description: string | null
  types: string[]
  enabled: boolean
  disabled_at: Date | null
  disabled_reason: string | null
  previous_until: Date | null
  failures: number
  last_success_at: Date | null
  created_at: Date
}

export type Webhook = {
  id: string
  tenantId: string
  url: string
  description?: string
  /** Empty: all of them. */
  types: string[]
  enabled: boolean
  disabledAt?: Date
  disabledReason?: string
  /** Until when the secret before the last rotation signs too. */
  previousUntil?: Date
  /** In a row. */
  failures: number
  lastSuccessAt?: Date
  createdAt: Date
}

type NewWebhook = Pick<
  Webhook,
  'id' | 'tenantId' | 'url' | 'description' | 'types' | 'createdAt'
> & {
  /** Encrypted. */
  secret: Buffer
}

/** False when the tenant has `max` already, or was removed. */
export async function createWebhook(
  pool: Pool,
  { max, ...webhook }: NewWebhook & { max: number },
  by: ChangedBy,
): Promise<boolean> {
  return whileCounted(pool, { tenantId: webhook.tenantId, by }, async (client) => {
    const { rowCount } = await client.query(
      `insert into webhooks (id, tenant_id, url, description, types, secret, created_at)
     select $1::uuid, tenant.id, $3::text, $4::text, $5::text[], $6::bytea, $7::timestamptz
     from ${keptTenant('$2::uuid')} tenant
     where (select count(*) from webhooks where tenant_id = tenant.id) < $8`,
      [
        ...[webhook.id, webhook.tenantId, webhook.url, webhook.description ?? null],
        ...[webhook.types, webhook.secret, webhook.createdAt, max],
      ],
    )
    return rowCount === 1
  })
}

/** The webhooks of a tenant, newest first. Throws CursorError. */
export async function webhooksOf(
  pool: Pool,
  tenantId: string,
  query: PageQuery,
): Promise<Page<Webhook>> {
  const statement = `select * from webhooks
    where tenant_id = $tenantId and ($before::uuid is null or id < $before)
    order by id desc limit $limit`
  const list = { name: 'webhooks', statement, values: { tenantId } }
  const page = await pageOf<WebhooksRow>(pool, list, query)
  return { ...page, items: page.items.map(toWebhook) }
}

export async function webhookById(
  pool: Pool,
  tenantId: string,
  id: string,
): Promise<Webhook | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await pool.query<WebhooksRow>(
    'select * from webhooks where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  return rows[0] && toWebhook(rows[0])
}

type WebhookChange = {
  id: string
  url?: string
  description?: string
  types?: string[]
  /** Enabling it forgets its failures. */
  enabled?: boolean
}

/** What is absent stays as it is. */
export async function changeWebhook(
  pool: Pool,
  { id, url, description, types, enabled }: WebhookChange,
  by: ChangedBy,
): Promise<void> {
  await changing(pool, by, (client) =>
    client.query(
      `update webhooks set
         url = coalesce($2, url), description = coalesce($3, description),
         types = coalesce($4, types), enabled = coalesce($5, enabled),
         disabled_at = case when $5 then null when not $5 then $6 else disabled_at end,
         disabled_reason = case when $5 then null when not $5 then 'It was disabled by request.'
           else disabled_reason end,
         failures = case when $5 then 0 else failures end
       where id = $1`,
      [id, url ?? null, description ?? null, types ?? null, enabled ?? null, by.at],
    ),
  )
}

export async function deleteWebhook(pool: Pool, id: string, by: ChangedBy): Promise<void> {
  await changing(pool, by, (client) =>
    client.query(
      `with gone as (delete from webhooks where id = $1 returning id)
       delete from webhook_deliveries using gone where webhook_id = gone.id`,
      [id],
    ),
  )
}

/** The secret until now still signs until `until`. */
export async function replaceWebhookSecret(
  pool: Pool,
  { id, secret, until }: { id: string; secret: Buffer; until: Date },
  by: ChangedBy,
): Promise<void> {
  await changing(pool, by, (client) =>
    client.query(
      `update webhooks set previous_secret = secret, previous_until = $3, secret = $2
       where id = $1`,
      [id, secret, until],
    ),
  )
}

/** An event for one webhook only. */
export async function addTestEvent(
  pool: Pool,
  { id, tenantId }: Pick<Webhook, 'id' | 'tenantId'>,
  at: Date,
): Promise<void> {
  await pool.query(
    `insert into pending_events (tenant_id, type, at, details)
     values ($1, 'webhook.test', $2, $3)`,
    [tenantId, at, { webhookId: id }],
  )
}

const hasEnabledStatement = prepared(
  'has_enabled_webhook',
  'select exists (select from webhooks where enabled) as found',
)

/** Whether any tenant has a webhook that is enabled. */
export async function hasEnabledWebhook(pool: Pool): Promise<boolean> {
  const { rows } = await runPrepared<{ found: boolean }>(pool, hasEnabledStatement.with({}))
  return rows[0]!.found
}

/** The encrypted secret of any webhook, to try the key on. */
export async function anyWebhookSecret(
  pool: Pool,
): Promise<{ id: string; secret: Buffer } | undefined> {
  const { rows } = await pool.query<{ id: string; secret: Buffer }>(
    'select id, secret from webhooks limit 1',
  )
  return rows[0]
}

function toWebhook(row: WebhooksRow): Webhook {
  return present({
    id: row.id,
    tenantId: row.tenant_id,
    url: row.url,
    description: row.description,
    types: row.types,
    enabled: row.enabled,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
    previousUntil: row.previous_until,
    failures: row.failures,
    lastSuccessAt: row.last_success_at,
    createdAt: row.created_at,
  })
}
