// The calendar of rule sets: since when, until when, and what follows.
import { expect, test } from 'vitest'
import { ruleCalendar } from '../../../src/validation/index.ts'
import { listCalendar } from '../../../src/validation/rules/list.ts'
import type { RulePack, RuleSet } from '../../../src/validation/rules/pack.ts'

const set = (id: string, version: string, validFrom: string): RuleSet => ({
  ...{ id, version, validFrom, title: id, files: [], patterns: 0, rules: 0, asserts: 0 },
})
const own: RulePack = {
  ...{ name: 'own', folder: '' },
  ruleSets: [set('b', '1', '2026-01-01'), set('b', '2', '2027-02-24'), set('a', '1', '2027-01-01')],
}
const official: RulePack = {
  ...{ name: 'official', folder: '' },
  ruleSets: [set('b', '1', '2026-01-01'), set('b', '3', '2027-06-01')],
}
const packs = [official, own]
const dated = (version: string, pack: string, validFrom: string) => ({ version, pack, validFrom })
const [two, three] = [dated('2', 'own', '2027-02-24'), dated('3', 'official', '2027-06-01')]

test.each([
  ['2026-11-28', { ...dated('1', 'official', '2026-01-01'), validUntil: '2027-02-23', next: two }],
  ['2027-02-24', { ...two, validUntil: '2027-05-31', next: three }],
  ['2027-06-01', three],
])('on %s each set has its days and what follows', (day, expected) => {
  const a = { id: 'a', title: 'a', ...dated('1', 'own', '2027-01-01') }
  expect(ruleCalendar(packs, day)).toEqual([a, { id: 'b', title: 'b', ...expected }])
})

test('before its first version a set has that, and what follows it', () => {
  expect(ruleCalendar(packs, '2020-01-01')[1]).toMatchObject({ version: '1', next: two })
})

test('the lines for a terminal name our next version of BIS Billing', () => {
  const line = listCalendar('no-such-folder', '2026-11-28').find((one) => /^peppol-b/.test(one))
  expect(line?.split(/ {2,}/)).toEqual([
    ...['peppol-billing', '3.0.21', 'own', '2026-08-17', '2027-02-23'],
    ...['3.0.22 (own) from 2027-02-24', 'Peppol BIS Billing'],
  ])
})
