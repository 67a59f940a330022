import { describe, expect, test } from 'vitest'
import { fieldTable } from './field-table.ts'

const rows = fieldTable()

/**
 * The business terms of EN 16931; there is no BT-4. Parts of terms, such as BT-18-1, are
 * schemes and media types.
 */
const terms = [
  ...range('BT', 1, 163).filter((term) => !['BT-4'].includes(term)),
  ...['BT-164', 'BT-165'],
  ...[
    'BT-18-1',
    'BT-29-1',
    'BT-30-1',
    'BT-34-1',
    'BT-46-1',
    'BT-47-1',
    'BT-49-1',
    'BT-60-1',
    'BT-61-1',
    'BT-71-1',
  ],
  ...['BT-125-1', 'BT-125-2', 'BT-128-1', 'BT-157-1', 'BT-158-1', 'BT-158-2'],
]
/**
 * Groups that the JSON does not have: a line's item, price and VAT are fields of the line;
 * identification of the process is two fields of the document.
 */
const withoutGroup = ['BG-2', 'BG-29', 'BG-30', 'BG-31']
const groups = range('BG', 1, 32).filter((group) => !withoutGroup.includes(group))

describe('the table of fields', () => {
  test('has every business term and group of EN 16931', () => {
    const known = new Set(rows.map(({ term }) => term))
    expect([...terms, ...groups].filter((term) => !known.has(term))).toEqual([])
  })

  test('says where every field is, in both documents', () => {
    const nowhere = rows.filter(
      ({ invoice, creditNote }) => invoice === undefined || creditNote === undefined,
    )
    expect(nowhere.map(({ field }) => field)).toEqual([
      'type',
      'profile',
      'payment.creditorIdOn',
      'notes[].subjectCode',
    ])
  })

  test.each([
    [
      'lines[].netPrice',
      'BT-146',
      'decimal',
      'InvoiceLine/Price/PriceAmount',
      'CreditNoteLine/Price/PriceAmount',
    ],
    ['dueDate', 'BT-9', 'day', 'DueDate', 'PaymentMeans/PaymentDueDate'],
    ['projectReference', 'BT-11', 'text', 'ProjectReference/ID', 'AdditionalDocumentReference/ID'],
    [
      'lines[].unitCode',
      'BT-130',
      'code',
      'InvoiceLine/InvoicedQuantity/@unitCode',
      'CreditNoteLine/CreditedQuantity/@unitCode',
    ],
  ])('has %s: %s', (field, term, form, invoice, creditNote) => {
    expect(rows.find((row) => row.field === field)).toMatchObject({
      term,
      form,
      invoice,
      creditNote,
    })
  })

  test('names each field once, with a description, and an example if it has a value', () => {
    expect(new Set(rows.map(({ field }) => field)).size).toBe(rows.length)
    for (const { field, about, form, example } of rows) {
      expect(about, field).toMatch(/\S/)
      if (form !== 'group') expect(example, field).toMatch(/\S/)
    }
  })
})

function range(prefix: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${prefix}-${from + index}`)
}
