// Reads the elements of a rule file: attributes and the expressions in them;
// refuses anything unknown.
import { createHash } from 'node:crypto'
import { attributeOf, type XmlElement } from '../../xml/index.ts'
import type { Expression, SequenceType } from './ast.ts'
import { CompileError } from './error.ts'
import { parseSequenceType, parseXPath } from './parser.ts'
import { atPlace } from './schema.ts'

export const xsl = 'http://www.w3.org/1999/XSL/Transform'
export const svrl = 'http://purl.oclc.org/dsdl/svrl'
export const sch = 'http://purl.oclc.org/dsdl/schematron'

/** The child elements; throws for text other than white space. */
export function elementsOf(parent: XmlElement): XmlElement[] {
  for (const node of parent.children) {
    if (node.kind === 'text' && node.value.trim() !== '') {
      throw new CompileError(`${parent.name} must not contain text`, parent.start)
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
      throw new CompileError(
        `The attribute ${name} of ${element.name} is not supported`,
        element.start,
      )
    }
  }
}

export function refuse(element: XmlElement): never {
  throw new CompileError(`The element ${element.name} is not supported here`, element.start)
}

export function readExpression(element: XmlElement, attribute: string): Expression {
  const text = required(element, attribute)
  return atPlace(element.start, () => parseXPath(text))
}

/**
 * A name for an assertion to which its publisher gave none: it stays the same as long as the
 * assertion does, wherever that stands in its file.
 */
export function nameFor(context: string, test: string): string {
  const words = `${context}\n${test}`.replace(/\s+/g, ' ')
  return `assert-${createHash('sha256').update(words).digest('hex').slice(0, 8)}`
}

export function readType(element: XmlElement): SequenceType | undefined {
  const text = attributeOf(element, 'as', '')
  return text === undefined ? undefined : atPlace(element.start, () => parseSequenceType(text))
}

/** All character data inside, including that of descendants. */
export function allText(element: XmlElement): string {
  return element.children
    .map((node) =>
      node.kind === 'text' ? node.value : node.kind === 'element' ? allText(node) : '',
    )
    .join('')
}
