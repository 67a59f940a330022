// The tables of UBL 2.1 (tables.ts) in the form that the check needs: what may an element contain?
// Each type is parsed when first met.
import { aggregateElements, aggregates, textElements, valueTypes } from './tables.ts'
import type { ValueBase } from './values.ts'

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'

/** The namespaces of the tables, by their usual prefixes. */
const namespaces: Record<string, string> = {
  cac: `${ubl}CommonAggregateComponents-2`,
  cbc: `${ubl}CommonBasicComponents-2`,
  ext: `${ubl}CommonExtensionComponents-2`,
}
const prefixes = new Map(
  Object.entries(namespaces).map(([prefix, namespace]) => [namespace, prefix]),
)

/** The documents that the tables know, by the namespace of their root. */
const roots = new Map(
  ['Invoice', 'CreditNote', 'ApplicationResponse'].map((root) => [`${ubl}${root}-2`, root]),
)

/** Holds a value, and attributes beside it. */
export type ValueModel = {
  kind: 'value'
  base: ValueBase
  attributes: Map<string, ValueBase>
  required: string[]
}

/** One place in the order of a type. `key` is the element's name with its usual prefix. */
type Particle = { key: string; required: boolean; repeatable: boolean }

/** Holds elements in a fixed order. */
export type ElementsModel = {
  kind: 'elements'
  particles: Particle[]
  /** An element's place in the order, by namespace and local name. */
  positions: Map<string, Map<string, number>>
  /** For each place, and for the end, the next required place; the end if there is none. */
  nextRequired: number[]
}

/** Contains one element in another namespace: the content of an extension. */
type ForeignModel = { kind: 'foreign' }

export type ElementModel = ValueModel | ElementsModel | ForeignModel

type Name = { namespace: string; local: string }

/**
 * An element's name with its usual prefix, or without one for a root; undefined
 * outside UBL's namespaces.
 */
export function keyOf({ namespace, local }: Name): string | undefined {
  const prefix = prefixes.get(namespace)
  if (prefix) return `${prefix}:${local}`
  return roots.get(namespace) === local ? local : undefined
}

/**
 * The name for people: with the usual prefix if there is one, else with the namespace in braces.
 */
export function nameOf({ namespace, local }: Name): string {
  return keyOf({ namespace, local }) ?? (namespace ? `{${namespace}}${local}` : local)
}

export function isKnownRoot({ namespace, local }: Name): boolean {
  return roots.get(namespace) === local
}

const models = new Map<string, ElementModel>()
const valueTypeOf = byElement(textElements)
const aggregateOf = new Map(
  aggregateElements.split(' ').map((row) => row.split('=') as [string, string]),
)

/** What the element may contain; undefined when the tables have no such element. */
export function modelOf(key: string): ElementModel | undefined {
  const known = models.get(key)
  if (known) return known
  const model = readModel(key)
  if (model) models.set(key, model)
  return model
}

/** An element's place in the order of a type; undefined when the type has no such element. */
export function positionOf(
  { namespace, local }: Name,
  { positions }: ElementsModel,
): number | undefined {
  return positions.get(namespace)?.get(local)
}

/**
 * The name of the element's type in its schema, for xsi:type: in UBL, each element with a value has
 * a type of its own.
 */
export function typeNameOf(key: string): { namespace: string; local: string } {
  const [local = '', prefix] = key.split(':').reverse()
  const namespace = prefix ? namespaces[prefix] : [...roots].find(([, root]) => root === local)?.[0]
  return { namespace: namespace ?? '', local: `${aggregateOf.get(key) ?? local}Type` }
}

function byElement(rows: Record<string, string>): Map<string, string> {
  return new Map(
    Object.entries(rows).flatMap(([type, names]) => names.split(' ').map((name) => [name, type])),
  )
}

function readModel(key: string): ElementModel | undefined {
  const valueType = valueTypeOf.get(key)
  if (valueType) return readValue(valueTypes[valueType] ?? '')
  const content = aggregates[aggregateOf.get(key) ?? key]
  if (content === undefined) return undefined
  return content === '##other' ? { kind: 'foreign' } : readElements(content)
}

function readValue(row: string): ValueModel {
  const [base, ...words] = row.split(' ')
  const attributes = words.map((word) => {
    const [name = '', type] = word.split(':')
    return { name: name.replace('!', ''), base: type as ValueBase, isRequired: name.endsWith('!') }
  })
  return {
    kind: 'value',
    base: base as ValueBase,
    attributes: new Map(attributes.map(({ name, base }) => [name, base])),
    required: attributes.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  }
}

function readElements(row: string): ElementsModel {
  const particles = row.split(' ').map((word) => {
    const sign = /[?*+]$/.exec(word)?.[0] ?? ''
    return {
      key: sign ? word.slice(0, -1) : word,
      required: sign === '' || sign === '+',
      repeatable: sign === '*' || sign === '+',
    }
  })
  const positions = new Map<string, Map<string, number>>()
  for (const [index, { key }] of particles.entries()) {
    const [prefix = '', local = ''] = key.split(':')
    const namespace = namespaces[prefix] ?? ''
    const locals = positions.get(namespace) ?? new Map<string, number>()
    positions.set(namespace, locals.set(local, index))
  }
  const nextRequired = [...particles.keys(), particles.length].map((from) => {
    const next = particles.findIndex(({ required }, place) => place >= from && required)
    return next < 0 ? particles.length : next
  })
  return { kind: 'elements', particles, positions, nextRequired }
}
