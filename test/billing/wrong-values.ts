// Wrong values for a field, by its form: each is wrong judged by the field alone.
import { NumberLiteral } from '../../src/billing/index.ts'
import type { FieldForm } from './field-table.ts'

const ofAnyForm: unknown[] = [null, true, [[]]]
const ofTexts: unknown[] = [{}, '', ' \n', 'a\u0000', '\ud800', new NumberLiteral('5')]

export const wrongValues: Record<FieldForm, unknown[]> = {
  group: [...ofAnyForm, 5, { unheardOf: 'x' }],
  text: [...ofAnyForm, ...ofTexts],
  code: [...ofAnyForm, ...ofTexts, 'no code', '§'],
  day: [
    ...ofAnyForm,
    ...ofTexts,
    '2026-02-30',
    '2026-13-01',
    '20261121',
    '1899-12-31',
    '2026-11-21Z',
  ],
  decimal: [
    ...ofAnyForm,
    ...['', ' ', '1,5', 'NaN', 'Infinity', '1e400', '0x10', '+1', '.5', '9'.repeat(31), '1\u0000'],
    ...[new NumberLiteral('1e400'), new NumberLiteral('9'.repeat(31)), {}, 1.5],
  ],
}
