// Opens messages from other access points (docs/ARCHITECTURE.md, In). Nothing leaves this file
// before every check has passed.
import type { X509Certificate } from 'node:crypto'
import { commonName, type KeyProvider, type SignatureReference } from '../crypto/index.ts'
import { children } from '../xml/index.ts'
import { inflate } from './compression.ts'
import { type Content, type Spool, type Spooled, sizeOf } from './content.ts'
import {
  type Attachment,
  chooseKeys,
  decryptParts,
  type Encryption,
  readEncryption,
} from './encryption.ts'
import { As4Error } from './error.ts'
import { checkContent } from './header-content.ts'
import type { HttpMessage } from './mime.ts'
import { digestOf } from './payload-digest.ts'
import { type As4Request, openRequest, type RequestLimits, type UnverifiedPart } from './request.ts'
import { checkSecurityTime } from './security-time.ts'
import { buildReceiptSignal, type SignalFacts } from './signal.ts'
import { checkSignature, readSignature, type UnverifiedSignature } from './signature.ts'
import { parseSoap, type Soap, tokenOf } from './soap.ts'
import {
  type PartInfo,
  readMessageId,
  readUserMessageHeader,
  type UserMessageHeader,
} from './user-message.ts'

/** `content` is decrypted and, if it was compressed, inflated. */
type Payload = { contentId: string; mimeType: string; content: Content }

/** `references` is what the signature covers, and what the receipt repeats. */
export type UserMessage = Omit<UserMessageHeader, 'parts'> & {
  payloads: Payload[]
  signer: X509Certificate
  references: SignatureReference[]
}

declare const verified: unique symbol

/**
 * Proven to be from a trusted access point, for us, and signed in every part. Only
 * receiveUserMessage makes it.
 */
export type Verified<T> = T & { readonly [verified]: true }

/**
 * `ratioMax` is inflated bytes per compressed byte. It applies only above 10 MB inflated: a
 * document of many similar lines may compress better, and a small bomb does no harm. `partsMax`
 * includes the SOAP part.
 */
export type ReceiverLimits = RequestLimits & { inflatedBytesMax: number; ratioMax: number }

/**
 * `checkSigner` throws unless the certificate is that of a trusted access point. Without a `spool`
 * every payload is held in memory; without `now` a message with a wsu:Timestamp is refused.
 */
export type ReceiverOptions = {
  keys: KeyProvider[]
  checkSigner(certificate: X509Certificate): void | Promise<void>
  limits: ReceiverLimits
  spool?: Spool
  now?(): Date
}

/**
 * What `checkSigner` throws when it cannot be told at the moment whether the signer is trusted. No
 * ebMS error may answer that: to many senders it is final.
 */
export class SignerUndecided extends Error {}

/**
 * Opens a message from another access point. Returns only what was signed; throws As4Error for
 * everything else, and SignerUndecided. The caller removes the spooled payloads of the message; all
 * other spooled files are gone by then.
 */
export async function receiveUserMessage(
  request: As4Request,
  options: ReceiverOptions,
): Promise<Verified<UserMessage>> {
  const spooled = new Set<Spooled>()
  const tracked = options.spool && { spool: track(options.spool, spooled) }
  try {
    const message = await receive(request, { ...options, ...tracked })
    for (const { content } of message.payloads)
      if (!Buffer.isBuffer(content)) spooled.delete(content)
    return message
  } finally {
    await Promise.all([...spooled].map((left) => left.remove()))
  }
}

/** The receipt for a message. Send it only after the message has been stored. */
export function buildReceipt(
  message: Verified<UserMessage>,
  facts: SignalFacts,
): Promise<HttpMessage> {
  return buildReceiptSignal(message, facts)
}

function track(spool: Spool, spooled: Set<Spooled>): Spool {
  return async (bytes) => {
    const file = await spool(bytes)
    spooled.add(file)
    return file
  }
}

async function receive(
  request: As4Request,
  options: ReceiverOptions,
): Promise<Verified<UserMessage>> {
  const opened = await openRequest(request, options.limits)
  try {
    const soap = parseSoap(opened.soap)
    const messageId = readMessageId(soap.messaging)
    try {
      const judged = await judgeEnvelope(soap, opened.attachments, options)
      request.onSignerKnown?.()
      return await open(judged, await opened.readAttachments(options.spool), options)
    } catch (error) {
      throw error instanceof As4Error ? error.about(messageId) : error
    }
  } finally {
    await opened.close()
  }
}

/** What the SOAP part proves by itself. The payload parts have yet to match its digests. */
type Judged = {
  header: Omit<UserMessageHeader, 'parts'>
  partInfos: PartInfo[]
  signature: UnverifiedSignature
  /** None for a message without payloads. */
  encryption: { encryption: Encryption; own: KeyProvider } | undefined
}

/**
 * Each line proves something or throws. Strangers are refused before the payload is read, and
 * before the private key is used.
 */
async function judgeEnvelope(
  soap: Soap,
  parts: UnverifiedPart[] | undefined,
  options: ReceiverOptions,
): Promise<Judged> {
  const { parts: partInfos, ...header } = readUserMessageHeader(soap.messaging)
  checkBodyIsEmpty(soap)
  if (parts) matchAttachments(partInfos, parts)
  const contentIds = partInfos.map((part) => part.contentId)
  const signature = readSignature(soap, contentIds)
  const encryption = contentIds.length > 0 ? readEncryption(soap, contentIds) : undefined
  const signer = signature.unverifiedSigner
  await checkTrust(signer, options.checkSigner)
  checkSignature(signature)
  // Only now: anything added on the way is a forgery, not the signer's fault.
  checkContent(soap.messaging)
  checkSecurityTime(soap.security, options.now)
  checkParty(header.from, signer, 'eb:From')
  if (!encryption) {
    checkAddressee(header.to, options)
    return { header, partInfos, signature, encryption: undefined }
  }
  const own = chooseKeys(options.keys, encryption.recipient)
  checkParty(header.to, own.certificate, 'eb:To')
  return { header, partInfos, signature, encryption: { encryption, own } }
}

async function open(
  { header, partInfos, signature, encryption }: Judged,
  parts: UnverifiedPart[],
  options: ReceiverOptions,
): Promise<Verified<UserMessage>> {
  const attachments = matchAttachments(partInfos, parts)
  const payloads: Payload[] = []
  if (encryption) {
    const { encryption: how, own } = encryption
    const contents = await decryptParts(how, own, attachments, options.spool)
    await checkDigests(partInfos, contents, signature, how)
    payloads.push(...(await inflateParts(partInfos, contents, options)))
  }
  const { signature: own, unverifiedSigner: signer } = signature
  return { payloads, signer, references: own.references, ...header } as Verified<UserMessage>
}

/** A message without payloads is not encrypted for anyone, but it must still be addressed to us. */
function checkAddressee(to: string, { keys }: ReceiverOptions): void {
  if (!keys.some((own) => commonName(own.certificate) === to))
    throw new As4Error('EBMS:0003', 'the party in eb:To does not match the certificate')
}

function checkBodyIsEmpty(soap: Soap): void {
  if (children(soap.body).length > 0 || tokenOf(soap.body) !== '')
    throw new As4Error('EBMS:0009', 'the SOAP Body must be empty')
}

/**
 * Pairs each eb:PartInfo with its MIME part, by Content-ID and never by position. Nothing may be
 * left over.
 */
function matchAttachments(partInfos: PartInfo[], parts: UnverifiedPart[]): Attachment[] {
  const contents = new Map(parts.map((part) => [part.contentId, part.content]))
  const attachments = partInfos.map(({ contentId }) => {
    const content = contents.get(contentId)
    if (content === undefined) throw new As4Error('EBMS:0011', 'a payload part is missing')
    return { contentId, content }
  })
  if (parts.length > partInfos.length)
    throw new As4Error('EBMS:0011', 'a part is not referenced by any eb:PartInfo')
  return attachments
}

async function checkTrust(
  signer: X509Certificate,
  checkSigner: ReceiverOptions['checkSigner'],
): Promise<void> {
  try {
    await checkSigner(signer)
  } catch (error) {
    if (error instanceof SignerUndecided) throw error
    throw new As4Error('EBMS:0101', 'the signer is not a trusted access point', { cause: error })
  }
}

async function checkDigests(
  partInfos: PartInfo[],
  contents: Map<string, Content>,
  signature: UnverifiedSignature,
  encryption: Encryption,
): Promise<void> {
  for (const part of partInfos) {
    const { contentId } = part
    const digest = await digestOf(
      contents.get(contentId)!,
      part,
      encryption.parts.get(contentId)?.mimeType,
    )
    if (digest === undefined || signature.parts.get(contentId)?.digest.equals(digest) !== true)
      throw new As4Error('EBMS:0101', 'the digest of a payload part does not match')
  }
}

// For all payloads of a message together: below this they are no bomb, whatever their ratio.
const ratioFreeBytes = 10_000_000

function checkParty(claimed: string, certificate: X509Certificate, where: string): void {
  if (commonName(certificate) !== claimed)
    throw new As4Error('EBMS:0003', `the party in ${where} does not match the certificate`)
}

/** The inflated payloads. Each may use what the ones before it left of the limit. */
async function inflateParts(
  partInfos: PartInfo[],
  contents: Map<string, Content>,
  { limits, spool }: ReceiverOptions,
): Promise<Payload[]> {
  const payloads: Payload[] = []
  const packedBytes = [...contents.values()].reduce((sum, content) => sum + sizeOf(content), 0)
  const ratioBytesMax = Math.max(ratioFreeBytes, Math.floor(packedBytes * limits.ratioMax))
  let budgetBytes = Math.min(limits.inflatedBytesMax, ratioBytesMax)
  for (const { contentId, mimeType = 'application/octet-stream', isCompressed } of partInfos) {
    const packed = contents.get(contentId)!
    const content = isCompressed ? await inflate(packed, budgetBytes, spool) : packed
    budgetBytes -= sizeOf(content)
    if (budgetBytes < 0) throw new As4Error('EBMS:0303', 'the payload is too large')
    payloads.push({ contentId, mimeType, content })
  }
  return payloads
}
