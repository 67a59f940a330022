// The headers of one MIME part (RFC 2045; RFC 5322, 2.2): few, short, none repeated.
import { As4Error } from './error.ts'

const bytesMax = 16 * 1024
const fieldsMax = 50

/**
 * How many bytes precede the content, with the empty line; undefined while that line has not
 * arrived. Throws EBMS:0007 when it is too far away.
 */
export function headersLength(held: Buffer): number | undefined {
  const within = held.subarray(0, bytesMax)
  let line = 0
  for (let end = within.indexOf(0x0a); end >= 0; end = within.indexOf(0x0a, line)) {
    const isEmpty = end === line || (end === line + 1 && within[line] === 0x0d)
    line = end + 1
    if (isEmpty) return line
  }
  if (held.length >= bytesMax) throw inconsistent('the headers of a part are too long')
  return undefined
}

/**
 * The fields by lower-case name, unfolded and trimmed. Throws EBMS:0007 for a field without a name
 * or a repeated one.
 */
export function readHeaders(bytes: Buffer): Map<string, string> {
  const headers = new Map<string, string>()
  const unfolded = bytes.toString('latin1').replace(/\r?\n[ \t]+(?=[^ \t\r\n])/g, ' ')
  for (const line of unfolded.split(/\r?\n/)) {
    if (line === '') continue
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase()
    if (!/^[!-9;-~]+$/.test(name)) throw inconsistent('a part header cannot be parsed')
    if (headers.has(name)) throw inconsistent('a part header is repeated')
    if (headers.size === fieldsMax) throw inconsistent('the headers of a part are too long')
    headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

/** A Content-ID without its angle brackets. */
export function bareId(id: string): string {
  return id.trim().replace(/^<|>$/g, '')
}

function inconsistent(detail: string): As4Error {
  return new As4Error('EBMS:0007', detail)
}
