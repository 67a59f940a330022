// How UBL is read: each part takes what it knows from an element and records where it went. What no
// part has taken is unmapped.
import { attributeOf, children, type XmlAttribute, type XmlElement } from '../../xml/index.ts'
import { find, follow, namesOf, readDecimal, textAt } from './read.ts'

/**
 * Where in the JSON each element and attribute went, as an RFC 6901 pointer: a value's own, or a
 * group's for what only contains others. Indexed by the order of the nodes: ten thousand lines have
 * half a million of them, too many for a fast map.
 */
export type Locations = (string | undefined)[]

export type Reading = {
  locations: Locations
  /** The elements that carry no information: their text is always the same in that location. */
  constants: Set<XmlElement>
  /** BT-5. */
  currency: string | undefined
  /** BT-6. */
  taxCurrency: string | undefined
  /** VAT or GST. */
  taxScheme: string
  /**
   * Whether pointers are wanted. If not, all are '': ten thousand lines have half
   * a million of them.
   */
  isTraced: boolean
}

/** Reads a value for `pointer` from an element; undefined when there is none. */
export type Part<T> = (reading: Reading, from: XmlElement, pointer: string) => T | undefined

/** The fields of a country, by name. */
export type Parts = Record<string, Part<unknown>>

/** The fields that are present, each read by its own part; undefined when there is none. */
export function group<T extends object>(fields: { [Name in keyof T]: Part<T[Name]> }): Part<T> {
  const parts = Object.entries(fields) as [keyof T & string, Part<T[keyof T & string]>][]
  return (reading, from, pointer) => {
    const read: Partial<T> = {}
    let isEmpty = true
    for (const [name, part] of parts) {
      const value = part(reading, from, below(reading, pointer, name))
      if (value === undefined) continue
      read[name] = value
      isEmpty = false
    }
    return isEmpty ? undefined : (read as T)
  }
}

/** The pointer of a field of a group or of an item of a list. */
export function below({ isTraced }: Reading, pointer: string, step: string | number): string {
  return isTraced ? `${pointer}/${step}` : pointer
}

/** A group, read from where the path leads; the elements on the way there belong to it. */
export function inside<T>(path: string, part: Part<T>): Part<T> {
  const names = namesOf(path)
  return (reading, from, pointer) => {
    const element = follow(from, names)
    const value = element && part(reading, element, pointer)
    if (element === undefined || value === undefined) return undefined
    note(reading, element, pointer)
    notePath(reading, from, element, pointer)
    return value
  }
}

/**
 * A value, read from where the path leads; the elements around it belong to the group that the
 * value is a field of.
 */
export function leaf<T>(path: string, part: Part<T>): Part<T> {
  const names = namesOf(path)
  return (reading, from, pointer) => {
    const element = follow(from, names)
    const value = element && part(reading, element, pointer)
    if (value !== undefined) notePath(reading, from, element, above(reading, pointer))
    return value
  }
}

/** The pointer of the group around a field. */
function above({ isTraced }: Reading, pointer: string): string {
  return isTraced ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer
}

/** One item for each element with that name from which `part` can read something. */
export function each<T>(step: string, part: Part<T>): Part<T[]> {
  return (reading, from, pointer) => {
    const items: T[] = []
    for (const element of all(from, step)) {
      const at = below(reading, pointer, items.length)
      const item = part(reading, element, at)
      if (item === undefined) continue
      notePath(reading, from, element, at)
      items.push(item)
    }
    return items.length === 0 ? undefined : items
  }
}

/** The text of the element where the path leads. */
export function text(path: string): Part<string> {
  return leaf(path, ownText)
}

/** A decimal as we write it; any other text is returned unchanged, for the model to refuse. */
export function decimal(path: string): Part<string> {
  return leaf(path, ownDecimal)
}

const ownDecimal: Part<string> = (reading, element, pointer) => {
  const found = ownText(reading, element, pointer)
  return found === undefined ? undefined : (readDecimal(found) ?? found)
}

/** An amount in the document's currency; one in another currency leaves that currency unmapped. */
export function amount(path: string): Part<string> {
  return leaf(path, (reading, element, pointer) => {
    const value = ownDecimal(reading, element, pointer)
    if (value !== undefined) noteCurrency(reading, element, reading.currency)
    return value
  })
}

/** Marks the currency of an amount as read if it is the required one. */
export function noteCurrency(
  reading: Reading,
  element: XmlElement,
  currency: string | undefined,
): void {
  const attribute = ownAttribute(element, 'currencyID')
  const pointer = reading.locations[element.order]
  if (attribute && pointer !== undefined && attribute.value.trim() === currency)
    reading.locations[attribute.order] = pointer
}

const schemeId = attribute('schemeID')

/** An identifier with its scheme. */
export function identifier(path: string): Part<{ id: string; scheme?: string }> {
  return leaf(path, (reading, element, pointer) => {
    const id = ownText(reading, element, below(reading, pointer, 'id'))
    if (id === undefined) return undefined
    const scheme = schemeId(reading, element, below(reading, pointer, 'scheme'))
    return scheme === undefined ? { id } : { id, scheme }
  })
}

/** The value of an attribute, on the element itself or on the one where the path leads. */
export function attribute(name: string, path?: string): Part<string> {
  return (reading, from, pointer) => {
    const element = path === undefined ? from : find(from, path)
    const found = element && ownAttribute(element, name)
    const value = found?.value.trim()
    if (found === undefined || !value) return undefined
    reading.locations[found.order] = pointer
    return value
  }
}

function ownAttribute({ attributes }: XmlElement, name: string): XmlAttribute | undefined {
  for (const attribute of attributes)
    if (attribute.local === name && attribute.namespace === '') return attribute
  return undefined
}

/** The element's own text. */
export const ownText: Part<string> = (reading, element, pointer) => {
  const found = textAt(element)
  if (found !== undefined) note(reading, element, pointer)
  return found
}

/** An element whose text is always the same, such as the scheme VAT; nothing is read from it. */
export function noteConstant(
  reading: Reading,
  from: XmlElement,
  path: string,
  value: string,
  at: string,
): void {
  const element = find(from, path)
  if (element === undefined || textAt(element) !== value) return
  note(reading, element, at)
  reading.constants.add(element)
  notePath(reading, from, element, at)
}

/** All children with that name, such as `cac:InvoiceLine`. */
export function all(from: XmlElement, step: string): XmlElement[] {
  if (find(from, step) === undefined) return []
  const [name] = namesOf(step)
  return children(from, name?.local, name?.namespace)
}

export function schemeOf(element: XmlElement | undefined): string | undefined {
  return element && attributeOf(element, 'schemeID', '')?.trim()
}

/** Records an element and its ancestors below `from` that hold nothing else yet. */
export function notePath(
  { locations }: Reading,
  from: XmlElement,
  element: XmlElement | undefined,
  pointer: string,
): void {
  for (let at = element; at && at !== from; at = at.parent) locations[at.order] ??= pointer
}

function note({ locations }: Reading, element: XmlElement, pointer: string): void {
  locations[element.order] = pointer
}
