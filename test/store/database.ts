// A real database for the tests: embedded, copied from a folder that was migrated once, or on the
// server of DATABASE_URL, copied from a template database. Embedded, the files of one worker share
// it; each call of testDatabase empties it.
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll } from 'vitest'
import { addressOfHolder, clusterFolder, openEmbedded } from '../../src/store/embedded/embedded.ts'
import type { Address } from '../../src/store/embedded/lock.ts'
import { openStore, type Store } from '../../src/store/index.ts'
import { readSchema } from '../../src/store/postgres/migrate.ts'
import { workerFolders } from './worker-folders.ts'

export type TestDatabase = {
  store: Store
  /** For what the store does not offer: looking behind it, and breaking things. */
  pool: Pool
  /** Its address, in the form of DATABASE_URL. */
  url: string
  /** Removes all rows of all tables. */
  empty(): Promise<void>
  /** When the earliest job is due; a claimed one is when its lease runs out. */
  nextRunAt(): Promise<Date | undefined>
}

export const serverUrl = process.env.DATABASE_URL

/** A PgBouncer before that server, in transaction mode: the store then goes that way. */
export const poolerUrl = process.env.POOLER_URL

let opened: Promise<TestDatabase> | undefined

/**
 * The database of this test file, with empty tables on each call. Call it at the top of the file,
 * with a top-level await, so that it is closed and removed when the file is done.
 */
export async function testDatabase(): Promise<TestDatabase> {
  opened ??= serverUrl ? openOnServer(serverUrl) : openEmbeddedCopy()
  const database = await opened
  await database.empty()
  return database
}

/**
 * A new folder that is removed when the test file is done; call it where testStore may be called.
 */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fourcorner-test-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * A pool whose connections may be cut off: a database that is dropped by force tells one that is
 * just closing, when the pool has given up its listener.
 */
export function poolOn(connectionString: string, max: number): Pool {
  const pool = new Pool({ connectionString, max })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Copies the migrated template into `folder/postgres`, which is faster than creating a database.
 */
export async function copyTemplate(folder: string): Promise<void> {
  await copyCluster(await templateFolder(), folder)
}

/** The same with a database that has no migrations yet. */
export async function copyEmptyTemplate(folder: string): Promise<void> {
  await copyCluster(await emptyTemplateFolder(), folder)
}

async function copyCluster(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  cpSync(join(from, clusterFolder), join(to, clusterFolder), { recursive: true })
}

// One for all files that a vitest worker runs: opening it takes longer than most files. It ends
// with the worker, whose folder worker-folders.ts removes.
async function openEmbeddedCopy(): Promise<TestDatabase> {
  const folder = await mkdtemp(workerFolders(process.ppid))
  await copyTemplate(folder)
  const store = await openStore({ dataDir: folder })
  const url = toUrl((await addressOfHolder(folder))!)
  const pool = poolOn(url, 4)
  // All clients share one session. Its data need not survive a power cut.
  await pool.query('set synchronous_commit = off')
  return { store, pool, url, empty: () => empty(pool), nextRunAt: () => nextRunAt(pool) }
}

async function openOnServer(url: string): Promise<TestDatabase> {
  const template = await templateDatabase(url)
  const name = `fourcorner_test_${randomUUID().replaceAll('-', '')}`
  await onServer(url, (client) => client.query(`create database ${name} template ${template}`))
  const own = withDatabase(url, name)
  const store = await openStore(reached(own))
  const pool = poolOn(own, 4)
  await withoutAutovacuum(pool)
  afterAll(async () => {
    opened = undefined
    await pool.end()
    await store.close()
    await onServer(url, (client) => client.query(`drop database ${name} with (force)`))
  })
  return { store, pool, url: own, empty: () => empty(pool), nextRunAt: () => nextRunAt(pool) }
}

/** A new, empty database on the server of `url`, removed when the test file is done: its URL. */
export async function newServerDatabase(url: string): Promise<string> {
  const name = `fourcorner_test_${randomUUID().replaceAll('-', '')}`
  const create = `create database ${name} encoding 'UTF8' template template0`
  await onServer(url, (client) => client.query(create))
  afterAll(() => onServer(url, (client) => client.query(`drop database ${name} with (force)`)))
  return withDatabase(url, name)
}

/** How the store reaches a database of the server: through the pooler, where there is one. */
export function reached(url: string): Parameters<typeof openStore>[0] {
  if (!poolerUrl) return { databaseUrl: url }
  const name = new URL(url).pathname.slice(1)
  return { databaseUrl: withDatabase(poolerUrl, name), pooler: 'transaction', directUrl: url }
}

// As a replica, Postgres runs no triggers: neither foreign keys nor the audit log's refusal apply
// to this one transaction. (Needs a superuser on a server. Truncating would be simpler, but makes
// Postgres plan every statement anew.)
async function empty(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ statements: string }>(
    `select string_agg(format('delete from %I;', relname), ' ') as statements from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not in ('migrations', 'applied_functions')`,
  )
  await pool.query(
    `begin; set local session_replication_role = 'replica'; ${rows[0]?.statements} commit`,
  )
}

async function nextRunAt(pool: Pool): Promise<Date | undefined> {
  const { rows } = await pool.query<{ at: Date | null }>('select min(run_at) as at from jobs')
  return rows[0]?.at ?? undefined
}

// A template is valid as long as the migrations and functions are the same. It is kept for the next
// run.
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  const { migrations, functions } = await readSchema()
  for (const { name, sha256 } of [...migrations, ...functions]) hash.update(`${name} ${sha256}\n`)
  return hash.digest('hex').slice(0, 16)
}

async function templateFolder(): Promise<string> {
  return keptFolder(`fourcorner-template-${await fingerprint()}`, async (folder) => {
    await copyEmptyTemplate(folder)
    await (await openStore({ dataDir: folder })).close()
  })
}

async function emptyTemplateFolder(): Promise<string> {
  const { version } = JSON.parse(
    await readFile('node_modules/@electric-sql/pglite/package.json', 'utf8'),
  )
  return keptFolder(`fourcorner-empty-template-${version}`, async (folder) => {
    await (await openEmbedded(folder)).close()
  })
}

// Created in a temporary place and then moved. Of several workers that start at once, one wins and
// all use its folder.
async function keptFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), name)
  if (existsSync(folder)) return folder
  const making = await mkdtemp(`${folder}-`)
  await make(making)
  await rename(making, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(making, { recursive: true, force: true })
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  return folder
}

async function templateDatabase(url: string): Promise<string> {
  const name = `fourcorner_template_${await fingerprint()}`
  await onServer(url, async (client) => {
    await client.query('select pg_advisory_lock(4207002)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 1) return
    await client.query(`create database ${name}_new encoding 'UTF8' template template0`)
    await (await openStore({ databaseUrl: withDatabase(url, `${name}_new`) })).close()
    await client.query(`alter database ${name}_new rename to ${name}`)
  })
  return name
}

// It would choose other plans in the middle of a test, and hold up the end of the database.
async function withoutAutovacuum(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ statements: string }>(
    `select string_agg(format('alter table %I set (autovacuum_enabled = off);', relname), ' ')
       as statements from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  await pool.query(rows[0]?.statements ?? '')
}

async function onServer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await work(client).finally(() => client.end())
}

function toUrl({ host, port }: Address): string {
  return `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** As autovacuum does: it leaves out the partitioned tables themselves. */
export async function vacuumTables(client: Pick<Client | Pool, 'query'>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  for (const { name } of rows) await client.query(`vacuum analyze ${name}`)
}
