// Navigates a parsed tree. A local name without a namespace matches in any namespace.
import { isSpace } from './characters.ts'
import type { XmlElement } from './tree.ts'
import { TreeElement } from './tree-element.ts'

/** The child elements, or those with a local name and namespace, in document order. */
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

/** Follows local names down, each time to the first child of that name. */
export function descend(
  element: XmlElement | undefined,
  ...locals: string[]
): XmlElement | undefined {
  return locals.reduce<XmlElement | undefined>((at, local) => child(at, local), element)
}

/** The element's own character data, joined and not trimmed, without that of its children. */
export function textOf(element: XmlElement): string {
  if (element instanceof TreeElement && typeof element.content === 'string') return element.content
  let text = ''
  for (const node of element.children)
    if (node.kind === 'text') text = text === '' ? node.value : text + node.value
  return text
}

/** Whether the element has child elements. Asking a leaf for its children would create them. */
export function holdsElements(element: XmlElement): boolean {
  if (element instanceof TreeElement && typeof element.content === 'string') return false
  return element.children.some(({ kind }) => kind === 'element')
}

/**
 * The string without surrounding XML white space: space, tab, line ends. String.trim() removes more
 * than that.
 */
export function trimSpace(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/**
 * The value of an attribute. Without `namespace`, an attribute in any namespace or none matches; ''
 * means none.
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
