import { describe, expect, test } from 'vitest'
import {
  completeDocument,
  documentModel,
  type Kind,
  kinds,
  NumberLiteral,
} from '../../../src/billing/index.ts'
import { fieldLocations } from '../field-locations.ts'
import { type FieldRow, fieldTable } from '../field-table.ts'
import { changed, faultsOf } from '../fixtures.ts'
import { generate } from '../generate.ts'

const places = fieldLocations(kinds.invoice)

/** One wrong value of each form, as a caller may write it. */
const typical: Record<FieldRow['form'], unknown> = {
  group: 'x',
  text: ' ',
  code: 'EURO',
  day: '2026-02-30',
  decimal: '1,5',
}

describe('a wrong value', () => {
  test('of each field gives the pointer and the message of this table', async () => {
    const lines = places.map(({ pointer, row, json }) => {
      const value = typical[row.form]
      const [fault] = faultsOf(kinds.invoice, changed(json, pointer, value))
      const rule = fault?.rule === undefined ? '' : ` [${String(fault.rule)}]`
      return (
        `${row.field} = ${JSON.stringify(value)}\n  ${fault?.pointer}\n  ` +
        `${fault?.message}${rule}`
      )
    })
    expect(lines).toHaveLength(fieldTable().length)
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('wrong-values.txt')
  })
})

describe('an amount that contradicts the others', () => {
  const derived = new RegExp(
    '^/(totals/(lines|allowances|charges|withoutVat|vat|withVat|payable)|' +
      'vatBreakdown/\\d+/(taxableAmount|taxAmount)|lines/\\d+/netAmount)$',
  )

  test.each(Array.from({ length: 6 }, (_, seed) => seed))(
    'is found at its own pointer in the document of seed %i',
    (seed) => {
      const { kind, json } = generate(seed, { full: true })
      const pointers = allPointers(json)
      const amounts = pointers.filter((pointer) => derived.test(pointer))
      const shares = pointers.filter((pointer) =>
        /\/(allowances|charges)\/\d+\/percent$/.test(pointer),
      )
      const nets = pointers.filter((pointer) => /\/grossPrice$/.test(pointer))
      const wrong = [
        ...amounts,
        ...shares.map((pointer) => pointer.replace(/percent$/, 'amount')),
        ...nets.map((pointer) => pointer.replace(/grossPrice$/, 'netPrice')),
      ]
      expect(wrong.length).toBeGreaterThan(10)
      for (const pointer of wrong)
        expect(found(kind, changed(json, pointer, '987654.32')), pointer).toContain(pointer)
    },
  )

  function found(kind: Kind, json: unknown): string[] {
    const read = documentModel(kind).safeParse(json)
    if (!read.success)
      return read.error.issues.map(({ path }) => path.map((step) => `/${String(step)}`).join(''))
    return completeDocument(kind, read.data).inconsistencies.map(({ pointer }) => pointer)
  }
})

function allPointers(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null || value instanceof NumberLiteral)
    return [pointer]
  return Object.entries(value).flatMap(([name, item]) => allPointers(item, `${pointer}/${name}`))
}
