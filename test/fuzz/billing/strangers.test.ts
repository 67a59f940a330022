import { describe, expect, test } from 'vitest'
import {
  completeDocument,
  documentModel,
  kinds,
  NumberLiteral,
  toUbl,
} from '../../../src/billing/index.ts'
import { parseXml } from '../../../src/xml/index.ts'
import { changed, faultsOf, fixture } from '../../billing/fixtures.ts'

const usual = fixture('invoice-usual').json

/** Values that belong nowhere: they are refused wherever they are. */
const intruders = [null, true, 5, [[]], '\u0000']

const strangers = [
  ...intruders,
  ...[[], {}, '', ' ', 'NaN', '-', '9'.repeat(31), '0'.repeat(100)],
  ...[new NumberLiteral('1e400'), new NumberLiteral('-0'), new NumberLiteral('0.1e-7')],
  { value: 'x', isLosslessNumber: true },
]

describe('a value that does not belong where it is', () => {
  test.each(pointersIn(usual))(
    'at %s is refused there, or makes a document that can be written',
    (pointer) => {
      for (const stranger of strangers) {
        const result = documentModel(kinds.invoice).safeParse(changed(usual, pointer, stranger))
        if (!result.success) continue
        const written = toUbl(kinds.invoice, completeDocument(kinds.invoice, result.data).document)
        expect(parseXml(written).root.local).toBe('Invoice')
      }
      for (const intruder of intruders) {
        const faults = faultsOf(kinds.invoice, changed(usual, pointer, intruder))
        expect(
          faults.some((fault) => fault.pointer.startsWith(pointer)),
          JSON.stringify(intruder),
        ).toBe(true)
      }
    },
  )
})

/** The pointers of all values inside, including groups and lists. */
function pointersIn(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null || value instanceof NumberLiteral)
    return [pointer]
  const inside = Object.entries(value).flatMap(([key, item]) =>
    pointersIn(item, `${pointer}/${key}`),
  )
  return pointer === '' ? inside : [pointer, ...inside]
}
