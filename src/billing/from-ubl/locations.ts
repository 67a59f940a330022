// Maps locations in the UBL to the caller's JSON: an XPath to a JSON pointer, and back.
import { parseXml, type XmlAttribute, type XmlDocument, type XmlElement } from '../../xml/index.ts'
import { type Placed, readLocations } from './document.ts'
import type { Locations } from './reading.ts'
import { pushChildren } from './unmapped.ts'
import { xpaths } from './xpaths.ts'

export type UblPlaces = {
  /**
   * The pointer (RFC 6901) for an XPath such as /Invoice[1]/ID[1] or …/EndpointID[1]/@schemeID. If
   * the node is not a field: the pointer of its nearest group, '' for the document. With `json`,
   * the caller's own, it ends where that JSON does: computed values are not in it. Undefined
   * when the path leads nowhere in this document.
   */
  pointerOf(xpath: string, json?: unknown): string | undefined
  /** Where the value at a pointer is; undefined when it was not written. */
  xpathOf(pointer: string): string | undefined
}

/**
 * Reads the document once. Throws RangeError or XmlError if it is not a UBL Invoice or CreditNote.
 */
export function ublLocations(ubl: Buffer | XmlDocument): UblPlaces {
  const tree = 'root' in ubl ? ubl : parseXml(ubl, { instructions: 'keep' })
  const { root } = tree
  const placed = readLocations(tree, { isTraced: true })
  const index = new Map<XmlElement, Map<string, XmlElement[]>>()
  let byPointer: Map<string, string> | undefined
  return {
    pointerOf(xpath, json) {
      const found = locate(root, xpath, index)
      const pointer = found && pointerFor(found, placed.locations)
      return pointer === undefined || json === undefined ? pointer : cutTo(json, pointer)
    },
    xpathOf(pointer) {
      byPointer ??= xpathsByPointer(root, placed)
      return byPointer.get(pointer)
    },
  }
}

type Located = { element: XmlElement; attribute?: XmlAttribute | undefined }
type Index = Map<XmlElement, Map<string, XmlElement[]>>

function locate(root: XmlElement, xpath: string, index: Index): Located | undefined {
  const [first, ...steps] = xpath.split('/').slice(1)
  if (first === undefined || readStep(first).local !== root.local) return undefined
  let element: XmlElement = root
  for (const step of steps) {
    if (step.startsWith('@')) return { element, attribute: attributeNamed(element, step.slice(1)) }
    const { local, position } = readStep(step)
    const next = childrenByName(element, index).get(local)?.[position - 1]
    if (next === undefined) return undefined
    element = next
  }
  return { element }
}

/** `InvoiceLine[2]` or `cac:InvoiceLine`; the first one if no position is given. */
function readStep(step: string): { local: string; position: number } {
  const [, local = '', position = '1'] =
    /^(?:[^:]+:)?([^[]+)(?:\[([0-9]{1,9})\])?$/.exec(step) ?? []
  return { local, position: Number(position) }
}

function attributeNamed(element: XmlElement, name: string): XmlAttribute | undefined {
  return element.attributes.find((attribute) => attribute.name === name || attribute.local === name)
}

function childrenByName(element: XmlElement, index: Index): Map<string, XmlElement[]> {
  const known = index.get(element)
  if (known !== undefined) return known
  const byName = new Map<string, XmlElement[]>()
  for (const child of element.children) {
    if (child.kind !== 'element') continue
    const same = byName.get(child.local)
    if (same) same.push(child)
    else byName.set(child.local, [child])
  }
  index.set(element, byName)
  return byName
}

function pointerFor({ element, attribute }: Located, locations: Locations): string {
  const own = attribute && locations[attribute.order]
  if (own !== undefined) return own
  let at: XmlElement | undefined = element
  while (at && locations[at.order] === undefined) at = at.parent
  return at ? locations[at.order]! : ''
}

/**
 * A string where UBL has a group (`0088:123`) ends the pointer, and so does a list or a group
 * without that member.
 */
function cutTo(json: unknown, pointer: string): string {
  let value = json
  let kept = ''
  for (const step of pointer.split('/').slice(1)) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return kept
    value = value[step]
    kept += `/${step}`
  }
  return kept
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/**
 * Locations of the values: attributes as a last step; if several elements share one pointer, the
 * first that holds a value.
 */
function xpathsByPointer(root: XmlElement, { locations, constants }: Placed): Map<string, string> {
  const values = new Map<string, string>()
  const groups = new Map<string, string>()
  const pathOf = xpaths()
  const open = [root]
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const xpath = pathOf(element)
    const isValue = pushChildren(open, element) && !constants.has(element)
    keep(isValue ? values : groups, locations[element.order], xpath)
    for (const attribute of element.attributes)
      keep(values, locations[attribute.order], `${xpath}/@${attribute.local}`)
  }
  return new Map([...groups, ...values])
}

function keep(found: Map<string, string>, pointer: string | undefined, xpath: string): void {
  if (pointer !== undefined && !found.has(pointer)) found.set(pointer, xpath)
}
