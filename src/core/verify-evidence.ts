// What an evidence file proves. Asks nobody: everything is in the file but the authorities, which
// the verifier brings.
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
} from '../as4/index.ts'
import { commonName, fingerprint, parseCertificate, sha256 } from '../crypto/index.ts'
import {
  endpointIn,
  isSameParticipant,
  parseDocumentType,
  parseParticipant,
  parseProcess,
  seatOf,
  type Trust,
} from '../peppol/index.ts'
import { readArrival } from '../reception/index.ts'
import { filesDigest, isChainIntact } from '../store/index.ts'
import { rootAlong } from './audit-head.ts'
import type { Manifest } from './evidence-file.ts'
import { type OpenedEvidence, openEvidence } from './open-evidence.ts'
import { checkHead } from './verify-audit.ts'

export type Check = {
  check: string
  /** `open`: the file does not say; nothing is wrong. */
  outcome: 'proven' | 'wrong' | 'open'
  detail: string
}

/** The authorities that the verifier trusts for a network, if they have an opinion. */
export type TrustFor = (network: string) => Trust | undefined

/**
 * Checks in the order of the proof. It goes on after what is wrong, as far as the rest can be
 * checked. Whether certificates were revoked at the time is not in the file.
 */
export async function* verifyEvidence(zip: Uint8Array, trustFor: TrustFor): AsyncGenerator<Check> {
  const opened = openEvidence(zip)
  if ('fault' in opened) {
    yield { check: 'file', outcome: 'wrong', detail: opened.fault }
    return
  }
  const { manifest } = opened
  yield { check: 'file', outcome: 'proven', detail: 'every file is the one that its digest names' }
  const known = trustFor(manifest.network)
  const trust = known ?? opened.authorities
  if (!known)
    yield {
      check: 'authorities',
      outcome: 'open',
      detail:
        `those of the network '${manifest.network}' are taken from the file itself: ` +
        'compare them with your own',
    }
  yield* attempted('audit log', () => auditLog(opened, trust))
  yield* attempted('submission', () => submission(opened))
  if (!manifest.message) {
    yield { check: 'message', outcome: 'open', detail: 'no message was sent' }
    return
  }
  if (manifest.document.test)
    yield { check: 'network', outcome: 'open', detail: 'a test document: nothing left the machine' }
  yield* delivery(opened, manifest.message, manifest.document.test ? opened.simulation : trust)
}

type Sent = NonNullable<Manifest['message']>

async function* delivery(opened: OpenedEvidence, sent: Sent, trust: Trust): AsyncGenerator<Check> {
  const { file, mediaType: contentType } = sent.request
  const request = { contentType, body: opened.bytes(file) }
  let expected: SentMessage | undefined
  yield* attempted('message', async () => {
    expected = readSentMessage(request)
    return describeMessage(
      opened,
      sent,
      expected,
      await openMessage(request, expected, sent),
      trust,
    )
  })
  if (!expected) return
  const { receiver } = expected
  yield* attempted('receiver', () => namedReceiver(opened, sent, receiver, trust))
  if (!opened.manifest.answer) {
    yield { check: 'receipt', outcome: 'open', detail: 'there is no answer in the file' }
    return
  }
  const claimsDelivery = opened.audit.lines.some(({ event }) => event === 'delivered')
  for await (const check of attempted('receipt', () => receipt(opened, expected!, trust)))
    yield check.outcome === 'wrong' && !claimsDelivery ? { ...check, outcome: 'open' } : check
}

/** The check, with the sentence that `prove` returns; wrong with that of what it throws. */
async function* attempted(
  check: string,
  prove: () => string | Promise<string>,
): AsyncGenerator<Check> {
  try {
    yield { check, outcome: 'proven', detail: await prove() }
  } catch (error) {
    yield {
      check,
      outcome: 'wrong',
      detail: error instanceof Error ? error.message : String(error),
    }
  }
}

function auditLog({ manifest, audit, head }: OpenedEvidence, trust: Trust): string {
  const { id, status } = manifest.document
  const { documentId, lines } = audit
  const last = lines.at(-1)
  checkThat(documentId === id && last !== undefined, 'it is not the log of this document')
  checkThat(isChainIntact(id, lines), 'its lines are not the ones that were written')
  const { line, path } = head
  checkThat(
    line.documentId === id && line.sequence === last.sequence && line.hash === last.hash,
    'the signed head covers another line than the last one',
  )
  checkThat(rootAlong(line, path).equals(head.root), 'the signed head does not cover its last line')
  const seat = checkHead(head, trust)
  checkThat(last.to === status, `it ends with '${last.to}', but the record says '${status}'`)
  return (
    `${lines.length} steps up to '${last.to}', covered by head ${head.number}:${head.hash}, ` +
    `which access point ${seat} signed at ${head.at.toISOString()}`
  )
}

function submission({ manifest, audit }: OpenedEvidence): string {
  const kept = manifest.files.flatMap(({ kind, sha256: digest }) =>
    kind ? [{ kind, sha256: digest }] : [],
  )
  const first = kept.filter(({ kind }) => atSubmission.includes(kind))
  checkThat(
    filesDigest(first) === audit.lines[0]?.filesSha256,
    'the submitted files are not those that the audit log names',
  )
  return `${first.length} files are those that were stored when the document was submitted`
}

const atSubmission = ['submitted', 'attachment', 'ubl', 'findings']

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
  { messageId }: Sent,
  sent: SentMessage,
  message: Verified<UserMessage>,
  trust: Trust,
): Promise<string> {
  const { document: record, instanceIdentifier } = opened.manifest
  checkThat(
    message.messageId === messageId && sent.messageId === messageId,
    'it is another message than the manifest names',
  )
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
  checkThat(await isFile(opened, 'ubl', await bytesOf(document)), 'it carries another document')
  checkThat(await isFile(opened, 'sbd', await bytesOf(sbd)), 'it carries another envelope')
  return (
    `${messageId} carries the document from ${record.sender.id} to ${record.receiver.id}, signed ` +
    `by access point ${seat} at ${message.timestamp.toISOString()}`
  )
}

function isFile({ manifest }: OpenedEvidence, wanted: string, bytes: Buffer): boolean {
  const file = manifest.files.findLast(({ kind }) => kind === wanted)
  return file?.sha256 === sha256(bytes).toString('hex')
}

async function namedReceiver(
  opened: OpenedEvidence,
  { smp, sentAt }: Sent,
  certificate: X509Certificate,
  trust: Trust,
): Promise<string> {
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
      now: () => new Date(sentAt),
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
  return `${document.receiver.id} names access point ${endpoint.seatId} at ${endpoint.url}`
}

const noBytes = Buffer.alloc(0)

async function receipt(opened: OpenedEvidence, sent: SentMessage, trust: Trust): Promise<string> {
  const { answer, files } = opened.manifest
  const body = opened.bytes(answer!.file)
  const verdict = await judgeAnswer(
    sent,
    { kind: 'answered', status: 200, contentType: answer!.mediaType || profile.soapType, body },
    { receiver: sent.receiver, checkSigner() {} },
  )
  if (verdict.kind === 'error')
    throw new Error(`the receiver refused it: ${verdict.errors.map(({ code }) => code).join(', ')}`)
  if (verdict.kind === 'no-receipt') throw new Error(verdict.detail)
  const seat = seatOf(verdict.signer, trust, new Date(verdict.timestamp))
  const kept = files.find(({ name }) => name === answer!.file)!
  // Lines may follow it, such as that of a Message Level Status.
  const delivered = opened.audit.lines.findLast(({ event }) => event === 'delivered')
  checkThat(
    delivered === undefined ||
      delivered.filesSha256 === filesDigest([{ kind: 'as4-response', sha256: kept.sha256 }]),
    'the audit log names another receipt',
  )
  return (
    `access point ${seat} signed for everything that the message carries, at ` +
    `${verdict.timestamp}: receipt ${verdict.messageId}`
  )
}

function checkThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
