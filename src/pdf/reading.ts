// Reads values from a UBL tree and remembers which were read, so that whatever no layout used can
// be printed too: no part of the input is ever left out.
import { attributeOf, children, textOf, type XmlAttribute, type XmlElement } from '../xml/index.ts'

/** The values that are printed. Code that takes a value must print it. */
export type Reading = { taken: Set<XmlElement | XmlAttribute> }

/**
 * A value that no layout took, and its place: `Party[2]/Contact/Telefax`, `Item/Name/@languageID`.
 */
export type Leftover = { path: string; value: string }

export function newReading(): Reading {
  return { taken: new Set() }
}

/** The elements at the end of a path of local names, in document order. */
export function all(element: XmlElement | undefined, ...path: string[]): XmlElement[] {
  let found = element ? [element] : []
  for (const local of path) found = found.flatMap((each) => children(each, local))
  return found
}

/** The first element at the end of a path. */
export function first(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return all(element, ...path)[0]
}

/** The trimmed text of the element, without marking it as read; undefined when there is none. */
export function peek(element: XmlElement | undefined, ...path: string[]): string | undefined {
  const found = first(element, ...path)
  return found && (textOf(found).trim() || undefined)
}

/**
 * The text of the first element at the end of a path, marked as read; undefined when there is none.
 */
export function take(
  reading: Reading,
  element: XmlElement | undefined,
  ...path: string[]
): string | undefined {
  const found = first(element, ...path)
  const text = found && textOf(found).trim()
  if (found && text) reading.taken.add(found)
  return text || undefined
}

/** The value of an attribute, marked as read. */
export function takeAttribute(
  reading: Reading,
  element: XmlElement | undefined,
  local: string,
): string | undefined {
  const attribute = element?.attributes.find((each) => each.local === local)
  const value = attribute?.value.trim()
  if (attribute && value) reading.taken.add(attribute)
  return value || undefined
}

export function peekAttribute(element: XmlElement | undefined, local: string): string | undefined {
  return (element && attributeOf(element, local)?.trim()) || undefined
}

/**
 * Every value at or below `root` that was not taken, in document order. Siblings with the same name
 * are numbered from 1.
 */
export function leftovers({ taken }: Reading, root: XmlElement): Leftover[] {
  const found: Leftover[] = []
  const waiting: { element: XmlElement; path: string }[] = [{ element: root, path: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { element, path } = next
    const text = textOf(element).trim()
    if (text && !taken.has(element)) found.push({ path: path || element.local, value: text })
    for (const attribute of element.attributes) {
      const value = attribute.value.trim()
      if (value && !taken.has(attribute))
        found.push({ path: joined(path, `@${attribute.local}`), value })
    }
    const below = children(element)
    const places = placesOf(below)
    for (let index = below.length - 1; index >= 0; index--)
      waiting.push({ element: below[index]!, path: joined(path, places[index]!) })
  }
  return found
}

function joined(path: string, step: string): string {
  return path ? `${path}/${step}` : step
}

function placesOf(elements: readonly XmlElement[]): string[] {
  const totals = new Map<string, number>()
  for (const { local } of elements) totals.set(local, (totals.get(local) ?? 0) + 1)
  const seen = new Map<string, number>()
  return elements.map(({ local }) => {
    if (totals.get(local) === 1) return local
    const number = (seen.get(local) ?? 0) + 1
    seen.set(local, number)
    return `${local}[${number}]`
  })
}
