// Reads single facts from a document of UBL's elements. What is not there, or is no value of its
// kind, is absent; two elements where one belongs are a fault.
import {
  children,
  holdsElements,
  positionAt,
  type XmlDocument,
  type XmlElement,
  xpathOf,
} from '../xml/index.ts'
import { namesOf, readDay, textAt } from './from-ubl/read.ts'

/** Line and column count from 1. */
export type Position = { line: number; column: number }

/** `line` and `column` are those of the faulty element. */
export type SummaryFault = Position & {
  reason: 'not-a-billing-document' | 'ambiguous'
  xpath: string
  message: string
}

export type At = { document: XmlDocument; faults: SummaryFault[] }

/**
 * The element at the path. When it occurs twice, or holds elements where a value belongs, parsers
 * disagree: the second place is reported as a fault.
 */
export function only(
  { document, faults }: At,
  from: XmlElement | undefined,
  path: string,
): XmlElement | undefined {
  let at = from
  for (const { local, namespace } of namesOf(path)) {
    const [first, second] = at ? children(at, local, namespace) : []
    if (first && second) {
      const message = `${local} appears twice: at ${xpathOf(first)} and at ${xpathOf(second)}`
      faults.push({ reason: 'ambiguous', ...locationOf(document, second), message })
    }
    at = first
  }
  if (at && path.includes('cbc:') && holdsElements(at)) {
    const message = `${at.local} contains elements beside its value`
    faults.push({ reason: 'ambiguous', ...locationOf(document, at), message })
  }
  return at
}

/** The day that an element states. XML Schema allows a time zone behind it. */
export function dayIn(element: XmlElement | undefined): string | undefined {
  return readDay(textAt(element)?.replace(/(?<=^.{10})(Z|[+-]\d\d:\d\d)$/, '') ?? '')
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Without the members that are absent. */
export function present<T extends object>(members: T): Present<T> {
  const given: Record<string, unknown> = {}
  for (const key in members) if (members[key] !== undefined) given[key] = members[key]
  return given as Present<T>
}

type ReadSoundlyLocation = { xpath: string } & Position

export function locationOf(document: XmlDocument, element: XmlElement): ReadSoundlyLocation {
  return { xpath: xpathOf(element), ...positionAt(document, element.start) }
}
