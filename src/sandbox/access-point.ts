// The second access point: receives with the gateway's own AS4 receiver and answers with a signed receipt or error.
import { randomUUID } from 'node:crypto'
import {
  As4Error,
  buildErrorSignal,
  buildReceipt,
  profile,
  type ReceiverLimits,
  receiveUserMessage,
  type UserMessage,
  type Verified,
} from '../as4/index.ts'
import type { KeyProvider } from '../crypto/index.ts'
import { checkAccessPoint, formatIdentifier, type Identifier, parseSbd, type Trust } from '../peppol/index.ts'
import type { HttpAnswer } from './http-listener.ts'
import type { Arrival, Kept } from './inbox.ts'
import { type Orders, spoilAnswer, withBody } from './misbehaviour.ts'
import type { Directory } from './participants.ts'

export type AccessPoint = {
  keys: KeyProvider
  trust: Trust
  directory: Directory
  /** Called before the receipt leaves; what it throws keeps the receipt from leaving. */
  keep(arrival: Arrival, makeReceipt: () => Promise<Buffer>): Promise<Kept>
  now(): Date
}

export type As4Request = { contentType: string | undefined; body: Buffer }

/** What one message may take of us; the same will hold for the gateway's own receiver. */
export const receiverLimits: ReceiverLimits = {
  bodyBytesMax: 100_000_000,
  inflatedBytesMax: 300_000_000,
  ratioMax: 100,
  partsMax: 20,
}

/** Answers a user message. Throws what is our own fault, to be answered as HTTP 500: the sender may come again. */
export async function answerUserMessage(
  request: As4Request,
  accessPoint: AccessPoint,
  orders?: Orders,
): Promise<HttpAnswer | 'hang-up'> {
  const how = orders?.how
  if (how === 'http-503') return { status: 503 }
  try {
    const message = await receive(request, accessPoint)
    const arrival = readArrival(message, accessPoint)
    if (how === 'ebms-error') throw refusal(message, 'the sandbox was told to refuse')
    const receipt = await keep(message, arrival, accessPoint)
    if (!orders || !how || how === 'slow') return withBody(receipt)
    return await spoilAnswer(how, {
      message,
      receipt,
      ...signalFacts(accessPoint),
      impostors: orders.impostors,
    })
  } catch (error) {
    if (!(error instanceof As4Error)) throw error
    return withBody((await buildErrorSignal(error, signalFacts(accessPoint))).body)
  }
}

function receive(request: As4Request, { keys, trust, now }: AccessPoint): Promise<Verified<UserMessage>> {
  return receiveUserMessage(request, {
    keys: [keys],
    checkSigner: (certificate) => void checkAccessPoint(certificate, trust, now()),
    limits: receiverLimits,
  })
}

/** Reads the SBD and checks that the message's header says the same, and that we serve its receiver. */
function readArrival(message: Verified<UserMessage>, { directory, now }: AccessPoint): Arrival {
  const [payload, ...others] = message.payloads
  if (!payload || others.length > 0) throw refusal(message, 'a message carries exactly one SBD')
  const { header, document } = readSbd(message, payload.bytes)
  checkSame(message, 'originalSender', message.originalSender, header.sender)
  checkSame(message, 'finalRecipient', message.finalRecipient, header.receiver)
  if (message.action !== formatIdentifier(header.documentType))
    throw refusal(message, 'eb:Action is not the document type of the SBD')
  if (message.service.type !== header.process.scheme || message.service.value !== header.process.value)
    throw refusal(message, 'eb:Service is not the process of the SBD')
  const served = directory.processesOf(header.receiver, header.documentType)
  if (!served.some((process) => formatIdentifier(process) === formatIdentifier(header.process)))
    throw refusal(message, profile.notServiced)
  return {
    messageId: message.messageId,
    instanceIdentifier: header.instanceIdentifier,
    document,
    sbd: payload.bytes,
    at: now(),
  }
}

function readSbd(message: Verified<UserMessage>, bytes: Buffer): ReturnType<typeof parseSbd> {
  try {
    return parseSbd(bytes)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw refusal(message, `the payload is no Peppol SBD: ${why}`, cause)
  }
}

// Participants are the same whatever their case (Peppol Policy for use of Identifiers).
function checkSame(
  message: Verified<UserMessage>,
  property: string,
  told: Identifier,
  sbd: Identifier,
): void {
  if (formatIdentifier(told).toLowerCase() !== formatIdentifier(sbd).toLowerCase())
    throw refusal(message, `${property} is not that of the SBD`)
}

async function keep(
  message: Verified<UserMessage>,
  arrival: Arrival,
  accessPoint: AccessPoint,
): Promise<Buffer> {
  const kept = await accessPoint.keep(
    arrival,
    async () => (await buildReceipt(message, signalFacts(accessPoint))).body,
  )
  if (kept.kind === 'conflict') throw refusal(message, 'this MessageId came before with another document')
  return kept.receipt
}

function refusal({ messageId }: UserMessage, detail: string, cause?: unknown): As4Error {
  return new As4Error('EBMS:0004', detail, { refToMessageId: messageId, ...(cause ? { cause } : {}) })
}

function signalFacts({ keys, now }: AccessPoint): { keys: KeyProvider; messageId: string; timestamp: Date } {
  return { keys, messageId: `${randomUUID()}@second.sandbox.invalid`, timestamp: now() }
}
