// What a receiving access point needs from its surroundings.
import type { Content, ReceiverLimits, Spool, UserMessage, Verified } from '../as4/index.ts'
import type { KeyProvider } from '../crypto/index.ts'
import type { ParsedHeader, RevocationOf, Trust } from '../peppol/index.ts'
import type { PaceLimits } from './pace.ts'
import type { UnauthenticatedLimits } from './unauthenticated-connections.ts'

/** `Served`: what the access point knows of the receiver whom it serves. */
export type AccessPoint<Served = true> = {
  limits: ReceptionLimits
  keys: KeyProvider
  /** Other keys of ours that senders may still encrypt for. */
  otherKeys?: readonly KeyProvider[]
  trust: Trust
  revocationOf: RevocationOf
  /** Finds the receiver, if we take this kind of document for them; `false` if we do not. */
  serves(header: ParsedHeader): Served | false | Promise<Served | false>
  /**
   * Stores an arrival durably, with the receipt that `makeReceipt` signs for it. No receipt is sent
   * before this resolves. It throws only for failures of our own.
   */
  keep(arrival: Arrival<Served>, makeReceipt: () => Promise<Buffer>): Promise<Kept>
  now(): Date
  /** Without it every payload is held in memory. */
  spool?: Spool
}

/** A message that passed every check, and the SBD in it. */
export type Arrival<Served = true> = {
  message: Verified<UserMessage>
  sbd: Content
  /** What the SBD says; the header of the message has been found to agree. */
  header: ParsedHeader
  /** The business document, from the `<` of its root to its closing `>`. */
  document: Content
  /** What `serves` has found. */
  served: Served
  at: Date
}

/**
 * `stored` and `repeat` carry the receipt to send: the new one, or the same bytes as the first
 * time. `refused` becomes an EBMS:0004 with this detail.
 */
export type Kept =
  | { kind: 'stored' | 'repeat'; receipt: Buffer }
  | { kind: 'refused'; detail: string }

type MessageLimits = ReceiverLimits & PaceLimits

/** Limits of one message, and of the request that carries it. */
export type ReceptionLimits = MessageLimits & {
  /** Without progress; and everything about one request. */
  idleMs: number
  totalMs: number
  /** How long we go on reading what we have refused, so that its sender gets to read our answer. */
  lingerMs: number
  /** A shorter body is collected in memory, which is cheaper than streaming it. */
  inlineBytesMax: number
  /** All connections whose access point is not known yet. */
  unauthenticated: UnauthenticatedLimits
}
