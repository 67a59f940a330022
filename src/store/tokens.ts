// API tokens. Only a SHA-256 of a secret is kept.
import type { Pool } from 'pg'
import type { Token, TokenEnvironment, TokenWithSecret } from './facts.ts'
import { runPrepared } from './prepared.ts'
import { present } from './rows.ts'

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

type Row = {
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
}

const selectToken = `
  select token.*, tenant.name as tenant_name, tenant.participants
  from tokens token join tenants tenant on tenant.id = token.tenant_id`

export async function createToken(pool: Pool, token: NewToken): Promise<void> {
  await pool.query(
    `insert into tokens (id, public_id, tenant_id, secret_sha256, name, environment, scopes,
                         created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      token.id,
      token.publicId,
      token.tenantId,
      token.secretSha256,
      token.name,
      token.environment,
      token.scopes,
      token.createdAt,
      token.expiresAt ?? null,
    ],
  )
}

const byPublicIdStatement = {
  name: 'token_by_public_id',
  text: `${selectToken} where token.public_id = $1`,
}

/**
 * The token with the digest of its secret; includes expired and revoked ones, for the
 * caller to say why.
 */
export async function tokenByPublicId(
  pool: Pool,
  publicId: string,
): Promise<TokenWithSecret | undefined> {
  const { rows } = await runPrepared<Row>(pool, byPublicIdStatement, [publicId])
  return rows[0] && { ...toToken(rows[0]), secretSha256: rows[0].secret_sha256 }
}

export async function listTokens(pool: Pool): Promise<Token[]> {
  const { rows } = await pool.query<Row>(`${selectToken} order by token.created_at, token.id`)
  return rows.map(toToken)
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
export async function revokeToken(pool: Pool, publicId: string, at: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update tokens set revoked_at = $2 where public_id = $1 and revoked_at is null',
    [publicId, at],
  )
  return rowCount === 1
}

export async function countTokens(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from tokens',
  )
  return rows[0]?.count ?? 0
}

function toToken(row: Row): Token {
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
    tenant: { id: row.tenant_id, name: row.tenant_name, participants: row.participants },
  })
}
