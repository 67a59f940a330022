// The judgement about tax reports at the end of a chaos run finds each thing that may not be.
import { expect, it } from 'vitest'
import { type TaxLine, taxFaults } from './check-tax.ts'

const line = (transportHeaderId: string, role: string, change: Partial<TaxLine> = {}): TaxLine => ({
  ...{ transportHeaderId, role, type: 'S', verdict: 'AP' },
  messageId: `${transportHeaderId}-${role}@one`,
  ...change,
})
const honest = [line('d1', '01'), line('i1', '02'), line('i2', '02', { type: 'F' })]
const reportable: Parameters<typeof taxFaults>[1] = {
  sent: ['d1', 'd2'],
  refused: ['d2'],
  receipted: [{ instanceIdentifier: 'i1' }, { instanceIdentifier: 'i2', isInvalid: true }],
}

it('finds nothing where each was reported once', () => {
  expect(taxFaults(honest, reportable)).toEqual([])
})

it.each<[string, TaxLine[], string[]]>([
  ['one is missing', honest.slice(1), ['d1 01 was reported 0 times']],
  [
    'one was sent by two messages',
    [...honest, line('d1', '01', { messageId: 'another@one' })],
    ['d1 01 was reported 2 times'],
  ],
  [
    'a repeat counts as another',
    [...honest, line('d1', '01')],
    ['d1-01@one is listed again', 'd1 01 was reported 2 times'],
  ],
  [
    'one was refused',
    [line('d1', '01', { verdict: 'RE' }), ...honest.slice(1)],
    ['the report of d1 01 was answered RE'],
  ],
  [
    'what is invalid is told as valid',
    [...honest.slice(0, 2), line('i2', '02')],
    ['i2 02 was reported as S, not F'],
  ],
  [
    'what was refused is there',
    [...honest, line('d2', '01')],
    ['d2 01 was reported, and must not be'],
  ],
  [
    'what nobody sent is reported',
    [...honest, line('d9', '01')],
    ['d9 01 was reported, and must not be'],
  ],
])('finds that %s', (_, lines, faults) => {
  expect(taxFaults(lines, reportable)).toEqual(faults)
})
