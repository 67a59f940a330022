// The messages of libxml2, made readable, and the one case in which it is wrong.
import { textOf, type XmlElement } from '../../xml/index.ts'
import { nameOf } from '../structure/model.ts'
import { isValue } from '../structure/values.ts'

/** Longer than any name or value in an honest document. */
const lettersMax = 1000

/** Replaces namespaces in names with the usual prefixes. */
export function readableMessage(message: string): string {
  return message
    .slice(0, lettersMax)
    .trim()
    .replaceAll(/\{([^}]*)\}([\p{L}_][\p{L}\p{N}_.-]*)/gu, (_, namespace: string, local: string) =>
      nameOf({ namespace, local }),
    )
}

// libxml2 refuses a date with surrounding white space, which should be removed first
// (XML Schema 2, 4.3.6).
const padded = /is not a valid value of the atomic type 'xs:(date|dateTime|time)'/

export function isPaddedDate(message: string, element: XmlElement): boolean {
  const type = padded.exec(message)?.[1] as 'date' | 'dateTime' | 'time' | undefined
  return type !== undefined && isValue(type, textOf(element))
}
