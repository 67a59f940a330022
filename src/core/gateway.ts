// What the gateway stands on: one plain record, built in app.ts. A test passes the same record with
// one field changed.
import type { Post } from '../as4/index.ts'
import type { KindName } from '../billing/index.ts'
import type { KeyProvider } from '../crypto/index.ts'
import type { Printer } from '../pdf/index.ts'
import type { Endpoint, Get, Network, NetworkError, ResolveNaptr } from '../peppol/index.ts'
import type { Store, Tenant, TokenEnvironment } from '../store/index.ts'
import type { Validator } from '../validation/index.ts'
import type { Notifier } from './notifier.ts'
import type { ReadDocument, SubmittedBody } from './read-document.ts'
import type { RecentUbl } from './recent-ubl.ts'

/**
 * A network and our place in it: the real one, or the simulated one for documents that must not
 * leave the machine.
 */
export type PeppolAccess = {
  network: Network
  keys: KeyProvider
  resolveNaptr: ResolveNaptr
  get: Get
  post: Post
  /** What was looked up lately (core/find-endpoint). */
  endpoints: Map<string, CachedEndpoint>
}

/** What a lookup said, good or bad, and until when it is believed. */
export type CachedEndpoint =
  | { until: Date; found: Endpoint }
  | { until: Date; missing: NetworkError }

/** Who calls: a token that was checked, and the tenant it acts for. */
export type Caller = {
  token: {
    id: string
    name: string
    scopes: string[]
    environment: TokenEnvironment
    expiresAt?: Date
  }
  tenant: Tenant
}

/** pino fits; so does anything else that takes facts and a sentence. */
export type Log = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

export type DeliveryLimits = {
  /** Wait before attempt 2, 3, …; the last one repeats. Milliseconds, spread by ±20 % when used. */
  retryDelaysMs: readonly number[]
  attemptsMax: number
  /** How long a document may wait for delivery when its caller names no deadline. */
  deadlineMs: number
  leaseMs: number
  leaseRenewMs: number
  /** Documents that one process sends at a time. */
  concurrency: number
  /** How long a looked-up endpoint is believed, and how long that there is none. */
  endpointCacheMs: number
  endpointMissCacheMs: number
  endpointsCachedMax: number
  /** A larger payload is made into a message piece by piece. */
  inlineBytesMax: number
  /** How long an idle process waits before it looks for jobs that another one queued. */
  lookAgainMs: number
  /** How often the answers to Idempotency-Keys that have expired are removed. */
  sweepMs: number
}

/**
 * How long we wait for an access point, and how many connections there are at a time: what `net`
 * keeps to.
 */
export type SendingLimits = {
  connectMs: number
  /** Without progress. */
  idleMs: number
  /** From the last byte that is sent to the last of the receipt. */
  postAnswerMs: number
  connectionsPerDestination: number
  connections: number
}

export type SubmissionLimits = {
  bodyBytesMax: number
  /** Of a document together with the files that come beside it. */
  multipartBytesMax: number
  attachmentsMax: number
  backlogMax: number
  /** With less than this on the disk of the embedded database the gateway is not ready. */
  diskFreeBytesMin: number
  idempotencyMs: number
  /** The furthest deadline that a caller may name. */
  deadlineMsMax: number
}

export type RequestLimits = {
  /** Until a client has sent a whole request. */
  timeoutMs: number
  /** Of a body that only refers to a document. */
  referenceBytesMax: number
  /** How often a long poll looks for what another process did. */
  lookAgainMs: number
  /** How exactly the last use of a token is known: a write for each request would cost more. */
  tokenUseNotedMs: number
}

/** What is demanded of every document, whatever its caller asks for. */
export type ValidationFloor = 'none' | 'schema' | 'rules'

/**
 * Reads what callers send, without holding the event loop for long: large documents in other
 * threads. Each call throws Problem, besides what it names: `service.unavailable` when too many
 * large ones wait, `request.too-large`.
 */
export type Intake = {
  /** As readJson and readUbl do. Without `kind`, JSON names its own. */
  read(body: SubmittedBody, kind?: KindName): Promise<ReadDocument>
  /** As convertToJson does, as the text of the JSON. */
  convert(ubl: Buffer): Promise<Buffer>
  /**
   * Where in the caller's JSON each of these places of the UBL that was made from it comes from.
   */
  point(xpaths: string[], of: { json: Buffer; ubl: Buffer }): Promise<(string | undefined)[]>
}

export type Gateway = {
  store: Store
  intake: Intake
  peppolAccess: PeppolAccess
  /** Opened on first use: making its keys takes a moment. */
  simulation(): Promise<PeppolAccess>
  recentUbl: RecentUbl
  /** Documents that are not in a final state; may be a second old. */
  backlog(): Promise<number>
  service: {
    version: string
    sandbox?: { receivers: string[]; unregistered: string }
  }
  validate: Validator['validate']
  validationFloor: ValidationFloor
  delivery: DeliveryLimits
  sending: SendingLimits
  submission: SubmissionLimits
  requests: RequestLimits
  /** Makes PDFs, in threads of its own. */
  printer: Pick<Printer, 'print'>
  /** Set once, when the process begins to stop: nothing new is taken. */
  draining: { now: boolean }
  /**
   * Notifies of the id of each document that moved in this process, so that a long poll need not
   * wait for its next look.
   */
  moved: Notifier
  /** Notifies when a job was queued in this process. */
  queued: Notifier
  log: Log
  now(): Date
  newId(): string
}
