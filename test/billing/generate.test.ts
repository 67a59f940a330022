import { describe, expect, test } from 'vitest'
import {
  completeDocument,
  convertUbl,
  documentModel,
  type Kind,
  kinds,
  toUbl,
} from '../../src/billing/index.ts'
import { bis } from '../../src/billing/profiles/bis/profile.ts'
import { specificationFor } from '../../src/billing/profiles/table.ts'
import { fieldTable } from './field-table.ts'
import { generate, type Json } from './generate.ts'

const seeds = Array.from({ length: 60 }, (_, seed) => seed)

function written(kind: Kind, json: unknown): Buffer {
  const { document, inconsistencies } = completeDocument(kind, documentModel(kind).parse(json))
  expect(inconsistencies).toEqual([])
  return toUbl(kind, document)
}

describe('generated documents', () => {
  test('are the same for the same seed, and differ for others', () => {
    expect(generate(7)).toEqual(generate(7))
    expect(generate(7).json).not.toEqual(generate(8).json)
  })

  test('have every field of the model sooner or later, in each kind', () => {
    const every = fieldTable().map(({ field }) => field)
    for (const kind of Object.values(kinds)) {
      const seen = new Set(
        seeds.flatMap((seed) => fieldsOf(generate(seed, { kind, full: seed % 4 === 0 }).json)),
      )
      const never = every.filter((field) => !seen.has(field))
      expect(never, 'test/billing/generate.ts has to write each of these').toEqual([])
    }
  })

  test.each(seeds)(
    'of seed %i survive JSON → UBL → JSON, and give the same bytes again',
    (seed) => {
      const { kind, json } = generate(seed)
      const ubl = written(kind, json)
      const read = convertUbl(ubl)
      if (read.kind !== 'read') throw new Error(read.kind)
      expect(read.of).toBe(kind)
      expect(read.unmapped).toEqual([])
      const {
        vatBreakdown = [],
        specificationId,
        ...others
      } = json as {
        vatBreakdown?: Json[]
        specificationId?: string
      }
      const { specificationId: given } = specificationFor(bis, kind, {
        typeCode: String(json.typeCode),
      })
      expect(read.document.specificationId).toBe(
        specificationId === given ? undefined : specificationId,
      )
      expect(read.document).toMatchObject(longForms(others) as object)
      // The rows stated by the document come first, and those that we computed follow.
      expect(read.document.vatBreakdown?.slice(0, vatBreakdown.length)).toMatchObject(vatBreakdown)
      const again = written(kind, read.document)
      expect(again.toString()).toBe(ubl.toString())
      expect(convertUbl(again)).toEqual(read)
    },
  )
})

/** Every field with a value, in the notation of the field table. */
function fieldsOf(value: unknown, field = ''): string[] {
  if (Array.isArray(value))
    return value.flatMap((item) => [`${field}[]`, ...fieldsOf(item, `${field}[]`)])
  if (typeof value === 'string' && /(endpoint|identifier|identifiers\[\]|Id)$/.test(field))
    return [field]
  if (typeof value !== 'object' || value === null) return [field]
  const prefix = field === '' ? '' : `${field}.`
  const inner = Object.entries(value).flatMap(([name, item]) => fieldsOf(item, `${prefix}${name}`))
  return field === '' ? inner : [field, ...inner]
}

const identifierFields = [
  'endpoint',
  'identifier',
  'identifiers',
  'legalId',
  'locationId',
  'standardItemId',
]

/**
 * The document as it comes back: identifiers as objects, defaults filled in, decimals
 * without leading zeros.
 */
function longForms(json: Json): unknown {
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name]) => name !== 'creditorIdOn')
      .map(([name, value]) => [name, longForm(name, value)]),
  )
}

function longForm(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => longForm(name, item))
  if (typeof value === 'object' && value !== null) return longForms(value as Json)
  if (!identifierFields.includes(name) || typeof value !== 'string') return backFrom(value)
  return { id: value.slice(5), scheme: value.slice(0, 4) }
}

function backFrom(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (/^-0(\.0+)?$/.test(value)) return value.slice(1)
  return value
}
