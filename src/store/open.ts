// Opens the database, migrates it, and binds every statement to it.
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Pool, type PoolConfig } from 'pg'
import { addressOfHolder, beginEmbedded, clusterFolder } from './embedded/embedded.ts'
import type { Address } from './embedded/lock.ts'
import { keepPayloadsIn, openPayloadStore, type PayloadStore } from './payloads/payload-store.ts'
import type { S3Settings } from './payloads/s3.ts'
import { notePayloadStore } from './payloads/sweep.ts'
import { migrate, readSchema } from './postgres/migrate.ts'
import { makeMonths } from './postgres/months.ts'
import { type Notice, type Notices, noNotices, openNotices } from './postgres/notices.ts'
import { withoutNames } from './postgres/prepared.ts'
import * as statements from './statements.ts'

type Statements = typeof statements

/** A statement with its pool given. */
type Bound<F> = F extends (pool: Pool, ...args: infer A) => infer R ? (...args: A) => R : never

/** What the store can do: every statement, and what concerns the database as a whole. */
export type Store = { [Name in keyof Statements]: Bound<Statements[Name]> } & {
  /** Whether the database answers within two seconds, and takes writes. */
  isReady(): Promise<boolean>
  /** Free bytes on the disk of the embedded database; undefined when a server has its own disk. */
  diskFreeBytes(): Promise<number | undefined>
  /**
   * Resolves with the reason if the embedded database stops on its own: only a new
   * process brings it back.
   */
  lost: Promise<string>
  /** Where the bytes of new documents are kept, unless that is the database. */
  payloadStore?: Pick<PayloadStore, 'fault' | 'works' | 'isReady'>
  /** `hear` is called when another process has something for this one. */
  openNotices(hear: (notice: Notice) => void): Notices
  close(): Promise<void>
}

/**
 * `pooler`: how a pooler before the server shares out its sessions; undefined when there is none.
 * `directUrl`: the same database without the pooler, for migrations and for what nodes tell each
 * other. Behind a pooler without it, they find out by looking, once a second. `connections`: how
 * many this process may open.
 */
type Server = {
  databaseUrl: string
  pooler?: 'transaction'
  directUrl?: string
  connections?: number
}

/**
 * `payloadStore`: where the bytes of new documents are kept, instead of the database. `beside`:
 * when another process of this machine has the folder open, work through that process instead of
 * being refused. If there is none, the folder is opened as usual.
 */
export type StoreOptions = (Server | { dataDir: string; beside?: boolean }) & {
  payloadStore?: S3Settings
}

/** In the numbering of `server_version_num`: ten thousand for each version. */
export const serverVersionMin = 150_000
const readyMs = 2_000
// A server that disappeared without closing its connections must not block a statement, and with it
// the delivery of documents, for ever.
const queryMs = 60_000

/** A store, and when its statements may be given: they fail before `opened`. */
export type Opening = { store: Store; opened: Promise<void> }

/** Like beginStore; resolves once it is open. */
export async function openStore(
  options: StoreOptions,
  say?: (line: string) => void,
): Promise<Store> {
  const { store, opened } = await beginStore(options, say)
  await opened
  return store
}

/**
 * Begins to open the store on a Postgres server, or on the embedded database in `dataDir`, and to
 * apply missing migrations; resolves once the folder is ours. `say` reports slow steps and lost
 * connections. Throws FolderInUseError; `opened` rejects with Error for an unusable server or a
 * database migrated by a newer program, and then all is closed.
 */
export async function beginStore(
  options: StoreOptions,
  say: (line: string) => void = () => {},
): Promise<Opening> {
  const payloads = options.payloadStore && openPayloadStore(options.payloadStore, say)
  return closeOnFailure(
    async () => payloads?.close(),
    () => beginDatabase(options, payloads, say),
  )
}

async function beginDatabase(
  options: StoreOptions,
  payloads: PayloadStore | undefined,
  say: (line: string) => void,
): Promise<Opening> {
  if ('databaseUrl' in options) return beginOnServer(options, payloads, say)
  const beside = options.beside ? await addressOfHolder(options.dataDir) : undefined
  return beside
    ? { store: storeBeside(beside, payloads, say), opened: Promise.resolve() }
    : beginOnFolder(options.dataDir, payloads, say)
}

function opening(store: Store, open: () => Promise<void>): Opening {
  const opened = closeOnFailure(() => store.close(), open)
  // The caller may fail before it waits for this.
  opened.catch(() => {})
  return { store, opened }
}

function beginOnServer(
  { databaseUrl, pooler, directUrl, connections = 16 }: Server,
  payloads: PayloadStore | undefined,
  say: (line: string) => void,
): Opening {
  const pool = openPool(
    {
      ...{ connectionString: databaseUrl, max: connections, keepAlive: true },
      query_timeout: queryMs,
      ...(pooler ? {} : { onConnect: (client) => client.query(settings) }),
    },
    say,
  )
  if (pooler) withoutNames(pool)
  const listenUrl = directUrl ?? (pooler ? undefined : databaseUrl)
  const store: Store = {
    ...bind(pool, payloads, () => pool.end()),
    openNotices: (hear) =>
      listenUrl ? openNotices(pool, { connectionString: listenUrl }, hear) : noNotices,
  }
  return opening(store, async () => {
    await checkServer(pool)
    if (directUrl) await bringUpToDateBy(directUrl, say)
    else await bringUpToDate(pool, say)
    await notePayloadStore(pool, payloads)
  })
}

// Over months of documents, Postgres would take longer to compile the statement of a list than to
// run it. LZ4 takes a fifth of the time of Postgres's own compression. (Behind a pooler, a setting
// would be another session's.)
const settings = `
  set jit = off;
  select set_config(name, 'lz4', false) from pg_settings
  where name = 'default_toast_compression' and 'lz4' = any (enumvals)`

async function bringUpToDateBy(url: string, say: (line: string) => void): Promise<void> {
  const pool = openPool({ connectionString: url, max: 1, query_timeout: queryMs }, say)
  try {
    await bringUpToDate(pool, say)
  } finally {
    await pool.end()
  }
}

async function beginOnFolder(
  dataDir: string,
  payloads: PayloadStore | undefined,
  say: (line: string) => void,
): Promise<Opening> {
  const isNew = !existsSync(join(dataDir, clusterFolder))
  say(`${isNew ? 'Creating' : 'Opening'} the embedded database in ${dataDir} …`)
  const embedded = await beginEmbedded(dataDir, say)
  const pool = openPool(toPoolConfig(embedded.address), say)
  const close = async () => {
    await pool.end()
    await embedded.close()
  }
  const store: Store = {
    ...bind(pool, payloads, close),
    lost: embedded.lost,
    diskFreeBytes: () => freeBytes(dataDir),
  }
  return opening(store, async () => {
    await bringUpToDate(pool, say, embedded.opened)
    await Promise.all([notePayloadStore(pool, payloads), embedded.publish()])
  })
}

// The process that has the folder open has migrated it, and may be older than this one: its
// schema is left alone.
function storeBeside(
  address: Address,
  payloads: PayloadStore | undefined,
  say: (line: string) => void,
): Store {
  const pool = openPool(toPoolConfig(address), say)
  return bind(pool, payloads, () => pool.end())
}

function openPool(config: PoolConfig, say: (line: string) => void): Pool {
  const pool = new Pool({
    application_name: 'fourcorner',
    connectionTimeoutMillis: 10_000,
    // A new session has to plan every statement anew.
    idleTimeoutMillis: 600_000,
    ...config,
  })
  // Without a listener, an idle connection dropped by the server ends the process.
  pool.on('error', (error) => say(`A connection to the database was lost: ${error.message}`))
  // Nor may a connection lost in the middle of a statement end it; the statement itself is
  // rejected, which is handled.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function toPoolConfig({ host, port }: Address): PoolConfig {
  return { host, port, user: 'postgres', database: 'postgres', max: 4, idleTimeoutMillis: 0 }
}

async function checkServer(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number; version_name: string; encoding: string }>(
    `select current_setting('server_version_num')::integer as version,
            current_setting('server_version') as version_name,
            current_setting('server_encoding') as encoding`,
  )
  const { version = 0, version_name: name, encoding } = rows[0] ?? {}
  if (version < serverVersionMin)
    throw new Error(
      `The database server is PostgreSQL ${name}; ` +
        `${serverVersionMin / 10_000} or newer is required`,
    )
  if (encoding !== 'UTF8')
    throw new Error(`The database has the encoding ${encoding}; UTF8 is required`)
}

async function bringUpToDate(
  pool: Pool,
  say: (line: string) => void,
  database: Promise<void> = Promise.resolve(),
): Promise<void> {
  const [schema] = await Promise.all([readSchema(), database])
  const applied = await migrate(pool, schema, new Date())
  if (applied.length > 0) say(`Applied migrations: ${applied.join(', ')}`)
  await makeMonths(pool, new Date())
}

async function closeOnFailure<T>(close: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await close()
    throw error
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function isReady(pool: Pool): Promise<boolean> {
  const answered = pool
    .query<{ value: string }>(`select current_setting('transaction_read_only') as value`)
    .then(
      ({ rows }) => rows[0]?.value === 'off',
      () => false,
    )
  return Promise.race([answered, setTimeout(readyMs, false, { ref: false })])
}

function bind(pool: Pool, payloads: PayloadStore | undefined, close: () => Promise<void>): Store {
  if (payloads) keepPayloadsIn(pool, payloads)
  return {
    ...bindStatements(pool),
    isReady: () => isReady(pool),
    diskFreeBytes: async () => undefined,
    // A server comes back, and connections to it are reopened.
    lost: new Promise(() => {}),
    ...(payloads ? { payloadStore: payloads } : {}),
    openNotices: () => noNotices,
    async close() {
      await payloads?.close()
      await close()
    },
  }
}

function bindStatements(pool: Pool): Pick<Store, keyof Statements> {
  const bound = Object.entries(statements).map(([name, statement]) => [
    name,
    (...args: unknown[]) => (statement as (...all: unknown[]) => unknown)(pool, ...args),
  ])
  return Object.fromEntries(bound)
}
