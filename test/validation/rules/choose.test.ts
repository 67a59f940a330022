// Which rule sets apply to a document, and in which version.
import { expect, test } from 'vitest'
import { chooseById, rulesFor, versionsOf } from '../../../src/validation/rules/choose.ts'
import { identityOf } from '../../../src/validation/rules/document-identity.ts'
import { ageOf, gapsOf, noteOn } from '../../../src/validation/rules/in-force.ts'
import type { RulePack, RuleSet } from '../../../src/validation/rules/pack.ts'
import { parseXml } from '../../../src/xml/index.ts'

const order = { namespace: 'urn:order', local: 'Order' }
const set = (id: string, version: string, validFrom = '2026-01-01', more = {}): RuleSet => ({
  ...{ id, version, validFrom, title: id, files: [], patterns: 0, rules: 0, asserts: 0 },
  documents: [{ ...order, ...more }],
})
const pack = (name: RulePack['name'], ...ruleSets: RuleSet[]): RulePack => ({
  ...{ name, folder: '', ruleSets },
})
const names = (sets: readonly { set: RuleSet }[]) =>
  sets.map(({ set: { id, version } }) => `${id} ${version}`)

function chosen(packs: RulePack[], day: string, customizationId = 'urn:basic'): string[] {
  return names(rulesFor(packs, { ...order, customizationId }, { day }).sets)
}

test('each day has the version in force that day', () => {
  const packs = [pack('own', set('a', '1'), set('a', '2', '2026-11-16'))]
  expect(chosen(packs, '2026-11-15')).toEqual(['a 1'])
  expect(chosen(packs, '2026-11-16')).toEqual(['a 2'])
  expect(chosen(packs, '2026-11-15')).toEqual(['a 1'])
})

test('other packs have other versions on the same day', () => {
  const own = pack('own', set('a', '1'), set('b', '1'))
  const official = pack('official', set('a', '7'))
  expect(chosen([own], '2026-11-15')).toEqual(['a 1', 'b 1'])
  expect(chosen([official, own], '2026-11-15')).toEqual(['a 7', 'b 1'])
})

const own3 = pack('own', set('a', '3.0.21'), set('a', '3.0.22', '2027-02-24'))

test('of all packs, the version that has begun last is in force', () => {
  const official = pack('official', set('a', '3.0.20', '2025-12-01'), set('a', '3.0.21'))
  const packs = [official, own3]
  const on = (day: string) => chooseById(packs, 'a', day)
  expect(on('2027-02-23')).toEqual({ pack: official, set: official.ruleSets[1] })
  expect(on('2027-02-24')).toEqual({ pack: own3, set: own3.ruleSets[1] })
  expect(on('2025-12-31')).toEqual({ pack: official, set: official.ruleSets[0] })
  expect(on('2020-01-01')).toEqual({ pack: official, set: official.ruleSets[0] })
})

test.each(['2027-02-24', '2027-02-20', '2027-03-01'])(
  'an official version of the same number replaces ours, whose day is %s',
  (from) => {
    const official = pack('official', set('a', '3.0.21'), set('a', '3.0.22', from))
    const packs = [official, own3]
    expect(versionsOf(packs, 'a').map((each) => each.pack.name)).toEqual(['official', 'official'])
    expect(chooseById(packs, 'a', from)?.set).toBe(official.ruleSets[1])
  },
)

test('of two versions that begin on one day, the official one is in force', () => {
  const official = pack('official', set('a', '3.0.23', '2027-02-24'))
  const chosen = chooseById([official, own3], 'a', '2027-02-24')
  expect(chosen).toEqual({ pack: official, set: official.ruleSets[0] })
})

test('of a version that cannot be installed, ours takes the place of what it changes', () => {
  const report = { namespace: 'urn:peppol:schema:taxdata:1.0', local: 'TaxData' }
  const own = pack('own', set('tdd-ae-changes', '1.0.4'))
  const setsFor = (...packs: RulePack[]) =>
    rulesFor(packs, { ...report, customizationId: '' }, { day: '2027-01-01' }).sets
  const installed = pack('official', set('tdd-ae', '1.0.3'))
  expect(setsFor(installed, own)).toEqual([
    { pack: installed, set: installed.ruleSets[0], without: ['ibr-tdd-17', 'ibr-tdd-33'] },
    { pack: own, set: own.ruleSets[0] },
  ])
  for (const version of ['1.0.4', '1.0.2'])
    expect(setsFor(pack('official', set('tdd-ae', version)), own)).toMatchObject([
      { set: { id: 'tdd-ae', version } },
    ])
  expect(setsFor(installed)).toEqual([{ pack: installed, set: installed.ruleSets[0] }])
  expect(setsFor(own)).toEqual([])
})

test.each([
  ['urn:basic', ['a 1', 'b 1']],
  ['urn:basic:more', ['b 1']],
  ['urn:Basic', ['b 1']],
  ['urn:basi', ['b 1']],
])("an operator's rule sets are for the whole identifier: %s", (customization, expected) => {
  const sets = [
    set('a', '1', '2026-01-01', { customizationId: 'urn:basic' }),
    set('b', '1'),
    set('c', '1', '2026-01-01', { local: 'Invoice' }),
  ]
  expect(chosen([pack('own', ...sets)], '2026-11-15', customization)).toEqual(expected)
})

test.each([
  ['<CustomizationID>urn:a</CustomizationID>', 'urn:a'],
  ['<CustomizationID>\n  urn:a\t</CustomizationID>', 'urn:a'],
  ['<CustomizationID>URN:A</CustomizationID>', 'URN:A'],
  ['<CustomizationID/>', ''],
  ['', ''],
  ['<CustomizationID>urn:a</CustomizationID><CustomizationID>urn:b</CustomizationID>', 'urn:a'],
  [
    '<ExchangedDocumentContext><GuidelineSpecifiedDocumentContextParameter><ID> urn:g </ID>' +
      '</GuidelineSpecifiedDocumentContextParameter></ExchangedDocumentContext>',
    'urn:g',
  ],
  ['<ExchangedDocumentContext/>', ''],
])('the identifier of %s is "%s"', (content, expected) => {
  const { root } = parseXml(Buffer.from(`<Order xmlns="urn:order">${content}</Order>`))
  expect(identityOf(root)).toEqual({ ...order, customizationId: expected })
})

const invoice = {
  namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  local: 'Invoice',
}
const oman = { ...invoice, customizationId: 'urn:peppol:pint:billing-1@om-1' }
const day = '2026-11-28'

test('a version that contradicts the one in force counts as none, except for a report', () => {
  const packs = [pack('official', set('pint-om', '1.0.0'))]
  expect(rulesFor(packs, oman, { day })).toEqual({
    sets: [],
    unused: 'the rule set pint-om 1.0.0 is older than in force, which is 1.0.1',
  })
  const { sets } = rulesFor(packs, oman, { day, withOutdated: true })
  expect(names(sets)).toEqual(['pint-om 1.0.0'])
  expect(noteOn(packs[0]!, sets[0]!.set)).toContain('older than in force, which is 1.0.1')
})

test.each(['1.0.1', '1.0.2', '1.1', '2.0.0'])('version %s is as good as in force', (version) => {
  const packs = [pack('official', set('pint-om', version))]
  const { sets } = rulesFor(packs, oman, { day })
  expect(names(sets)).toEqual([`pint-om ${version}`])
  expect(noteOn(packs[0]!, sets[0]!.set)).toBeUndefined()
})

test('an older version that agrees with the one in force is used, and says so', () => {
  const packs = [pack('official', set('pint-sg', '1.4.0'))]
  const singapore = { ...invoice, customizationId: 'urn:peppol:pint:billing-1@sg-1' }
  expect(names(rulesFor(packs, singapore, { day }).sets)).toEqual(['pint-sg 1.4.0'])
  expect(ageOf({ id: 'pint-sg', version: '1.4.0' })?.isOutdated).toBe(false)
  expect(gapsOf(packs).filter((gap) => gap.includes('pint-sg'))).toEqual([
    expect.stringMatching(/^Older: .*1\.4\.1; here it is 1\.4\.0, which is used\.$/),
  ])
})

test('a version of the past is no reason for a note once its successor is here', () => {
  const [old, current] = [set('en16931', '1.3.15'), set('en16931', '1.3.16', '2026-08-17')]
  expect(noteOn(pack('official', old), old)).toContain('older than in force')
  expect(noteOn(pack('official', old, current), old)).toBeUndefined()
})

test('what a country has in force is missed only where all of it is asked for', () => {
  const [few, all] = [gapsOf([]), gapsOf([], { all: true })]
  expect(few).toHaveLength(4)
  expect(few.join()).not.toMatch(/pint|xrechnung|tdd/)
  expect(all.length).toBeGreaterThan(25)
  expect(all.join('\n')).toContain('Missing: XRechnung, CII syntax (xrechnung-cii) is in force')
  const outdated = gapsOf([pack('official', set('tdd-vida', '1.0.0'))])
  expect(outdated.join('\n')).toMatch(/Older: .*1\.0\.0, which contradicts it and is not used/)
})
