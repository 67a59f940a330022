// Parses an ISO Schematron file (ISO/IEC 19757-3, query binding xslt2) to a Schema.
// Abstract patterns and rules, includes and parameters are refused: in published rule sets
// they are already resolved.
import { attributeOf, type XmlDocument, type XmlElement } from '../../xml/index.ts'
import { parseXPath } from './parser.ts'
import {
  allowAttributes,
  allText,
  elementsOf,
  nameFor,
  readExpression,
  refuse,
  required,
  sch,
  xsl,
} from './read-element.ts'
import { readFunction, readKey } from './read-instructions.ts'
import {
  type Assertion,
  atPlace,
  type MessagePart,
  type Rule,
  type Schema,
  type Variable,
} from './schema.ts'

// Elements that do not affect verdicts. Phases only name subsets: without a chosen one, all
// patterns are active.
const silent = ['title', 'p', 'phase', 'diagnostics']

export function readSchematron({ root }: XmlDocument): Schema {
  const schema: Schema = {
    title: '',
    namespaces: new Map(),
    variables: [],
    functions: [],
    keys: [],
    patterns: [],
  }
  for (const element of elementsOf(root)) readTopLevel(schema, element)
  return schema
}

function readTopLevel(schema: Schema, element: XmlElement): void {
  if (element.namespace === xsl && element.local === 'function')
    schema.functions.push(readFunction(element))
  else if (element.namespace === xsl && element.local === 'key') schema.keys.push(readKey(element))
  else if (isSch(element, 'ns'))
    schema.namespaces.set(required(element, 'prefix'), required(element, 'uri'))
  else if (isSch(element, 'let')) schema.variables.push(readLet(element))
  else if (isSch(element, 'pattern')) readPattern(schema, element)
  else if (isSch(element, 'title')) schema.title = allText(element).trim()
  else if (!isSilent(element)) refuse(element)
}

// In the skeleton's stylesheets, variables of a pattern are those of the schema,
// and so they are here.
function readPattern(schema: Schema, pattern: XmlElement): void {
  allowAttributes(pattern, 'id', 'name')
  const rules: Rule[] = []
  for (const element of elementsOf(pattern)) {
    if (isSch(element, 'let')) schema.variables.push(readLet(element))
    else if (isSch(element, 'rule')) rules.push(readRule(element))
    else if (!isSilent(element)) refuse(element)
  }
  schema.patterns.push({ rules })
}

function readRule(element: XmlElement): Rule {
  allowAttributes(element, 'id', 'context', 'flag', 'role')
  const context = required(element, 'context')
  const variables: Variable[] = []
  const assertions: Assertion[] = []
  for (const child of elementsOf(element)) {
    if (isSch(child, 'let')) variables.push(readLet(child))
    else if (isSch(child, 'assert')) assertions.push(readAssertion(child, 'assert', context))
    else if (isSch(child, 'report')) assertions.push(readAssertion(child, 'report', context))
    else if (!isSilent(child)) refuse(child)
  }
  return { context: readExpression(element, 'context'), variables, assertions, at: element.start }
}

function readLet(element: XmlElement): Variable {
  allowAttributes(element, 'name', 'value')
  return {
    name: required(element, 'name'),
    value: readExpression(element, 'value'),
    at: element.start,
  }
}

function readAssertion(element: XmlElement, kind: Assertion['kind'], context: string): Assertion {
  allowAttributes(
    element,
    'id',
    'test',
    'flag',
    'role',
    'see',
    'diagnostics',
    'subject',
    'properties',
  )
  if (attributeOf(element, 'subject', '') !== undefined) refuse(element)
  return {
    kind,
    id: attributeOf(element, 'id', '') || nameFor(context, required(element, 'test')),
    flag: attributeOf(element, 'flag', '') ?? attributeOf(element, 'role', '') ?? '',
    test: readExpression(element, 'test'),
    message: readMessage(element),
    at: element.start,
  }
}

function readMessage(element: XmlElement): MessagePart[] {
  return element.children.flatMap((node): MessagePart[] => {
    if (node.kind === 'text') return [{ text: node.value }]
    if (node.kind !== 'element') return []
    if (isSch(node, 'value-of')) return [{ select: readExpression(node, 'select') }]
    if (isSch(node, 'name')) return [{ nameOf: readPath(node) }]
    return ['emph', 'span', 'dir'].some((local) => isSch(node, local))
      ? readMessage(node)
      : refuse(node)
  })
}

function readPath(element: XmlElement) {
  const path = attributeOf(element, 'path', '')
  return path === undefined ? undefined : atPlace(element.start, () => parseXPath(path))
}

function isSilent(element: XmlElement): boolean {
  return element.namespace === sch && silent.includes(element.local)
}

function isSch(element: XmlElement, local: string): boolean {
  return element.namespace === sch && element.local === local
}
