// Our side of sending: the request, made once and stored, and what a receipt for it must cover.

import assert from 'node:assert/strict'
import type { X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import {
  commonName,
  type KeyProvider,
  parseCertificate,
  parseSignature,
  type SignatureReference,
  sha256,
} from '../crypto/index.ts'
import { child } from '../xml/index.ts'
import { readEncryption } from './encryption.ts'
import { buildMultipart, type HttpMessage, parseMultipart } from './mime.ts'
import { namespaces as ns, profile } from './profile.ts'
import { buildSecurity, encryptFor, referencesOf } from './security.ts'
import { buildBody, buildSoap, parseSoap } from './soap.ts'
import { buildUserMessageHeader, type Identified, readMessageId } from './user-message.ts'

export type NewUserMessage = {
  messageId: string
  conversationId: string
  timestamp: Date
  service: { type: string; value: string }
  /** `<scheme>::<document type>`, unencoded. */
  action: string
  originalSender: Identified
  finalRecipient: Identified
  /** The SBD, sent as application/xml. */
  payload: Uint8Array
  contentId: string
  boundary?: string
}

/** What a receipt for a request of ours must cover, and whom the request was encrypted for. */
export type SentMessage = {
  messageId: string
  references: SignatureReference[]
  receiver: X509Certificate
}

// Measured: in the thread pool a gzip of 10 KB costs more than here, one of 100 KB does not.
const gzipHereBytesMax = 100_000
const gzipThere = promisify(gzip)

/**
 * The request as it goes out: gzip, then sign, then encrypt, then MIME. Party ids are the common names of the two
 * certificates. A repeated attempt must send these very bytes again (AS4 1.0, 3.2), so they are kept, not made twice.
 */
export async function buildUserMessage(
  message: NewUserMessage,
  keys: KeyProvider,
  receiver: X509Certificate,
): Promise<HttpMessage> {
  // Other characters are decoded in different ways by the stacks in the field (RFC 2392).
  assert.match(message.contentId, /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$/)
  const { contentId } = message
  const content = await compress(message.payload)
  const messaging = buildUserMessageHeader({
    ...message,
    from: partyId(keys.certificate),
    to: partyId(receiver),
    parts: [{ contentId, mimeType: 'application/xml', isCompressed: true }],
  })
  const body = buildBody()
  const references = referencesOf({ messaging, body, attachments: [{ contentId, content }] })
  const { sealed, header } = encryptFor(receiver, { contentId, mimeType: profile.compressionType }, content)
  const security = await buildSecurity(references, keys, header)
  const soap = buildSoap({ security, messaging, body })
  return wrap(soap, { contentId, sealed }, message.boundary ?? boundaryFor(message.messageId))
}

/** Reads our own request, now or from the store: what a receipt for it must name. */
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

function compress(payload: Uint8Array): Buffer | Promise<Buffer> {
  return payload.length <= gzipHereBytesMax ? gzipSync(payload) : gzipThere(payload)
}

function partyId(certificate: X509Certificate): string {
  const name = commonName(certificate)
  assert(name, 'an access point certificate has a common name')
  return name
}

// A digest is as good as random here: neither the XML nor the ciphertext can hold it by chance.
function boundaryFor(messageId: string): string {
  return `fourcorner.${sha256(messageId).toString('hex').slice(0, 40)}`
}

function wrap(soap: Buffer, part: { contentId: string; sealed: Buffer }, boundary: string): HttpMessage {
  return buildMultipart(
    [
      {
        headers: {
          'Content-Type': `${profile.soapType};charset=UTF-8`,
          'Content-Transfer-Encoding': 'binary',
        },
        body: soap,
      },
      {
        headers: {
          'Content-Type': 'application/octet-stream',
          'Content-Transfer-Encoding': 'binary',
          'Content-ID': `<${part.contentId}>`,
        },
        body: part.sealed,
      },
    ],
    boundary,
  )
}
