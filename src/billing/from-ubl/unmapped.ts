// What no part of the reader has taken: reported, never dropped.
import { holdsElements, textOf, trimSpace, type XmlElement } from '../../xml/index.ts'
import type { Locations } from './reading.ts'
import { xpaths } from './xpaths.ts'

/**
 * `xpath` as the xml room's xpathOf writes it, an attribute as its last step:
 * /Invoice[1]/ID[1]/@schemeName.
 */
export type Unmapped = { xpath: string; text: string }

/** Its attributes describe the XML, not the document. */
const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance'

/**
 * Every value and text that has no location in the JSON, in document order. Comments and
 * instructions are not values.
 */
export function findUnmapped(root: XmlElement, locations: Locations): Unmapped[] {
  const found: Unmapped[] = []
  const pathOf = xpaths()
  const open = [root]
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    for (const attribute of element.attributes)
      if (locations[attribute.order] === undefined && attribute.namespace !== schemaInstance)
        found.push({ xpath: `${pathOf(element)}/@${attribute.local}`, text: attribute.value })
    const isLeaf = pushChildren(open, element)
    // A root is not a value, even if it holds nothing but text.
    const isValue = isLeaf && element !== root
    if (isValue && locations[element.order] !== undefined) continue
    const text = trimSpace(textOf(element))
    if (isValue || text !== '') found.push({ xpath: pathOf(element), text })
  }
  return found
}

/** Pushes the child elements, the first on top; true when there are none. */
export function pushChildren(open: XmlElement[], element: XmlElement): boolean {
  if (!holdsElements(element)) return true
  const { children } = element
  for (let at = children.length - 1; at >= 0; at--) {
    const child = children[at]!
    if (child.kind === 'element') open.push(child)
  }
  return false
}
