// What `fourcorner rules forecast` prints for people.
import { expect, it } from 'vitest'
import { forecastInWords } from '../../src/cli/rules.ts'

const entry = {
  ...{ id: '1', on: '2027-02-24', days: 30, progress: 1, createdAt: '2027-01-25T09:20:41.004Z' },
  ...({ of: 'tenant', status: 'completed', hasMore: false } as const),
  rules: [],
  documents: { judged: 812, refused: 0, withoutBytes: 0, notJudged: 0 },
}

it('says that nothing would be refused', () => {
  expect(forecastInWords(entry)).toBe(
    'On 2027-02-24, 0 of 812 documents of the last 30 days would be refused.',
  )
})

it('lists rules with senders and ids, or with tenants, and what was left out', () => {
  const documents = { judged: 812, refused: 3, withoutBytes: 2, notJudged: 1 }
  const row = { documentTypeId: 'a type', rule: 'BR-1', documents: 3 }
  const rules = [
    { ...row, sender: '0208:0123456749', documentIds: ['id-1', 'id-2'] },
    { ...row, tenantId: 'tenant-1' },
  ]
  expect(forecastInWords({ ...entry, documents, rules, hasMore: true })).toBe(
    'On 2027-02-24, 3 of 812 documents of the last 30 days would be refused (2 have no bytes any ' +
      'more; 1 have no rules that can be used).\n' +
      '  BR-1: 3 of 0208:0123456749, a type\n    id-1 id-2\n' +
      '  BR-1: 3 of tenant tenant-1, a type\n  There are more; ask the API.',
  )
})
