// What the gateway stands on: one plain record, built in app.ts. A test passes the same record with one field changed.
import type { Post } from '../as4/index.ts'
import type { KeyProvider } from '../crypto/index.ts'
import type { Endpoint, Get, Network, NetworkError, ResolveNaptr } from '../peppol/index.ts'
import type { Store, Tenant } from '../store/index.ts'

/** A network and our place in it: the real one, or the simulated one for documents that must not leave the machine. */
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
export type CachedEndpoint = { until: Date; found: Endpoint } | { until: Date; missing: NetworkError }

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

export type SubmissionLimits = {
  bodyBytesMax: number
  backlogMax: number
  idempotencyMs: number
}

export type Gateway = {
  store: Store
  world: World
  /** Opened on first use: making its keys takes a moment. */
  simulation(): Promise<World>
  /** Documents that are not in a final state; may be a second old. */
  backlog(): Promise<number>
  service: {
    version: string
    sandbox?: { receivers: string[]; unregistered: string }
  }
  delivery: DeliveryLimits
  submission: SubmissionLimits
  /** Set once, when the process begins to stop: nothing new is taken. */
  draining: { now: boolean }
  /** Rings for every document that moved in this process, so that a long poll need not wait for its next look. */
  moved: Bell
  /** Rings when a job was queued in this process. */
  queued: Bell
  log: Log
  now(): Date
  newId(): string
}

/**
 * Wakes those who wait in this process; other processes are noticed by looking again. Who looks first and waits
 * then passes the count of rings from before the look, so that a ring in between is not missed.
 */
export type Bell = {
  ring(): void
  rings(): number
  /** Resolves at a ring after `heard`, after `waitMs`, or when `signal` aborts, whichever comes first. */
  wait(heard: number, waitMs: number, signal?: AbortSignal): Promise<void>
}

export function makeBell(): Bell {
  let rung = 0
  const sleepers = new Set<() => void>()
  return {
    rings: () => rung,
    ring() {
      rung += 1
      for (const wake of [...sleepers]) wake()
    },
    wait(heard, waitMs, signal) {
      if (heard !== rung || signal?.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const wake = () => {
          sleepers.delete(wake)
          clearTimeout(timer)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        const timer = setTimeout(wake, waitMs)
        sleepers.add(wake)
        signal?.addEventListener('abort', wake)
      })
    },
  }
}
