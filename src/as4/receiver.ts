// Opens what another access point sends (docs/ARCHITECTURE.md, In). Nothing leaves this file before every check has held.
import type { X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gunzipSync } from 'node:zlib'
import { commonName, type KeyProvider, type SignatureReference, sha256 } from '../crypto/index.ts'
import { canonicalize, children, parseXml, textOf } from '../xml/index.ts'
import { chooseKeys, decryptParts, readEncryption } from './encryption.ts'
import { As4Error } from './error.ts'
import { type HttpMessage, type MimePart, parseMultipart } from './mime.ts'
import { buildReceiptSignal, type SignalFacts } from './signal.ts'
import { checkSignature, readSignature } from './signature.ts'
import { parseSoap, type Soap } from './soap.ts'
import {
  type PartInfo,
  readMessageId,
  readUserMessageHeader,
  type UserMessageHeader,
} from './user-message.ts'

/** `bytes` is the payload as its sender had it: decrypted and, if it was compressed, inflated. */
export type Payload = { contentId: string; mimeType: string; bytes: Buffer }

/** A user message; `references` is what its signature covered, and what the receipt repeats. */
export type UserMessage = Omit<UserMessageHeader, 'parts'> & {
  payloads: Payload[]
  signer: X509Certificate
  references: SignatureReference[]
}

declare const verified: unique symbol

/** Proven: signed by a trusted access point, for us, covered in every part. Made by receiveUserMessage only. */
export type Verified<T> = T & { readonly [verified]: true }

/**
 * `ratioMax` is inflated bytes for each compressed byte, and counts above 10 MB inflated only: a document of many equal
 * lines may be pressed harder than that, a bomb is no harm while it is small. `partsMax` counts the SOAP part too.
 */
export type ReceiverLimits = {
  bodyBytesMax: number
  inflatedBytesMax: number
  ratioMax: number
  partsMax: number
}

/** `checkSigner` throws when a certificate is not that of a trusted access point. */
export type Reception = {
  keys: KeyProvider[]
  checkSigner(certificate: X509Certificate): void
  limits: ReceiverLimits
}

type Attachment = { contentId: string; body: Buffer }

/** Opens a message from another access point. Returns only what was signed; throws As4Error for everything else. */
export async function receiveUserMessage(
  request: { contentType: string | undefined; body: Buffer },
  reception: Reception,
): Promise<Verified<UserMessage>> {
  const { root, attachments } = unpack(request, reception.limits)
  const soap = parseSoap(root.body)
  const messageId = readMessageId(soap.messaging)
  try {
    return await open(soap, attachments, reception)
  } catch (error) {
    throw error instanceof As4Error ? error.about(messageId) : error
  }
}

/** The receipt for a message that was received, and by then stored. */
export function buildReceipt(message: Verified<UserMessage>, facts: SignalFacts): Promise<HttpMessage> {
  return buildReceiptSignal(message, facts)
}

/** From here on each line proves something or throws; strangers are refused before the private key is used. */
async function open(
  soap: Soap,
  parts: MimePart[],
  { keys, checkSigner, limits }: Reception,
): Promise<Verified<UserMessage>> {
  const { parts: partInfos, ...header } = readUserMessageHeader(soap.messaging)
  checkBodyIsEmpty(soap)
  const attachments = matchAttachments(partInfos, parts)
  const contentIds = partInfos.map((part) => part.contentId)
  const signature = readSignature(soap, contentIds)
  const encryption = readEncryption(soap, contentIds)
  const signer = signature.unverifiedSigner
  checkTrust(signer, checkSigner)
  checkSignature(signature)
  checkParty(header.from, signer, 'eb:From')
  const own = chooseKeys(keys, encryption.recipient)
  checkParty(header.to, own.certificate, 'eb:To')
  const contents = await decryptParts(encryption, own, attachments)
  for (const part of partInfos) {
    const digest = digestOf(
      contents.get(part.contentId)!,
      part,
      encryption.parts.get(part.contentId)?.mimeType,
    )
    if (digest === undefined || signature.parts.get(part.contentId)?.digest.equals(digest) !== true)
      throw new As4Error('EBMS:0101', 'the digest of a payload part does not hold')
  }
  const payloads = await inflateParts(partInfos, contents, limits)
  const { references } = signature.signature
  return { ...header, payloads, signer, references } as Verified<UserMessage>
}

function unpack(request: { contentType: string | undefined; body: Buffer }, limits: ReceiverLimits) {
  if (request.body.length > limits.bodyBytesMax) throw new As4Error('EBMS:0004', 'the message is too large')
  return parseMultipart({ contentType: request.contentType ?? '', body: request.body }, limits)
}

function checkBodyIsEmpty(soap: Soap): void {
  if (children(soap.body).length > 0 || textOf(soap.body).trim() !== '')
    throw new As4Error('EBMS:0009', 'the SOAP Body must be empty')
}

/** Each eb:PartInfo with its MIME part, by Content-ID and never by position; none of either is left over. */
function matchAttachments(partInfos: PartInfo[], parts: MimePart[]): Attachment[] {
  const bodies = new Map(parts.map((part) => [part.contentId, part.body]))
  const attachments = partInfos.map(({ contentId }) => {
    const body = bodies.get(contentId)
    if (body === undefined) throw new As4Error('EBMS:0011', 'a payload part is missing')
    return { contentId, body }
  })
  if (parts.length > partInfos.length) throw new As4Error('EBMS:0011', 'a part is not named by eb:PartInfo')
  return attachments
}

function checkTrust(signer: X509Certificate, checkSigner: Reception['checkSigner']): void {
  try {
    checkSigner(signer)
  } catch (error) {
    throw new As4Error('EBMS:0101', 'the signer is not a trusted access point', { cause: error })
  }
}

function checkParty(claimed: string, certificate: X509Certificate, where: string): void {
  if (commonName(certificate) !== claimed)
    throw new As4Error('EBMS:0003', `the party of ${where} is not that of the certificate`)
}

/**
 * The digest as WSS4J makes it: an uncompressed XML payload is digested in its canonical form, so comments and the XML
 * declaration are not covered (whoever reads it must not decide on them). Compressed parts are bytes whatever the
 * unsigned MimeType of EncryptedData says. Undefined when the XML cannot be read.
 */
function digestOf(content: Buffer, part: PartInfo, mimeType: string | undefined): Buffer | undefined {
  if (part.isCompressed || !isXml(mimeType) || !isXml(part.mimeType)) return sha256(content)
  try {
    return sha256(canonicalize(parseXml(content, { instructions: 'keep' }).root, { mode: 'exclusive' }))
  } catch {
    return undefined
  }
}

function isXml(mimeType: string | undefined): boolean {
  const type = (mimeType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return type === 'text/xml' || type === 'application/xml' || /^(application|image)\/[^/]+\+xml$/.test(type)
}

const ratioFreeBytes = 10_000_000

async function inflateParts(
  partInfos: PartInfo[],
  contents: Map<string, Buffer>,
  limits: ReceiverLimits,
): Promise<Payload[]> {
  const payloads: Payload[] = []
  let bytesLeft = limits.inflatedBytesMax
  for (const { contentId, mimeType, isCompressed } of partInfos) {
    const content = contents.get(contentId)!
    const bytes = isCompressed
      ? await inflate(
          content,
          Math.min(bytesLeft, Math.max(ratioFreeBytes, content.length * limits.ratioMax)),
        )
      : content
    bytesLeft -= bytes.length
    if (bytesLeft < 0) throw new As4Error('EBMS:0303', 'the payload is too large')
    payloads.push({ contentId, mimeType: mimeType ?? 'application/octet-stream', bytes })
  }
  return payloads
}

// Measured: below about 100 KB the thread pool costs more than it gives.
const gunzipHereBytesMax = 100_000
const gunzipThere = promisify(gunzip)

async function inflate(content: Buffer, maxOutputLength: number): Promise<Buffer> {
  try {
    const options = { maxOutputLength: Math.max(1, Math.floor(maxOutputLength)) }
    return content.length <= gunzipHereBytesMax
      ? gunzipSync(content, options)
      : await gunzipThere(content, options)
  } catch (error) {
    throw new As4Error('EBMS:0303', 'the payload could not be decompressed', { cause: error })
  }
}
