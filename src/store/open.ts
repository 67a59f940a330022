// Opens the database, migrates it, and binds every statement to it.
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Pool, type PoolConfig } from 'pg'
import { type Accept, type Accepted, acceptDocument } from './accept.ts'
import {
  type AttemptEnd,
  type AttemptStart,
  attemptsOf,
  finishAttempt,
  recordAttempt,
} from './attempts.ts'
import { type Audited, auditedAfter, auditOf } from './audit.ts'
import {
  type AuditHead,
  addHead,
  type CoveredLine,
  hashesOf,
  headOver,
  headsAfter,
  lastHead,
  uncover,
  uncoveredLines,
} from './audit-heads.ts'
import { documentById, documentByReference, sameNumber, versions } from './documents.ts'
import { addressOfHolder, clusterFolder, type Embedded, openEmbedded } from './embedded/embedded.ts'
import type { Address } from './embedded/lock.ts'
import {
  addCertificateEvent,
  type EventPage,
  type EventQuery,
  eventPage,
  forgetEvents,
  lastEvents,
  numberEvents,
} from './events.ts'
import type {
  Attempt,
  AuditLine,
  Document,
  File,
  FileKind,
  Tenant,
  Token,
  TokenWithSecret,
} from './facts.ts'
import { fileById, filesOf, latestFile, readFile } from './files.ts'
import {
  claimKey,
  forgetAnswers,
  type KeyClaim,
  type KeyHold,
  type KeyState,
  releaseKey,
  renewKey,
} from './idempotency.ts'
import {
  backlog,
  type ClaimedJob,
  cancelDocument,
  claimJobs,
  type Intervention,
  type JobClaim,
  type Lease,
  oldestInQueue,
  type Retry,
  renewLease,
  retryDocument,
} from './jobs.ts'
import {
  changeLane,
  type Pause,
  pauseQueue,
  pauseRestored,
  pausesOf,
  resumeQueue,
} from './lanes.ts'
import { type DocumentPage, type ListQuery, listDocuments } from './list.ts'
import { migrate, readMigrations } from './migrate.ts'
import { type Notice, type Notices, noNotices, openNotices } from './notices.ts'
import type { Page, PageQuery } from './pages.ts'
import { type Queue, queue } from './queue.ts'
import { areBytesKept, claimSchedule, removeBytesLeft, removeOldBytes } from './retention.ts'
import {
  claimRevocationFetch,
  failRevocation,
  forgetRevocations,
  keepRevocation,
  type RevocationSource,
  revocationBytes,
  revocationSource,
} from './revocation.ts'
import { keepSmpAnswers, smpAnswer } from './smp-answers.ts'
import {
  addParticipants,
  changeTenant,
  createTenant,
  ensureTenant,
  type NewTenant,
  removeTenant,
  type TenantChange,
  tenantById,
  tenants,
} from './tenants.ts'
import {
  changeToken,
  countTokens,
  createToken,
  listTokens,
  type NewToken,
  noteTokenUse,
  replaceToken,
  revokeToken,
  tokenById,
  tokenByPublicId,
  tokensOf,
} from './tokens.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  concludeDelivery,
  type DeliveryEnd,
  deliveriesOf,
  deliveryById,
  redeliver,
  type WebhookClaim,
  type WebhookDelivery,
} from './webhook-deliveries.ts'
import {
  addTestEvent,
  anyWebhookSecret,
  changeWebhook,
  createWebhook,
  deleteWebhook,
  type NewWebhook,
  replaceWebhookSecret,
  type Webhook,
  type WebhookChange,
  webhookById,
  webhooksOf,
} from './webhooks.ts'

/** What the store can do. Each call is one transaction; malformed ids find nothing. */
export type Store = {
  /** Whether the database answers within two seconds. */
  isReady(): Promise<boolean>
  /** Free bytes on the disk of the embedded database; undefined when a server has its own disk. */
  diskFreeBytes(): Promise<number | undefined>
  /**
   * Resolves with the reason if the embedded database stops on its own: only a new
   * process brings it back.
   */
  lost: Promise<string>
  close(): Promise<void>
  ensureTenant(tenant: NewTenant): Promise<Tenant>
  addParticipants(tenantId: string, participants: string[]): Promise<void>
  createTenant(tenant: NewTenant): Promise<boolean>
  tenants(query: PageQuery): Promise<Page<Tenant>>
  tenantById(id: string): Promise<Tenant | undefined>
  changeTenant(change: TenantChange): Promise<boolean>
  removeTenant(id: string): Promise<boolean>
  createToken(token: NewToken): Promise<void>
  tokenByPublicId(publicId: string): Promise<TokenWithSecret | undefined>
  noteTokenUse(tokenId: string, at: Date): Promise<void>
  listTokens(): Promise<Token[]>
  tokensOf(tenantId: string, query: PageQuery): Promise<Page<Token>>
  tokenById(tenantId: string, id: string): Promise<Token | undefined>
  changeToken(change: Parameters<typeof changeToken>[1]): Promise<boolean>
  replaceToken(replacement: Parameters<typeof replaceToken>[1]): Promise<boolean>
  revokeToken(publicId: string, at: Date): Promise<boolean>
  countTokens(): Promise<number>
  claimKey(claim: KeyClaim): Promise<KeyState>
  renewKey(renewal: KeyHold & { until: Date }): Promise<boolean>
  releaseKey(hold: KeyHold): Promise<void>
  forgetAnswers(now: Date): Promise<void>
  acceptDocument(accept: Accept): Promise<Accepted>
  claimJobs(claim: JobClaim): Promise<ClaimedJob[]>
  renewLease(lease: Lease): Promise<boolean>
  recordAttempt(start: AttemptStart): Promise<boolean>
  finishAttempt(end: AttemptEnd): Promise<boolean>
  documentById(tenantId: string, id: string): Promise<Document | undefined>
  documentByReference(tenantId: string, reference: string): Promise<Document | undefined>
  listDocuments(tenantId: string, query: ListQuery): Promise<DocumentPage>
  auditOf(documentId: string): Promise<AuditLine[]>
  auditedAfter(documentId: string, limit: number): Promise<Audited[]>
  uncoveredLines(limit: number, first?: string): Promise<CoveredLine[]>
  uncover(documentId: string): Promise<void>
  lastHead(): ReturnType<typeof lastHead>
  addHead(head: AuditHead, lines: readonly CoveredLine[]): Promise<boolean>
  headOver(line: Parameters<typeof headOver>[1]): Promise<AuditHead | undefined>
  headsAfter(number: number, limit: number): Promise<AuditHead[]>
  hashesOf(lines: readonly CoveredLine[]): Promise<(string | undefined)[]>
  attemptsOf(documentId: string): Promise<Attempt[]>
  filesOf(documentId: string): Promise<File[]>
  fileById(documentId: string, fileId: string): Promise<File | undefined>
  readFile(documentId: string, fileId: string): Promise<Buffer>
  latestFile(documentId: string, kind: FileKind): Promise<{ file: File; bytes: Buffer } | undefined>
  queue(tenantId: string): Promise<Queue>
  backlog(): Promise<Map<string, number>>
  oldestInQueue(): Promise<Date | undefined>
  versions(ids: readonly string[]): ReturnType<typeof versions>
  sameNumber(document: Document): Promise<Document | undefined>
  changeLane(change: Parameters<typeof changeLane>[1]): Promise<boolean>
  cancelDocument(intervention: Intervention): Promise<boolean>
  retryDocument(retry: Retry): ReturnType<typeof retryDocument>
  pauseQueue(pause: Pause): Promise<void>
  resumeQueue(resumed: { receiver?: string; now: Date }): Promise<boolean>
  pauseRestored(pause: Parameters<typeof pauseRestored>[1]): ReturnType<typeof pauseRestored>
  pauses(): Promise<Pause[]>
  createWebhook(webhook: NewWebhook & { max: number }): Promise<boolean>
  webhooksOf(tenantId: string, query: PageQuery): Promise<Page<Webhook>>
  webhookById(tenantId: string, id: string): Promise<Webhook | undefined>
  changeWebhook(change: WebhookChange): Promise<void>
  deleteWebhook(id: string): Promise<void>
  replaceWebhookSecret(replaced: { id: string; secret: Buffer; until: Date }): Promise<void>
  addTestEvent(webhook: Pick<Webhook, 'id' | 'tenantId'>, at: Date): Promise<void>
  anyWebhookSecret(): ReturnType<typeof anyWebhookSecret>
  claimDeliveries(claim: WebhookClaim): Promise<ClaimedDelivery[]>
  concludeDelivery(end: DeliveryEnd): Promise<boolean>
  deliveriesOf(webhookId: string, query: PageQuery): Promise<Page<WebhookDelivery>>
  deliveryById(webhookId: string, id: string): Promise<WebhookDelivery | undefined>
  redeliver(delivery: { webhookId: string; id: string; now: Date }): Promise<void>
  /** `hear` is called when another process has something for this one. */
  openNotices(hear: (notice: Notice) => void): Notices
  numberEvents(): Promise<void>
  addCertificateEvent(notice: Parameters<typeof addCertificateEvent>[1]): Promise<void>
  eventPage(query: EventQuery): Promise<EventPage>
  lastEvents(tenantIds: readonly string[]): ReturnType<typeof lastEvents>
  forgetEvents(before: Date): Promise<void>
  areBytesKept(documentId: string): Promise<boolean>
  claimSchedule(schedule: Parameters<typeof claimSchedule>[1]): Promise<boolean>
  removeOldBytes(before: Date, limit: number): Promise<number>
  removeBytesLeft(before: Date, limit: number): Promise<number>
  keepSmpAnswers(answers: readonly Buffer[]): Promise<void>
  smpAnswer(sha256: string): Promise<Buffer | undefined>
  revocationSource(key: string): Promise<RevocationSource | undefined>
  revocationBytes(key: string, version: string): Promise<Buffer>
  claimRevocationFetch(claim: Parameters<typeof claimRevocationFetch>[1]): Promise<boolean>
  keepRevocation(kept: Parameters<typeof keepRevocation>[1]): Promise<void>
  failRevocation(failed: Parameters<typeof failRevocation>[1]): Promise<void>
  forgetRevocations(now: Date): Promise<void>
}

/**
 * `beside`: when another process of this machine has the folder open, work through that process
 * instead of being refused. If there is none, the folder is opened as usual.
 */
export type StoreOptions = { databaseUrl: string } | { dataDir: string; beside?: boolean }

const serverVersionMin = 150_000
const readyMs = 2_000
// A server that disappeared without closing its connections must not block a statement, and with it
// the delivery of documents, for ever.
const queryMs = 60_000

/**
 * Opens the store on a Postgres server, or on the embedded database in `dataDir`, and applies
 * missing migrations. `say` reports slow steps and lost connections. Throws FolderInUseError, and
 * Error for an unusable server or a database migrated by a newer program.
 */
export async function openStore(
  options: StoreOptions,
  say: (line: string) => void = () => {},
): Promise<Store> {
  if ('databaseUrl' in options) return openOnServer(options.databaseUrl, say)
  const beside = options.beside ? await addressOfHolder(options.dataDir) : undefined
  return beside ? openBeside(beside, say) : openOnFolder(options.dataDir, say)
}

async function openOnServer(databaseUrl: string, say: (line: string) => void): Promise<Store> {
  const pool = openPool(
    { connectionString: databaseUrl, max: 16, keepAlive: true, query_timeout: queryMs },
    say,
  )
  return closeOnFailure(
    () => pool.end(),
    async () => {
      await checkServer(pool)
      await bringUpToDate(pool, say)
      return {
        ...bind(pool, () => pool.end()),
        openNotices: (hear) => openNotices(pool, { connectionString: databaseUrl }, hear),
      }
    },
  )
}

async function openOnFolder(dataDir: string, say: (line: string) => void): Promise<Store> {
  const isNew = !existsSync(join(dataDir, clusterFolder))
  say(
    `${isNew ? 'Creating' : 'Opening'} the embedded database in ` +
      `${dataDir}${isNew ? ' (takes about 5 seconds)' : ''} …`,
  )
  const embedded: Embedded = await openEmbedded(dataDir, say)
  const pool = openPool(toPoolConfig(embedded.address), say)
  const close = async () => {
    await pool.end()
    await embedded.close()
  }
  return closeOnFailure(close, async () => {
    await bringUpToDate(pool, say)
    await embedded.publish()
    return { ...bind(pool, close), lost: embedded.lost, diskFreeBytes: () => freeBytes(dataDir) }
  })
}

// The process that has the folder open has migrated it, and may be older than this one: its
// schema is left alone.
async function openBeside(address: Address, say: (line: string) => void): Promise<Store> {
  const pool = openPool(toPoolConfig(address), say)
  return bind(pool, () => pool.end())
}

function openPool(config: PoolConfig, say: (line: string) => void): Pool {
  const pool = new Pool({
    application_name: 'fourcorner',
    connectionTimeoutMillis: 10_000,
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
    throw new Error(`The database server is PostgreSQL ${name}; 15 or newer is required`)
  if (encoding !== 'UTF8')
    throw new Error(`The database has the encoding ${encoding}; UTF8 is required`)
}

async function bringUpToDate(pool: Pool, say: (line: string) => void): Promise<void> {
  const applied = await migrate(pool, await readMigrations(), new Date())
  if (applied.length > 0) say(`Applied migrations: ${applied.join(', ')}`)
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
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answered, setTimeout(readyMs, false, { ref: false })])
}

function bind(pool: Pool, close: () => Promise<void>): Store {
  return {
    isReady: () => isReady(pool),
    diskFreeBytes: async () => undefined,
    // A server comes back, and connections to it are reopened.
    lost: new Promise(() => {}),
    close,
    ensureTenant: (tenant) => ensureTenant(pool, tenant),
    addParticipants: (tenantId, participants) => addParticipants(pool, tenantId, participants),
    createTenant: (tenant) => createTenant(pool, tenant),
    tenants: (query) => tenants(pool, query),
    tenantById: (id) => tenantById(pool, id),
    changeTenant: (change) => changeTenant(pool, change),
    removeTenant: (id) => removeTenant(pool, id),
    createToken: (token) => createToken(pool, token),
    tokenByPublicId: (publicId) => tokenByPublicId(pool, publicId),
    noteTokenUse: (tokenId, at) => noteTokenUse(pool, tokenId, at),
    listTokens: () => listTokens(pool),
    tokensOf: (tenantId, query) => tokensOf(pool, tenantId, query),
    tokenById: (tenantId, id) => tokenById(pool, tenantId, id),
    changeToken: (change) => changeToken(pool, change),
    replaceToken: (replacement) => replaceToken(pool, replacement),
    revokeToken: (publicId, at) => revokeToken(pool, publicId, at),
    countTokens: () => countTokens(pool),
    claimKey: (claim) => claimKey(pool, claim),
    renewKey: (renewal) => renewKey(pool, renewal),
    releaseKey: (hold) => releaseKey(pool, hold),
    forgetAnswers: (now) => forgetAnswers(pool, now),
    acceptDocument: (accept) => acceptDocument(pool, accept),
    claimJobs: (claim) => claimJobs(pool, claim),
    renewLease: (lease) => renewLease(pool, lease),
    recordAttempt: (start) => recordAttempt(pool, start),
    finishAttempt: (end) => finishAttempt(pool, end),
    documentById: (tenantId, id) => documentById(pool, tenantId, id),
    documentByReference: (tenantId, reference) => documentByReference(pool, tenantId, reference),
    listDocuments: (tenantId, query) => listDocuments(pool, tenantId, query),
    auditOf: (documentId) => auditOf(pool, documentId),
    auditedAfter: (documentId, limit) => auditedAfter(pool, documentId, limit),
    uncoveredLines: (limit, first) => uncoveredLines(pool, limit, first),
    uncover: (documentId) => uncover(pool, documentId),
    lastHead: () => lastHead(pool),
    addHead: (head, lines) => addHead(pool, head, lines),
    headOver: (line) => headOver(pool, line),
    headsAfter: (number, limit) => headsAfter(pool, number, limit),
    hashesOf: (lines) => hashesOf(pool, lines),
    attemptsOf: (documentId) => attemptsOf(pool, documentId),
    filesOf: (documentId) => filesOf(pool, documentId),
    fileById: (documentId, fileId) => fileById(pool, documentId, fileId),
    readFile: (documentId, fileId) => readFile(pool, documentId, fileId),
    latestFile: (documentId, kind) => latestFile(pool, documentId, kind),
    queue: (tenantId) => queue(pool, tenantId),
    backlog: () => backlog(pool),
    oldestInQueue: () => oldestInQueue(pool),
    versions: (ids) => versions(pool, ids),
    sameNumber: (document) => sameNumber(pool, document),
    changeLane: (change) => changeLane(pool, change),
    cancelDocument: (intervention) => cancelDocument(pool, intervention),
    retryDocument: (retry) => retryDocument(pool, retry),
    pauseQueue: (pause) => pauseQueue(pool, pause),
    resumeQueue: (resumed) => resumeQueue(pool, resumed),
    pauseRestored: (pause) => pauseRestored(pool, pause),
    pauses: () => pausesOf(pool),
    createWebhook: (webhook) => createWebhook(pool, webhook),
    webhooksOf: (tenantId, query) => webhooksOf(pool, tenantId, query),
    webhookById: (tenantId, id) => webhookById(pool, tenantId, id),
    changeWebhook: (change) => changeWebhook(pool, change),
    deleteWebhook: (id) => deleteWebhook(pool, id),
    replaceWebhookSecret: (replaced) => replaceWebhookSecret(pool, replaced),
    addTestEvent: (webhook, at) => addTestEvent(pool, webhook, at),
    anyWebhookSecret: () => anyWebhookSecret(pool),
    claimDeliveries: (claim) => claimDeliveries(pool, claim),
    concludeDelivery: (end) => concludeDelivery(pool, end),
    deliveriesOf: (webhookId, query) => deliveriesOf(pool, webhookId, query),
    deliveryById: (webhookId, id) => deliveryById(pool, webhookId, id),
    redeliver: (delivery) => redeliver(pool, delivery),
    openNotices: () => noNotices,
    numberEvents: () => numberEvents(pool),
    addCertificateEvent: (notice) => addCertificateEvent(pool, notice),
    eventPage: (query) => eventPage(pool, query),
    lastEvents: (tenantIds) => lastEvents(pool, tenantIds),
    forgetEvents: (before) => forgetEvents(pool, before),
    areBytesKept: (documentId) => areBytesKept(pool, documentId),
    claimSchedule: (schedule) => claimSchedule(pool, schedule),
    removeOldBytes: (before, limit) => removeOldBytes(pool, before, limit),
    removeBytesLeft: (before, limit) => removeBytesLeft(pool, before, limit),
    keepSmpAnswers: (answers) => keepSmpAnswers(pool, answers),
    smpAnswer: (sha256) => smpAnswer(pool, sha256),
    revocationSource: (key) => revocationSource(pool, key),
    revocationBytes: (key, version) => revocationBytes(pool, key, version),
    claimRevocationFetch: (claim) => claimRevocationFetch(pool, claim),
    keepRevocation: (kept) => keepRevocation(pool, kept),
    failRevocation: (failed) => failRevocation(pool, failed),
    forgetRevocations: (now) => forgetRevocations(pool, now),
  }
}
