// Every field of the model in a valid document, where tests make it wrong.
import type { Kind } from '../../src/billing/index.ts'
import { type FieldRow, fieldTable } from './field-table.ts'
import { generate } from './generate.ts'

export type FieldPlace = { pointer: string; row: FieldRow; json: unknown }

const rows = new Map(fieldTable().map((row) => [row.field, row]))

/**
 * Valid documents that together contain every field: two that exclude each other are in one each.
 */
function fullDocuments(kind: Kind): unknown[] {
  const wanted = new Set(rows.keys())
  const documents: unknown[] = []
  for (let seed = 0; wanted.size > 0; seed++) {
    if (seed > 400) {
      const fields = [...wanted].join(', ')
      throw new Error(`test/billing/generate.ts never writes ${fields}: have it do so`)
    }
    const { json } = generate(seed, { kind, full: seed % 2 === 0 })
    const found = pointersIn(json).filter((pointer) => wanted.has(fieldOf(pointer)))
    if (found.length === 0) continue
    documents.push(json)
    for (const pointer of found) wanted.delete(fieldOf(pointer))
  }
  return documents
}

function fieldOf(pointer: string): string {
  return pointer
    .slice(1)
    .split('/')
    .reduce(
      (field, step) =>
        /^[0-9]+$/.test(step) ? `${field}[]` : field === '' ? step : `${field}.${step}`,
      '',
    )
}

/**
 * Pointers to all fields of the document that the table knows; for each list, to its first item.
 */
function pointersIn(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [pointer]
  const entries = Array.isArray(value) ? [['0', value[0]] as const] : Object.entries(value)
  const inner = entries.flatMap(([name, item]) => pointersIn(item, `${pointer}/${name}`))
  return pointer === '' ? inner : [pointer, ...inner]
}

/** Each field once, with a document that has it. */
export function fieldLocations(kind: Kind): FieldPlace[] {
  const found = new Map<string, FieldPlace>()
  for (const json of fullDocuments(kind))
    for (const pointer of pointersIn(json)) {
      const row = rows.get(fieldOf(pointer))
      if (row !== undefined && !found.has(row.field)) found.set(row.field, { pointer, row, json })
    }
  return [...found.values()]
}

/** The field itself or one inside it; an identifier in its short form has no fields to point to. */
export function names(found: string, pointer: string): boolean {
  return found === pointer || found.startsWith(`${pointer}/`)
}
