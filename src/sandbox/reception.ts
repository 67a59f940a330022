// What an access point does with a user message between the request and the receipt: open it,
// compare it with the SBD that it carries, keep it. The sandbox's second access point and
// `fourcorner as4 receive` stand on it.
import { randomUUID } from 'node:crypto'
import {
  As4Error,
  buildErrorSignal,
  buildReceipt,
  type Content,
  profile,
  type ReceiverLimits,
  receiveUserMessage,
  type Spool,
  sliceOf,
  type UserMessage,
  type Verified,
} from '../as4/index.ts'
import type { KeyProvider } from '../crypto/index.ts'
import {
  checkAccessPoint,
  formatIdentifier,
  type Identifier,
  type ParsedHeader,
  parseSbdOutline,
  parseSbdTree,
  type Trust,
} from '../peppol/index.ts'
import type { Arrival, Kept } from './inbox.ts'

export type AccessPoint = {
  keys: KeyProvider
  trust: Trust
  /** Whether we take such a document for its receiver. */
  serves(header: ParsedHeader): boolean
  /** Called before the receipt leaves; what it throws keeps the receipt from leaving. */
  keep(arrival: Arrival, makeReceipt: () => Promise<Buffer>): Promise<Kept>
  now(): Date
  /** Without it every payload is held in memory. */
  spool?: Spool
}

export type As4Request = {
  contentType: string | undefined
  body: Buffer | AsyncIterable<Uint8Array>
}

/**
 * A message that is as it should be, and served. A message of the ebMS test service carries nothing
 * to be kept.
 */
export type Opened = { message: Verified<UserMessage>; arrival?: Arrival }

/** What one message may take of us; the same will hold for the gateway's own receiver. */
export const receiverLimits: ReceiverLimits = {
  bodyBytesMax: 100_000_000,
  inflatedBytesMax: 300_000_000,
  ratioMax: 100,
  partsMax: 20,
}

/**
 * Throws As4Error for whatever is to be refused. Files of the opened message are removed by
 * discard().
 */
export async function openMessage(request: As4Request, accessPoint: AccessPoint): Promise<Opened> {
  const { keys, trust, now, spool } = accessPoint
  const message = await receiveUserMessage(request, {
    keys: [keys],
    checkSigner: (certificate) => void checkAccessPoint(certificate, trust, now()),
    limits: receiverLimits,
    now,
    ...(spool ? { spool } : {}),
  })
  if (message.isTest) return { message }
  try {
    return { message, arrival: await readArrival(message, accessPoint) }
  } catch (error) {
    await discard(message)
    throw error
  }
}

/**
 * The receipt for an opened message, once it is kept; a repeated message gets the receipt that it
 * got before.
 */
export async function keepMessage(
  { message, arrival }: Opened,
  accessPoint: AccessPoint,
): Promise<{ receipt: Buffer; isRepeat: boolean }> {
  const makeReceipt = async () => (await buildReceipt(message, signalFacts(accessPoint))).body
  if (!arrival) return { receipt: await makeReceipt(), isRepeat: false }
  const kept = await accessPoint.keep(arrival, makeReceipt)
  if (kept.kind === 'conflict')
    throw refusal(message, 'this MessageId came before with another document')
  return { receipt: kept.receipt, isRepeat: kept.kind === 'repeat' }
}

/** Removes what of a message lies in temporary files. */
export async function discard({ payloads }: UserMessage): Promise<void> {
  for (const { content } of payloads) if (!Buffer.isBuffer(content)) await content.remove()
}

/** The ebMS error signal for a message that is refused. */
export async function errorSignal(
  error: As4Error,
  accessPoint: Pick<AccessPoint, 'keys' | 'now'>,
): Promise<Buffer> {
  return (await buildErrorSignal(error, signalFacts(accessPoint))).body
}

export function signalFacts({ keys, now }: Pick<AccessPoint, 'keys' | 'now'>): {
  keys: KeyProvider
  messageId: string
  timestamp: Date
} {
  return { keys, messageId: `${randomUUID()}@receiver.fourcorner.invalid`, timestamp: now() }
}

/** A refusal that says which message it is about. */
export function refusal({ messageId }: UserMessage, detail: string, cause?: unknown): As4Error {
  return new As4Error('EBMS:0004', detail, {
    refToMessageId: messageId,
    ...(cause ? { cause } : {}),
  })
}

/**
 * Reads the SBD and checks that the message's header says the same, and that we serve its receiver.
 */
async function readArrival(
  message: Verified<UserMessage>,
  { serves, now }: Pick<AccessPoint, 'serves' | 'now'>,
): Promise<Arrival> {
  const [payload, ...others] = message.payloads
  if (!payload || others.length > 0) throw refusal(message, 'a message carries exactly one SBD')
  const sbd = payload.content
  const { header, document } = await takeApart(message, sbd)
  checkSame(message, 'originalSender', message.originalSender, header.sender)
  checkSame(message, 'finalRecipient', message.finalRecipient, header.receiver)
  if (message.action !== formatIdentifier(header.documentType))
    throw refusal(message, 'eb:Action is not the document type of the SBD')
  if (
    message.service.type !== header.process.scheme ||
    message.service.value !== header.process.value
  )
    throw refusal(message, 'eb:Service is not the process of the SBD')
  if (!serves(header)) throw refusal(message, profile.notServiced)
  return {
    messageId: message.messageId,
    from: message.from,
    instanceIdentifier: header.instanceIdentifier,
    document,
    sbd,
    at: now(),
  }
}

async function takeApart(
  message: UserMessage,
  sbd: Content,
): Promise<{ header: ParsedHeader; document: Content }> {
  try {
    if (Buffer.isBuffer(sbd)) return parseSbdTree(sbd)
    const { header, start, end } = await parseSbdOutline(sbd.read())
    return { header, document: sliceOf(sbd, start, end) }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw refusal(message, `the payload is no Peppol SBD: ${why}`, cause)
  }
}

// Participants are the same whatever their case (Peppol Policy for use of Identifiers). A message
// whose property says no scheme is as good as one that does (AS4_CP_TA20).
function checkSame(
  message: Verified<UserMessage>,
  property: string,
  stated: Identifier,
  sbd: Identifier,
): void {
  if (lowerCase(formatIdentifier(stated)) !== lowerCase(formatIdentifier(sbd)))
    throw refusal(message, `${property} is not that of the SBD`)
}

// ASCII only: String.toLowerCase() makes an ordinary k of the Kelvin sign.
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}
