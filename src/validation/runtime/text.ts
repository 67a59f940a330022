// Functions on strings (XPath Functions, 7). Positions and lengths count
// characters, not UTF-16 units.
import { roundDouble } from './arithmetic.ts'
import { toDouble } from './casts.ts'
import { integer } from './decimal.ts'
import { fail } from './error.ts'
import { RuleNode } from './node.ts'
import { spend } from './steps.ts'
import { atomize, type Sequence } from './values.ts'

export function normalizeSpace(text: string): string {
  spend(text.length)
  return isNormal(text) ? text : text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')
}

// Most strings are already normalised, and testing that is cheaper than replacing.
function isNormal(text: string): boolean {
  let before = 0x20
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code <= 0x20 && (code !== 0x20 || before === 0x20)) return false
    before = code
  }
  return before !== 0x20 || text === ''
}

const surrogates = /[\ud800-\udfff]/

export function stringLength(text: string): number {
  spend(text.length)
  return surrogates.test(text) ? [...text].length : text.length
}

export function substring(text: string, start: number, length?: number): string {
  spend(text.length)
  const from = roundDouble(start)
  const to = length === undefined ? Number.POSITIVE_INFINITY : from + roundDouble(length)
  if (Number.isNaN(from) || Number.isNaN(to)) return ''
  const [first, behind] = [Math.max(from, 1) - 1, Math.max(to, 1) - 1]
  return surrogates.test(text) ? [...text].slice(first, behind).join('') : text.slice(first, behind)
}

export function substringBefore(text: string, mark: string): string {
  spend(text.length)
  const at = text.indexOf(mark)
  return at < 0 ? '' : text.slice(0, at)
}

export function substringAfter(text: string, mark: string): string {
  spend(text.length)
  const at = text.indexOf(mark)
  return at < 0 ? '' : text.slice(at + mark.length)
}

export function translate(text: string, from: string, to: string): string {
  spend(text.length)
  const replacements = new Map<string, string>()
  const targets = [...to]
  for (const [at, character] of [...from].entries()) {
    if (!replacements.has(character)) replacements.set(character, targets[at] ?? '')
  }
  return [...text].map((character) => replacements.get(character) ?? character).join('')
}

export function toCodepoints(text: string): Sequence {
  spend(text.length)
  return [...text].map((character) => integer(character.codePointAt(0)!))
}

export function fromCodepoints(items: Sequence): string {
  return items
    .map((item) => {
      const code = toDouble(atomize(item))
      const isCharacter = Number.isInteger(code) && code > 0 && code <= 0x10ffff
      return isCharacter
        ? String.fromCodePoint(code)
        : fail('FOCH0001', `${code} is not a character`)
    })
    .join('')
}

export function localName(items: Sequence): string {
  return nodeOf(items)?.local ?? ''
}

export function qualifiedName(items: Sequence): string {
  const node = nodeOf(items)
  return node === undefined ? '' : node.prefix === '' ? node.local : `${node.prefix}:${node.local}`
}

export function namespaceUri(items: Sequence): string {
  return nodeOf(items)?.namespace ?? ''
}

function nodeOf(items: Sequence): RuleNode | undefined {
  const [node] = items
  if (items.length > 1 || (node !== undefined && !(node instanceof RuleNode))) {
    fail('XPTY0004', 'expected one node')
  }
  return node as RuleNode | undefined
}
