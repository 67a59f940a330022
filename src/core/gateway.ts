// Everything that core functions work on: one plain record, built in app.ts. A test passes the same
// record with one field changed.
import type { Post, Spool } from '../as4/index.ts'
import type { KeyProvider } from '../crypto/index.ts'
import type { Intake } from '../intake/index.ts'
import type { Printer } from '../pdf/index.ts'
import type { Get, Network, ResolveNaptr, RevocationOf } from '../peppol/index.ts'
import type { OwnTick, ReceptionLimits } from '../reception/index.ts'
import type {
  AttentionCount,
  MlsType,
  SlotLimits,
  Store,
  TaxReportLevels,
  Tenant,
  TokenEnvironment,
  WebhookSlots,
} from '../store/index.ts'
import type { InlineWork, Semaphore } from '../threads/index.ts'
import type { Validator } from '../validation/index.ts'
import type { Publishing } from './publishing.ts'
import type { CallBudget } from './runtime/call-budget.ts'
import type { Figures } from './runtime/figures.ts'
import type { LookupCache } from './runtime/lookup-cache.ts'
import type { Metrics } from './runtime/metrics.ts'
import type { Notifier } from './runtime/notifier.ts'
import type { OwnKeys } from './runtime/own-keys.ts'
import type { Precedence } from './runtime/precedence.ts'
import type { RecentDocuments } from './runtime/recent-documents.ts'
import type { SharedUse } from './runtime/shared-use.ts'
import type { Storage } from './runtime/storage.ts'
import type { Rate } from './runtime/token-bucket.ts'
import type { Waking } from './runtime/waking.ts'

/**
 * A network and our place in it: the real one, or a simulated one for documents that must not
 * leave the machine.
 */
export type PeppolAccess = LookupCache & {
  network: Network
  /** To be taken once for a whole message: the next access may give the next key. */
  readonly keys: KeyProvider
  resolveNaptr: ResolveNaptr
  get: Get
  post: Post
  revocationOf: RevocationOf
}

/** `getWithExpired` presents an access point whose certificate has expired. */
export type SimulatedAccess = PeppolAccess & { getWithExpired: Get }

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
  /** A test token on the production network: it changes nothing but what is of test. */
  testOnly?: true
}

/** pino fits; so does anything else that takes facts and a sentence. */
export type Log = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

/** A slot for one delivery, which is used or given back, once. */
export type DeliverySlot = {
  /** Holds the lease of the delivery. */
  readonly owner: string
  /** Takes the slot until `work` has ended. */
  use(work: () => Promise<void>): void
  /** Gives the slot back: there is nothing to deliver. */
  release(): void
  /** Gives the slot back. The document is queued; for a moment its lane has no slot to try. */
  rest(): void
}

/** The delivery slots of this process. */
export type DeliverySlots = {
  /**
   * For a delivery that a submission starts. Undefined when no slot is free, when others are
   * queued for one, or when this process delivers nothing.
   */
  tryTake(lane: string): DeliverySlot | undefined
  /**
   * For the one who claims jobs. Submissions find slots from now on until `close`. `released` is
   * called whenever a slot is free again.
   */
  open(holder: { owner: string; released(): void }): {
    free(): number
    take(lane: string): DeliverySlot
    /** Whether jobs are due that have no slot yet: submissions then find none. */
    setMoreDue(isIt: boolean): void
    close(): void
  }
}

export type DeliveryLimits = {
  /** Wait before attempt 2, 3, …; the last one repeats. Milliseconds, spread by ±20 % when used. */
  retryDelaysMs: readonly number[]
  attemptsMax: number
  /** How long a document may wait for delivery when its caller names no deadline. */
  deadlineMs: number
  leaseMs: number
  leaseRenewMs: number
  slots: SlotLimits
  /** Documents of more than `inlineBytesMax` that are sent at a time. */
  largeAtOnce: number
  /** How long the circuit of a failing endpoint stays open: at first, and at most. */
  circuit: { openMs: number; openMsMax: number }
  /** How long a looked-up endpoint is cached, and how long the absence of one. */
  endpointCacheMs: number
  endpointMissCacheMs: number
  endpointsCachedMax: number
  /** A larger payload is turned into a message piece by piece. */
  inlineBytesMax: number
  /** How long an idle process waits before it looks for jobs queued by another one. */
  lookAgainMs: number
  /** How long a process waits between two claims while it leaves something in line. */
  claimAgainMs: number
  /** How often answers to expired Idempotency-Keys are removed. */
  sweepMs: number
  /** How often the audit log is signed. */
  auditHeadMs: number
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
  /** The same for one tenant. */
  backlogOfTenantMax: number
  /** On each disk that the gateway writes to: with less, it takes no documents. */
  diskFreeBytesMin: number
  idempotencyMs: number
  /** How long a dead request blocks its Idempotency-Key for others. */
  idempotencyLeaseMs: number
  idempotencyRenewMs: number
  /** The furthest deadline that a caller may set. */
  deadlineMsMax: number
}

/** What one tenant may have at most; `tokens`: valid ones. */
export type TenantLimits = { tokens: number; webhooks: number; registrations: number }

/**
 * How many calls are served: of one token, of all tokens of a tenant, and with tokens that are not
 * valid from one address.
 */
type Rates = { perToken: Rate; perTenant: Rate; failuresPerAddress: Rate }

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
  /** So much of a refused body is read before its answer, and for so long. */
  lingerMs: number
  lingerBytesMax: number
  /**
   * For all bodies that the node holds in memory, as far as they have come. A token and a tenant
   * hold at most half of what the others leave free.
   */
  bodiesBytesMax: number
  /** For those that come from one address: an IPv4 address, or a /64 of IPv6. */
  bodiesBytesPerAddressMax: number
  /** For all answers that the node holds in memory, shared out as `bodiesBytesMax` is. */
  answersBytesMax: number
  /**
   * A slower body is refused, and a slower reader of an answer cut off, once it has fallen
   * `paceFromMs` behind, however fast it began.
   */
  paceBytesPerSecondMin: number
  paceFromMs: number
  /** A body in more pieces must have pieces of at least `pieceBytesMin` on average. */
  piecesFree: number
  pieceBytesMin: number
  /** Calls that wait for a change; beyond this number the state is returned at once. */
  longPollsMax: number
  longPollsPerTokenMax: number
  longPollsPerTenantMax: number
  /** Questions of callers about participants; any more would hold up deliveries. */
  lookupsMax: number
  /** How many of their answers are kept. */
  lookupsKeptMax: number
}

/** Message Level Status, ours and the others'. */
type MlsSettings = {
  /** What we ask of those who receive our documents. */
  request: MlsType
  /** From the receipt until an answer that was asked for is overdue. */
  overdueMs: number
  /** How long a tenant may take to say that it has a document; then we answer without. */
  tenantMs: number
  /** From the time of the message that brought a document until our answer must have left. */
  windowMs: number
  /** From the receipt to the answer of a scenario. */
  playedAfterMs: number
}

/** Receiving documents, and what follows. */
type InboundSettings = {
  limits: ReceptionLimits
  spool: Spool
  /** For requests to `/as4`: they let callers of the API pass. */
  ownTick: OwnTick
  /** For large messages: each is in memory as a whole while it is stored. */
  concurrency: Semaphore
  logRefusal(facts: object): void
  /** What every document is checked for when it has arrived. */
  validation: InboundValidation
  leaseMs: number
  lookAgainMs: number
  /** How many documents are opened at a time. */
  atOnce: number
  overdueEveryMs: number
}

type WebhookLimits = {
  /** Wait before attempt 2, 3, …; after the last one the delivery has failed. ±20 % when used. */
  retryDelaysMs: readonly number[]
  slots: WebhookSlots
  leaseMs: number
  /** How often a process looks that is idle or has no webhook to call. */
  lookAgainMs: number
  /** Between two looks, however much happens. */
  restMs: number
  /** After one that found something: what still waits needs the slots that are soon free again. */
  restWhileBusyMs: number
  /** How long the secret before the last rotation signs too. */
  previousSecretMs: number
  answerCharactersLogged: number
}

/** How webhooks are called, with connections of their own. */
type WebhookCalls = {
  limits: WebhookLimits
  post(
    url: string,
    message: {
      contentType: string
      body: Buffer
      headers: Record<string, string>
      /** Called when there is a connection. */
      onStart(): void
    },
    /** Whose connections are used: those of other webhooks are apart. */
    webhookId: string,
  ): Promise<
    | { kind: 'answered'; status: number; retryAfter?: string | undefined; body: Buffer }
    | { kind: 'failed'; detail: string }
  >
  /** Why nothing can be sent to this URL, and whether that is only because it is not secure. */
  refusalOf(url: string): Promise<{ message: string; isInsecure: boolean } | undefined>
  /**
   * The key that encrypts their secrets. Resolved once the store is open; undefined when there can
   * be no webhooks here.
   */
  secretsKey: Promise<Buffer | undefined>
  /** Whether there is a key at all; one that does not fit is not used. */
  isKeyNamed: boolean
}

/** What every document must pass, whatever its caller asks for. */
export type ValidationFloor = 'none' | 'schema' | 'rules'

/** What every received document is judged by; a report refuses nothing. */
export type InboundValidation = ValidationFloor | 'report'

export type Gateway = Waking & {
  store: Store
  intake: Intake
  peppolAccess: PeppolAccess
  /** Our SMP; undefined where none is named. */
  publishing: Publishing | undefined
  /** Notifies when something was asked for of it in this process. */
  publicationAsked: Notifier
  /** Opened on first use: generating its keys takes a moment. */
  simulation(): Promise<SimulatedAccess>
  recentDocuments: RecentDocuments
  /** The documents of each tenant that are not in a final state; may be a second old. */
  backlog(): Promise<Map<string, number>>
  /** Figures of one tenant or of all; may be a minute old. */
  figuresOf(tenantId?: string): Promise<Omit<Figures, 'of'>>
  /** What needs attention, for one tenant or for all; at most ten seconds old. */
  attentionFor(tenantId?: string): Promise<AttentionCount[]>
  /** Our Message Level Status of this month in time (MLS-1); may be an hour old. */
  mlsShare(): Promise<number | undefined>
  /** Reports to tax authorities by where they stand; may be five minutes old. */
  taxReportLevels(): Promise<TaxReportLevels>
  /** What an operator needs to know about revocation lists, one sentence each. */
  revocationConcerns(): string[]
  /** In what the other nodes of the database differ, one sentence each. */
  nodeConcerns(): string[]
  /** All of our keys that others may encrypt for. */
  allKeys: OwnKeys['all']
  /** Beside the certificate of `peppolAccess.keys`. */
  otherCertificates: OwnKeys['others']
  service: {
    version: string
    sandbox?: { receivers: string[]; unregistered: string }
  }
  validate: Validator['validate']
  rulePacks: Validator['rulePacks']
  validationFloor: ValidationFloor
  /** What is judged where the caller says nothing. */
  validationDefault: 'none' | 'report'
  delivery: DeliveryLimits
  inbound: InboundSettings
  mls: MlsSettings
  /** How long a report to a tax authority is tried for. */
  taxReports: { deadlineMs: number }
  sending: SendingLimits
  submission: SubmissionLimits
  storage: Storage
  tenantLimits: TenantLimits
  requests: RequestLimits
  rates: Rates
  callBudget: CallBudget
  inlineWork: InlineWork
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  /** How long what documents contain is kept once they are done; without `days`, for ever. */
  /** `daysMin`: the fewest that a tenant may have of its own. */
  retention: { days: number | undefined; daysMin: number; everyMs: number }
  /** Prints PDFs, in threads of its own. */
  printer: Pick<Printer, 'print' | 'show'>
  webhooks: WebhookCalls
  deliverySlots: DeliverySlots
  /** Until the first token exists: the service is not ready. */
  starting: { now: boolean }
  /** Set once, when the process begins to stop: no new work is taken. */
  draining: { now: boolean }
  precedence: Pick<Precedence, 'first'>
  log: Log
  metrics: Metrics
  /** Limits of callers hold for all processes of this node together. */
  sharedUse: SharedUse
  now(): Date
  /** A UUID version 7 of this moment, or of `at`. */
  newId(at?: Date): string
}
