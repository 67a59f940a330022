// A position in a list of tokens that moves forward.
import { CompileError } from './error.ts'
import type { Token } from './lexer.ts'

export type Tokens = { readonly list: readonly Token[]; readonly source: string; at: number }

const end: Token = { kind: 'end', text: 'the end' }

export function newTokens(list: readonly Token[], source: string): Tokens {
  return { list, source, at: 0 }
}

export function peek(tokens: Tokens, ahead = 0): Token {
  return tokens.list[tokens.at + ahead] ?? end
}

export function take(tokens: Tokens): Token {
  const token = peek(tokens)
  tokens.at++
  return token
}

/** Whether a symbol or word comes next; never true for a string or number. */
export function isNext(tokens: Tokens, text: string): boolean {
  const token = peek(tokens)
  return (token.kind === 'symbol' || token.kind === 'name') && token.text === text
}

/** Consumes the symbol or word if it comes next. */
export function accept(tokens: Tokens, text: string): boolean {
  if (!isNext(tokens, text)) return false
  tokens.at++
  return true
}

export function expect(tokens: Tokens, text: string): void {
  if (accept(tokens, text)) return
  throw new CompileError(
    `XPath: expected '${text}' instead of '${peek(tokens).text}': ${tokens.source}`,
  )
}
