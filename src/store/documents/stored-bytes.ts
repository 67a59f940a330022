// How much was stored in a day, of one access point or of one tenant.
import type { Pool } from 'pg'

/** Who stores. */
export type Storing = { kind: 'access-point' | 'tenant'; key: string }

/** Counts so many bytes more; false, and none, where that would be more than `bytesMax`. */
export async function reserveBytes(
  pool: Pool,
  { kind, key, day, bytes, bytesMax }: Storing & { day: Date; bytes: number; bytesMax: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into stored_bytes as stored (day, kind, key, bytes)
     select ($1::timestamptz at time zone 'UTC')::date, $2::text, $3::text, $4::bigint
     where $4::bigint <= $5::bigint
     on conflict (day, kind, key) do update set bytes = stored.bytes + excluded.bytes
     where stored.bytes + excluded.bytes <= $5::bigint`,
    [day, kind, key, bytes, bytesMax],
  )
  return rowCount === 1
}

/** Forgets the days before the last one. */
export async function forgetStoredBytes(pool: Pool, now: Date): Promise<void> {
  await pool.query(
    `delete from stored_bytes where day < ($1::timestamptz at time zone 'UTC')::date - 1`,
    [now],
  )
}
