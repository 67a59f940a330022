// What the message and the answer in an evidence file prove: who sent what, to whom, and that their
// access point signed for it.
import type { X509Certificate } from 'node:crypto'
import {
  bytesOf,
  judgeAnswer,
  profile,
  readSentMessage,
  receiveUserMessage,
  type SentMessage,
  type UserMessage,
  type Verified,
} from '../../as4/index.ts'
import { commonName, fingerprint, parseCertificate, sha256 } from '../../crypto/index.ts'
import {
  endpointIn,
  isSameParticipant,
  type ParsedHeader,
  parseDocumentType,
  parseParticipant,
  parseProcess,
  seatOf,
  type Trust,
} from '../../peppol/index.ts'
import { readArrival } from '../../reception/index.ts'
import { filesDigest } from '../../store/index.ts'
import { attempted, type Check, checkThat, type Proof } from './evidence-check.ts'
import type { Manifest } from './evidence-file.ts'
import type { OpenedEvidence } from './open-evidence.ts'

type Sent = NonNullable<Manifest['message']>

/** What was verified; what is absent was not. `files`: names of those that a signature covers. */
export type Delivery = {
  message?: MessageFacts
  receipt?: ReceiptFacts
  files: string[]
}

type MessageFacts = { messageId: string; timestamp: Date; header: ParsedHeader; files: string[] }
type ReceiptFacts = { messageId: string; accessPoint: string; file: string }

export async function* verifyDelivery(
  opened: OpenedEvidence,
  sent: Sent,
  trust: Trust,
): AsyncGenerator<Check, Delivery> {
  const { file, mediaType: contentType } = sent.request
  const request = { contentType, body: opened.bytes(file) }
  let expected: SentMessage | undefined
  const message = yield* attempted('message', async () => {
    expected = readSentMessage(request)
    return describeMessage(opened, sent, await openMessage(request, expected, sent), trust)
  })
  if (!expected) return { files: [] }
  const { receiver: certificate } = expected
  // Signed, where the message could be verified.
  const at = message?.timestamp ?? new Date(sent.sentAt)
  const smpFiles = yield* attempted('receiver', () =>
    namedReceiver(opened, sent, { certificate, trust, at }),
  )
  const receipt = yield* verifyReceipt(opened, expected, trust)
  return {
    ...(message ? { message } : {}),
    ...(receipt ? { receipt } : {}),
    files: [...(message?.files ?? []), ...(smpFiles ?? []), ...(receipt ? [receipt.file] : [])],
  }
}

async function* verifyReceipt(
  opened: OpenedEvidence,
  sent: SentMessage,
  trust: Trust,
): AsyncGenerator<Check, ReceiptFacts | undefined> {
  const { answer } = opened.manifest
  if (!answer) {
    yield { check: 'receipt', outcome: 'open', detail: 'there is no answer in the file' }
    return undefined
  }
  const claimsDelivery = opened.audit.lines.some(({ event }) => event === 'delivered')
  const verifying = attempted('receipt', () => receipt(opened, answer, sent, trust))
  for (;;) {
    const { done, value } = await verifying.next()
    if (done) return value
    yield value.outcome === 'wrong' && !claimsDelivery ? { ...value, outcome: 'open' } : value
  }
}

// The session key opens the payload for us as it does for its receiver, so that every check of a
// receiver applies.
function openMessage(
  request: { contentType: string; body: Buffer },
  { receiver }: SentMessage,
  { sessionKey }: Sent,
): Promise<Verified<UserMessage>> {
  const noKey = async () => {
    throw new Error('there is no private key')
  }
  const key = Buffer.from(sessionKey, 'hex')
  return receiveUserMessage(request, {
    keys: [{ certificate: receiver, unwrap: async () => key, sign: noKey }],
    checkSigner() {},
    limits: {
      bodyBytesMax: request.body.length,
      partsMax: 2,
      inflatedBytesMax: 1_000_000_000,
      ratioMax: 10_000,
    },
  })
}

async function describeMessage(
  opened: OpenedEvidence,
  sent: Sent,
  message: Verified<UserMessage>,
  trust: Trust,
): Promise<Proof<MessageFacts>> {
  const { messageId, timestamp } = message
  const { document: record, instanceIdentifier } = opened.manifest
  checkThat(messageId === sent.messageId, 'it is another message than the manifest names')
  const seat = seatOf(message.signer, trust, message.timestamp)
  // What was simulated was signed under other authorities.
  checkThat(
    record.test || commonName(parseCertificate(opened.head.certificate)) === seat,
    'another access point signed the audit log',
  )
  const now = () => message.timestamp
  const { header, sbd, document } = await readArrival(message, { serves: async () => true, now })
  checkThat(
    header.instanceIdentifier === instanceIdentifier &&
      isSameParticipant(header.sender, parseParticipant(record.sender.id)) &&
      isSameParticipant(header.receiver, parseParticipant(record.receiver.id)),
    'its envelope is not that of this document',
  )
  const ubl = fileOf(opened, 'ubl', await bytesOf(document))
  checkThat(ubl !== undefined, 'it carries another document')
  const envelope = fileOf(opened, 'sbd', await bytesOf(sbd))
  checkThat(envelope !== undefined, 'it carries another envelope')
  const madeMs = Date.parse(sent.sentAt) - timestamp.getTime()
  checkThat(Math.abs(madeMs) < skewMs, 'it was not made when the manifest says')
  const detail =
    `${messageId} carries the document from ${record.sender.id} to ${record.receiver.id}, signed ` +
    `by access point ${seat} at ${timestamp.toISOString()}`
  const files = [ubl, envelope, sent.request.file]
  return { detail, found: { messageId, timestamp, header, files } }
}

/** How far the times of an attempt and of its message may be apart. */
const skewMs = 5 * 60_000

/** The name of the newest file of that kind, if it has these bytes. */
function fileOf({ manifest }: OpenedEvidence, wanted: string, bytes: Buffer): string | undefined {
  const file = manifest.files.findLast(({ kind }) => kind === wanted)
  return file?.sha256 === sha256(bytes).toString('hex') ? file.name : undefined
}

async function namedReceiver(
  opened: OpenedEvidence,
  { smp }: Sent,
  { certificate, trust, at }: { certificate: X509Certificate; trust: Trust; at: Date },
): Promise<Proof<string[]>> {
  const { document } = opened.manifest
  const answers = new Map(smp.answers.map(({ url, file }) => [url, opened.bytes(file)]))
  const endpoint = await endpointIn(
    {
      network: { name: 'custom', smlZone: '', trust, plainHttpAllowed: true },
      async get(url) {
        const body = answers.get(url)
        if (!body) return { kind: 'answered', status: 404, contentType: undefined, body: noBytes }
        return { kind: 'answered', status: 200, contentType: 'application/xml', body }
      },
      revocationOf: async () => 'good',
      now: () => at,
    },
    smp.base,
    {
      participant: parseParticipant(document.receiver.id),
      documentType: parseDocumentType(document.documentTypeId),
      process: parseProcess(document.processId),
    },
  )
  checkThat(
    fingerprint(endpoint.certificate) === fingerprint(certificate),
    'its metadata names another access point than the one that the message is encrypted for',
  )
  const detail = `${document.receiver.id} names access point ${endpoint.seatId} at ${endpoint.url}`
  return { detail, found: smp.answers.map(({ file }) => file) }
}

const noBytes = Buffer.alloc(0)

async function receipt(
  opened: OpenedEvidence,
  { file, mediaType }: NonNullable<Manifest['answer']>,
  sent: SentMessage,
  trust: Trust,
): Promise<Proof<ReceiptFacts>> {
  const body = opened.bytes(file)
  const verdict = await judgeAnswer(
    sent,
    { kind: 'answered', status: 200, contentType: mediaType || profile.soapType, body },
    { receiver: sent.receiver, checkSigner() {} },
  )
  if (verdict.kind === 'error')
    throw new Error(`the receiver refused it: ${verdict.errors.map(({ code }) => code).join(', ')}`)
  if (verdict.kind === 'no-receipt') throw new Error(verdict.detail)
  const seat = seatOf(verdict.signer, trust, new Date(verdict.timestamp))
  const kept = opened.manifest.files.find(({ name }) => name === file)!
  // Lines may follow it, such as that of a Message Level Status.
  const delivered = opened.audit.lines.findLast(({ event }) => event === 'delivered')
  checkThat(
    delivered === undefined ||
      delivered.filesSha256 === filesDigest([{ kind: 'as4-response', sha256: kept.sha256 }]),
    'the audit log names another receipt',
  )
  const detail =
    `access point ${seat} signed for everything that the message carries, at ` +
    `${verdict.timestamp}: receipt ${verdict.messageId}`
  return { detail, found: { messageId: verdict.messageId, accessPoint: seat, file } }
}
