// A position in the text that moves forward, and the basic steps of the parser: white space,
// literals, lookahead.
import { findForbidden, isSpace } from './characters.ts'
import { lineAndColumn } from './position.ts'
import { XmlError, type XmlErrorReason, type XmlLimits, type XmlText } from './tree.ts'

/**
 * `name` is the name as written: prefix, colon and local name. `namespace` is '' when there
 * is none.
 */
export type ExpandedName = {
  readonly name: string
  readonly prefix: string
  readonly local: string
  readonly namespace: string
}

export type Reader = {
  readonly text: string
  /** The UTF-16 code units of the text: reading one here costs a quarter of charCodeAt. */
  readonly units: Uint8Array | Uint16Array
  /** UTF-16 offset of the next unit. */
  at: number
  depth: number
  nodes: number
  readonly depthMax: number
  readonly nodesMax: number
  readonly instructions: 'refuse' | 'keep'
  /** The names of this document that were not among the known ones. */
  readonly names: Map<string, ExpandedName>
  /**
   * The resolved names of elements, by the name as written; cleared whenever the scope of a
   * declaration begins or ends.
   */
  readonly inScope: Map<ExpandedName, ExpandedName>
  /** White space seen between elements, by its length. */
  readonly indents: XmlText[]
  /** What each namespace prefix means here. */
  readonly scope: Map<string, string>
  /** What the declarations of the open elements have replaced, innermost last. */
  readonly replaced: { prefix: string; before: string | undefined }[]
}

export function newReader(
  { text, units }: Pick<Reader, 'text' | 'units'>,
  limits: XmlLimits,
): Reader {
  return {
    text,
    units,
    at: 0,
    depth: 0,
    nodes: 0,
    depthMax: limits.depthMax ?? 100,
    nodesMax: limits.nodesMax ?? 1_000_000,
    instructions: limits.instructions ?? 'refuse',
    names: new Map(),
    inScope: new Map(),
    indents: [],
    scope: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
    replaced: [],
  }
}

export function fail(
  reader: Reader,
  reason: XmlErrorReason,
  message: string,
  at = reader.at,
): never {
  throw new XmlError(reason, message, lineAndColumn(reader.text, at))
}

export function countNode(reader: Reader): void {
  if (++reader.nodes <= reader.nodesMax) return
  fail(
    reader,
    'limit',
    `There are more than ${reader.nodesMax} elements, attributes, texts and comments`,
  )
}

/** Skips white space; false when there was none. */
export function skipSpace(reader: Reader): boolean {
  const { units } = reader
  const before = reader.at
  let at = before
  while (at < units.length && isSpace(units[at]!)) at++
  reader.at = at
  return at > before
}

export function expect(reader: Reader, literal: string, message: string): void {
  if (!reader.text.startsWith(literal, reader.at)) fail(reader, 'malformed', message)
  reader.at += literal.length
}

/** Fails when `raw`, which begins at reader.at, contains a character that XML does not allow. */
export function checkCharacters(reader: Reader, raw: string): void {
  const forbidden = findForbidden(raw)
  if (forbidden >= 0)
    fail(reader, 'malformed', 'There is a character that XML does not allow', reader.at + forbidden)
}

/** Reads past the terminator and returns what precedes it, with its characters checked. */
export function readUntil(reader: Reader, terminator: string, message: string): string {
  const end = reader.text.indexOf(terminator, reader.at)
  if (end < 0) fail(reader, 'malformed', message)
  const content = reader.text.slice(reader.at, end)
  checkCharacters(reader, content)
  reader.at = end + terminator.length
  return content
}
