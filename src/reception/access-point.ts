// What an access point that receives needs of the world.
import type { Content, ReceiverLimits, Spool, UserMessage, Verified } from '../as4/index.ts'
import type { KeyProvider } from '../crypto/index.ts'
import type { ParsedHeader, Trust } from '../peppol/index.ts'

export type AccessPoint = {
  keys: KeyProvider
  trust: Trust
  /** Whether we take such a document for its receiver. */
  serves(header: ParsedHeader): boolean | Promise<boolean>
  /**
   * Keeps an arrival durably, with the receipt that `makeReceipt` signs for it. Nothing is sent
   * before this resolves. What it throws is our own fault, and keeps the receipt from leaving.
   */
  keep(arrival: Arrival, makeReceipt: () => Promise<Buffer>): Promise<Kept>
  now(): Date
  /** Without it every payload is held in memory. */
  spool?: Spool
}

/** A message that passed every check, and the SBD in it. */
export type Arrival = {
  message: Verified<UserMessage>
  sbd: Content
  /** What the SBD says of itself; the header of the message says the same. */
  header: ParsedHeader
  /** The business document, from the `<` of its root to its closing `>`. */
  document: Content
  at: Date
}

/**
 * `stored` and `repeat` carry the receipt to send: the one that was stored with the message, or the
 * very bytes that this message got before. `refused` becomes an EBMS:0004 with this detail.
 */
export type Kept =
  | { kind: 'stored' | 'repeat'; receipt: Buffer }
  | { kind: 'refused'; detail: string }

/** What one message may take of us. */
export const receiverLimits: ReceiverLimits = {
  bodyBytesMax: 100_000_000,
  inflatedBytesMax: 300_000_000,
  ratioMax: 100,
  partsMax: 20,
}
