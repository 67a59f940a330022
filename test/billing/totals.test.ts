import { describe, expect, test } from 'vitest'
import { completeDocument, kinds, readBusinessDocument, toUbl } from '../../src/billing/index.ts'
import { accept, invoice } from './fixtures.ts'

/** An invoice over these fields, completed. */
function completed(fields: Record<string, unknown>) {
  return completeDocument(kinds.invoice, accept(kinds.invoice, invoice(fields)))
}

function line(
  quantity: string,
  netPrice: string,
  rate: string,
  more: Record<string, unknown> = {},
) {
  return { name: 'Item', quantity, netPrice, vat: { rate }, ...more }
}

function netAmount(given: Record<string, unknown>): string | undefined {
  return completed({ lines: [given] }).document.lines[0]?.netAmount
}

describe('a line amount', () => {
  test.each([
    ['1', '0.005', '0.01'],
    ['-1', '0.005', '-0.01'],
    ['3', '33.335', '100.01'],
    ['-3', '33.335', '-100.01'],
    ['0.333', '0.333', '0.11'],
    ['7', '0', '0.00'],
    ['123456789012345', '0.01', '1234567890123.45'],
  ])('is %s times %s rounded half away from zero: %s', (quantity, netPrice, expected) => {
    expect(netAmount(line(quantity, netPrice, '25'))).toBe(expected)
  })

  test('divides the price by the number of units it is for', () => {
    expect(netAmount(line('12345', '4.921', '25', { priceBaseQuantity: '1000' }))).toBe('60.75')
    expect(netAmount(line('1', '10', '25', { priceBaseQuantity: '3' }))).toBe('3.33')
    expect(netAmount(line('5', '1', '25', { priceBaseQuantity: '1000' }))).toBe('0.01')
    expect(netAmount(line('-5', '1', '25', { priceBaseQuantity: '1000' }))).toBe('-0.01')
  })

  test('includes its charges and allowances, each rounded separately', () => {
    const charges = [
      { baseAmount: '0.05', percent: '10', reason: 'a' },
      { baseAmount: '0.05', percent: '10', reason: 'b' },
    ]
    const allowances = [{ amount: '1.50', reason: 'c' }]
    expect(netAmount(line('1', '10', '25', { charges, allowances }))).toBe('8.52')
  })

  test('comes from the gross price less the discount if there is no net price', () => {
    const { document } = completed({
      lines: [
        {
          name: 'Item',
          quantity: '3',
          grossPrice: '10.005',
          priceDiscount: '0.5',
          vat: { rate: '25' },
        },
      ],
    })
    expect(document.lines[0]).toMatchObject({ netPrice: '9.505', netAmount: '28.52' })
  })
})

describe('the VAT breakdown', () => {
  test('has one row per category and rate, in the order of first use', () => {
    const { document } = completed({
      lines: [
        line('1', '10', '25'),
        line('1', '20', '12'),
        line('1', '30', '25.00'),
        line('1', '40', '6'),
      ],
    })
    expect(document.vatBreakdown).toMatchObject([
      { category: 'S', rate: '25', taxableAmount: '40.00', taxAmount: '10.00' },
      { category: 'S', rate: '12', taxableAmount: '20.00', taxAmount: '2.40' },
      { category: 'S', rate: '6', taxableAmount: '40.00', taxAmount: '2.40' },
    ])
    expect(document.totals).toMatchObject({
      lines: '100.00',
      vat: '14.80',
      withVat: '114.80',
      payable: '114.80',
    })
  })

  test('distinguishes the rates 10 and 100', () => {
    const { document } = completed({
      lines: [line('1', '1', '10'), line('1', '1', '100'), line('1', '1', '10.0')],
    })
    expect(document.vatBreakdown.map(({ rate, taxableAmount }) => [rate, taxableAmount])).toEqual([
      ['10', '2.00'],
      ['100', '1.00'],
    ])
  })

  test('rounds the tax of the whole row once, not that of each line', () => {
    const { document } = completed({
      lines: [line('1', '0.02', '25'), line('1', '0.02', '25'), line('1', '0.02', '25')],
    })
    expect(document.vatBreakdown).toMatchObject([{ taxableAmount: '0.06', taxAmount: '0.02' }])
  })

  test('rounds negative tax away from zero', () => {
    const { document } = completed({ lines: [line('-1', '0.02', '25')] })
    expect(document.vatBreakdown).toMatchObject([{ taxableAmount: '-0.02', taxAmount: '-0.01' }])
    expect(document.totals.payable).toBe('-0.03')
  })

  test('subtracts document allowances and adds charges, each in its own row', () => {
    const { document } = completed({
      lines: [line('1', '100', '25')],
      allowances: [{ amount: '10', reason: 'a', vat: { rate: '25' } }],
      charges: [{ baseAmount: '50', percent: '5', reason: 'b', vat: { rate: '12' } }],
    })
    expect(document.vatBreakdown).toMatchObject([
      { rate: '25', taxableAmount: '90.00', taxAmount: '22.50' },
      { rate: '12', taxableAmount: '2.50', taxAmount: '0.30' },
    ])
    expect(document.totals).toEqual({
      lines: '100.00',
      allowances: '10.00',
      charges: '2.50',
      withoutVat: '92.50',
      vat: '22.80',
      vatInTaxCurrency: undefined,
      withVat: '115.30',
      paid: undefined,
      rounding: undefined,
      payable: '115.30',
    })
  })

  test('has no tax if the category has none, and keeps the reason', () => {
    const exempt = {
      name: 'Item',
      quantity: '1',
      netPrice: '80',
      vat: { category: 'E', rate: '0' },
    }
    const { document } = completed({
      lines: [line('1', '20', '25'), exempt],
      vatBreakdown: [{ category: 'E', exemptionReason: 'Health care' }],
    })
    expect(document.vatBreakdown).toEqual([
      {
        category: 'E',
        rate: '0',
        taxableAmount: '80.00',
        taxAmount: '0.00',
        exemptionReason: 'Health care',
      },
      { category: 'S', rate: '25', taxableAmount: '20.00', taxAmount: '5.00' },
    ])
  })

  test('puts stated rows first, in their order, with the numbers as written', () => {
    const vatBreakdown = [
      { category: 'S', rate: '6.0', taxableAmount: '10' },
      { category: 'S', rate: '12.00', taxAmount: '1.2' },
    ]
    const rates = ['25', '12', '6'].map((rate) => line('1', '10', rate))
    const { document, inconsistencies } = completed({ lines: rates, vatBreakdown })
    expect(inconsistencies).toEqual([])
    expect(
      document.vatBreakdown.map(({ rate, taxableAmount, taxAmount }) => [
        rate,
        taxableAmount,
        taxAmount,
      ]),
    ).toEqual([
      ['6.0', '10', '0.60'],
      ['12.00', '10.00', '1.2'],
      ['25', '10.00', '2.50'],
    ])
  })
})

describe('the totals', () => {
  test('take off what is paid and add the rounding', () => {
    const totals = { paid: '100', rounding: '-0.25' }
    const { document } = completed({ lines: [line('1', '100.2', '25')], totals })
    expect(document.totals).toMatchObject({
      withVat: '125.25',
      paid: '100',
      rounding: '-0.25',
      payable: '25.00',
    })
  })

  test('say that nothing is paid when the caller says 0', () => {
    const { document } = completed({ totals: { paid: '0' } })
    expect(document.totals).toMatchObject({ paid: '0', payable: '1250.00' })
  })

  test('have no allowances and charges if there are none, unless 0 is stated', () => {
    expect(completed({}).document.totals).toMatchObject({
      allowances: undefined,
      charges: undefined,
    })
    const { document, inconsistencies } = completed({
      totals: { allowances: '0', charges: '0.00' },
    })
    expect(document.totals).toMatchObject({ allowances: '0', charges: '0.00' })
    expect(inconsistencies).toEqual([])
  })

  test.each([
    ['1000', '1000'],
    ['1000.0', '1000.0'],
    ['1000.00', '1000.00'],
    ['1000.000', '1000.00'],
    ['01000', '1000'],
  ])(
    'are written as stated, %s as %s: at most two decimals (BR-DEC-09) and no leading zeros',
    (stated, written) => {
      expect(completed({ totals: { lines: stated } }).document.totals.lines).toBe(written)
    },
  )

  test('of a document of 10,000 lines are the sum of its lines', () => {
    const lines = Array.from({ length: 10_000 }, () => line('1', '0.01', '25'))
    expect(completed({ lines }).document.totals).toMatchObject({
      lines: '100.00',
      vat: '25.00',
      payable: '125.00',
    })
  })
})

describe('legal decimals whose results have more digits than input may have', () => {
  const nines = (count: number) => '9'.repeat(count)
  const base = { name: 'x', quantity: '1', netPrice: '1', vat: { rate: '25' } }
  const lineOf = (fields: object) => [{ ...base, ...fields }]
  const huge: [string, object][] = [
    ['a quantity', { lines: lineOf({ quantity: nines(30), netPrice: '12.5' }) }],
    ['quantity and price', { lines: lineOf({ quantity: nines(15), netPrice: nines(16) }) }],
    ['a rate', { lines: lineOf({ netPrice: '1000', vat: { rate: nines(30) } }) }],
    [
      'a base quantity',
      { lines: lineOf({ netPrice: '999', priceBaseQuantity: `0.${'0'.repeat(27)}1` }) },
    ],
    ['a sum', { lines: Array.from({ length: 20 }, () => ({ ...base, netPrice: nines(28) })) }],
    [
      'a gross price',
      {
        lines: lineOf({
          netPrice: undefined,
          grossPrice: nines(30),
          priceDiscount: `0.${'0'.repeat(27)}1`,
        }),
      },
    ],
    [
      'a percentage',
      {
        lines: lineOf({}),
        allowances: [
          { baseAmount: `${nines(28)}.00`, percent: nines(30), reason: 'x', vat: { rate: '25' } },
        ],
      },
    ],
  ]

  test.each(huge)('are computed, written and read back: %s', (_, fields) => {
    const { document, inconsistencies } = completed({ ...fields })
    expect(inconsistencies).toEqual([])
    const read = readBusinessDocument(toUbl(kinds.invoice, document))
    expect(read).toMatchObject({
      kind: 'read',
      summary: { totals: { payable: document.totals.payable } },
    })
    expect(document.totals.payable.replace(/[-.]/g, '').length).toBeGreaterThan(29)
  })

  test('are compared with what is stated', () => {
    const { inconsistencies } = completed({
      lines: lineOf({ quantity: nines(30), netPrice: '12.5', netAmount: '1' }),
    })
    expect(inconsistencies).toMatchObject([{ pointer: '/lines/0/netAmount', stated: '1' }])
  })
})
