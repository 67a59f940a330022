// What the gateway stands on: one plain record, built in app.ts. A test passes the same record with
// one field changed.
import type { Post } from '../as4/index.ts'
import type { KindName } from '../billing/index.ts'
import type { KeyProvider } from '../crypto/index.ts'
import type { Printer } from '../pdf/index.ts'
import type { Endpoint, Get, Network, NetworkError, ResolveNaptr } from '../peppol/index.ts'
import type { Store, Tenant } from '../store/index.ts'
import type { Validator } from '../validation/index.ts'
import type { FreshUbl } from './fresh-ubl.ts'
import type { ReadDocument, SubmittedBody } from './read-document.ts'

/**
 * A network and our place in it: the real one, or the simulated one for documents that must not
 * leave the machine.
 */
export type World = {
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
    environment: 'live' | 'test'
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
  world: World
  /** Opened on first use: making its keys takes a moment. */
  simulation(): Promise<World>
  fresh: FreshUbl
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
  /** Makes PDFs, in threads of its own. */
  printer: Pick<Printer, 'print'>
  /** Set once, when the process begins to stop: nothing new is taken. */
  draining: { now: boolean }
  /**
   * Rings with the id of a document that moved in this process, so that a long poll need not wait
   * for its next look.
   */
  moved: Bell
  /** Rings when a job was queued in this process. */
  queued: Bell
  log: Log
  now(): Date
  newId(): string
}

/**
 * Wakes those who listen in this process; that another process did something is only noticed by
 * looking again.
 */
export type Bell = {
  /** With a topic only for those who listen to it, or to everything. */
  ring(topic?: string): void
  listen(topic?: string): Ear
}

/** Remembers a ring until it is asked, so that one who looks first and then waits misses none. */
export type Ear = {
  /**
   * Resolves at a ring since the last call, after `waitMs`, or when `signal` aborts, whichever
   * comes first.
   */
  next(waitMs: number, signal?: AbortSignal): Promise<void>
  stop(): void
}

export function makeBell(): Bell {
  const listeners = new Set<{ topic: string | undefined; hear(): void }>()
  return {
    ring(topic) {
      for (const listener of [...listeners])
        if (topic === undefined || (listener.topic ?? topic) === topic) listener.hear()
    },
    listen(topic) {
      let rung = false
      let wake = () => {}
      const listener = {
        topic,
        hear() {
          rung = true
          wake()
        },
      }
      listeners.add(listener)
      return {
        async next(waitMs, signal) {
          if (!rung && !signal?.aborted) {
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, waitMs)
              wake = () => {
                clearTimeout(timer)
                resolve()
              }
              signal?.addEventListener('abort', wake, { once: true })
            })
            signal?.removeEventListener('abort', wake)
          }
          rung = false
        },
        stop: () => void listeners.delete(listener),
      }
    },
  }
}
