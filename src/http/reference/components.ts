// The schemas of the reference as generators of clients read them: what people meet has a name
// under `components`, and nothing is said in words that one of the generators does not know.
import { z } from 'zod'

export type JsonSchema = Record<string, unknown> & {
  properties?: Record<string, unknown>
  required?: string[]
}

/** The named schemas, by name. */
export type Components = Map<string, JsonSchema>

/**
 * A schema whose parts with a `title` are references to components of that name. Several parts may
 * share a title if they accept the same: the address of the seller and that of the buyer are two
 * schemas, each with messages of its own, and one `Address` for readers of the reference.
 */
export function toComponents(schema: JsonSchema, components: Components): JsonSchema {
  const { title, ...form } = readable(withParts(schema, (part) => toComponents(part, components)))
  if (title === undefined) return form
  const name = title as string
  addComponent(components, name, form)
  return { ...aboutOf(form), $ref: `#/components/schemas/${name}` }
}

/** Throws if the name belongs to a schema that accepts something else. */
export function addComponent(components: Components, name: string, schema: JsonSchema): void {
  const known = components.get(name)
  components.set(name, known === undefined ? schema : shared(name, known, schema))
}

type Change = (part: JsonSchema) => JsonSchema

/** The schema with its parts changed: members, items, alternatives. */
function withParts(schema: JsonSchema, change: Change): JsonSchema {
  const { properties, items, additionalProperties, anyOf, not } = schema
  return {
    ...schema,
    ...(properties ? { properties: eachOf(properties, change) } : {}),
    ...(isSchema(items) ? { items: change(items) } : {}),
    ...(isSchema(additionalProperties)
      ? { additionalProperties: change(additionalProperties) }
      : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(change) } : {}),
    ...(isSchema(not) ? { not: change(not) } : {}),
  }
}

function eachOf(properties: Record<string, unknown>, change: Change) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, change(part as JsonSchema)]),
  )
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null
}

/**
 * The same in plainer words. The pattern beside a format is what the format says, and some
 * generators check texts that they have already parsed against it; a constant is an enumeration of
 * one; a whole number has 64 bits, and is taken for one of 32 unless it says so.
 */
function readable({ pattern, const: constant, propertyNames, ...schema }: JsonSchema): JsonSchema {
  return {
    ...(schema.type === 'integer' ? wholeNumber(schema) : withoutChoiceOfList(schema)),
    ...(pattern === undefined || schema.format !== undefined ? {} : { pattern }),
    ...(constant === undefined || typeof constant === 'boolean' ? {} : { enum: [constant] }),
  }
}

function wholeNumber({ minimum, maximum, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    format: 'int64',
    ...(minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  }
}

/**
 * A list or something else, in words that programs check and generators do not read: for a choice
 * with a list in it, some of them write Java that does not compile.
 */
function withoutChoiceOfList({ anyOf, ...schema }: JsonSchema): JsonSchema {
  if (!Array.isArray(anyOf)) return schema
  const list = anyOf.find(({ type }) => type === 'array')
  if (list === undefined || anyOf.length !== 2) return { ...schema, anyOf }
  const other = anyOf.find((choice) => choice !== list)
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  return { ...schema, if: { type: other.type }, then: other, else: list }
}

/** What a reference may say of the place where it stands. */
function aboutOf({ description, examples, 'x-term': term }: JsonSchema): JsonSchema {
  const about = Object.entries({ description, examples, 'x-term': term })
  return Object.fromEntries(about.filter(([, value]) => value !== undefined))
}

/**
 * What two schemas of one name have in common, with the business terms of both. Examples are those
 * of the first; a description that differs is left to the places that refer to them.
 */
function shared(name: string, one: JsonSchema, other: JsonSchema): JsonSchema {
  const { description, ...form } = one
  const { description: otherDescription, ...otherForm } = other
  const fault = `Two schemas that accept different things have the name ${name}`
  return {
    ...(common(form, otherForm, fault) as JsonSchema),
    ...(description === undefined || description !== otherDescription ? {} : { description }),
  }
}

function common(one: unknown, other: unknown, fault: string): unknown {
  if (!isSchema(one) || !isSchema(other)) {
    if (one !== other) throw new Error(fault)
    return one
  }
  const keys = Object.keys({ ...one, ...other })
  if (Array.isArray(one)) return keys.map((key) => common(one[Number(key)], other[key], fault))
  const entries = keys.map((key) => {
    if (key === 'examples') return [key, one[key]]
    if (key === 'x-term') return [key, termsOf(one[key], other[key])]
    return [key, common(one[key], other[key], fault)]
  })
  return Object.fromEntries(entries)
}

function termsOf(...terms: unknown[]): string {
  return [...new Set(terms.join(', ').split(', '))].join(', ')
}

/**
 * The JSON Schema 2020-12 of what goes over the wire. A schema with an id (`.meta({ id })`), which
 * only one schema can have, or with a title, which several can share, is a component, and is
 * referred to as `#/components/schemas/{id or title}`.
 */
export function toJsonSchema(schema: z.ZodType, components: Components): JsonSchema {
  const { $schema, $defs = {}, ...own } = z.toJSONSchema(schema, { io: 'input' })
  for (const [id, component] of Object.entries($defs))
    addComponent(components, id, toComponents(pointToComponents(component), components))
  return toComponents(pointToComponents(own), components)
}

function pointToComponents(schema: object): JsonSchema {
  const text = JSON.stringify(schema).replaceAll(
    '"$ref":"#/$defs/',
    '"$ref":"#/components/schemas/',
  )
  return JSON.parse(text) as JsonSchema
}
