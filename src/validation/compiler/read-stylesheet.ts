// Parses a stylesheet made by the ISO skeleton back to a Schema: the published artefacts contain
// only these. Every pattern, rule and assertion that the stylesheet reports in SVRL must be
// recognised, or it is refused.
import { attributeOf, type XmlDocument, type XmlElement } from '../../xml/index.ts'
import { CompileError } from './error.ts'
import {
  allText,
  elementsOf,
  nameFor,
  readExpression,
  refuse,
  required,
  svrl,
} from './read-element.ts'
import { isXsl, readFunction, readKey } from './read-instructions.ts'
import {
  type Assertion,
  countsOf,
  type MessagePart,
  type Rule,
  type Schema,
  type Variable,
} from './schema.ts'

// Prefixes declared by the skeleton itself.
const ownPrefixes = ['xsl', 'svrl', 'saxon', 'schold', 'iso', 'xhtml']
// Rules have priorities from 1000 on; templates with lower ones only descend.
const rulePriorityMin = 1000

export function readStylesheet({ root }: XmlDocument): Schema {
  const schema: Schema = {
    title: '',
    namespaces: new Map(
      root.declarations
        .filter(({ prefix }) => prefix !== '' && !ownPrefixes.includes(prefix))
        .map(({ prefix, namespace }) => [prefix, namespace]),
    ),
    variables: [],
    functions: [],
    keys: [],
    patterns: [],
  }
  const modes = new Map<string, XmlElement[]>()
  for (const element of root.children) {
    if (element.kind === 'element') readTopLevel(schema, modes, element)
  }
  for (const mode of patternModes(root))
    schema.patterns.push({ rules: rulesOf(modes.get(mode) ?? []) })
  compareCounts(root, schema)
  return schema
}

function readTopLevel(schema: Schema, modes: Map<string, XmlElement[]>, element: XmlElement): void {
  if (element.namespace === svrl && element.local === 'text')
    schema.title ||= allText(element).trim()
  else if (isXsl(element, 'function')) schema.functions.push(readFunction(element))
  else if (isXsl(element, 'key')) schema.keys.push(readKey(element))
  else if (isXsl(element, 'template')) addTemplate(modes, element)
  else if (isXsl(element, 'param') || isXsl(element, 'variable')) addVariable(schema, element)
  else if (!isXsl(element, 'output')) refuse(element)
}

function addVariable(schema: Schema, element: XmlElement): void {
  // The skeleton's own ones have no select: the names of files, and document-uri,
  // which no rule uses.
  if (attributeOf(element, 'select', '') === undefined) return
  schema.variables.push(readVariable(element))
}

function readVariable(element: XmlElement): Variable {
  return {
    name: required(element, 'name'),
    value: readExpression(element, 'select'),
    at: element.start,
  }
}

function addTemplate(modes: Map<string, XmlElement[]>, template: XmlElement): void {
  const mode = attributeOf(template, 'mode', '') ?? ''
  if (!isPatternMode(mode) || priorityOf(template) < rulePriorityMin) return
  modes.set(mode, [...(modes.get(mode) ?? []), template])
}

function isPatternMode(mode: string): boolean {
  return /^M\d+$/.test(mode)
}

function priorityOf(template: XmlElement): number {
  return Number(attributeOf(template, 'priority', '') ?? Number.NEGATIVE_INFINITY)
}

// The template for '/' starts one mode for each pattern, in order.
function patternModes(root: XmlElement): string[] {
  const start = root.children.find(
    (node): node is XmlElement =>
      node.kind === 'element' &&
      isXsl(node, 'template') &&
      attributeOf(node, 'match', '') === '/' &&
      attributeOf(node, 'mode', '') === undefined,
  )
  if (!start) throw new CompileError('The stylesheet has no template for the document', root.start)
  return descendants(start)
    .filter((element) => isXsl(element, 'apply-templates'))
    .map((element) => attributeOf(element, 'mode', '') ?? '')
    .filter(isPatternMode)
}

function rulesOf(templates: XmlElement[]): Rule[] {
  return [...templates].sort((a, b) => priorityOf(b) - priorityOf(a)).map(readRule)
}

function readRule(template: XmlElement): Rule {
  const match = required(template, 'match')
  const variables: Variable[] = []
  const assertions: Assertion[] = []
  for (const element of elementsOf(template)) {
    if (isXsl(element, 'variable')) variables.push(readVariable(element))
    else if (isXsl(element, 'choose')) assertions.push(readAssert(element, match))
    else if (isXsl(element, 'if')) assertions.push(readReport(element, match))
    else if (!isWalking(element)) refuse(element)
  }
  return { context: readExpression(template, 'match'), variables, assertions, at: template.start }
}

function isWalking(element: XmlElement): boolean {
  return (
    isXsl(element, 'apply-templates') ||
    (element.namespace === svrl && element.local === 'fired-rule')
  )
}

function readAssert(choose: XmlElement, context: string): Assertion {
  const [when, otherwise, ...more] = elementsOf(choose)
  const failed = otherwise && elementsOf(otherwise)[0]
  const isAssert = when && isXsl(when, 'when') && elementsOf(when).length === 0 && more.length === 0
  if (!isAssert || failed?.namespace !== svrl || failed.local !== 'failed-assert') refuse(choose)
  return readFinding(failed, {
    kind: 'assert',
    test: readExpression(when, 'test'),
    at: choose.start,
    name: nameFor(context, required(when, 'test')),
  })
}

function readReport(element: XmlElement, context: string): Assertion {
  const [report, ...more] = elementsOf(element)
  const isReport =
    report?.namespace === svrl && report.local === 'successful-report' && more.length === 0
  if (!isReport) refuse(element)
  return readFinding(report, {
    kind: 'report',
    test: readExpression(element, 'test'),
    at: element.start,
    name: nameFor(context, required(element, 'test')),
  })
}

/** `name` is for an assertion without an id. */
function readFinding(
  found: XmlElement,
  { name, ...begun }: Pick<Assertion, 'kind' | 'test' | 'at'> & { name: string },
): Assertion {
  const attributes = new Map(found.attributes.map(({ local, value }) => [local, value]))
  let message: MessagePart[] = []
  for (const element of elementsOf(found)) {
    if (isXsl(element, 'attribute')) attributes.set(required(element, 'name'), allText(element))
    else if (element.namespace === svrl && element.local === 'text') message = readMessage(element)
    else if (element.namespace !== svrl) refuse(element)
  }
  const id = attributes.get('id')?.trim() || name
  return { ...begun, id, flag: attributes.get('flag') ?? attributes.get('role') ?? '', message }
}

// White space between elements of a stylesheet is not text (XSLT 2.0, 4.2).
function readMessage(text: XmlElement): MessagePart[] {
  return text.children.flatMap((node): MessagePart[] => {
    if (node.kind === 'text') return node.value.trim() === '' ? [] : [{ text: node.value }]
    if (node.kind !== 'element') return []
    if (isXsl(node, 'text')) return [{ text: allText(node) }]
    return isXsl(node, 'value-of') ? [{ select: readExpression(node, 'select') }] : refuse(node)
  })
}

function compareCounts(root: XmlElement, schema: Schema): void {
  const reported = descendants(root).filter((element) => element.namespace === svrl)
  const count = (...locals: string[]) =>
    reported.filter(({ local }) => locals.includes(local)).length
  const { patterns, rules, asserts } = countsOf(schema)
  const expected = [
    count('active-pattern'),
    count('fired-rule'),
    count('failed-assert', 'successful-report'),
  ]
  if (expected.join() === [patterns, rules, asserts].join()) return
  throw new CompileError(
    `The stylesheet reports ${expected.join('/')} patterns/rules/assertions, of which ` +
      `${patterns}/${rules}/${asserts} are understood`,
    root.start,
  )
}

function descendants(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = []
  const open = [element]
  for (let at = open.pop(); at; at = open.pop()) {
    const inside = at.children.filter((node) => node.kind === 'element')
    found.push(...inside)
    open.push(...inside.reverse())
  }
  return found
}
