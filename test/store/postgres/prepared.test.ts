import { expect, test } from 'vitest'
import { inParts } from '../../../src/store/postgres/prepared.ts'

const statement = inParts<'lines' | 'keys'>(
  'write_documents',
  (needs) => `insert${needs.lines ? ', lines' : ''}${needs.keys ? ', keys' : ''}`,
)

test('a statement has the parts that are needed, and no others', () => {
  expect(statement({ lines: false, keys: false }).text).toBe('insert')
  expect(statement({ lines: true, keys: false }).text).toBe('insert, lines')
  expect(statement({ lines: true, keys: true }).text).toBe('insert, lines, keys')
})

test('the same parts are the same statement, other parts another one, by short names', () => {
  const forms = [
    statement({ lines: false, keys: true }),
    statement({ lines: true, keys: false }),
    statement({ lines: true, keys: true }),
  ]
  expect(statement({ lines: true, keys: false })).toBe(forms[1])
  const names = forms.map(({ name }) => name)
  expect(new Set(names).size).toBe(3)
  for (const name of names) expect(name).toMatch(/^write_documents_\d$/)
})

test('each form numbers the parameters that it has, and is given the values of all', () => {
  const form = inParts<'lines', { keys: string; lines: string; ids: string }>(
    'write_rows',
    (needs) => `${needs.lines ? 'lines $lines, ' : ''}keys $keys, ids $ids`,
  )
  const values = { ids: 'a', keys: 'b', lines: 'c' }
  expect(form({ lines: true }).with(values)).toEqual({
    name: 'write_rows_0',
    text: 'lines $1, keys $2, ids $3',
    values: ['c', 'b', 'a'],
  })
  expect(form({ lines: false }).with(values)).toEqual({
    name: 'write_rows_1',
    text: 'keys $1, ids $2',
    values: ['b', 'a'],
  })
  const more = { ...values, other: 'd' }
  expect(() => form({ lines: false }).with(more)).toThrow('has no parameter $other')
})
