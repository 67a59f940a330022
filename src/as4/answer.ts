// Judges the answer to a user message (ebMS 3.0, 6; AS4 1.0, 3.2): an error outranks a receipt, a
// receipt outranks the HTTP status.
import type { X509Certificate } from 'node:crypto'
import { commonName, type SignatureReference, type SignatureTransform } from '../crypto/index.ts'
import { attributeOf, child, children, textOf, type XmlElement } from '../xml/index.ts'
import { answerCases, type NoReceiptCase } from './answer-cases.ts'
import { As4Error } from './error.ts'
import type { HttpMessage } from './mime.ts'
import { parseMultipart } from './mime.ts'
import { namespaces as ns } from './profile.ts'
import type { SentMessage } from './sender.ts'
import { type EbmsError, isFailure, readSignals, type Signal } from './signal.ts'
import { checkSignature, readSignature } from './signature.ts'
import { onlyChild, parseSoap, type Soap } from './soap.ts'

export type PostOutcome =
  | {
      kind: 'answered'
      status: number
      contentType: string | undefined
      /** The header Retry-After (RFC 9110, 10.2.3). */
      retryAfter?: string | undefined
      body: Buffer
    }
  | {
      kind: 'failed'
      reason:
        | 'connect-failed'
        | 'tls-failed'
        | 'timeout'
        | 'too-large'
        | 'address-refused'
        | 'broken'
      bodySent: boolean
      detail: string
    }

/**
 * Sends a request; passed in by a room that may use the network. `bodySent` is false only if no
 * byte of the
 * body left us.
 */
export type Post = (url: string, request: HttpMessage) => Promise<PostOutcome>

export type PostAnswer = Extract<PostOutcome, { kind: 'answered' }>

/** `checkSigner` throws when the certificate is not that of a trusted access point. */
export type ExpectedSigner = {
  receiver: X509Certificate
  checkSigner(certificate: X509Certificate): void | Promise<void>
}

type NoReceiptCode = (typeof answerCases)[NoReceiptCase]['code']

export type Verdict =
  | {
      kind: 'receipt'
      messageId: string
      timestamp: string
      signer: X509Certificate
      warnings: EbmsError[]
    }
  | { kind: 'error'; errors: EbmsError[] }
  | { kind: 'no-receipt'; case: NoReceiptCase; code: NoReceiptCode; detail: string }

/**
 * Gives exactly one verdict on any answer. A receipt counts only if it is signed by the receiver's
 * access point, over Messaging and Body, and if its references are those that we signed, no more
 * and no fewer.
 */
export async function judgeAnswer(
  sent: SentMessage,
  answer: PostAnswer,
  expected: ExpectedSigner,
): Promise<Verdict> {
  const soap = openAnswer(answer)
  const signals = soap === undefined ? [] : readSignals(soap.messaging)
  const errors = signals.flatMap((signal) => signal.errors)
  const failures = errors.filter(isFailure)
  // An error that names no message is about ours: after a failed decryption a peer may not know
  // its id.
  if (failures.some(({ refToMessageId = sent.messageId }) => refToMessageId !== sent.messageId))
    return refuse('failure-of-another', 'the answer is an error about another message')
  if (failures.length > 0) return { kind: 'error', errors: failures }
  const [signal, ...others] = signals.filter((candidate) => candidate.receipts.length > 0)
  const receipt = signal?.receipts[0]
  if (soap === undefined || signal === undefined || receipt === undefined)
    return noAnswer(answer, errors)
  if (others.length > 0 || signal.receipts.length > 1)
    return refuse('receipt-invalid', 'the answer contains several receipts')
  return judgeReceipt({ soap, signal, receipt, errors }, sent, expected)
}

async function judgeReceipt(
  found: { soap: Soap; signal: Signal; receipt: XmlElement; errors: EbmsError[] },
  sent: SentMessage,
  expected: ExpectedSigner,
): Promise<Verdict> {
  const signer = await readSigner(found.soap, expected)
  if ('kind' in signer) return signer
  if (found.signal.refToMessageId !== sent.messageId)
    return refuse('receipt-of-another', 'the receipt is for another message')
  const fault = compareReferences(readReferences(found.receipt), sent.references)
  if (fault !== undefined) return refuse('receipt-of-other-content', fault)
  const { messageId, timestamp } = found.signal
  return {
    kind: 'receipt',
    messageId,
    timestamp,
    signer: signer.certificate,
    warnings: found.errors,
  }
}

/** The answer as plain SOAP, or the root part of a multipart, whatever the HTTP status. */
function openAnswer(answer: PostAnswer): Soap | undefined {
  const contentType = answer.contentType ?? ''
  try {
    const isMultipart = contentType.trim().toLowerCase().startsWith('multipart/')
    if (!isMultipart) return parseSoap(answer.body)
    return parseSoap(parseMultipart({ contentType, body: answer.body }, { partsMax: 1 }).root.body)
  } catch (error) {
    if (error instanceof As4Error) return undefined
    throw error
  }
}

async function readSigner(
  soap: Soap,
  expected: ExpectedSigner,
): Promise<{ certificate: X509Certificate } | Verdict> {
  try {
    const unverified = readSignature(soap, [])
    const certificate = unverified.unverifiedSigner
    await expected.checkSigner(certificate)
    checkSignature(unverified)
    if (commonName(certificate) === commonName(expected.receiver)) return { certificate }
    return refuse('receipt-invalid', 'the receipt is signed by another access point')
  } catch (error) {
    return refuse('receipt-invalid', error instanceof Error ? error.message : String(error))
  }
}

function noAnswer(answer: PostAnswer, warnings: EbmsError[]): Verdict {
  const reported = warnings
    .map((warning) => `${warning.code} ${warning.detail ?? ''}`.trim())
    .join(', ')
  if (reported !== '')
    return refuse('warnings-only', `the answer contains only warnings: ${reported}`)
  const isSuccess = answer.status >= 200 && answer.status <= 299
  if (isSuccess)
    return refuse('no-signal', `the answer contains no receipt: ${describeBody(answer)}`)
  return refuse(
    'http-status',
    `HTTP ${answer.status} without an ebMS signal: ${describeBody(answer)}`,
  )
}

// Enough for an operator to tell a proxy's error page from a fault of the other access point.
function describeBody({ contentType, body }: PostAnswer): string {
  if (body.length === 0) return 'an empty body'
  const fault = /<(?:[\w-]+:)?(?:Text|faultstring)\b[^>]*>([^<]{1,200})/.exec(
    body.toString('utf8', 0, 10_000),
  )
  return fault
    ? `a SOAP fault, ${fault[1]?.trim()}`
    : (contentType ?? 'a body without a Content-Type')
}

function refuse(name: NoReceiptCase, detail: string): Verdict {
  return { kind: 'no-receipt', case: name, code: answerCases[name].code, detail }
}

/** The references in a receipt. A missing value is read as empty, which matches nothing we sent. */
function readReferences(receipt: XmlElement): SignatureReference[] {
  const information = child(receipt, 'NonRepudiationInformation', ns.ebbp)
  if (information === undefined) return []
  return children(information, 'MessagePartNRInformation', ns.ebbp).map((part) =>
    readReference(onlyChild(part, 'Reference', ns.ds)),
  )
}

function readReference(reference: XmlElement | undefined): SignatureReference {
  const list = child(reference, 'Transforms', ns.ds)
  const digest = child(reference, 'DigestValue', ns.ds)
  return {
    uri: (reference && attributeOf(reference, 'URI', '')) ?? '',
    digestMethod: algorithmOf(child(reference, 'DigestMethod', ns.ds)),
    digest: Buffer.from(digest === undefined ? '' : textOf(digest), 'base64'),
    transforms: (list === undefined ? [] : children(list)).map((transform) => ({
      algorithm: algorithmOf(transform),
      inclusivePrefixes: prefixesOf(transform),
    })),
  }
}

function algorithmOf(node: XmlElement | undefined): string {
  return (node && attributeOf(node, 'Algorithm', '')) ?? ''
}

function prefixesOf(transform: XmlElement): string[] {
  const list = child(transform, 'InclusiveNamespaces', 'http://www.w3.org/2001/10/xml-exc-c14n#')
  return (list && attributeOf(list, 'PrefixList', ''))?.split(/\s+/).filter(Boolean) ?? []
}

/**
 * What is wrong with the references of a receipt, if anything. Their number matters, their order
 * does not.
 */
function compareReferences(
  received: SignatureReference[],
  sent: SignatureReference[],
): string | undefined {
  const missing = sent.filter((one) => !received.some((other) => isSame(one, other))).length
  if (missing > 0)
    return `the receipt does not cover ${missing} of the ${sent.length} parts that were signed`
  if (received.length !== sent.length) return 'the receipt covers more than was signed'
  return undefined
}

function isSame(one: SignatureReference, other: SignatureReference): boolean {
  return (
    one.uri === other.uri &&
    one.digestMethod === other.digestMethod &&
    one.digest.equals(other.digest) &&
    one.transforms.length === other.transforms.length &&
    one.transforms.every((transform, at) => isSameTransform(transform, other.transforms[at]!))
  )
}

function isSameTransform(one: SignatureTransform, other: SignatureTransform): boolean {
  const [prefixes, others] = [one.inclusivePrefixes ?? [], other.inclusivePrefixes ?? []]
  const isSameList =
    prefixes.length === others.length && prefixes.every((prefix, at) => prefix === others[at])
  return one.algorithm === other.algorithm && isSameList
}
