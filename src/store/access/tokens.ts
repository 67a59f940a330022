// API tokens. Only a SHA-256 of a secret is kept.
import type { Pool } from 'pg'
import type {
  ChangedBy,
  DuplicatePolicy,
  FrenchProcess,
  MlsType,
  TaxReporting,
  Token,
  TokenEnvironment,
  TokenWithSecret,
} from '../facts.ts'
import { asked, batchedRead } from '../postgres/batch.ts'
import { type Page, type PageQuery, pageOf } from '../postgres/pages.ts'
import { prepared, runPrepared } from '../postgres/prepared.ts'
import { isUuid, present } from '../postgres/rows.ts'
import { changing } from './log.ts'
import { keptTenant, whileCounted } from './tenants.ts'

export type NewToken = {
  id: string
  publicId: string
  secretSha256: Buffer
  name: string
  environment: TokenEnvironment
  scopes: string[]
  tenantId: string
  createdAt: Date
  expiresAt?: Date
}

type TokensRow = {
  id: string
  public_id: string
  secret_sha256: Buffer
  name: string
  environment: TokenEnvironment
  scopes: string[]
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
  tenant_id: string
  tenant_name: string
  participants: string[]
  duplicates: DuplicatePolicy
  french_process: FrenchProcess
  mls_type: MlsType | null
  mls_to: string | null
  tax_reporting: TaxReporting[] | null
  may_publish: boolean | null
}

const selectToken = `
  select token.*, tenant.name as tenant_name, tenant.participants,
         tenant.duplicates, tenant.french_process, tenant.mls_type, tenant.mls_to,
         nullif(tenant.tax_reporting, '[]') as tax_reporting,
         nullif(tenant.may_publish, false) as may_publish
  from tokens token join tenants tenant on tenant.id = token.tenant_id`

const newTokenColumns =
  'id, public_id, tenant_id, secret_sha256, name, environment, scopes, created_at, expires_at'

const newTokenValues = `$1::uuid, $2::text, tenant.id, $4::bytea, $5::text, $6::text, $7::text[],
       $8::timestamptz, $9::timestamptz`

/** Valid tokens of the tenant, at the time $8. */
const validTokens = `select count(*) from tokens where tenant_id = tenant.id
  and revoked_at is null and (expires_at is null or expires_at > $8::timestamptz)`

/** False when the tenant has `max` valid tokens already, or was removed. */
export async function createToken(
  pool: Pool,
  { max, ...token }: NewToken & { max?: number },
  by: ChangedBy,
): Promise<boolean> {
  return whileCounted(pool, { tenantId: token.tenantId, by }, async (client) => {
    const { rowCount } = await client.query(
      `insert into tokens (${newTokenColumns})
       select ${newTokenValues} from ${keptTenant('$3::uuid')} tenant
       where (${validTokens}) < coalesce($10, 2147483647)`,
      [...toValues(token), max ?? null],
    )
    return rowCount === 1
  })
}

/**
 * Stores the token that follows another one, which expires at `until` if not before. False when the
 * other one does not work any more, or both would be more than `max` valid tokens.
 */
export async function replaceToken(
  pool: Pool,
  { id, next, until, max }: { id: string; next: NewToken; until: Date; max?: number },
  by: ChangedBy,
): Promise<boolean> {
  const counted = { tenantId: next.tenantId, by: { ...by, rotates: true as const } }
  return whileCounted(pool, counted, async (client) => {
    const { rowCount } = await client.query(
      `with tenant as ${keptTenant('$3::uuid')},
     replaced as (
       update tokens set expires_at = least(expires_at, $11::timestamptz)
       from tenant
       where tokens.id = $10 and tenant_id = tenant.id and revoked_at is null
         and (expires_at is null or expires_at > $8)
         and (${validTokens}) - ($11::timestamptz <= $8)::integer < coalesce($12, 2147483647)
       returning tokens.id
     )
     insert into tokens (${newTokenColumns})
     select ${newTokenValues} from replaced cross join tenant`,
      [...toValues(next), id, until, max ?? null],
    )
    return rowCount === 1
  })
}

function toValues(token: NewToken): unknown[] {
  return [
    token.id,
    token.publicId,
    token.tenantId,
    token.secretSha256,
    token.name,
    token.environment,
    token.scopes,
    token.createdAt,
    token.expiresAt ?? null,
  ]
}

const byPublicIdStatement = prepared<{ publicIds: string }>(
  'tokens_by_public_id',
  `
  select found.* from json_array_elements_text($publicIds::json) as asked (public_id)
  cross join lateral (${selectToken} where token.public_id = asked.public_id limit 1) found`,
)

const byPublicId = batchedRead(async (pool, publicIds: string[]) => {
  const query = byPublicIdStatement.with({ publicIds: asked(publicIds) })
  const { rows } = await runPrepared<TokensRow>(pool, query)
  return publicIds.map((publicId) => rows.find((row) => row.public_id === publicId))
})

/**
 * The token with the digest of its secret; includes expired and revoked ones, for the
 * caller to say why.
 */
export async function tokenByPublicId(
  pool: Pool,
  publicId: string,
): Promise<TokenWithSecret | undefined> {
  const row = await byPublicId(pool, publicId)
  return row && { secretSha256: row.secret_sha256, ...toToken(row) }
}

/** The public ids of the tokens that are valid now, of all tenants. */
export async function validPublicIds(pool: Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ public_id: string }>(
    `select public_id from tokens
     where revoked_at is null and (expires_at is null or expires_at > $1)`,
    [now],
  )
  return rows.map((row) => row.public_id)
}

export async function listTokens(pool: Pool): Promise<Token[]> {
  const { rows } = await pool.query<TokensRow>(`${selectToken} order by token.created_at, token.id`)
  return rows.map(toToken)
}

/** The tokens of a tenant, newest first, those that do not work any more included. */
export async function tokensOf(
  pool: Pool,
  { tenantId, environment }: { tenantId: string; environment?: TokenEnvironment },
  query: PageQuery,
): Promise<Page<Token>> {
  const statement = `${selectToken}
    where token.tenant_id = $tenantId
      and ($environment::text is null or token.environment = $environment)
      and ($before::uuid is null or token.id < $before)
    order by token.id desc limit $limit`
  const values = { tenantId, environment }
  const page = await pageOf<TokensRow>(pool, { name: 'tokens', statement, values }, query)
  return { ...page, items: page.items.map(toToken) }
}

export async function tokenById(
  pool: Pool,
  tenantId: string,
  id: string,
): Promise<Token | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await pool.query<TokensRow>(
    `${selectToken} where token.tenant_id = $1 and token.id = $2`,
    [tenantId, id],
  )
  return rows[0] && toToken(rows[0])
}

/** What is absent stays as it is. False when the token was revoked, or has expired. */
export async function changeToken(
  pool: Pool,
  { id, name, expiresAt }: { id: string; name?: string; expiresAt?: Date },
  by: ChangedBy,
): Promise<boolean> {
  const { rowCount } = await changing(pool, by, (client) =>
    client.query(
      `update tokens set name = coalesce($2, name), expires_at = coalesce($3, expires_at)
       where id = $1 and revoked_at is null and (expires_at is null or expires_at > $4)`,
      [id, name, expiresAt, by.at],
    ),
  )
  return rowCount === 1
}

/** Records when a token was used, at most once a minute. */
export async function noteTokenUse(pool: Pool, tokenId: string, at: Date): Promise<void> {
  await pool.query(
    `update tokens set last_used_at = $2::timestamptz
     where id = $1
       and (last_used_at is null or last_used_at <= $2::timestamptz - interval '1 minute')`,
    [tokenId, at],
  )
}

/** False when there is no such token, or it was already revoked. */
export async function revokeToken(pool: Pool, publicId: string, by: ChangedBy): Promise<boolean> {
  const { rowCount } = await changing(pool, by, (client) =>
    client.query('update tokens set revoked_at = $2 where public_id = $1 and revoked_at is null', [
      publicId,
      by.at,
    ]),
  )
  return rowCount === 1
}

export async function countTokens(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from tokens',
  )
  return rows[0]?.count ?? 0
}

function toToken(row: TokensRow): Token {
  return present({
    id: row.id,
    publicId: row.public_id,
    name: row.name,
    environment: row.environment,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    tenant: present({
      id: row.tenant_id,
      name: row.tenant_name,
      participants: row.participants,
      duplicates: row.duplicates,
      frenchProcess: row.french_process,
      mlsType: row.mls_type,
      mlsTo: row.mls_to,
      taxReporting: row.tax_reporting,
      mayPublish: row.may_publish,
    }),
  })
}
