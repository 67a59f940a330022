// What the first process of a node and its workers tell each other.
import type { Config } from '../config/config.ts'
import type { Counts } from '../core/runtime/metrics.ts'

/** Amounts by key. What is held is given back at last; what is spent comes back with time. */
type Use = { held: Record<string, number>; spent: Record<string, number> }

export type Begin = {
  kind: 'begin'
  /** From 1; a worker that takes the place of another has its number. */
  number: number
  /** How many there are. */
  workers: number
  config: Config
  pausedAfterRestore?: true
  /** Receivers of the sandbox that runs in the first process. */
  sandbox?: { receivers: string[]; unregistered: string }
  /** What all the other worker processes use. */
  held: Record<string, number>
}

export type ToWorker =
  | Begin
  | { kind: 'used'; use: Use }
  /** Asks for its counts. */
  | { kind: 'count' }
  | { kind: 'counted'; all: Counts[] }
  | { kind: 'stop' }

export type Ready = {
  kind: 'ready'
  url: string
  as4Url: string
  faults: string[]
  firstToken?: string
}

export type FromWorker =
  /** It listens to messages now: node:cluster drops those that come sooner. */
  | { kind: 'here' }
  | Ready
  | { kind: 'used'; use: Use }
  | { kind: 'counts'; counts: Counts }
  /** Asks for the counts of all. */
  | { kind: 'sum' }

/** What is at zero is forgotten. */
export function addTo(amounts: Map<string, number>, key: string, amount: number): void {
  const sum = (amounts.get(key) ?? 0) + amount
  if (sum === 0) amounts.delete(key)
  else amounts.set(key, sum)
}
