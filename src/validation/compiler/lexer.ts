// XPath 2.0 text to tokens (XPath 2.0, A.2). White space and comments are dropped; comments nest.
import { CompileError } from './error.ts'

export type Token = { kind: 'number' | 'string' | 'name' | 'symbol' | 'end'; text: string }

const name = '[\\p{L}_][\\p{L}\\p{M}\\p{N}_.\\-·]*'
const number = '(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?'
const quoted = `"(?:[^"]|"")*"|'(?:[^']|'')*'`
// A name may have a prefix, or a star on one side; 'axis::' is not a prefix.
const qualified = `\\*:${name}|${name}(?::(?!:)(?:\\*|${name}))?`
const symbol = '::|//|\\.\\.|<<|>>|<=|>=|!=|[/\\[\\]()@,|+\\-*=<>.$?]'
const token = new RegExp(`(\\s+)|(${number})|(${quoted})|(${qualified})|(${symbol})`, 'uy')

/** Throws CompileError for anything that is not a token of XPath 2.0. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < source.length) {
    if (source.startsWith('(:', at)) {
      at = endOfComment(source, at)
      continue
    }
    token.lastIndex = at
    const found = token.exec(source)
    if (!found) throw new CompileError(`XPath: '${source.slice(at, at + 20)}' is not understood`)
    at = token.lastIndex
    const [, , numeral, literal, word, sign] = found
    if (numeral !== undefined) tokens.push({ kind: 'number', text: numeral })
    else if (literal !== undefined) tokens.push({ kind: 'string', text: unquote(literal) })
    else if (word !== undefined) tokens.push({ kind: 'name', text: word })
    else if (sign !== undefined) tokens.push({ kind: 'symbol', text: sign })
  }
  return tokens
}

function unquote(literal: string): string {
  const quote = literal.charAt(0)
  return literal.slice(1, -1).replaceAll(quote + quote, quote)
}

function endOfComment(source: string, start: number): number {
  let depth = 0
  let at = start
  while (at < source.length) {
    if (source.startsWith('(:', at)) {
      depth++
      at += 2
    } else if (source.startsWith(':)', at)) {
      depth--
      at += 2
      if (depth === 0) return at
    } else {
      at++
    }
  }
  throw new CompileError('XPath: a comment is not closed')
}
