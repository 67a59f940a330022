// Brings the database to the newest schema: numbered SQL files, forward only, each applied once
// and never changed; then the functions of the database, each applied again when its text changes.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import type { Pool, PoolClient } from 'pg'
import { isDatabaseAway } from './outage.ts'
import { inTransaction } from './transaction.ts'

export type SqlFile = { name: string; sql: string; sha256: string }

/** The SQL files of one version of the program, both lists in the order of their numbers. */
export type Schema = { migrations: SqlFile[]; functions: SqlFile[] }

// Any number will do, as long as every version of this program uses the same one.
const lockKey = 4_207_001

/**
 * The SQL files of this program: beside the built program in `dist`, or at the top of the source
 * tree.
 */
export async function readSchema(): Promise<Schema> {
  const built = new URL('../../migrations/', import.meta.url)
  const folder = existsSync(built) ? built : new URL('../../../migrations/', import.meta.url)
  const [migrations, functions] = await Promise.all([
    readFiles(folder, /^\d{4}_.+\.sql$/),
    readFiles(new URL('functions/', folder), /^\d{2}_.+\.sql$/),
  ])
  return { migrations, functions }
}

async function readFiles(folder: URL, pattern: RegExp): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).sort()
  return Promise.all(
    names.map(async (name) => toSqlFile(name, await readFile(new URL(name, folder), 'utf8'))),
  )
}

/** Line endings do not count, so that a checkout with CRLF has the same files. */
export function toSqlFile(name: string, text: string): SqlFile {
  const sql = text.replaceAll('\r\n', '\n')
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
}

/**
 * Applies missing migrations and changed functions in one transaction, and returns the names of
 * the migrations. A second runner waits for the first. Throws when a file cannot be applied, when
 * a migration was changed after it was applied, or when the database knows a migration that this
 * program does not.
 */
export async function migrate(
  pool: Pool,
  { migrations, functions }: Schema,
  now: Date,
): Promise<string[]> {
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, ' +
        'applied_at timestamptz not null)',
    )
    const missing = missingFrom(await appliedIn(client, 'migrations'), migrations)
    for (const { name, sql, sha256 } of missing) {
      await apply(client, name, sql)
      await client.query('insert into migrations (name, sha256, applied_at) values ($1, $2, $3)', [
        name,
        sha256,
        now,
      ])
    }
    // The database now has the newest migration of this program and none that is newer.
    await applyFunctions(client, functions, now)
    return missing.map(({ name }) => name)
  })
}

/** The digests of the files that were applied, by their names. */
async function appliedIn(
  client: PoolClient,
  table: 'migrations' | 'applied_functions',
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    `select name, sha256 from ${table}`,
  )
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

function missingFrom(applied: Map<string, string>, migrations: SqlFile[]): SqlFile[] {
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

/** Applies the function files whose text is not the one that was applied last. */
async function applyFunctions(client: PoolClient, functions: SqlFile[], now: Date): Promise<void> {
  // A version without function files has no table for them either.
  if (functions.length === 0) return
  const applied = await appliedIn(client, 'applied_functions')
  for (const { name, sql, sha256 } of functions) {
    if (applied.get(name) === sha256) continue
    await apply(client, `functions/${name}`, sql)
    await client.query(
      `insert into applied_functions (name, sha256, applied_at) values ($1, $2, $3)
       on conflict (name) do update
         set sha256 = excluded.sha256, applied_at = excluded.applied_at`,
      [name, sha256, now],
    )
  }
  const names = functions.map(({ name }) => name)
  await client.query('delete from applied_functions where name <> all ($1)', [names])
}

async function apply(client: PoolClient, name: string, sql: string): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    if (!(error instanceof Error) || isDatabaseAway(error)) throw error
    throw new Error(`migrations/${name} cannot be applied: ${error.message}`, { cause: error })
  }
}
