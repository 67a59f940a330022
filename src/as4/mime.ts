// multipart/related (RFC 2387, RFC 2046 5.1): the wrapping of an AS4 message. Parts are bytes and
// are never decoded as text.
import assert from 'node:assert/strict'
import { parseContentType } from './content-type.ts'
import { As4Error } from './error.ts'
import { bareId } from './part-headers.ts'
import { newPartReader, type PartEvent } from './part-reader.ts'
import { profile } from './profile.ts'

/** `contentId` has no angle brackets; `body` is decoded from its transfer encoding. */
type MimePart = { headers: Map<string, string>; contentId: string | undefined; body: Buffer }

/** The root is the SOAP part: the one that `start` names, or else the first. */
export type Multipart = { root: MimePart; attachments: MimePart[]; isRootFirst: boolean }

export type HttpMessage = { contentType: string; body: Buffer }

export type NewPart<Body> = { headers: Record<string, string>; body: Body }

const boundaryLengthMax = 70

/** Parses a multipart/related body, in linear time. Throws EBMS:0007 for anything malformed. */
export function parseMultipart(message: HttpMessage, limits: { partsMax: number }): Multipart {
  const { boundary, isRoot } = readFraming(message.contentType)
  const reader = newPartReader(boundary, limits)
  const parts = collectParts([...reader.read(message.body), ...reader.end()])
  const root = parts.find((part, index) => isRoot(part, index))
  if (root === undefined) throw inconsistent('there is no root part')
  const attachments = parts.filter((part) => part !== root)
  return { root, attachments, isRootFirst: root === parts[0] }
}

/** What the Content-Type says about the parts: what separates them, and which one is the root. */
export type Framing = {
  boundary: string
  isRoot(part: { contentId: string | undefined }, index: number): boolean
}

/** Reads the Content-Type of a multipart/related message. Throws EBMS:0007. */
export function readFraming(contentType: string): Framing {
  const { type, parameters } = parseContentType(contentType)
  if (type !== 'multipart/related') throw inconsistent('the message is not multipart/related')
  const boundary = parameters.get('boundary') ?? ''
  if (boundary === '' || boundary.length > boundaryLengthMax)
    throw inconsistent('the boundary is missing or too long')
  const start = parameters.get('start')
  if (start === undefined) return { boundary, isRoot: (_part, index) => index === 0 }
  return { boundary, isRoot: (part) => part.contentId === bareId(start) }
}

function collectParts(events: PartEvent[]): MimePart[] {
  const parts: (Omit<MimePart, 'body'> & { chunks: Buffer[] })[] = []
  for (const event of events) {
    if (event.kind === 'part')
      parts.push({ headers: event.headers, contentId: event.contentId, chunks: [] })
    else parts.at(-1)?.chunks.push(event.bytes)
  }
  return parts.map(({ headers, contentId, chunks }) => ({
    headers,
    contentId,
    body: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks),
  }))
}

/** Wraps parts as we send them: CRLF throughout, a quoted boundary, the root part first. */
export function buildMultipart(parts: NewPart<Uint8Array>[], boundary: string): HttpMessage {
  return { contentType: multipartType(boundary), body: Buffer.concat(frameParts(parts, boundary)) }
}

export function multipartType(boundary: string): string {
  return `multipart/related; boundary="${boundary}"; type="${profile.soapType}"`
}

/** The chunks that buildMultipart concatenates. The body of a part may be of any kind. */
export function frameParts<Body>(parts: NewPart<Body>[], boundary: string): (Buffer | Body)[] {
  assert.match(boundary, /^[A-Za-z0-9_.=-]{1,70}$/)
  const framed = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${formatHeaders(part.headers)}\r\n`, 'latin1'),
    part.body,
    Buffer.from('\r\n', 'latin1'),
  ])
  return [...framed, Buffer.from(`--${boundary}--\r\n`, 'latin1')]
}

/**
 * The Content-ID that a `cid:` URI names (RFC 2392): percent-decoded, `+` kept. Undefined for any
 * other URI.
 */
export function contentIdOf(uri: string): string | undefined {
  if (!uri.startsWith('cid:') || uri.length === 4) return undefined
  try {
    return decodeURIComponent(uri.slice(4))
  } catch {
    return undefined
  }
}

function formatHeaders(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => {
      assert.doesNotMatch(value, /[\r\n]/)
      return `${name}: ${value}\r\n`
    })
    .join('')
}

function inconsistent(detail: string): As4Error {
  return new As4Error('EBMS:0007', detail)
}
