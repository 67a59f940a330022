// The XSLT in rule files: functions with their instructions, and keys (XSLT 2.0, 10.3 and 16.3).
import { attributeOf, type XmlElement, type XmlNode } from '../../xml/index.ts'
import { CompileError } from './error.ts'
import {
  allowAttributes,
  allText,
  elementsOf,
  readExpression,
  readType,
  refuse,
  required,
  xsl,
} from './read-element.ts'
import type { Branch, FunctionDefinition, Instruction, Key } from './schema.ts'

export function readKey(element: XmlElement): Key {
  allowAttributes(element, 'name', 'match', 'use')
  return {
    name: required(element, 'name'),
    match: readExpression(element, 'match'),
    use: readExpression(element, 'use'),
    at: element.start,
  }
}

export function readFunction(element: XmlElement): FunctionDefinition {
  allowAttributes(element, 'name', 'as')
  const isParameter = (node: XmlNode) => node.kind === 'element' && isXsl(node, 'param')
  const parameters = element.children.filter(isParameter) as XmlElement[]
  return {
    name: required(element, 'name'),
    parameters: parameters.map((parameter) => {
      allowAttributes(parameter, 'name', 'as')
      return { name: required(parameter, 'name'), as: readType(parameter) }
    }),
    as: readType(element),
    body: readBody(element.children.filter((node) => !isParameter(node))),
    at: element.start,
  }
}

function readBody(nodes: XmlNode[]): Instruction[] {
  return nodes.flatMap((node): Instruction[] => {
    if (node.kind === 'text')
      return node.value.trim() === '' ? [] : [{ type: 'text', text: node.value }]
    return node.kind === 'element' ? [readInstruction(node)] : []
  })
}

function readInstruction(element: XmlElement): Instruction {
  const at = element.start
  if (element.namespace !== xsl) refuse(element)
  switch (element.local) {
    case 'variable':
      return readVariable(element)
    case 'sequence':
    case 'value-of':
      allowAttributes(element, 'select')
      if (element.children.some((child) => child.kind === 'element')) refuse(element)
      return { type: element.local, select: readExpression(element, 'select'), at }
    case 'text':
      return { type: 'text', text: allText(element) }
    case 'if':
      allowAttributes(element, 'test')
      return {
        type: 'choose',
        branches: [{ test: readExpression(element, 'test'), body: readBody(element.children) }],
        at,
      }
    case 'choose':
      return { type: 'choose', branches: elementsOf(element).map(readBranch), at }
    default:
      return refuse(element)
  }
}

function readVariable(element: XmlElement): Instruction {
  allowAttributes(element, 'name', 'as', 'select')
  const hasSelect = attributeOf(element, 'select', '') !== undefined
  const as = readType(element)
  const value = hasSelect ? readExpression(element, 'select') : readBody(element.children)
  return { type: 'variable', name: required(element, 'name'), as, value, at: element.start }
}

function readBranch(element: XmlElement): Branch {
  if (isXsl(element, 'when')) {
    return { test: readExpression(element, 'test'), body: readBody(element.children) }
  }
  if (isXsl(element, 'otherwise')) return { test: undefined, body: readBody(element.children) }
  throw new CompileError(`The element ${element.name} is not supported in a choice`, element.start)
}

export function isXsl(element: XmlElement, local: string): boolean {
  return element.namespace === xsl && element.local === local
}
