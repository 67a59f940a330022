// Removes what is no longer needed from the payload store: objects whose rows were removed, and
// those of statements that never committed.
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { between, rangeOf } from '../postgres/months.ts'
import { query } from '../postgres/statement.ts'
import { type Payload, type PayloadStore, payloadStoreOf } from './payload-store.ts'

/**
 * Notes that payloads are kept outside of the database. Throws an Error when they are, and there is
 * no payload store.
 */
export async function notePayloadStore(
  pool: Pool,
  payloads: PayloadStore | undefined,
): Promise<void> {
  if (payloads) {
    await pool.query('insert into payload_store default values on conflict do nothing')
    return
  }
  const { rowCount } = await pool.query('select from payload_store')
  if (rowCount !== 0)
    throw new Error('Payloads of this database are in a payload store: set PAYLOAD_STORE')
}

export type Swept = { kind: 'foreign' } | { kind: 'swept'; removed: number; orphans: number }

/**
 * Removes objects whose rows were removed, and objects that are older than `orphanMs` and that no
 * row names. `foreign` when another database may need them: the store has its mark. Throws
 * PayloadStoreError.
 */
export async function sweepPayloads(
  pool: Pool,
  { orphanMs }: { orphanMs: number },
): Promise<Swept | undefined> {
  const payloads = payloadStoreOf(pool)
  if (!payloads) return undefined
  if (!(await renewMark(pool, payloads))) return { kind: 'foreign' }
  const ofMonths = await removeMonths(pool, payloads, orphanMs)
  const removed = ofMonths + (await removeRemoved(pool, payloads))
  const orphans = await removeOrphans(pool, payloads, orphanMs)
  return { kind: 'swept', removed, orphans }
}

/** False when the store has the mark of another database. A store without one is ours. */
async function renewMark(pool: Pool, payloads: PayloadStore): Promise<boolean> {
  const { rows } = await pool.query<{ mark: string | null; next_mark: string | null }>(
    'select mark, next_mark from payload_store',
  )
  const found = await payloads.mark()
  if (found !== undefined && found !== rows[0]?.mark && found !== rows[0]?.next_mark) return false
  const next = randomUUID()
  // Here first: whatever happens now, one of the two is in the store.
  await pool.query(
    `insert into payload_store (mark, next_mark) values ($1, $2)
     on conflict (only_row) do update set mark = excluded.mark, next_mark = excluded.next_mark`,
    [found ?? next, next],
  )
  await payloads.setMark(next)
  return true
}

const atOnce = 500

async function removeRemoved(pool: Pool, payloads: PayloadStore): Promise<number> {
  for (let removed = 0; ; ) {
    const { rows } = await pool.query<Payload>(
      `select payload_id as id, encode(sha256, 'hex') as sha256 from removed_payloads
       order by payload_id limit $1`,
      [atOnce],
    )
    if (rows.length === 0) return removed
    await payloads.remove(rows)
    await pool.query('delete from removed_payloads where payload_id = any ($1)', [
      rows.map(({ id }) => id),
    ])
    removed += rows.length
  }
}

// In a month that was emptied, payloads that have rows belong to documents that were not done.
async function removeMonths(pool: Pool, payloads: PayloadStore, orphanMs: number): Promise<number> {
  const { rows } = await pool.query<{ first_id: string; next_id: string }>(
    'select first_id, next_id from removed_months order by first_id',
  )
  let removed = 0
  for (const { first_id: id, next_id: until } of rows) {
    let after: Payload | undefined = { id, sha256: '' }
    let isDone = true
    while (after) {
      const listed = await payloads.list(after)
      const within = listed.filter((payload) => payload.id < until)
      const old = within.filter(({ ageMs }) => ageMs >= orphanMs)
      removed += await removeNameless(pool, payloads, old)
      isDone &&= old.length === within.length
      after = within.length === listed.length ? within.at(-1) : undefined
    }
    if (isDone) await pool.query('delete from removed_months where first_id = $1', [id])
  }
  return removed
}

// Objects made later come later, so each is looked at once: when it is old enough for its row to
// have been written, if there is ever to be one (rowWithinMs in files.ts).
async function removeOrphans(
  pool: Pool,
  payloads: PayloadStore,
  orphanMs: number,
): Promise<number> {
  for (let removed = 0, after = await sweptTo(pool); ; ) {
    const listed = await payloads.list(after)
    const young = listed.findIndex(({ ageMs }) => ageMs < orphanMs)
    const old = young === -1 ? listed : listed.slice(0, young)
    after = old.at(-1)
    if (!after) return removed
    removed += await removeNameless(pool, payloads, old)
    await pool.query('update payload_store set swept_to = $1', [`${after.id}-${after.sha256}`])
    if (young !== -1) return removed
  }
}

async function removeNameless(
  pool: Pool,
  payloads: PayloadStore,
  listed: readonly Payload[],
): Promise<number> {
  const named = await namedAmong(pool, listed)
  const nameless = listed.filter(({ id }) => !named.has(id))
  await payloads.remove(nameless)
  return nameless.length
}

async function sweptTo(pool: Pool): Promise<Payload | undefined> {
  const { rows } = await pool.query<{ swept_to: string | null }>(
    'select swept_to from payload_store',
  )
  const [, id, sha256] = /^(.{36})-(.{64})$/.exec(rows[0]?.swept_to ?? '') ?? []
  return id && sha256 ? { id, sha256 } : undefined
}

async function namedAmong(pool: Pool, payloads: readonly Payload[]): Promise<Set<string>> {
  if (payloads.length === 0) return new Set()
  const ids = payloads.map(({ id }) => id)
  const named = query(
    `select payload_id from payload_chunks
     where payload_id = any ($ids) and ${between('payload_id')}`,
    { ids, ...rangeOf(ids) },
  )
  const { rows } = await pool.query<{ payload_id: string }>(named)
  return new Set(rows.map((row) => row.payload_id))
}
