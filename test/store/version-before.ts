// A database as the version before left it: with the migrations that it knew, and no others.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Pool } from 'pg'
import { afterAll } from 'vitest'
import { openEmbedded } from '../../src/store/embedded/embedded.ts'
import { migrate, readSchema } from '../../src/store/postgres/migrate.ts'
import { copyEmptyTemplate, newServerDatabase, temporaryFolder } from './database.ts'

/** The last migration of the version whose databases are brought up to date. */
export const lastBefore = '0009_row_types.sql'

const fixture = 'test/fixtures/version-before'

/** Rows of all tables, as JSON. */
export type Rows = Record<string, Record<string, unknown>[]>

export type DatabaseBefore = {
  /** The data folder. */
  folder: string
  /** On a server, its URL. */
  url?: string
  pool: Pool
  /** Fills it with what the version before wrote; make.ts in the folder of a fixture makes it. */
  fill(folder?: string): Promise<Rows>
  /** Applies the migrations that it lacks. */
  bringUpToDate(): Promise<string[]>
  close(): Promise<void>
}

/**
 * Call it where `afterAll` may be called. `last`: the last migration that it has; `url`: of the
 * server that has it, if it is not embedded.
 */
export async function databaseBefore({
  last = lastBefore,
  url,
}: {
  last?: string
  url?: string
} = {}): Promise<DatabaseBefore> {
  const folder = await temporaryFolder()
  const own = url && (await newServerDatabase(url))
  const { pool, close: closeDatabase } = own ? openOn(own) : await openIn(folder)
  const schema = await readSchema()
  const migrations = schema.migrations.filter(({ name }) => name <= last)
  await migrate(pool, { migrations, functions: [] }, new Date())
  let closing: Promise<void> | undefined
  const close = () => (closing ??= closeDatabase())
  afterAll(close)
  return {
    folder,
    ...(own ? { url: own } : {}),
    pool,
    fill: (folder = fixture) => fill(pool, readRows(folder)),
    bringUpToDate: () => migrate(pool, schema, new Date()),
    close,
  }
}

async function openIn(folder: string) {
  await copyEmptyTemplate(folder)
  const embedded = await openEmbedded(folder)
  const pool = new Pool({ ...embedded.address, user: 'postgres', database: 'postgres', max: 2 })
  return { pool, close: () => pool.end().then(() => embedded.close()) }
}

function openOn(url: string) {
  const pool = new Pool({ connectionString: url, max: 2 })
  return { pool, close: () => pool.end() }
}

function readRows(folder: string): Rows {
  return JSON.parse(gunzipSync(readFileSync(`${folder}/rows.json.gz`)).toString()) as Rows
}

async function fill(pool: Pool, rows: Rows): Promise<Rows> {
  for (const { created_at: at } of rows.documents!) await pool.query('select make_month($1)', [at])
  const client = await pool.connect()
  try {
    await client.query("begin; set local session_replication_role = 'replica'")
    for (const [name, ofTable] of Object.entries(rows).filter(([name]) => name !== 'migrations'))
      await client.query(
        `insert into ${name} overriding system value
         select * from json_populate_recordset(null::${name}, $1)`,
        [JSON.stringify(ofTable)],
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
  return rows
}

const identities = [
  ['files', 'ordinal'],
  ['jobs', 'id'],
  ['pending_events', 'id'],
] as const
