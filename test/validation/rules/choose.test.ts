// Which rule sets apply to a document, and in which version.
import { expect, test } from 'vitest'
import { setsForDocument } from '../../../src/validation/rules/choose.ts'
import type { RulePack, RuleSet } from '../../../src/validation/rules/pack.ts'
import { parseXml } from '../../../src/xml/index.ts'

const order = { namespace: 'urn:order', local: 'Order' }
const set = (id: string, version: string, validFrom: string, more = {}): RuleSet => ({
  ...{ id, version, validFrom, title: id, files: [], patterns: 0, rules: 0, asserts: 0 },
  documents: [{ ...order, ...more }],
})
const pack = (name: RulePack['name'], ...ruleSets: RuleSet[]): RulePack => ({
  ...{ name, folder: '', ruleSets },
})

function chosen(packs: RulePack[], day: string, customization = 'urn:basic'): string[] {
  const id = `<CustomizationID>${customization}</CustomizationID>`
  const { root } = parseXml(Buffer.from(`<Order xmlns="urn:order">${id}</Order>`))
  return setsForDocument(packs, root, day).map(({ set }) => `${set.id} ${set.version}`)
}

test('each day has the version in force that day', () => {
  const packs = [pack('own', set('a', '1', '2026-01-01'), set('a', '2', '2026-11-16'))]
  expect(chosen(packs, '2026-11-15')).toEqual(['a 1'])
  expect(chosen(packs, '2026-11-16')).toEqual(['a 2'])
  expect(chosen(packs, '2026-11-15')).toEqual(['a 1'])
})

test('other packs have other versions on the same day', () => {
  const own = pack('own', set('a', '1', '2026-01-01'), set('b', '1', '2026-01-01'))
  const official = pack('official', set('a', '7', '2026-01-01'))
  expect(chosen([own], '2026-11-15')).toEqual(['a 1', 'b 1'])
  expect(chosen([official, own], '2026-11-15')).toEqual(['a 7', 'b 1'])
})

test.each([
  ['urn:basic:more', ['a 1', 'b 1']],
  ['urn:basic:special:1', ['a 1']],
  ['urn:other', []],
])('documents of the type %s have their rule sets', (customization, expected) => {
  const basic = { customizationId: 'urn:basic' }
  const exceptSpecial = { ...basic, exceptCustomizationIds: ['urn:basic:special'] }
  const sets = [
    set('a', '1', '2026-01-01', basic),
    set('b', '1', '2026-01-01', exceptSpecial),
    set('c', '1', '2026-01-01', { local: 'Invoice' }),
  ]
  expect(chosen([pack('own', ...sets)], '2026-11-15', customization)).toEqual(expected)
})
