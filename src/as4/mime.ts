// multipart/related (RFC 2387, RFC 2046 5.1): the wrapping of an AS4 message. Parts are bytes and are never decoded as text.
import assert from 'node:assert/strict'
import { parseContentType } from './content-type.ts'
import { As4Error } from './error.ts'

/** `contentId` is without angle brackets; `body` is after the transfer encoding has been undone. */
export type MimePart = { headers: Map<string, string>; contentId: string | undefined; body: Buffer }

/** The root is the SOAP part: the one that `start` names, else the first. */
export type Multipart = { root: MimePart; attachments: MimePart[] }

export type HttpMessage = { contentType: string; body: Buffer }

type NewPart = { headers: Record<string, string>; body: Uint8Array }

const headerBytesMax = 16 * 1024
const headersMax = 50
const boundaryLengthMax = 70

/** Takes a multipart/related body apart, in linear time. Throws EBMS:0007 for everything that is not lawful. */
export function parseMultipart(
  message: { contentType: string; body: Buffer },
  limits: { partsMax: number },
): Multipart {
  const { type, parameters } = parseContentType(message.contentType)
  if (type !== 'multipart/related') throw inconsistent('the message is not multipart/related')
  const boundary = parameters.get('boundary') ?? ''
  if (boundary === '' || boundary.length > boundaryLengthMax) throw inconsistent('the boundary is missing')
  const parts = splitParts(message.body, boundary, limits.partsMax).map(parsePart)
  refuseRepeatedIds(parts)
  const start = parameters.get('start')
  const root = start === undefined ? parts[0] : parts.find((part) => part.contentId === bareId(start))
  if (root === undefined) throw inconsistent('there is no root part')
  return { root, attachments: parts.filter((part) => part !== root) }
}

/** Wraps parts as we send them: CRLF throughout, the boundary quoted, the first part is the root. */
export function buildMultipart(parts: NewPart[], boundary: string): HttpMessage {
  assert.match(boundary, /^[A-Za-z0-9_.=-]{1,70}$/)
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${formatHeaders(part.headers)}\r\n`, 'latin1'),
    part.body,
    Buffer.from('\r\n', 'latin1'),
  ])
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`, 'latin1')])
  return { contentType: `multipart/related; boundary="${boundary}"; type="application/soap+xml"`, body }
}

/** The Content-ID that a `cid:` URI names (RFC 2392): percent-decoded, `+` stays. Undefined for any other URI. */
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

type Delimiter = { start: number; end: number; closes: boolean }

/**
 * The bytes between the delimiters. The first delimiter tells whether lines end with CRLF or LF; the same line end
 * before a delimiter belongs to that delimiter, and nothing else is stripped: ciphertext may end in CR or LF itself.
 */
function splitParts(body: Buffer, boundary: string, partsMax: number): Buffer[] {
  const parts: Buffer[] = []
  let lineEnd = '\n'
  let opened: Delimiter | undefined
  for (const delimiter of delimiters(body, boundary)) {
    if (opened === undefined) {
      lineEnd = body[delimiter.end - 2] === 0x0d ? '\r\n' : '\n'
    } else {
      if (!endsLine(body, delimiter.start, lineEnd)) continue
      if (parts.length === partsMax) throw inconsistent('the message has too many parts')
      parts.push(body.subarray(opened.end, Math.max(opened.end, delimiter.start - lineEnd.length)))
    }
    if (delimiter.closes) return parts
    opened = delimiter
  }
  throw inconsistent('the last boundary is missing')
}

/** Every line that is `--boundary` or `--boundary--`, with its own line end and blanks before that. */
function* delimiters(body: Buffer, boundary: string): Generator<Delimiter> {
  const mark = Buffer.from(`--${boundary}`, 'latin1')
  for (let start = body.indexOf(mark); start >= 0; start = body.indexOf(mark, start + 1)) {
    if (start > 0 && body[start - 1] !== 0x0a) continue
    let at = start + mark.length
    const closes = body[at] === 0x2d && body[at + 1] === 0x2d
    if (closes) at += 2
    while (body[at] === 0x20 || body[at] === 0x09) at++
    if (body[at] === 0x0d) at++
    if (body[at] === 0x0a) yield { start, end: at + 1, closes }
    else if (closes && at === body.length) yield { start, end: at, closes }
  }
}

function endsLine(body: Buffer, at: number, lineEnd: string): boolean {
  return lineEnd === '\n' || body[at - 2] === 0x0d
}

function parsePart(bytes: Buffer): MimePart {
  const { headers, bodyStart } = parseHeaders(bytes)
  const contentId = headers.get('content-id')
  return {
    headers,
    contentId: contentId === undefined ? undefined : bareId(contentId),
    body: decodeBody(bytes.subarray(bodyStart), headers.get('content-transfer-encoding') ?? 'binary'),
  }
}

function parseHeaders(bytes: Buffer): { headers: Map<string, string>; bodyStart: number } {
  const lines: string[] = []
  let at = 0
  for (;;) {
    const end = bytes.indexOf(0x0a, at)
    if (end < 0 || end > headerBytesMax || lines.length > headersMax)
      throw inconsistent('a part has no lawful headers')
    const line = bytes.toString('latin1', at, bytes[end - 1] === 0x0d && end > at ? end - 1 : end)
    at = end + 1
    if (line === '') return { headers: readFields(lines), bodyStart: at }
    const folded = /^[ \t]/.test(line) && lines.length > 0
    if (folded) lines[lines.length - 1] += ` ${line.trim()}`
    else lines.push(line)
  }
}

function readFields(lines: string[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase()
    if (!/^[!-9;-~]+$/.test(name)) throw inconsistent('a part header cannot be read')
    if (headers.has(name)) throw inconsistent('a part header is repeated')
    headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

function decodeBody(body: Buffer, encoding: string): Buffer {
  switch (encoding.toLowerCase()) {
    case 'binary':
    case '8bit':
    case '7bit':
      return body
    case 'base64':
      return decodeBase64(body)
    default:
      throw inconsistent('the transfer encoding is not known')
  }
}

function decodeBase64(body: Buffer): Buffer {
  const text = body.toString('latin1').replace(/[\r\n\t ]/g, '')
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw inconsistent('a part is not base64')
  return Buffer.from(text, 'base64')
}

function refuseRepeatedIds(parts: MimePart[]): void {
  const ids = parts.flatMap((part) => part.contentId ?? [])
  if (new Set(ids).size < ids.length) throw inconsistent('two parts have the same Content-ID')
}

function bareId(id: string): string {
  return id.trim().replace(/^<|>$/g, '')
}

function inconsistent(detail: string): As4Error {
  return new As4Error('EBMS:0007', detail)
}
