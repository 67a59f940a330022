// What people write in place of a code, a field, a number or a day. A far-fetched guess is worse
// than none, so what could mean two things means nothing.
import { describe, expect, it, test } from 'vitest'
import * as codelists from '../../src/billing/codelists/index.ts'
import { codesWritten } from '../../src/billing/meant/code.ts'
import { dayMeant } from '../../src/billing/meant/day.ts'
import { decimalMeant } from '../../src/billing/meant/decimal.ts'
import { fieldsWritten, type GroupName } from '../../src/billing/meant/field.ts'
import { vatCategoryCodes } from '../../src/billing/vat-categories.ts'
import { fieldTable } from './field-table.ts'

describe('a word in place of a code', () => {
  const lists = new Map<string, ReadonlySet<string>>([
    ...Object.values(codelists).map(({ id, codes }) => [id, codes] as const),
    ['VAT', new Set<string>(vatCategoryCodes)],
  ])

  it.each([...codesWritten])('stands for codes of the list %s, and is none itself', (id, words) => {
    const codes = lists.get(id)!
    for (const [word, meant] of words) {
      for (const code of meant.split(' or ')) expect(codes, `${word} → ${code}`).toContain(code)
      expect(codes, word).not.toContain(word)
    }
  })
})

describe('a name in place of a field', () => {
  const prefixes: Record<GroupName, string> = {
    document: '',
    seller: 'seller.',
    buyer: 'buyer.',
    payee: 'payee.',
    representative: 'taxRepresentative.',
    address: 'seller.address.',
    contact: 'seller.contact.',
    identifier: 'seller.endpoint.',
    line: 'lines[].',
    vat: 'lines[].vat.',
    vatRow: 'vatBreakdown[].',
    allowance: 'allowances[].',
    lineAllowance: 'lines[].allowances[].',
    payment: 'payment.',
    creditTransfer: 'payment.creditTransfers[].',
    card: 'payment.card.',
    directDebit: 'payment.directDebit.',
    attachment: 'attachments[].',
    note: 'notes[].',
    precedingInvoice: 'precedingInvoices[].',
    delivery: 'delivery.',
    period: 'period.',
    totals: 'totals.',
    classification: 'lines[].classifications[].',
    itemAttribute: 'lines[].attributes[].',
    invoicedObject: 'invoicedObject.',
  }
  const fields = new Set(fieldTable().map(({ field }) => field.replace(/\[\]$/, '')))

  it.each(Object.keys(prefixes) as GroupName[])('of %s leads to a field that exists', (group) => {
    for (const [name, path] of fieldsWritten[group]) {
      const field = `${prefixes[group]}${path.replaceAll('[0]', '[]')}`
      expect(fields, `${group}: ${name} → ${path}`).toContain(field)
    }
  })
})

describe('a decimal', () => {
  test.each([
    ...[
      ['7,5', '7.5'],
      ['-7,5', '-7.5'],
      ['0,234', '0.234'],
      ['1.234,5', '1234.5'],
    ],
    ...[
      ['1,234.5', '1234.5'],
      ['1,234,567', '1234567'],
      ['1.234.567', '1234567'],
    ],
    ...[
      ["1'234.50", '1234.50'],
      ['1\u202f234,50', '1234.50'],
      ['+5', '5'],
      ['5.', '5'],
    ],
    ...[
      ['12 %', '12'],
      ['EUR 7', '7'],
      ['7 kr.', undefined],
      ['12,5 h', undefined],
    ],
    ...[
      ['1,234', undefined],
      ['1,23,4', undefined],
      ['1.2.3', undefined],
      ['', undefined],
    ],
    ...[
      ['1e3', undefined],
      ['(5)', undefined],
      ['5-', undefined],
      ['٣', undefined],
    ],
    ...[['9'.repeat(1_000_000), undefined]],
  ])('was meant by %.20j: %s', (text, meant) => {
    expect(decimalMeant(text!)).toBe(meant)
  })
})

describe('a day', () => {
  test.each([
    ...[
      ['24.12.2026', '2026-12-24'],
      ['1.2.2026', '2026-02-01'],
      ['24-12-2026', '2026-12-24'],
    ],
    ...[
      ['12/24/2026', '2026-12-24'],
      ['24/12/2026', '2026-12-24'],
      ['7/7/2026', '2026-07-07'],
    ],
    ...[
      ['2026-1-5', '2026-01-05'],
      ['2026/12/24', '2026-12-24'],
      ['20261224', '2026-12-24'],
    ],
    ...[
      ['2026-12-24T23:59:59+01:00', '2026-12-24'],
      ['2026-12-24Z', '2026-12-24'],
    ],
    ...[
      ['03/04/2026', undefined],
      ['2026-02-30', undefined],
      ['31.04.2026', undefined],
    ],
    ...[
      ['24.12.26', undefined],
      ['Dec 24', undefined],
      ['1735000000', undefined],
    ],
    ...[['0'.repeat(1_000_000), undefined]],
  ])('was meant by %.20j: %s', (text, meant) => {
    expect(dayMeant(text!)).toBe(meant)
  })
})
