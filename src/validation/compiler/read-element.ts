// Reading the elements of a rule file: attributes, expressions in them, and refusing what is not
// known.
import { attributeOf, type XmlElement } from '../../xml/index.ts'
import type { Expression, SequenceType } from './ast.ts'
import { CompileError } from './error.ts'
import { parseSequenceType, parseXPath } from './parser.ts'
import { atPlace } from './schema.ts'

export const xsl = 'http://www.w3.org/1999/XSL/Transform'
export const svrl = 'http://purl.oclc.org/dsdl/svrl'
export const sch = 'http://purl.oclc.org/dsdl/schematron'

/** The child elements; text that is not white space is refused. */
export function elementsOf(parent: XmlElement): XmlElement[] {
  for (const node of parent.children) {
    if (node.kind === 'text' && node.value.trim() !== '') {
      throw new CompileError(`There is text in ${parent.name}, where none can be`, parent.start)
    }
  }
  return parent.children.filter((node) => node.kind === 'element')
}

export function required(element: XmlElement, name: string): string {
  const value = attributeOf(element, name, '')
  if (value === undefined)
    throw new CompileError(`${element.name} has no attribute ${name}`, element.start)
  return value
}

/** Refuses attributes that are not listed: what they ask for would silently not happen. */
export function allowAttributes(element: XmlElement, ...names: string[]): void {
  for (const { name, namespace } of element.attributes) {
    if (namespace === '' && !names.includes(name)) {
      throw new CompileError(`The attribute ${name} of ${element.name} is not known`, element.start)
    }
  }
}

export function refuse(element: XmlElement): never {
  throw new CompileError(`The element ${element.name} is not known here`, element.start)
}

export function readExpression(element: XmlElement, attribute: string): Expression {
  const text = required(element, attribute)
  return atPlace(element.start, () => parseXPath(text))
}

export function readType(element: XmlElement): SequenceType | undefined {
  const text = attributeOf(element, 'as', '')
  return text === undefined ? undefined : atPlace(element.start, () => parseSequenceType(text))
}

/** All character data inside, that of elements within too. */
export function allText(element: XmlElement): string {
  return element.children
    .map((node) =>
      node.kind === 'text' ? node.value : node.kind === 'element' ? allText(node) : '',
    )
    .join('')
}
