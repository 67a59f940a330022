// A place in the text that moves forward, and the steps from which the parser is made: names, white space, literals.
import { isAsciiNameCharacter, isNameCharacter, isNameStart, isSpace } from './characters.ts'
import { lineAndColumn } from './position.ts'
import { XmlError, type XmlErrorReason, type XmlLimits } from './tree.ts'

export type QualifiedName = { name: string; prefix: string; local: string }

// The next place of a string that matters, searched for once and not once per text: that keeps parsing linear.
type Mark = { needle: string; at: number }

export type Reader = {
  readonly text: string
  /** UTF-16 offset of what is read next. */
  at: number
  depth: number
  nodes: number
  readonly depthMax: number
  readonly nodesMax: number
  readonly instructions: 'refuse' | 'keep'
  /** Names met so far; most come again and again. */
  readonly names: Map<string, QualifiedName>
  /** What each namespace prefix means here. */
  readonly scope: Map<string, string>
  /** What the declarations of the open elements replaced, innermost last. */
  readonly replaced: { prefix: string; before: string | undefined }[]
  readonly reference: Mark
  readonly sectionEnd: Mark
}

export function newReader(text: string, limits: XmlLimits): Reader {
  return {
    text,
    at: 0,
    depth: 0,
    nodes: 0,
    depthMax: limits.depthMax ?? 100,
    nodesMax: limits.nodesMax ?? 1_000_000,
    instructions: limits.instructions ?? 'refuse',
    names: new Map(),
    scope: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
    replaced: [],
    reference: { needle: '&', at: -1 },
    sectionEnd: { needle: ']]>', at: -1 },
  }
}

export function fail(reader: Reader, reason: XmlErrorReason, message: string, at = reader.at): never {
  throw new XmlError(reason, message, lineAndColumn(reader.text, at))
}

export function countNode(reader: Reader): void {
  if (++reader.nodes > reader.nodesMax) fail(reader, 'limit', `There are more than ${reader.nodesMax} nodes`)
}

/** Skips white space; false when there was none. */
export function skipSpace(reader: Reader): boolean {
  const before = reader.at
  let at = before
  while (isSpace(reader.text.charCodeAt(at))) at++
  reader.at = at
  return at > before
}

export function expect(reader: Reader, literal: string, message: string): void {
  if (!reader.text.startsWith(literal, reader.at)) fail(reader, 'malformed', message)
  reader.at += literal.length
}

/** Reads up to the terminator and past it; gives what stood before. */
export function readUntil(reader: Reader, terminator: string, message: string): string {
  const end = reader.text.indexOf(terminator, reader.at)
  if (end < 0) fail(reader, 'malformed', message)
  const content = reader.text.slice(reader.at, end)
  reader.at = end + terminator.length
  return content
}

/** A name with at most one colon that parts two names (Namespaces in XML 1.0, 4). */
export function readName(reader: Reader): QualifiedName {
  const { text } = reader
  const start = reader.at
  let at = start
  // Most names are ASCII, in which a unit is a character.
  while (isAsciiNameCharacter(text.charCodeAt(at))) at++
  let code = text.codePointAt(at)
  while (code !== undefined && isNameCharacter(code)) {
    at += code > 0xffff ? 2 : 1
    code = text.codePointAt(at)
  }
  const name = text.slice(start, at)
  const known = reader.names.get(name)
  const qualified = known ?? splitName(name)
  if (!qualified) fail(reader, 'malformed', 'A name is missing or not well-formed')
  if (!known) reader.names.set(name, qualified)
  reader.at = at
  return qualified
}

function splitName(name: string): QualifiedName | undefined {
  const colon = name.indexOf(':')
  const [prefix, local] = colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)]
  const isSplit = isSimple(local) && (colon < 0 || isSimple(prefix))
  return isSplit ? { name, prefix, local } : undefined
}

function isSimple(name: string): boolean {
  return name !== '' && isNameStart(name.codePointAt(0)!) && !name.includes(':')
}

/** Whether the mark's string begins within the coming text up to `end`. Asked with ascending places only. */
export function hasBefore(reader: Reader, mark: Mark, end: number): boolean {
  if (mark.at < reader.at) {
    const found = reader.text.indexOf(mark.needle, reader.at)
    mark.at = found < 0 ? reader.text.length : found
  }
  return mark.at < end
}
