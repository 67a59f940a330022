// A place in the text that moves forward, and the steps from which the parser is made: white space, literals, what comes next.
import { isSpace } from './characters.ts'
import type { QualifiedName } from './names.ts'
import { lineAndColumn } from './position.ts'
import { XmlError, type XmlErrorReason, type XmlLimits } from './tree.ts'

// The next place of a string that matters, searched for once and not once per text: that keeps parsing linear.
type Mark = { needle: string; at: number }

export type Reader = {
  readonly text: string
  /** The UTF-16 code units of the text: to look at one here costs a quarter of what it costs in the text. */
  readonly units: Uint8Array | Uint16Array
  /** UTF-16 offset of what is read next. */
  at: number
  depth: number
  nodes: number
  readonly depthMax: number
  readonly nodesMax: number
  readonly instructions: 'refuse' | 'keep'
  /** The names of this document that were not found among the known ones. */
  readonly names: Map<string, QualifiedName>
  /** What each namespace prefix means here. */
  readonly scope: Map<string, string>
  /** What the declarations of the open elements replaced, innermost last. */
  readonly replaced: { prefix: string; before: string | undefined }[]
  readonly reference: Mark
  readonly sectionEnd: Mark
  readonly carriageReturn: Mark
}

export function newReader({ text, units }: Pick<Reader, 'text' | 'units'>, limits: XmlLimits): Reader {
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
    scope: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
    replaced: [],
    reference: { needle: '&', at: -1 },
    sectionEnd: { needle: ']]>', at: -1 },
    carriageReturn: { needle: '\r', at: -1 },
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

/** Reads up to the terminator and past it; gives what stood before. */
export function readUntil(reader: Reader, terminator: string, message: string): string {
  const end = reader.text.indexOf(terminator, reader.at)
  if (end < 0) fail(reader, 'malformed', message)
  const content = reader.text.slice(reader.at, end)
  reader.at = end + terminator.length
  return content
}

/** Whether the mark's string begins within the coming text up to `end`. Asked with ascending places only. */
export function hasBefore(reader: Reader, mark: Mark, end: number): boolean {
  if (mark.at < reader.at) {
    const found = reader.text.indexOf(mark.needle, reader.at)
    mark.at = found < 0 ? reader.text.length : found
  }
  return mark.at < end
}
