// Functions on strings (XPath Functions, 7). Positions and lengths count
// characters, not UTF-16 units.
import { roundDouble } from './arithmetic.ts'
import { toDouble } from './casts.ts'
import { integer } from './decimal.ts'
import { fail } from './error.ts'
import { RuleNode } from './node.ts'
import { spend } from './steps.ts'
import { atomize, type Item, type Sequence } from './values.ts'

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
  return localNameOf(atMostOne(items))
}

export function qualifiedName(items: Sequence): string {
  return qualifiedNameOf(atMostOne(items))
}

export function namespaceUri(items: Sequence): string {
  return namespaceUriOf(atMostOne(items))
}

export function localNameOf(item: Item | undefined): string {
  return nodeOf(item)?.local ?? ''
}

export function qualifiedNameOf(item: Item | undefined): string {
  return nodeOf(item)?.qualified ?? ''
}

export function namespaceUriOf(item: Item | undefined): string {
  return nodeOf(item)?.namespace ?? ''
}

function atMostOne(items: Sequence): Item | undefined {
  return items.length > 1 ? notOneNode() : items[0]
}

function nodeOf(item: Item | undefined): RuleNode | undefined {
  return item === undefined || item instanceof RuleNode ? item : notOneNode()
}

function notOneNode(): never {
  return fail('XPTY0004', 'expected one node')
}

/** The words of a list that is written in a rule, one space before and after each. */
type WordList = { text: string; words: Set<string> | undefined }

export function wordList(text: string): WordList {
  return { text, words: undefined }
}

/**
 * contains(list, concat(' ', sought, ' ')). Code lists have thousands of words, which would be read
 * one by one for each code of a document.
 */
export function isListed(list: WordList, sought: string): boolean {
  if (sought.includes(' ')) return list.text.includes(` ${sought} `)
  list.words ??= new Set(list.text.trim().split(' '))
  return list.words.has(sought)
}
