// Finding one's way in a parsed tree. A local name without a namespace matches in any namespace.
import { isSpace } from './characters.ts'
import type { XmlElement } from './tree.ts'
import { TreeElement } from './tree-element.ts'

/** The child elements, or those of a local name and namespace, in document order. */
export function children(element: XmlElement, local?: string, namespace?: string): XmlElement[] {
  return element.children.filter((node): node is XmlElement => matches(node, local, namespace))
}

/** The first child element of that name, if any. */
export function child(
  element: XmlElement | undefined,
  local: string,
  namespace?: string,
): XmlElement | undefined {
  return element?.children.find((node): node is XmlElement => matches(node, local, namespace))
}

/** Follows local names downwards, each time to the first child of that name. */
export function descend(
  element: XmlElement | undefined,
  ...locals: string[]
): XmlElement | undefined {
  return locals.reduce<XmlElement | undefined>((at, local) => child(at, local), element)
}

/** The element's own character data, joined and not trimmed; that of its children is left out. */
export function textOf(element: XmlElement): string {
  if (element instanceof TreeElement && typeof element.content === 'string') return element.content
  let text = ''
  for (const node of element.children)
    if (node.kind === 'text') text = text === '' ? node.value : text + node.value
  return text
}

/** Whether elements stand inside. To find that out by a leaf's children would make them. */
export function holdsElements(element: XmlElement): boolean {
  if (element instanceof TreeElement && typeof element.content === 'string') return false
  return element.children.some(({ kind }) => kind === 'element')
}

/**
 * Without the white space of XML around it: space, tab, line ends. What else String.trim() takes
 * off is text here.
 */
export function trimSpace(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/**
 * The value of an attribute. Without a namespace given, one of any namespace or none counts; ''
 * asks for none.
 */
export function attributeOf(
  element: XmlElement,
  local: string,
  namespace?: string,
): string | undefined {
  return element.attributes.find(
    (attribute) =>
      attribute.local === local && (namespace === undefined || attribute.namespace === namespace),
  )?.value
}

function matches(
  node: XmlElement['children'][number],
  local?: string,
  namespace?: string,
): boolean {
  return (
    node.kind === 'element' &&
    (local === undefined || node.local === local) &&
    (namespace === undefined || node.namespace === namespace)
  )
}
