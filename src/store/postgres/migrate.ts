// Brings the database to the newest schema: numbered SQL files, forward only, each applied once
// and never changed.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { inTransaction } from './transaction.ts'

export type Migration = { name: string; sql: string; sha256: string }

// Any number will do, as long as every version of this program uses the same one.
const lockKey = 4_207_001

/**
 * The SQL files of this program in order: beside the built program in `dist`, or at the top
 * of the source tree.
 */
export async function readMigrations(): Promise<Migration[]> {
  const built = new URL('../../migrations/', import.meta.url)
  return readMigrationsIn(
    existsSync(built) ? built : new URL('../../../migrations/', import.meta.url),
  )
}

async function readMigrationsIn(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => toMigration(name, await readFile(new URL(name, folder), 'utf8'))),
  )
}

/** Line endings do not count, so that a checkout with CRLF is the same migration. */
export function toMigration(name: string, text: string): Migration {
  const sql = text.replaceAll('\r\n', '\n')
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
}

/**
 * Applies missing migrations in one transaction and returns their names. A second runner waits for
 * the first. Throws when a file was changed after it was applied, or when the database knows a file
 * that this program does not.
 */
export async function migrate(pool: Pool, migrations: Migration[], now: Date): Promise<string[]> {
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, ' +
        'applied_at timestamptz not null)',
    )
    const applied = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migrations',
    )
    const missing = missingFrom(
      new Map(applied.rows.map((row) => [row.name, row.sha256])),
      migrations,
    )
    for (const { name, sql, sha256 } of missing) {
      await client.query(sql)
      await client.query('insert into migrations (name, sha256, applied_at) values ($1, $2, $3)', [
        name,
        sha256,
        now,
      ])
    }
    return missing.map(({ name }) => name)
  })
}

function missingFrom(applied: Map<string, string>, migrations: Migration[]): Migration[] {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new Error(
      `The database is newer than this program: it has the migration ${unknown.join(', ')}`,
    )
  }
  for (const { name, sha256 } of migrations) {
    if (applied.has(name) && applied.get(name) !== sha256) {
      throw new Error(`The migration ${name} was changed after it was applied to this database`)
    }
  }
  return migrations.filter(({ name }) => !applied.has(name))
}
