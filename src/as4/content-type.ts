// Content-Type and its parameters (RFC 2045, 5.1), read by hand in one pass.
import { As4Error } from './error.ts'

export type ContentType = { type: string; parameters: Map<string, string> }

const tokenEnd = /[^!#$%&'*+\-.^_`|~0-9A-Za-z{}/:=?@]/

/**
 * Media type in lower case and parameters by lower-case name, quoted or not, in any order. Unquoted
 * values may contain `=` and the like: not allowed, but common. Throws EBMS:0007.
 */
export function parseContentType(header: string): ContentType {
  const semicolon = header.indexOf(';')
  const type = (semicolon < 0 ? header : header.slice(0, semicolon)).trim().toLowerCase()
  const parameters = new Map<string, string>()
  let at = semicolon < 0 ? header.length : semicolon
  while (at < header.length) {
    const parameter = readParameter(header, at)
    at = parameter.end
    if (parameter.name === undefined) continue
    if (parameters.has(parameter.name))
      throw new As4Error('EBMS:0007', 'a Content-Type parameter is repeated')
    parameters.set(parameter.name, parameter.value)
  }
  return { type, parameters }
}

/** Reads `; name=value` from the semicolon at `start`; a stray semicolon has no name. */
function readParameter(
  header: string,
  start: number,
): { name?: string; value: string; end: number } {
  let at = skipSpace(header, start + 1)
  if (at === header.length || header[at] === ';') return { value: '', end: at }
  const equals = header.indexOf('=', at)
  if (equals < 0) throw unreadable()
  const name = header.slice(at, equals).trim().toLowerCase()
  at = skipSpace(header, equals + 1)
  const { value, end } = header[at] === '"' ? readQuoted(header, at) : readToken(header, at)
  const next = skipSpace(header, end)
  if (next < header.length && header[next] !== ';') throw unreadable()
  return { name, value, end: next }
}

function readQuoted(header: string, start: number): { value: string; end: number } {
  let value = ''
  for (let at = start + 1; at < header.length; at++) {
    if (header[at] === '"') return { value, end: at + 1 }
    if (header[at] === '\\') at++
    value += header[at] ?? ''
  }
  throw unreadable()
}

function readToken(header: string, start: number): { value: string; end: number } {
  const length = header.slice(start).search(tokenEnd)
  const end = length < 0 ? header.length : start + length
  return { value: header.slice(start, end), end }
}

function skipSpace(header: string, start: number): number {
  let at = start
  while (header[at] === ' ' || header[at] === '\t') at++
  return at
}

function unreadable(): As4Error {
  return new As4Error('EBMS:0007', 'the Content-Type cannot be read')
}
