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
