// Idempotency-Keys, per tenant and path: held while the first request is under way, then kept with
// its answer.
import type { Pool } from 'pg'
import { prepared, runPrepared } from '../postgres/prepared.ts'

export type StoredAnswer = { status: number; body: unknown }

/** A key that a request holds; `holder` is made up for the request. */
export type KeyHold = { tenantId: string; path: string; key: string; holder: string }

export type KeyClaim = KeyHold & { bodySha256: Buffer; now: Date; until: Date }

type KeyState =
  /** Until `until`, unless it is renewed; then another request may take it over. */
  | { kind: 'held' }
  | { kind: 'answered'; answer: StoredAnswer }
  | { kind: 'in-progress' }
  /** Answered, or in progress, with another body. */
  | { kind: 'key-reused' }

// When another transaction is just writing the key, neither part finds a row. `do update` locks
// even the row that it leaves alone, and so waits, as every write does, until a synchronous standby
// has all that came before: an answer that a failover could lose is not given again.
const claimStatement = prepared<KeyClaim>(
  'claim_key',
  `
  with held as (
    insert into idempotency as known (tenant_id, path, key, body_sha256, holder, expires_at)
    values ($tenantId, $path, $key, $bodySha256, $holder, $until)
    on conflict (tenant_id, path, key) do update
      set body_sha256 = excluded.body_sha256, holder = excluded.holder, status = null,
          answer = null, expires_at = excluded.expires_at
      where known.expires_at <= $now
    returning key
  )
  select true as is_held, null::bytea as body_sha256, null::integer as status, null::json as answer
  from held
  union all
  select false, body_sha256, status, answer from idempotency
  where tenant_id = $tenantId and path = $path and key = $key and expires_at > $now
    and not exists (select from held)`,
)

type IdempotencyRow =
  | { is_held: true }
  | { is_held: false; body_sha256: Buffer; status: number | null; answer: unknown }

/** Holds a key that is free, or says what became of the request that has it. */
export async function claimKey(
  pool: Pool,
  { tenantId, path, key, holder, bodySha256, now, until }: KeyClaim,
): Promise<KeyState> {
  const query = claimStatement.with({ tenantId, path, key, holder, bodySha256, now, until })
  const [found] = (await runPrepared<IdempotencyRow>(pool, query)).rows
  if (found?.is_held) return { kind: 'held' }
  if (!found) return { kind: 'in-progress' }
  if (!found.body_sha256.equals(bodySha256)) return { kind: 'key-reused' }
  return found.status === null
    ? { kind: 'in-progress' }
    : { kind: 'answered', answer: { status: found.status, body: found.answer } }
}

const isHeld = 'tenant_id = $1 and path = $2 and key = $3 and holder = $4'

function toValues({ tenantId, path, key, holder }: KeyHold): string[] {
  return [tenantId, path, key, holder]
}

/** False when the key was answered, or taken over. */
export async function renewKey(
  pool: Pool,
  { until, ...hold }: KeyHold & { until: Date },
): Promise<boolean> {
  const { rowCount } = await pool.query(`update idempotency set expires_at = $5 where ${isHeld}`, [
    ...toValues(hold),
    until,
  ])
  return rowCount === 1
}

/** Makes the key free again, unless it was answered or taken over. */
export async function releaseKey(pool: Pool, hold: KeyHold): Promise<void> {
  await pool.query(`delete from idempotency where ${isHeld}`, toValues(hold))
}

/** Removes expired answers, and what dead processes held. */
export async function forgetAnswers(pool: Pool, now: Date): Promise<void> {
  await pool.query('delete from idempotency where expires_at <= $1', [now])
}
