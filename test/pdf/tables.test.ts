import { describe, expect, it } from 'vitest'
import { newDesk } from '../../src/pdf/layout/style.ts'
import { table } from '../../src/pdf/layout/tables.ts'
import { newRuns } from '../../src/pdf/layout/text-runs.ts'
import { invoiceOf } from './documents.ts'
import { sheetOf } from './sheet-text.ts'

const context = newDesk(sheetOf(invoiceOf(1)), 'a4', newRuns(false), () => 0.5)

function cellOf(text: string, details: string[]) {
  const { table: made } = table(context, {
    kind: 'table',
    columns: [{ label: 'Description', width: 'share', align: 'start' }],
    rows: [[{ text, details }]],
  }) as { table: { body: { stack: { text: string }[] }[][] } }
  return made.body[1]![0]!.stack.map((each) => each.text)
}

describe('a cell', () => {
  it('begins with its details when it has no text of its own', () => {
    expect(cellOf('', ['File: a.pdf'])).toEqual(['File: a.pdf'])
    expect(cellOf('Plan', ['File: a.pdf'])).toEqual(['Plan', 'File: a.pdf'])
  })
})
