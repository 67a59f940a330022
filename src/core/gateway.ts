// Everything that core functions work on: one plain record, built in app.ts. A test passes the same
// record with one field changed.
import type { Post } from '../as4/index.ts'
import type { KindName } from '../billing/index.ts'
import type { KeyProvider } from '../crypto/index.ts'
import type { Printer } from '../pdf/index.ts'
import type {
  Endpoint,
  Get,
  Network,
  NetworkError,
  ResolveNaptr,
  RevocationOf,
} from '../peppol/index.ts'
import type { Store, Tenant, TokenEnvironment } from '../store/index.ts'
import type { Asker } from '../threads/index.ts'
import type { Validator } from '../validation/index.ts'
import type { Notifier } from './notifier.ts'
import type { ReadDocument, SubmittedBody } from './read-document.ts'
import type { RecentUbl } from './recent-ubl.ts'

/**
 * A network and our place in it: the real one, or a simulated one for documents that must not
 * leave the machine.
 */
export type PeppolAccess = {
  network: Network
  keys: KeyProvider
  resolveNaptr: ResolveNaptr
  get: Get
  post: Post
  revocationOf: RevocationOf
  /** Recent lookups (core/find-endpoint). */
  endpoints: Map<string, CachedEndpoint>
}

/** The result of a lookup, good or bad, and until when it is used. */
export type CachedEndpoint =
  | { until: Date; found: Endpoint }
  | { until: Date; missing: NetworkError }

/** The caller: a token that was checked, and the tenant it acts for. */
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
  /** How many documents one process sends at a time. */
  concurrency: number
  /** How long a looked-up endpoint is cached, and how long the absence of one. */
  endpointCacheMs: number
  endpointMissCacheMs: number
  endpointsCachedMax: number
  /** A larger payload is turned into a message piece by piece. */
  inlineBytesMax: number
  /** How long an idle process waits before it looks for jobs queued by another one. */
  lookAgainMs: number
  /** How often answers to expired Idempotency-Keys are removed. */
  sweepMs: number
}

/**
 * How long we wait for an access point, and the maximum number of connections: the limits
 * that `net` enforces.
 */
type SendingLimits = {
  connectMs: number
  /** Without progress. */
  idleMs: number
  /** From the last byte sent to the last byte of the receipt. */
  postAnswerMs: number
  connectionsPerDestination: number
  connections: number
}

type SubmissionLimits = {
  bodyBytesMax: number
  /** For a document together with its attached files. */
  multipartBytesMax: number
  attachmentsMax: number
  backlogMax: number
  /** With less free space on the disk of the embedded database, the gateway is not ready. */
  diskFreeBytesMin: number
  idempotencyMs: number
  /** The furthest deadline that a caller may set. */
  deadlineMsMax: number
}

export type RequestLimits = {
  /** Until a client has sent a whole request. */
  timeoutMs: number
  /** For a body that only refers to a document. */
  referenceBytesMax: number
  /** How often a long poll checks for changes made by another process. */
  lookAgainMs: number
  /**
   * How precisely the last use of a token is recorded: a write for each request would cost more.
   */
  tokenUseNotedMs: number
  /** How long the result of a readiness check is reused. */
  readinessMs: number
  /** For all bodies that the process holds together. */
  bodiesBytesMax: number
  /** A slower body is refused once it has taken `paceFromMs`. */
  paceBytesPerSecondMin: number
  paceFromMs: number
  /** A body in more pieces must have pieces of at least `pieceBytesMin` on average. */
  piecesFree: number
  pieceBytesMin: number
  /** Calls that wait for a change; beyond this number the state is returned at once. */
  longPollsMax: number
  longPollsPerTokenMax: number
}

/** What every document must pass, whatever its caller asks for. */
export type ValidationFloor = 'none' | 'schema' | 'rules'

/**
 * Reads what callers send, without holding the event loop for long: large documents in other
 * threads. Besides the problems it names, each call throws Problem `service.unavailable` when too
 * many large ones wait, and `request.too-large`.
 */
export type Intake = {
  /** As readJson and readUbl do. Without `kind`, JSON names its own. */
  read(body: SubmittedBody, kind?: KindName, asker?: Asker): Promise<ReadDocument>
  /** As convertToJson does; returns the JSON as bytes. */
  convert(ubl: Buffer, asker?: Asker): Promise<Buffer>
  /** For each place in the UBL made from this JSON, the place in the JSON that it comes from. */
  point(
    xpaths: string[],
    of: { json: Buffer; ubl: Buffer },
    asker?: Asker,
  ): Promise<(string | undefined)[]>
}

export type Gateway = {
  store: Store
  intake: Intake
  peppolAccess: PeppolAccess
  /** Opened on first use: generating its keys takes a moment. */
  simulation(): Promise<PeppolAccess>
  recentUbl: RecentUbl
  /** The number of documents that are not in a final state; may be a second old. */
  backlog(): Promise<number>
  /** What an operator needs to know about revocation lists, one sentence each. */
  revocationConcerns(): string[]
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
  /** Prints PDFs, in threads of its own. */
  printer: Pick<Printer, 'print'>
  /** Set once, when the process begins to stop: no new work is taken. */
  draining: { now: boolean }
  /**
   * Notifies the id of each document that changed in this process, so that a long poll need not
   * wait for its next look.
   */
  moved: Notifier
  /** Notifies when a job was queued in this process. */
  queued: Notifier
  log: Log
  now(): Date
  newId(): string
}
