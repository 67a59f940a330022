// Reads single facts from a document of UBL's elements, and says where what is wrong with one: two
// elements where one belongs, or a value that no record can hold.
import {
  children,
  holdsElements,
  positionAt,
  type XmlDocument,
  type XmlElement,
  xpathOf,
} from '../xml/index.ts'
import { namesOf, readDay, readDecimal, textAt } from './from-ubl/read.ts'
import { dayMeant } from './meant/day.ts'
import { decimalMeant } from './meant/decimal.ts'
import { recordTextMax } from './model/field.ts'
import { shown } from './shown.ts'

/** Line and column count from 1. */
export type Position = { line: number; column: number }

/**
 * `line` and `column` are those of the faulty element, or of its nearest existing ancestor
 * when it is missing.
 */
export type SummaryFault = Position & {
  reason: 'not-a-billing-document' | 'missing' | 'invalid' | 'ambiguous'
  term?: string
  xpath: string
  message: string
}

export type Form = 'day' | 'decimal'

type Found = { term: string; element: XmlElement; document: XmlDocument; faults: SummaryFault[] }

export function readAs(
  form: Form | undefined,
  text: string,
  { term, element, document, faults }: Found,
): string {
  const value = form === undefined ? text : form === 'day' ? readDay(text) : readDecimal(text)
  if (value !== undefined) return value
  const meant = form === 'day' ? dayMeant(text) : decimalMeant(text)
  const wanted = form === 'day' ? 'a real day from 1900 on, as YYYY-MM-DD' : 'a decimal number'
  const message = `${element.local} is ${shown(text)}: write ${meant ?? wanted} (${term})`
  faults.push({ reason: 'invalid', term, ...placeOf(document, element), message })
  return ''
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
      faults.push({ reason: 'ambiguous', ...placeOf(document, second), message })
    }
    at = first
  }
  if (at && path.includes('cbc:') && holdsElements(at)) {
    const message = `${at.local} contains elements beside its value`
    faults.push({ reason: 'ambiguous', ...placeOf(document, at), message })
  }
  return at
}

/** The text, if it fits a record; a longer one is a fault. */
export function shortText(
  { document, faults }: At,
  element: XmlElement | undefined,
): string | undefined {
  const text = textAt(element)
  if (element === undefined || text === undefined || text.length <= recordTextMax) return text
  const message = `${element.local} has ${text.length} characters: write at most ${recordTextMax}`
  faults.push({ reason: 'invalid', ...placeOf(document, element), message })
  return undefined
}

type Place = { xpath: string } & Position

export function placeOf(document: XmlDocument, element: XmlElement): Place {
  return { xpath: xpathOf(element), ...positionAt(document, element.start) }
}
