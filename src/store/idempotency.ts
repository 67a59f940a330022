// The first answer to a request with an Idempotency-Key, per tenant, path and key.
import type { Pool, PoolClient } from 'pg'

export type StoredAnswer = { status: number; body: unknown }
export type FirstAnswer = { bodySha256: Buffer; answer: StoredAnswer }

/** Removes expired answers. */
export async function forgetAnswers(pool: Pool, now: Date): Promise<void> {
  await pool.query('delete from idempotency where expires_at <= $1', [now])
}

/** The answer given to this key, unless it has expired. */
export async function firstAnswer(
  pool: Pool | PoolClient,
  request: { tenantId: string; path: string; key: string; now: Date },
): Promise<FirstAnswer | undefined> {
  const { rows } = await pool.query<{ body_sha256: Buffer; status: number; answer: unknown }>(
    `select body_sha256, status, answer from idempotency
     where tenant_id = $1 and path = $2 and key = $3 and expires_at > $4`,
    [request.tenantId, request.path, request.key, request.now],
  )
  return (
    rows[0] && {
      bodySha256: rows[0].body_sha256,
      answer: { status: rows[0].status, body: rows[0].answer },
    }
  )
}
