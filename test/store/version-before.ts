// A database as the version before left it: with the migrations that it knew, and no others.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Pool } from 'pg'
import { afterAll } from 'vitest'
import { openEmbedded } from '../../src/store/embedded/embedded.ts'
import { migrate, readSchema } from '../../src/store/postgres/migrate.ts'
import { temporaryFolder } from './database.ts'

/** The last migration of the version whose databases are brought up to date. */
const lastBefore = '0009_row_types.sql'

const fixture = 'test/fixtures/version-before'

export type DatabaseBefore = {
  /** The data folder. */
  folder: string
  pool: Pool
  /** Fills it with what the version before wrote (test/fixtures/version-before/make.ts). */
  fill(): Promise<void>
  /** Applies the migrations that it lacks. */
  bringUpToDate(): Promise<string[]>
  close(): Promise<void>
}

/** Call it where `afterAll` may be called. `last`: the last migration that it has. */
export async function databaseBefore({ last = lastBefore } = {}): Promise<DatabaseBefore> {
  const folder = await temporaryFolder()
  const embedded = await openEmbedded(folder)
  const pool = new Pool({ ...embedded.address, user: 'postgres', database: 'postgres', max: 2 })
  const schema = await readSchema()
  const migrations = schema.migrations.filter(({ name }) => name <= last)
  await migrate(pool, { migrations, functions: [] }, new Date())
  let closing: Promise<void> | undefined
  const close = () => (closing ??= pool.end().then(() => embedded.close()))
  afterAll(close)
  return {
    folder,
    pool,
    fill: () => fill(pool),
    bringUpToDate: () => migrate(pool, schema, new Date()),
    close,
  }
}

async function fill(pool: Pool): Promise<void> {
  const text = gunzipSync(readFileSync(`${fixture}/rows.json.gz`)).toString()
  const tables = Object.entries(JSON.parse(text) as Record<string, Record<string, unknown>[]>)
  const documents = tables.find(([name]) => name === 'documents')![1]
  for (const { created_at: at } of documents) await pool.query('select make_month($1)', [at])
  const client = await pool.connect()
  try {
    await client.query("begin; set local session_replication_role = 'replica'")
    for (const [name, rows] of tables)
      await client.query(
        `insert into ${name} overriding system value
         select * from json_populate_recordset(null::${name}, $1)`,
        [JSON.stringify(rows)],
      )
    for (const [table, column] of identities)
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', '${column}'),
                       (select coalesce(max(${column}), 0) + 1 from ${table}))`,
      )
    await client.query('commit')
  } finally {
    client.release()
  }
}

const identities = [
  ['files', 'ordinal'],
  ['jobs', 'id'],
  ['pending_events', 'id'],
] as const
