// The partitions of each month, of all tables that grow with the number of documents
// (migrations/0008_months.sql).
import type { Pool } from 'pg'
import { timeOf } from './rows.ts'

/** Makes the partitions of this month and of the next one, where they are missing. */
export async function makeMonths(pool: Pool, now: Date): Promise<void> {
  await pool.query(
    `select make_month($1::timestamptz + month * interval '1 month')
     from generate_series(0, 1) month`,
    [now],
  )
}

/**
 * Runs a write, and once more for each month that it needs and that has no partitions yet: when a
 * clock jumped. `write` stores everything or nothing.
 */
export async function inMonths<T>(pool: Pool, write: () => Promise<T>): Promise<T> {
  for (let made: string | undefined; ; ) {
    try {
      return await write()
    } catch (error) {
      const id = idWithoutMonth(error)
      if (!id || id === made) throw error
      await pool.query('select make_month($1)', [timeOf(id)])
      made = id
    }
  }
}

// Postgres reports it as a violated check that has no name, with the key in the detail.
function idWithoutMonth(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('detail' in error)) return undefined
  if (error.code !== '23514' || ('constraint' in error && error.constraint)) return undefined
  return /= \(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/.exec(String(error.detail))?.[1]
}

/** Ids of which one statement tells: the lowest and the highest; undefined without any. */
export type IdRange = { lowestId: string | undefined; highestId: string | undefined }

/**
 * A condition for a prepared statement: that an id lies in the range of its values (`rangeOf`).
 * Without it, each run would begin by opening the partitions of all months.
 */
export function between(column: string): string {
  return `${column} between known_at_start($lowestId) and known_at_start($highestId)`
}

export function rangeOf(ids: readonly string[]): IdRange {
  const inOrder = ids.map((id) => id.toLowerCase()).sort()
  return { lowestId: inOrder[0], highestId: inOrder.at(-1) }
}
