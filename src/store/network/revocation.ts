// Revocation lists and OCSP answers as fetched, for all processes.
import type { Pool } from 'pg'
import { joinInSlices } from '../../threads/index.ts'
import { present } from '../postgres/rows.ts'

/** `version` identifies the bytes that were stored last. */
type RevocationSource = {
  version?: string
  fetchedAt?: Date
  failure?: string
  failedSince?: Date
  retryAt?: Date
}

type RevocationRow = {
  version: string | null
  fetched_at: Date | null
  failure: string | null
  failed_since: Date | null
  retry_at: Date | null
}

export async function revocationSource(
  pool: Pool,
  key: string,
): Promise<RevocationSource | undefined> {
  const { rows } = await pool.query<RevocationRow>(
    `select version, fetched_at, failure, failed_since, retry_at
     from revocation_sources where key = $1`,
    [key],
  )
  const [row] = rows
  return (
    row &&
    present({
      version: row.version,
      fetchedAt: row.fetched_at,
      failure: row.failure,
      failedSince: row.failed_since,
      retryAt: row.retry_at,
    })
  )
}

/** Empty when another version has replaced this one. */
export async function revocationBytes(pool: Pool, key: string, version: string): Promise<Buffer> {
  const { rows } = await pool.query<{ bytes: Buffer }>(
    'select bytes from revocation_chunks where key = $1 and version = $2 order by ordinal',
    [key, version],
  )
  return joinInSlices(rows.map(({ bytes }) => bytes))
}

/**
 * True for one process at a time, until `until` or until it has recorded the result; and only if
 * `version` was stored last, and no fetch has failed since.
 */
export async function claimRevocationFetch(
  pool: Pool,
  claim: { key: string; url: string; version: string | undefined; now: Date; until: Date },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into revocation_sources as source (key, url, claimed_until) values ($1, $2, $4)
     on conflict (key) do update set claimed_until = excluded.claimed_until
       where (source.claimed_until is null or source.claimed_until <= $3)
         and (source.retry_at is null or source.retry_at <= $3)
         and source.version is not distinct from $5::uuid`,
    [claim.key, claim.url, claim.now, claim.until, claim.version ?? null],
  )
  return rowCount === 1
}

// Like the bytes of documents (files.ts).
const chunkBytes = 60 * 1024

/**
 * Stores the bytes under a new version before switching to it: no transaction blocks others while a
 * long list is written.
 */
export async function keepRevocation(
  pool: Pool,
  { key, version, bytes, now }: { key: string; version: string; bytes: Buffer; now: Date },
): Promise<void> {
  for (let at = 0; at < bytes.length; at += chunkBytes)
    await pool.query(
      'insert into revocation_chunks (key, version, ordinal, bytes) values ($1, $2, $3, $4)',
      [key, version, at / chunkBytes, bytes.subarray(at, at + chunkBytes)],
    )
  await pool.query(
    `with gone as (delete from revocation_chunks where key = $1 and version <> $2)
     update revocation_sources
     set version = $2, fetched_at = $3, failure = null, failed_since = null, retry_at = null,
         claimed_until = null
     where key = $1`,
    [key, version, now],
  )
}

/** Records that a fetch failed, and until when no other one is tried. Stored bytes are kept. */
export async function failRevocation(
  pool: Pool,
  { key, detail, now, retryAt }: { key: string; detail: string; now: Date; retryAt: Date },
): Promise<void> {
  await pool.query(
    `update revocation_sources
     set failure = $2, failed_since = coalesce(failed_since, $3), retry_at = $4,
         claimed_until = null
     where key = $1`,
    [key, detail, now, retryAt],
  )
}

/** Removes the sources that were not asked for in thirty days. */
export async function forgetRevocations(pool: Pool, now: Date): Promise<void> {
  await pool.query(
    `with old as (
       delete from revocation_sources
       where greatest(fetched_at, retry_at, claimed_until) < $1::timestamptz - interval '30 days'
       returning key)
     delete from revocation_chunks using old where revocation_chunks.key = old.key`,
    [now],
  )
}
