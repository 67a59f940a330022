// Compares the SBD of a user message with the message header, which must agree (Peppol AS4 Profile
// 2.0.3), and asks whether we serve its receiver.
import {
  As4Error,
  type Content,
  profile,
  sliceOf,
  type UserMessage,
  type Verified,
} from '../as4/index.ts'
import {
  formatIdentifier,
  type Identifier,
  isSameParticipant,
  type ParsedHeader,
  parseSbdOutline,
  parseSbdTree,
} from '../peppol/index.ts'
import type { AccessPoint, Arrival } from './access-point.ts'

/** Throws As4Error EBMS:0004 unless header and SBD agree and we serve the receiver. */
export async function readArrival<Served>(
  message: Verified<UserMessage>,
  { serves, now }: Pick<AccessPoint<Served>, 'serves' | 'now'>,
): Promise<Arrival<Served>> {
  const [payload, ...others] = message.payloads
  if (!payload || others.length > 0) throw refusal(message, 'a message must carry exactly one SBD')
  const sbd = payload.content
  const { header, document } = await openSbd(message, sbd)
  checkSame(message, 'originalSender', message.originalSender, header.sender)
  checkSame(message, 'finalRecipient', message.finalRecipient, header.receiver)
  if (message.action !== formatIdentifier(header.documentType))
    throw refusal(message, 'eb:Action does not match the document type of the SBD')
  if (
    message.service.type !== header.process.scheme ||
    message.service.value !== header.process.value
  )
    throw refusal(message, 'eb:Service does not match the process of the SBD')
  const served = await serves(header)
  if (served === false) throw refusal(message, profile.notServiced)
  return { message, sbd, header, document, served, at: now() }
}

const dayMs = 24 * 3_600_000
/** How far the clock of a sender may be ahead of ours. */
export const aheadMaxMs = 7 * dayMs
const behindMaxMs = 60 * dayMs

/** Throws As4Error EBMS:0004 for an eb:Timestamp by which nothing can be dated. */
export function checkSentAt(message: Verified<UserMessage>, now: Date): void {
  const aheadMs = message.timestamp.getTime() - now.getTime()
  if (aheadMs > aheadMaxMs) throw refusal(message, 'eb:Timestamp is more than 7 days ahead')
  if (-aheadMs > behindMaxMs) throw refusal(message, 'eb:Timestamp is more than 60 days behind')
}

/** A refusal that says which message it is about. */
export function refusal({ messageId }: UserMessage, detail: string, cause?: unknown): As4Error {
  return new As4Error('EBMS:0004', detail, { refToMessageId: messageId, cause })
}

async function openSbd(
  message: UserMessage,
  sbd: Content,
): Promise<{ header: ParsedHeader; document: Content }> {
  try {
    if (Buffer.isBuffer(sbd)) return parseSbdTree(sbd)
    const { header, start, end } = await parseSbdOutline(sbd.read())
    return { header, document: sliceOf(sbd, start, end) }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw refusal(message, `the payload is not a Peppol SBD: ${why}`, cause)
  }
}

function checkSame(
  message: UserMessage,
  property: string,
  stated: Identifier,
  sbd: Identifier,
): void {
  if (!isSameParticipant(stated, sbd)) throw refusal(message, `${property} does not match the SBD`)
}
