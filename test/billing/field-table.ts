// The table JSON ↔ business term ↔ UBL, made by mapping the model's own examples, so that it says
// what the mapper does.
import { z } from 'zod'
import {
  type BillingDocument,
  completeDocument,
  documentModel,
  type Kind,
  kinds,
  toUbl,
  ublLocations,
} from '../../src/billing/index.ts'

/** A group has fields of its own; a decimal is a string or a number. */
export type FieldForm = 'group' | 'text' | 'code' | 'day' | 'decimal'

export type FieldRow = {
  /** The field in the notation of the docs: `lines[].netPrice`. */
  field: string
  /** The business term or group of EN 16931. */
  term: string
  about: string
  form: FieldForm
  isRequired: boolean
  example?: string
  /** The code list of its values. */
  codeList?: string
  /**
   * Its place below the root of an Invoice and a CreditNote, as `Price/PriceAmount`;
   * nowhere when absent.
   */
  invoice?: string
  creditNote?: string
}

/** The terms of a country have a page of their own. */
function isNational(field: string): boolean {
  return /(?:^|\.)(?:ae|sg)(?:\.|$)|^selfBilled$/.test(field)
}

/** Every field of the model in its order; the kinds have the same ones. */
export function fieldTable(): FieldRow[] {
  const fields = fieldsOf(printed(kinds.invoice)).filter(({ field }) => !isNational(field))
  const invoice = ublPathsOf(kinds.invoice)
  const creditNote = ublPathsOf(kinds.creditNote)
  return fields.map(({ pointer, ...row }) => ({
    ...row,
    ...withPath('invoice', pathOf(invoice, pointer)),
    ...withPath('creditNote', pathOf(creditNote, pointer)),
  }))
}

/** A group that UBL writes as one element is where its id or its text is. */
function pathOf(
  paths: (pointer: string) => string | undefined,
  pointer: string,
): string | undefined {
  return paths(pointer) ?? paths(`${pointer}/id`) ?? paths(`${pointer}/text`)
}

function withPath(kind: 'invoice' | 'creditNote', path: string | undefined) {
  return path === undefined ? {} : { [kind]: path }
}

type Schema = {
  description?: string
  'x-term'?: string
  'x-code-list'?: string
  examples?: string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  type?: string
  format?: string
  enum?: string[]
}

function printed(kind: Kind): Schema {
  return z.toJSONSchema(documentModel(kind), { io: 'input' }) as unknown as Schema
}

type Field = Omit<FieldRow, 'invoice' | 'creditNote'> & { pointer: string }

function fieldsOf(schema: Schema, field = '', pointer = ''): Field[] {
  const group = groupOf(schema)
  return Object.entries(group.properties ?? {}).flatMap(([name, inner]) => {
    const isList = inner.items !== undefined
    const row: Field = {
      field: `${field}${name}${isList ? '[]' : ''}`,
      pointer: `${pointer}/${name}${isList ? '/0' : ''}`,
      term: inner['x-term'] ?? '',
      about: inner.description ?? '',
      form: formOf(inner.items ?? inner),
      isRequired: group.required?.includes(name) ?? false,
      ...(inner.examples?.[0] === undefined ? {} : { example: inner.examples[0] }),
      ...(inner['x-code-list'] === undefined ? {} : { codeList: inner['x-code-list'] }),
    }
    return [row, ...fieldsOf(inner.items ?? inner, `${row.field}.`, row.pointer)]
  })
}

function formOf(schema: Schema): FieldForm {
  if (groupOf(schema).properties !== undefined) return 'group'
  if (schema.anyOf?.some(({ type }) => type === 'number')) return 'decimal'
  if (schema.format === 'date') return 'day'
  return schema.enum !== undefined || schema['x-code-list'] !== undefined ? 'code' : 'text'
}

/** The schema itself, or the one with fields if a value may have several forms. */
function groupOf(schema: Schema): Schema {
  return schema.anyOf?.find(({ properties }) => properties !== undefined) ?? schema
}

/** A document with every field, each with its example, and one item in each list. */
function exampleOf(schema: Schema): unknown {
  if (schema.items !== undefined) return [exampleOf(schema.items)]
  const { properties } = groupOf(schema)
  if (properties === undefined) return schema.examples?.[0]
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, exampleOf(inner)]),
  )
}

/**
 * Finds the UBL path of a pointer by writing the example. It need not add up:
 * nothing is checked here.
 */
function ublPathsOf(kind: Kind): (pointer: string) => string | undefined {
  const example = exampleOf(printed(kind)) as BillingDocument
  const places = ublLocations(toUbl(kind, completeDocument(kind, example).document))
  return (pointer) =>
    places
      .xpathOf(pointer)
      ?.replaceAll(/\[[0-9]+\]/g, '')
      .split('/')
      .slice(2)
      .join('/')
}
