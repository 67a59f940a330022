// What is kept together, and that nothing is which might be higher than a page.
import { describe, expect, it } from 'vitest'
import { toNodes } from '../../src/pdf/layout/definition.ts'
import type { Node } from '../../src/pdf/layout/pdfmake.ts'
import { newDesk } from '../../src/pdf/layout/style.ts'
import { newRuns } from '../../src/pdf/layout/text-runs.ts'
import type { Block } from '../../src/pdf/sheet.ts'
import { invoiceOf } from './documents.ts'
import { sheetOf } from './sheet-text.ts'

const context = newDesk(sheetOf(invoiceOf(1)), 'a4', newRuns(false), () => 0.5)
const heading: Block = { kind: 'heading', text: 'Title' }
const long = 'word '.repeat(2_000)
const tall = 'line\n'.repeat(100)

const isWhole = ({ unbreakable }: Node) => unbreakable === true
const rowsAreWhole = ({ table }: Node) =>
  (table as { dontBreakRows?: boolean }).dontBreakRows === true

/** The same block with a short text, with a long one, and with one of many lines. */
function variants(block: (text: string) => Block): Block[] {
  return ['short', long, tall].map(block)
}

describe('a heading and what follows', () => {
  it.each<[string, (text: string) => Block]>([
    ['a list', (text) => ({ kind: 'list', facts: [{ label: 'Label', value: text }] })],
    ['paragraphs', (text) => ({ kind: 'paragraphs', texts: [text] })],
    [
      'means of payment',
      (text) => ({ kind: 'payment', means: [[{ label: 'Label', value: text }]] }),
    ],
    [
      'a table',
      (text) => ({
        kind: 'table',
        columns: [{ label: 'Label', width: 'share', align: 'start' }],
        rows: [[{ text }]],
      }),
    ],
  ])('stay together when they are short: %s', (_, block) => {
    const whole = variants(block).map((each) => toNodes(context, [heading, each]).some(isWhole))
    expect(whole).toEqual([true, false, false])
  })
})

describe('a row of a table', () => {
  const inTable = (width: number) => (text: string) =>
    toNodes(context, [
      { kind: 'table', columns: [{ label: 'Label', width, align: 'start' }], rows: [[{ text }]] },
    ])

  it('is kept whole when it is lower than half a page, by the width of its column', () => {
    const text = 'word '.repeat(60)
    expect(inTable(400)(text).every(rowsAreWhole)).toBe(true)
    expect(inTable(40)(text).some(rowsAreWhole)).toBe(false)
  })

  it('includes the details below its text', () => {
    const row = (details: string[]) =>
      toNodes(context, [
        {
          kind: 'table',
          columns: [{ label: 'Label', width: 200, align: 'start' }],
          rows: [[{ text: 'x', details }]],
        },
      ])
    expect(row(['one']).every(rowsAreWhole)).toBe(true)
    expect(row(Array(100).fill('one')).some(rowsAreWhole)).toBe(false)
  })
})

describe('totals', () => {
  it('are kept together unless there are very many', () => {
    const row = { label: 'Total', amount: '1.00', decimals: 2, currency: 'EUR' }
    const totals = (count: number) =>
      toNodes(context, [{ kind: 'totals', rows: Array(count).fill(row) }])
    expect(totals(12).every(isWhole)).toBe(true)
    expect(totals(200).some(isWhole)).toBe(false)
  })
})
