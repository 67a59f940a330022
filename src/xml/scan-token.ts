// One token of a document that arrives chunk by chunk: a tag, the next stretch of a text, or of a
// comment, CDATA section or instruction, which may be of any length.
import { isSpace } from './characters.ts'
import { readInstructionTarget } from './names.ts'
import { checkCharacters, expect, fail, type Reader, skipSpace } from './reader.ts'
import { isSpecial, resolveText } from './references.ts'
import { leaveScope, readStartTag } from './start-tag.ts'
import type { TreeElement } from './tree-element.ts'
import { readXmlDeclaration } from './xml-declaration.ts'

/** How many characters may be needed at once. */
export const holdMax = 100_000

const terminators = { comment: '--', section: ']]>', instruction: '?>' } as const

/**
 * `start` and `end` are byte offsets of the tag itself; `depth` is the number of elements around
 * its element.
 */
export type Tag = {
  kind: 'open' | 'close' | 'empty'
  name: string
  start: number
  end: number
  depth: number
}

export type Scan = {
  /** The reader of what is held now. Its scope and its depth are those of the document. */
  reader: Reader
  /** The byte offset of a place in the text that is held. */
  counted: { at: number; bytes: number }
  inside: keyof typeof terminators | undefined
  open: TreeElement | undefined
  isBegun: boolean
  hasRoot: boolean
  /** Tags of elements deeper than this are checked, but not reported. */
  reportedDepth: number
  tags: Tag[]
}

/** Moves the reader past one token. False when more text is needed. Throws XmlError. */
export function readToken(scan: Scan): boolean {
  const { reader } = scan
  if (!scan.isBegun) return begin(scan)
  if (scan.inside) return readInside(scan, scan.inside)
  if (reader.units[reader.at] !== 0x3c)
    return scan.open ? readText(reader) : readOutsideRoot(reader)
  switch (reader.units[reader.at + 1]) {
    case undefined:
      return false
    case 0x21:
      return enterMarkup(scan)
    case 0x3f:
      return enterInstruction(scan)
    case 0x2f:
      return readEndTag(scan)
    default:
      return readOpenTag(scan)
  }
}

function begin(scan: Scan): boolean {
  const { reader } = scan
  const beginning = reader.text.slice(0, '<?xml '.length)
  if (beginning.length < '<?xml '.length && '<?xml'.startsWith(beginning)) return false
  const isDeclared = beginning.startsWith('<?xml') && isSpace(beginning.charCodeAt(5))
  if (isDeclared && !reader.text.includes('?>')) return false
  readXmlDeclaration(reader)
  scan.isBegun = true
  return true
}

function readOutsideRoot(reader: Reader): boolean {
  if (!skipSpace(reader)) fail(reader, 'malformed', 'There is text outside the root element')
  return true
}

// Most texts are short and need no work: looking at each unit once tells both. In a long one V8's
// own searches are faster.
const shortMax = 200

function readText(reader: Reader): boolean {
  const { text, units } = reader
  const start = reader.at
  const shortEnd = Math.min(start + shortMax, units.length)
  let at = start
  let isPlain = true
  for (; at < shortEnd && units[at] !== 0x3c; at++) if (isSpecial(units[at]!)) isPlain = false
  if (at === shortEnd) {
    at = text.indexOf('<', at)
    isPlain = false
  }
  const end = at < 0 ? safeEnd(text, start) : at
  if (!isPlain) resolveText(reader, text.slice(start, end))
  reader.at = end
  return end > start
}

/** How far a text without an end can be judged: a reference or a `]]>` may have begun. */
function safeEnd(text: string, start: number): number {
  const reference = text.lastIndexOf('&')
  if (reference >= start && !text.includes(';', reference)) return reference
  return text.length - Math.min(text.length - start, begunLength(text, ']]>'))
}

/** How many characters at the end of the text are the beginning of the terminator. */
function begunLength(text: string, terminator: string): number {
  for (let length = terminator.length - 1; length > 0; length--)
    if (text.endsWith(terminator.slice(0, length))) return length
  return 0
}

function readInside(scan: Scan, inside: keyof typeof terminators): boolean {
  const { reader } = scan
  const { text } = reader
  const terminator = terminators[inside]
  const found = text.indexOf(terminator, reader.at)
  // A comment must not contain --, so the character after it counts.
  const isWhole = found >= 0 && (inside !== 'comment' || found + 2 < text.length)
  const begun = found < 0 ? begunLength(text, terminator) : 0
  const end = found < 0 ? Math.max(reader.at, text.length - begun) : found
  checkCharacters(reader, text.slice(reader.at, end))
  reader.at = end
  if (!isWhole) return false
  reader.at += terminator.length
  if (inside === 'comment') expect(reader, '>', 'A comment has a --')
  scan.inside = undefined
  return true
}

function enterMarkup(scan: Scan): boolean {
  const { reader } = scan
  const beginning = reader.text.slice(reader.at, reader.at + '<![CDATA['.length)
  if (beginning.startsWith('<!--')) return enter(scan, 'comment', '<!--')
  if (beginning === '<![CDATA[' && scan.open) return enter(scan, 'section', beginning)
  const isShort = beginning.length < '<![CDATA['.length
  if (isShort && ('<!--'.startsWith(beginning) || '<![CDATA['.startsWith(beginning))) return false
  fail(reader, 'forbidden', 'There is a declaration, which is not accepted')
}

function enter(scan: Scan, inside: keyof typeof terminators, opening: string): true {
  scan.inside = inside
  scan.reader.at += opening.length
  return true
}

function enterInstruction(scan: Scan): boolean {
  const { reader } = scan
  const { text, units } = reader
  let end = reader.at + 2
  while (end < units.length && units[end] !== 0x3f && !isSpace(units[end]!)) end++
  // Also the character after it.
  if (end + 1 >= units.length) return false
  readInstructionTarget(reader)
  if (isSpace(units[reader.at]!)) return enter(scan, 'instruction', ' ')
  if (!text.startsWith('?>', reader.at))
    fail(reader, 'malformed', "A processing instruction's name is not well-formed")
  reader.at += 2
  return true
}

function readOpenTag(scan: Scan): boolean {
  const { reader, open } = scan
  const start = reader.at
  if (!hasTagEnd(reader)) return false
  if (!open && scan.hasRoot) fail(reader, 'malformed', 'There is content after the root element')
  scan.hasRoot = true
  const { depth } = reader
  const element = readStartTag(reader, open)
  const isEmpty = element.end > 0
  if (!isEmpty) scan.open = element
  if (depth <= scan.reportedDepth) report(scan, isEmpty ? 'empty' : 'open', element.name, start)
  return true
}

/** Whether a start tag has its end here. */
function hasTagEnd(reader: Reader): boolean {
  const { units } = reader
  let quote = 0
  for (let at = reader.at + 1; at < units.length; at++) {
    const unit = units[at]!
    if (unit === 0x3c) fail(reader, 'malformed', 'There is a < in a tag')
    if (quote > 0) quote = unit === quote ? 0 : quote
    else if (unit === 0x3e) return at - reader.at < holdMax || tooLong(reader)
    else if (unit === 0x22 || unit === 0x27) quote = unit
  }
  return false
}

function tooLong(reader: Reader): never {
  fail(reader, 'limit', `There is a tag of more than ${holdMax} characters`)
}

// Spelt out, so that the ordinary case builds neither a message nor a string to compare with.
function readEndTag(scan: Scan): boolean {
  const { reader, open } = scan
  const { units } = reader
  const start = reader.at
  if (!open) fail(reader, 'malformed', 'There is an end tag without a start tag')
  const { name } = open
  let at = start + 2
  let index = 0
  while (index < name.length && units[at] === name.charCodeAt(index)) {
    at++
    index++
  }
  while (index === name.length && at < units.length && isSpace(units[at]!)) at++
  if (at >= units.length) return false
  if (index < name.length || units[at] !== 0x3e)
    fail(reader, 'malformed', `The end tag does not match the open element ${name}`)
  reader.at = at + 1
  reader.depth--
  leaveScope(reader, open)
  scan.open = open.parent
  if (reader.depth <= scan.reportedDepth) report(scan, 'close', name, start)
  return true
}

function report(scan: Scan, kind: Tag['kind'], name: string, start: number): void {
  const depth = kind === 'open' ? scan.reader.depth - 1 : scan.reader.depth
  scan.tags.push({
    kind,
    name,
    start: offsetOf(scan, start),
    end: offsetOf(scan, scan.reader.at),
    depth,
  })
}

/** The byte offset of a place that is not before one already asked for. */
function offsetOf({ reader, counted }: Scan, at: number): number {
  counted.bytes += Buffer.byteLength(reader.text.slice(counted.at, at))
  counted.at = at
  return counted.bytes
}
