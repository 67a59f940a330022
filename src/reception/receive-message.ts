// A request to `/as4`, from its bytes to its answer: open the message, compare it with its SBD,
// store it, sign the receipt (docs/ARCHITECTURE.md, In).
import type { X509Certificate } from 'node:crypto'
import {
  As4Error,
  type As4Request,
  buildErrorSignal,
  buildReceipt,
  profile,
  receiveUserMessage,
  SignerUndecided,
  type UserMessage,
  type Verified,
} from '../as4/index.ts'
import { newUuid } from '../crypto/index.ts'
import { checkAccessPoint, NetworkError } from '../peppol/index.ts'
import type { AccessPoint, Kept } from './access-point.ts'
import { checkSentAt, readArrival, refusal } from './arrival.ts'

/** The HTTP response. */
export type As4Answer = { status: number; contentType?: string; body: Buffer }

/**
 * What became of a request, and the receipt or error signal for its sender. Spooled payloads of
 * `message` are gone by then.
 */
export type ReceiveOutcome = { answer: As4Answer } & (
  | { kind: 'received'; message: Verified<UserMessage>; isRepeat: boolean }
  | { kind: 'refused'; error: As4Error }
)

/**
 * Receives one message. Throws for failures of our own: answer those with an HTTP 5xx and no ebMS
 * signal, so that the sender tries again.
 */
export async function receiveMessage<Served>(
  request: As4Request,
  accessPoint: AccessPoint<Served>,
): Promise<ReceiveOutcome> {
  try {
    const message = await open(request, accessPoint)
    const { receipt, isRepeat } = await keep(message, accessPoint)
    return { kind: 'received', message, isRepeat, answer: signalAnswer(receipt) }
  } catch (error) {
    if (!(error instanceof As4Error)) throw error
    const signal = await buildErrorSignal(error, signalFacts(accessPoint))
    return { kind: 'refused', error, answer: signalAnswer(signal.body) }
  }
}

/** What does not depend on whom we serve. */
type Signers = Omit<AccessPoint, 'serves' | 'keep'>

function open(request: As4Request, accessPoint: Signers): Promise<Verified<UserMessage>> {
  const { limits, keys, otherKeys = [], now, spool } = accessPoint
  return receiveUserMessage(request, {
    keys: [keys, ...otherKeys],
    checkSigner: (certificate) => checkSigner(certificate, accessPoint),
    limits,
    now,
    ...(spool ? { spool } : {}),
  })
}

async function checkSigner(
  certificate: X509Certificate,
  { trust, revocationOf, now }: Signers,
): Promise<void> {
  try {
    await checkAccessPoint(certificate, { trust, revocationOf, now: now() })
  } catch (cause) {
    const isUndecided =
      cause instanceof NetworkError && cause.code === 'certificate.revocation-unavailable'
    throw isUndecided ? new SignerUndecided(cause.message, { cause }) : cause
  }
}

/** The receipt, once the message is stored. A message for the test service is not stored. */
async function keep<Served>(
  message: Verified<UserMessage>,
  accessPoint: AccessPoint<Served>,
): Promise<{ receipt: Buffer; isRepeat: boolean }> {
  const makeReceipt = async () => (await buildReceipt(message, signalFacts(accessPoint))).body
  try {
    checkSentAt(message, accessPoint.now())
    if (message.isTest) return { receipt: await makeReceipt(), isRepeat: false }
    const arrival = await readArrival(message, accessPoint)
    const kept: Kept = await accessPoint.keep(arrival, makeReceipt)
    if (kept.kind === 'refused') throw refusal(message, kept.detail)
    return { receipt: kept.receipt, isRepeat: kept.kind === 'repeat' }
  } finally {
    for (const { content } of message.payloads)
      if (!Buffer.isBuffer(content)) await content.remove()
  }
}

function signalFacts({ keys, now }: Pick<AccessPoint, 'keys' | 'now'>) {
  const timestamp = now()
  return { keys, messageId: `${newUuid(timestamp)}@fourcorner`, timestamp }
}

function signalAnswer(body: Buffer): As4Answer {
  return { status: 200, contentType: profile.signalType, body }
}
