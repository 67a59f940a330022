// Regular expressions of XPath Functions, 7.6.1, as JavaScript ones. Classes that
// differ are spelled out.
import { fail } from './error.ts'
import { spend } from './steps.ts'

const known = new Map<string, RegExp>()
// Patterns come from rule files, hardly ever from documents; those that do must
// not fill the memory.
const knownMax = 1_000

/**
 * The pattern in JavaScript's syntax. Throws FORX0002 for a pattern and FORX0001 for flags that
 * are not understood.
 */
export function regularExpression(pattern: string, flags: string, extra: '' | 'g' = ''): RegExp {
  const key = `${extra}/${flags}/${pattern}`
  const compiled = known.get(key)
  if (compiled) return compiled
  if (/[^ism]/.test(flags)) fail('FORX0001', `unknown flags '${flags}'`)
  if (known.size >= knownMax) known.clear()
  const made = compile(extra === '' ? withoutEnds(pattern) : pattern, `u${extra}${flags}`)
  known.set(key, made)
  return made
}

// A search for `.*x.*` finds something where one for `x` does. But from each character it would
// read to the end of the line: 64 KB took three seconds.
function withoutEnds(pattern: string): string {
  const [, inner = ''] = /^(?:\.\*\??)*(.*)$/s.exec(pattern) ?? []
  const ends = /(?<!\\)(?:\.\*\??)+$/.exec(inner)
  return ends ? inner.slice(0, ends.index) : inner
}

function compile(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(translatePattern(pattern), flags)
  } catch {
    return fail('FORX0002', `the pattern '${pattern}' is not understood`)
  }
}

const space = ' \\t\\n\\r'
const word = '\\p{L}\\p{M}\\p{N}\\p{S}'

function translatePattern(pattern: string): string {
  let out = ''
  let isInClass = false
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at]!
    if (sign === '\\') {
      at++
      const sequence = /^[pP]\{[^}]*\}/.exec(pattern.slice(at))?.[0] ?? pattern[at] ?? ''
      out += translateEscape(sequence, isInClass)
      at += sequence.length - 1
      continue
    }
    if (sign === '[' && isInClass) fail('FORX0002', 'the subtraction of classes is not supported')
    if (sign === '[') isInClass = true
    if (sign === ']') isInClass = false
    out += sign
  }
  return out
}

function translateEscape(sequence: string, isInClass: boolean): string {
  switch (sequence) {
    case 'd':
      return '\\p{Nd}'
    case 'D':
      return '\\P{Nd}'
    case 's':
      return isInClass ? space : `[${space}]`
    case 'w':
      return isInClass ? word : `[${word}]`
    case 'S':
      return isInClass ? fail('FORX0002', '\\S in a class is not supported') : `[^${space}]`
    case 'W':
      return isInClass ? '\\p{P}\\p{Z}\\p{C}' : '[\\p{P}\\p{Z}\\p{C}]'
    case '-':
      return isInClass ? '\\-' : '-'
    default:
      if (/^([nrt0-9\\|.?*+(){}[\]^$/]|[pP]\{.*\})$/.test(sequence)) return `\\${sequence}`
      return fail('FORX0002', `\\${sequence} is not supported`)
  }
}

// Many patterns are retried from each character of the text, and search from there to its end.
const backtracking = 1 / 64

function read(text: string): void {
  spend(text.length + text.length ** 2 * backtracking)
}

export function isFound(expression: RegExp, text: string): boolean {
  read(text)
  return expression.test(text)
}

export function matches(text: string, pattern: string, flags = ''): boolean {
  return isFound(regularExpression(pattern, flags), text)
}

export function replace(text: string, pattern: string, replacement: string, flags = ''): string {
  read(text)
  const expression = regularExpression(pattern, flags, 'g')
  return text.replace(expression, (...found: unknown[]) =>
    replacement.replace(
      /\\([\\$])|\$(\d)/g,
      (_, escaped, group) => escaped ?? groupOf(found, Number(group)),
    ),
  )
}

// A rule about each line of a text splits the whole text for each line. Only the last text of each
// pattern is kept, and only during the validation of a document.
const tokenized = new Map<RegExp, { text: string; tokens: readonly string[] }>()

export function forgetTokens(): void {
  // V8 makes a new table even for an empty map, and the old one holds on to it.
  if (tokenized.size > 0) tokenized.clear()
}

export function tokenize(text: string, pattern: string, flags = ''): readonly string[] {
  if (text === '') return []
  const expression = regularExpression(pattern, flags, 'g')
  const last = tokenized.get(expression)
  if (last?.text === text) return last.tokens
  read(text)
  const tokens = tokensOf(text, expression, pattern)
  tokenized.set(expression, { text, tokens })
  return tokens
}

function tokensOf(text: string, expression: RegExp, pattern: string): string[] {
  const tokens: string[] = []
  let from = 0
  for (const found of text.matchAll(expression)) {
    if (found[0] === '') fail('FORX0003', `the pattern '${pattern}' matches no text`)
    tokens.push(text.slice(from, found.index))
    from = found.index + found[0].length
  }
  return [...tokens, text.slice(from)]
}

// After the groups come the position of the match and the whole string.
function groupOf(found: readonly unknown[], group: number): string {
  const groups = found.slice(
    0,
    found.findIndex((each) => typeof each === 'number'),
  )
  const text = groups[group]
  return typeof text === 'string' ? text : ''
}
