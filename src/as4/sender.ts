// Builds the request, which is made once and stored, and says what its receipt must cover.

import assert from 'node:assert/strict'
import type { X509Certificate } from 'node:crypto'
import {
  commonName,
  encryptAes128Gcm,
  type KeyProvider,
  parseCertificate,
  parseSignature,
  type SignatureReference,
  sha256,
  startAes128GcmEncryption,
  startSha256,
} from '../crypto/index.ts'
import { child } from '../xml/index.ts'
import { compress, compressed } from './compression.ts'
import { type Content, chunksOf, type Spool, type Spooled, sizeOf } from './content.ts'
import { readEncryption } from './encryption.ts'
import {
  buildMultipart,
  frameParts,
  type HttpMessage,
  multipartType,
  type NewPart,
  parseMultipart,
} from './mime.ts'
import { namespaces as ns, profile } from './profile.ts'
import { buildSecurity, referencesOf, startEncryption } from './security.ts'
import { buildBody, buildSoap, parseSoap } from './soap.ts'
import { buildUserMessageHeader, type Identified, readMessageId } from './user-message.ts'

export type NewUserMessage<Payload = Uint8Array> = {
  messageId: string
  conversationId: string
  timestamp: Date
  service: { type: string; value: string }
  /** `<scheme>::<document type>`, unencoded. */
  action: string
  originalSender: Identified
  finalRecipient: Identified
  /** The SBD, sent as application/xml. */
  payload: Payload
  contentId: string
  boundary?: string
  /** Default true. */
  compress?: boolean
}

/** What a receipt for our request must cover, and who the request was encrypted for. */
export type SentMessage = {
  messageId: string
  references: SignatureReference[]
  receiver: X509Certificate
}

/**
 * A request whose body is too large for memory. Reading it gives the same bytes each time; `remove`
 * it when delivery has ended.
 */
export type LargeHttpMessage = { contentType: string; body: Spooled } & Made

/** `sessionKey` opens the encrypted payload: with it, a third party can compare its digest. */
type Made = { sent: SentMessage; sessionKey: Buffer }

/**
 * The request as it goes out: gzip, then sign, then encrypt, then MIME. Party ids are the common
 * names of the two certificates. A repeated attempt must send the same bytes (AS4 1.0, 3.2), so
 * they are kept, never built twice.
 */
export async function buildUserMessage(
  message: NewUserMessage,
  keys: KeyProvider,
  receiver: X509Certificate,
): Promise<HttpMessage & Made> {
  const { payload, compress: isCompressed = true } = message
  const seal = async (key: Buffer) => {
    const content = isCompressed ? await compress(payload) : payload
    return { digest: sha256(content), sealed: encryptAes128Gcm(key, content) }
  }
  const { boundary, parts, sent, sessionKey } = await build(message, keys, receiver, seal)
  return { sent, sessionKey, ...buildMultipart(parts, boundary) }
}

/**
 * The same for a payload of any size. The encrypted payload is in the spool and is read from there.
 */
export async function buildLargeUserMessage(
  message: NewUserMessage<Content>,
  keys: KeyProvider,
  receiver: X509Certificate,
  spool: Spool,
): Promise<LargeHttpMessage> {
  let file: Spooled | undefined
  try {
    const seal = async (key: Buffer) => {
      const digest = startSha256()
      file = await spool(sealing(message, key, digest))
      return { digest: digest.digest(), sealed: file }
    }
    const { boundary, parts, ...made } = await build<Content>(message, keys, receiver, seal)
    const body = join(frameParts(parts, boundary), () => file?.remove())
    return { contentType: multipartType(boundary), body, ...made }
  } catch (error) {
    await file?.remove()
    throw error
  }
}

/** Reads back from our own stored request what its receipt must cover. */
export function readSentMessage(request: HttpMessage): SentMessage {
  const { root, attachments } = parseMultipart(request, { partsMax: Number.POSITIVE_INFINITY })
  const soap = parseSoap(root.body)
  const signature = child(soap.security, 'Signature', ns.ds)
  assert(signature, 'a request of ours is signed')
  const contentIds = attachments.map((part) => part.contentId).filter((id) => id !== undefined)
  return {
    messageId: readMessageId(soap.messaging),
    references: parseSignature(signature).references,
    receiver: parseCertificate(readEncryption(soap, contentIds).recipient),
  }
}

type Sealed<Body> = { digest: Buffer; sealed: Body }

/** Every step but one: `seal` encrypts the payload and computes the digest that is signed. */
async function build<Body>(
  message: Omit<NewUserMessage<unknown>, 'payload'>,
  keys: KeyProvider,
  receiver: X509Certificate,
  seal: (key: Buffer) => Promise<Sealed<Body>>,
): Promise<{ boundary: string; parts: NewPart<Buffer | Body>[] } & Made> {
  const { messageId, contentId, compress: isCompressed = true } = message
  // Stacks in the field decode other characters in different ways (RFC 2392).
  assert.match(contentId, /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$/)
  const messaging = buildUserMessageHeader({
    from: partyId(keys.certificate),
    to: partyId(receiver),
    parts: [{ contentId, mimeType: 'application/xml', isCompressed }],
    ...message,
  })
  const body = buildBody()
  // Digested as an octet stream: an uncompressed payload is digested byte by byte, not in its
  // canonical form.
  const mimeType = isCompressed ? profile.compressionType : 'application/octet-stream'
  const { key, header } = startEncryption(receiver, { contentId, mimeType })
  const { digest, sealed } = await seal(key)
  const references = referencesOf({ messaging, body, attachments: [{ contentId, digest }] })
  const security = await buildSecurity(references, keys, header)
  return {
    boundary: message.boundary ?? boundaryFor(messageId),
    parts: [soapPart(buildSoap({ security, messaging, body })), payloadPart(contentId, sealed)],
    sent: { messageId, references, receiver },
    sessionKey: key,
  }
}

async function* sealing(
  { payload, compress: isCompressed = true }: NewUserMessage<Content>,
  key: Buffer,
  digest: ReturnType<typeof startSha256>,
): AsyncGenerator<Buffer> {
  const encryption = startAes128GcmEncryption(key)
  yield encryption.start
  for await (const chunk of isCompressed ? compressed(payload) : chunksOf(payload)) {
    digest.update(chunk)
    yield encryption.update(chunk)
  }
  yield encryption.end()
}

function join(chunks: Content[], remove: () => Promise<void> | undefined): Spooled {
  return {
    size: chunks.reduce((size, chunk) => size + sizeOf(chunk), 0),
    async *read() {
      for (const chunk of chunks) yield* chunksOf(chunk)
    },
    async remove() {
      await remove()
    },
  }
}

function partyId(certificate: X509Certificate): string {
  const name = commonName(certificate)
  assert(name, 'an access point certificate has a common name')
  return name
}

// Practically random: neither the XML nor the ciphertext will contain this digest by chance.
function boundaryFor(messageId: string): string {
  return `fourcorner.${sha256(messageId).toString('hex').slice(0, 40)}`
}

function soapPart(soap: Buffer): NewPart<Buffer> {
  const headers = {
    'Content-Type': `${profile.soapType};charset=UTF-8`,
    'Content-Transfer-Encoding': 'binary',
  }
  return { headers, body: soap }
}

function payloadPart<Body>(contentId: string, sealed: Body): NewPart<Body> {
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Content-Transfer-Encoding': 'binary',
    'Content-ID': `<${contentId}>`,
  }
  return { headers, body: sealed }
}
