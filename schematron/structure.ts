// Writes src/validation/structure/tables.ts: what UBL 2.1 allows where, as facts, read from the
// official schemas. Run it as `node --import tsx schematron/structure.ts FOLDER`, where the folder
// holds the schemas under their own names. It stops at anything unknown, so no part of a schema is
// skipped unnoticed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attributeOf, child, children, parseXml, type XmlElement } from '../src/xml/index.ts'

const schemaNamespace = 'http://www.w3.org/2001/XMLSchema'
const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'
const prefixes: Record<string, string> = {
  [`${ubl}CommonAggregateComponents-2`]: 'cac',
  [`${ubl}CommonBasicComponents-2`]: 'cbc',
  [`${ubl}CommonExtensionComponents-2`]: 'ext',
}
const roots = ['Invoice', 'CreditNote', 'ApplicationResponse']
const unqualified = `${ubl}UnqualifiedDataTypes-2`

/**
 * The schema types whose values are checked; types that any string satisfies, given their white
 * space rules, are 'string'.
 */
const bases: Record<string, string> = {
  string: 'string',
  normalizedString: 'string',
  anyURI: 'uri',
  base64Binary: 'base64',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'dateTime',
  decimal: 'decimal',
  language: 'language',
  time: 'time',
}

/** How often an element may occur, from its minimum and maximum, as a sign after its name. */
type Occurs = '' | '?' | '*' | '+'

const occurrences: Record<string, Occurs> = {
  '1 1': '',
  '0 1': '?',
  '0 unbounded': '*',
  '1 unbounded': '+',
}

type Schema = { root: XmlElement; target: string; scope: Map<string, string> }
type Declared = { schema: Schema; element: XmlElement }

const folder = process.argv[2]
if (!folder) throw new Error('Name the folder of the schemas')
const schemas = readSchemas(folder)
const elements = declaredIn('element')
const types = declaredIn('complexType')
const aggregates = new Map<string, string>()
const aggregateElements = new Map<string, string>()
const textElements = new Map<string, string>()
const valueTypes = new Map<string, string>()

for (const root of roots) readElement(`${ubl}${root}-2`, root)
writeFileSync(new URL('../src/validation/structure/tables.ts', import.meta.url), tables())

function readSchemas(folder: string): Schema[] {
  const names = readdirSync(folder).filter(
    (name) => name.startsWith('UBL-') || name.startsWith('CCTS_'),
  )
  return names.map((name) => {
    const { root } = parseXml(readFileSync(join(folder, name)), { instructions: 'keep' })
    const target = attributeOf(root, 'targetNamespace') ?? ''
    const scope = new Map(root.declarations.map(({ prefix, namespace }) => [prefix, namespace]))
    return { root, target, scope }
  })
}

function declaredIn(local: string): Map<string, Declared> {
  return new Map(
    schemas.flatMap((schema) =>
      children(schema.root, local, schemaNamespace).map(
        (element) =>
          [`{${schema.target}}${attributeOf(element, 'name')}`, { schema, element }] as const,
      ),
    ),
  )
}

/**
 * '{namespace}local' for a qualified name in a schema; everything is declared on the
 * root of these schemas.
 */
function resolve({ scope }: Schema, name: string): string {
  const [local = '', prefix = ''] = name.split(':').reverse()
  const namespace = scope.get(prefix)
  if (namespace === undefined) throw new Error(`The prefix of ${name} is not declared`)
  return `{${namespace}}${local}`
}

function parts(name: string): { namespace: string; local: string } {
  const [, namespace = '', local = ''] = /^\{(.*)\}(.*)$/.exec(name) ?? []
  return { namespace, local }
}

function short(name: string): string {
  const { namespace, local } = parts(name)
  const prefix = prefixes[namespace]
  if (!prefix) throw new Error(`${name} is in a namespace that the tables do not know`)
  return `${prefix}:${local}`
}

function readElement(namespace: string, local: string): void {
  const isRoot = roots.includes(local) && namespace === `${ubl}${local}-2`
  const key = isRoot ? local : short(`{${namespace}}${local}`)
  if (aggregateElements.has(key) || textElements.has(key)) return
  const { schema, element } = found(elements, `{${namespace}}${local}`)
  const typeName = resolve(schema, attributeOf(element, 'type')!)
  const { schema: home, element: type } = found(types, typeName)
  const simple = child(type, 'simpleContent', schemaNamespace)
  if (simple) {
    if (parts(typeName).local !== `${local}Type`)
      throw new Error(`${key} has a type of another name`)
    textElements.set(key, valueTypeOf(home, simple))
    return
  }
  const name = parts(typeName).local.replace(/Type$/, '')
  aggregateElements.set(key, name)
  readAggregate(home, type, name)
}

function found(where: Map<string, Declared>, name: string): Declared {
  const declared = where.get(name)
  if (!declared) throw new Error(`${name} is not declared`)
  return declared
}

function readAggregate(schema: Schema, type: XmlElement, name: string): void {
  if (aggregates.has(name)) return
  const sequence = only(type, ['sequence'])
  const particles = children(sequence).filter(({ local }) => local !== 'annotation')
  if (particles[0]?.local === 'any') {
    checkWildcard(particles)
    aggregates.set(name, '##other')
    return
  }
  const references = particles.map((particle) => {
    if (particle.local !== 'element') throw new Error(`${name} has a particle ${particle.local}`)
    return { ref: resolve(schema, attributeOf(particle, 'ref')!), occurs: occursOf(particle) }
  })
  const names = new Set(references.map(({ ref }) => ref))
  if (names.size < references.length) throw new Error(`${name} names an element twice`)
  aggregates.set(name, references.map(({ ref, occurs }) => short(ref) + occurs).join(' '))
  for (const { ref } of references) readElement(parts(ref).namespace, parts(ref).local)
}

// The content of an extension: one element of any other namespace, checked as far as it is known.
function checkWildcard([any, ...others]: XmlElement[]): void {
  const facts = ['namespace', 'processContents', 'minOccurs', 'maxOccurs'].map((a) =>
    attributeOf(any!, a),
  )
  if (others.length > 0 || facts.join() !== '##other,lax,1,1')
    throw new Error('A wildcard of another kind')
}

function occursOf(particle: XmlElement): Occurs {
  const least = attributeOf(particle, 'minOccurs') ?? '1'
  const most = attributeOf(particle, 'maxOccurs') ?? '1'
  const sign = occurrences[`${least} ${most}`]
  if (sign === undefined) throw new Error(`An element occurs ${least} to ${most} times`)
  return sign
}

function only(element: XmlElement, locals: string[]): XmlElement {
  const [first, ...others] = children(element).filter(({ local }) => local !== 'annotation')
  if (!first || others.length > 0 || !locals.includes(first.local)) {
    throw new Error(
      `${attributeOf(element, 'name') ?? element.local} does not consist of one ` +
        `${locals.join(' or ')}`,
    )
  }
  return first
}

/** The unqualified data type that an element's own type extends without adding to it. */
function valueTypeOf(schema: Schema, simple: XmlElement): string {
  const extension = only(simple, ['extension'])
  if (children(extension).length > 0) throw new Error('An element adds to its data type')
  const { namespace, local } = parts(resolve(schema, attributeOf(extension, 'base')!))
  if (namespace !== unqualified) throw new Error(`${local} is not an unqualified data type`)
  const name = local.replace(/Type$/, '')
  if (!valueTypes.has(name)) valueTypes.set(name, describe(derive(`{${namespace}}${local}`)))
  return name
}

type Value = { base: string; attributes: Map<string, { type: string; required: boolean }> }

function derive(name: string): Value {
  const { namespace, local } = parts(name)
  if (namespace === schemaNamespace) return { base: local, attributes: new Map() }
  const { schema, element } = found(types, name)
  const derivation = only(only(element, ['simpleContent']), ['extension', 'restriction'])
  const { base, attributes } = derive(resolve(schema, attributeOf(derivation, 'base')!))
  for (const attribute of children(derivation)) {
    const type = parts(resolve(schema, attributeOf(attribute, 'type')!))
    const use = attributeOf(attribute, 'use') ?? 'optional'
    const isKnown = attribute.local === 'attribute' && type.namespace === schemaNamespace
    if (!isKnown || !['required', 'optional'].includes(use))
      throw new Error(`${name} is restricted otherwise`)
    attributes.set(attributeOf(attribute, 'name')!, {
      type: type.local,
      required: use === 'required',
    })
  }
  return { base, attributes }
}

function describe({ base, attributes }: Value): string {
  const known = (type: string) => {
    const name = bases[type]
    if (!name) throw new Error(`The type ${type} is unknown`)
    return name
  }
  const words = [...attributes].map(
    ([name, { type, required }]) => `${name}${required ? '!' : ''}:${known(type)}`,
  )
  return [known(base), ...words].join(' ')
}

function tables(): string {
  const byType = new Map<string, string[]>()
  for (const [name, type] of textElements) byType.set(type, [...(byType.get(type) ?? []), name])
  const named = [...aggregateElements]
    .filter(([key, type]) => key !== type)
    .map(([key, type]) => `${key}=${type}`)
  const textElementRows = new Map(
    [...byType].map(([type, names]) => [type, names.sort().join(' ')]),
  )
  return `// What UBL 2.1 allows in Invoice, CreditNote and ApplicationResponse. Generated by
// schematron/structure.ts: do not edit. model.ts parses these tables, check.ts uses them.

/** The type of a value, and its attributes; '!' marks required ones. */
export const valueTypes: Record<string, string> = ${record(valueTypes)}

/** Elements with a value, by its type. */
export const textElements: Record<string, string> = ${record(textElementRows)}

/** Elements that contain elements, as name=type. */
export const aggregateElements: string = ${text(named.sort().join(' '))}

/**
 * The content of each type, in order: once, '?' at most once, '*' any number, '+' at least once;
 * '##other' is one element in another namespace.
 */
export const aggregates: Record<string, string> = ${record(aggregates)}
`
}

function record(rows: Map<string, string>): string {
  const lines = [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `  ${key}: ${text(value)},`)
  return `{\n${lines.join('\n')}\n}`
}

/** A string literal over as many lines as it needs. */
function text(value: string): string {
  const lines = value.match(/.{1,91}(?: |$)/g) ?? []
  return lines.length < 2
    ? `'${value}'`
    : `\n    ${lines.map((line) => `'${line}'`).join(' +\n    ')}`
}
