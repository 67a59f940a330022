// The content of a schema: its elements with their attributes and values, without annotations,
// comments and white space.
import { children, parseXml, textOf, type XmlElement } from '../../../src/xml/index.ts'

export type Shape = {
  name: string
  attributes: string[]
  declarations: string[]
  content: Shape[] | string
}

export const schemaNamespace = 'http://www.w3.org/2001/XMLSchema'

export function shapeOf(schema: Uint8Array): Shape {
  return shapeOfElement(parseXml(schema, { instructions: 'keep' }).root)
}

function shapeOfElement(element: XmlElement): Shape {
  const { namespace, local, attributes, declarations } = element
  const below = children(element).filter((child) => !isAnnotation(child))
  return {
    name: `{${namespace}}${local}`,
    attributes: attributes.map((each) => `{${each.namespace}}${each.local}=${each.value}`),
    declarations: declarations.map((each) => `${each.prefix}=${each.namespace}`),
    content: below.length > 0 ? below.map(shapeOfElement) : textOf(element).trim(),
  }
}

/** The number of annotations, not counting nested ones. */
export function annotationsIn(schema: Uint8Array): number {
  const count = (element: XmlElement): number =>
    isAnnotation(element) ? 1 : children(element).reduce((sum, child) => sum + count(child), 0)
  return count(parseXml(schema, { instructions: 'keep' }).root)
}

function isAnnotation({ namespace, local }: XmlElement): boolean {
  return namespace === schemaNamespace && local === 'annotation'
}
