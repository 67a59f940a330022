// How the second access point can be told to answer wrongly. Each way is one that peers in the
// field have shown or could.
import { buildReceipt, type UserMessage, type Verified } from '../as4/index.ts'
import type { KeyProvider } from '../crypto/index.ts'
import type { HttpAnswer } from './http-listener.ts'

/**
 * `http-503` and `ebms-error` refuse the message; in every other way it was received and kept, and
 * the answer is spoiled. The stranger's certificate was issued by nobody of the network; the
 * neighbour's is good, but for another seat id. `slow` holds a right answer back until misbehave()
 * is told something else.
 */
export const misbehaviours = [
  'receipt-bad-signature',
  'receipt-part-missing',
  'receipt-by-stranger',
  'receipt-by-neighbour',
  'receipt-for-another',
  'receipt-unsigned',
  'empty-answer',
  'http-503',
  'ebms-error',
  'hang-up',
  'slow',
] as const

export type Misbehaviour = (typeof misbehaviours)[number]

/** The ways that come after the message was kept. */
export type AnswerFault = Exclude<Misbehaviour, 'http-503' | 'ebms-error' | 'slow'>

/** Those who may sign a receipt in the access point's place. */
export type Impostors = Record<'neighbour' | 'stranger', KeyProvider>

export type FaultPlan = { how: Misbehaviour; impostors: Impostors }

export type Fault = {
  message: Verified<UserMessage>
  /** The receipt as it should be. */
  receipt: Buffer
  impostors: Impostors
  /** Of the access point itself. */
  keys: KeyProvider
  messageId: string
  timestamp: Date
}

/** What goes out in place of the receipt. */
export async function answerWithFault(
  how: AnswerFault,
  fault: Fault,
): Promise<HttpAnswer | 'hang-up'> {
  const { message, receipt, keys, impostors } = fault
  switch (how) {
    case 'receipt-bad-signature':
      return withBody(flipSignatureBit(receipt))
    case 'receipt-unsigned':
      return withBody(withoutSecurity(receipt))
    case 'receipt-part-missing':
      return signed({ ...message, references: message.references.slice(0, -1) }, keys, fault)
    case 'receipt-for-another':
      return signed({ ...message, messageId: `another.${message.messageId}` }, keys, fault)
    case 'receipt-by-neighbour':
      return signed(message, impostors.neighbour, fault)
    case 'receipt-by-stranger':
      return signed(message, impostors.stranger, fault)
    case 'empty-answer':
      return { status: 202 }
    case 'hang-up':
      return 'hang-up'
  }
}

/** A SOAP answer as HTTP carries it (AS4 profile: application/soap+xml, never multipart). */
export function withBody(body: Buffer): HttpAnswer {
  return { status: 200, contentType: 'application/soap+xml;charset=UTF-8', body }
}

async function signed(
  message: Verified<UserMessage>,
  keys: KeyProvider,
  { messageId, timestamp }: Fault,
): Promise<HttpAnswer> {
  return withBody((await buildReceipt(message, { keys, messageId, timestamp })).body)
}

function flipSignatureBit(receipt: Buffer): Buffer {
  return replaceOnce(receipt, /(<ds:SignatureValue>)([^<]+)/, (_, tag, value) => {
    const bytes = Buffer.from(value, 'base64')
    bytes[100] = (bytes[100] ?? 0) ^ 1
    return `${tag}${bytes.toString('base64')}`
  })
}

function withoutSecurity(receipt: Buffer): Buffer {
  return replaceOnce(receipt, /<wsse:Security[ >].*<\/wsse:Security>/s, () => '')
}

function replaceOnce(receipt: Buffer, what: RegExp, by: (...found: string[]) => string): Buffer {
  const text = receipt.toString()
  if (!what.test(text)) throw new Error(`The receipt has nothing like ${what}`)
  return Buffer.from(text.replace(what, by))
}
