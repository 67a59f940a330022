// Which documents are reported, by whom and from when.
import { describe, expect, it, test } from 'vitest'
import { reportingEntry } from '../../../src/core/reporting/reporting-entry.ts'
import { taxRegimes, taxReportingProcess } from '../../../src/reporting/index.ts'
import type { TaxReporting } from '../../../src/store/index.ts'

const from = '2027-01-01'
const entry = (regime: TaxReporting['regime'], participants: string[]): TaxReporting => ({
  ...{ regime, participants, from, receiver: '0242:000773' },
  ...{ holdOutcome: false, overdueMinutes: 25 },
})
const emirates = entry('ae', ['0235:1234567890'])
const slovakia = entry('sk', ['0245:2020202020', '9950:sk2020202020'])
const tenant = { taxReporting: [emirates, slovakia] }

const ubl = (root: string, customizationId: string) =>
  `urn:oasis:names:specification:ubl:schema:xsd:${root}-2::${root}##${customizationId}::2.1`
const wildcard = (value: string) => `peppol-doctype-wildcard::${value}`
const busdox = (value: string) => `busdox-docid-qns::${value}`
const pint = (kind: string, country = 'ae') => `urn:peppol:pint:${kind}-1@${country}-1`
const bis = (kind: string) =>
  `urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:${kind}:3.0`

const inEmirates = {
  participant: '0235:1234567890',
  documentTypeId: wildcard(ubl('Invoice', pint('billing'))),
  at: new Date('2027-02-01T12:00:00Z'),
}
const inSlovakia = {
  ...inEmirates,
  participant: '9950:sk2020202020',
  documentTypeId: busdox(ubl('Invoice', bis('billing'))),
}

describe('the types of documents that a regime is told of', () => {
  it.each([
    ['Invoice', pint('billing')],
    ['CreditNote', pint('billing')],
    ['Invoice', pint('selfbilling')],
    ['CreditNote', pint('selfbilling')],
  ])('Emirates: %s %s', (root, customizationId) => {
    const value = ubl(root, customizationId)
    for (const documentTypeId of [wildcard(value), busdox(value)])
      expect(reportingEntry(tenant, { ...inEmirates, documentTypeId })).toBe(emirates)
  })

  it.each([
    ['Invoice', bis('billing')],
    ['CreditNote', bis('billing')],
    ['Invoice', bis('selfbilling')],
    ['CreditNote', bis('selfbilling')],
  ])('Slovakia: %s %s', (root, customizationId) => {
    const documentTypeId = busdox(ubl(root, customizationId))
    expect(reportingEntry(tenant, { ...inSlovakia, documentTypeId })).toBe(slovakia)
  })

  it.each([
    ubl('Invoice', pint('billing', 'om')),
    ubl('Invoice', `${pint('billing')}:more`),
    ubl('Order', pint('billing')),
    ubl('Invoice', bis('billing')),
    'urn:peppol:schema:taxdata:1.0::TaxData##urn:peppol:taxdata:ae-1::1.0',
  ])('not in the Emirates: %s', (value) => {
    const documentTypeId = busdox(value)
    expect(reportingEntry(tenant, { ...inEmirates, documentTypeId })).toBeUndefined()
  })

  it.each([
    ubl('Invoice', pint('billing')),
    ubl('Invoice', `${bis('billing')}#conformant#urn:fdc:example`),
    ubl('Order', 'urn:fdc:peppol.eu:poacc:trns:order:3'),
    'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice' +
      `##${bis('billing')}::D16B`,
  ])('not in Slovakia: %s', (value) => {
    const documentTypeId = busdox(value)
    expect(reportingEntry(tenant, { ...inSlovakia, documentTypeId })).toBeUndefined()
  })
})

describe('the reporting end user', () => {
  it.each(['9950:SK2020202020', 'iso6523-actorid-upis::9950:sk2020202020', '0245:2020202020'])(
    'is one of the participants, in any letters: %s',
    (participant) => expect(reportingEntry(tenant, { ...inSlovakia, participant })).toBe(slovakia),
  )

  it.each(['9950:sk2020202021', '0245:2020202021', '0235:1234567890', 'no participant', ''])(
    'is none of them: %s',
    (participant) => expect(reportingEntry(tenant, { ...inSlovakia, participant })).toBeUndefined(),
  )

  it('is not there without an entry', () => {
    for (const none of [{}, { taxReporting: [] }, { taxReporting: [emirates] }])
      expect(reportingEntry(none, inSlovakia)).toBeUndefined()
  })
})

// Midnight comes four hours earlier in Dubai, and one hour earlier in Bratislava.
test.each([
  ['2026-12-31T19:59:59.999Z', false, false],
  ['2026-12-31T20:00:00.000Z', true, false],
  ['2026-12-31T22:59:59.999Z', true, false],
  ['2026-12-31T23:00:00.000Z', true, true],
])('at %s: reported in the Emirates %s, in Slovakia %s', (moment, emirati, slovak) => {
  const at = new Date(moment)
  expect(reportingEntry(tenant, { ...inEmirates, at }) === emirates).toBe(emirati)
  expect(reportingEntry(tenant, { ...inSlovakia, at }) === slovakia).toBe(slovak)
})

test('in summer, Bratislava is two hours ahead', () => {
  const summer = { taxReporting: [{ ...slovakia, from: '2027-07-01' }] }
  const reported = (moment: string) =>
    reportingEntry(summer, { ...inSlovakia, at: new Date(moment) }) !== undefined
  expect(reported('2027-06-30T21:59:59.999Z')).toBe(false)
  expect(reported('2027-06-30T22:00:00.000Z')).toBe(true)
})

describe('the table of regimes', () => {
  it('names the types and the process of their reports', () => {
    const types = Object.values(taxRegimes).map(({ documentTypeId }) => documentTypeId)
    expect(types).toEqual([
      busdox('urn:peppol:schema:taxdata:1.0::TaxData##urn:peppol:taxdata:ae-1::1.0'),
      busdox('urn:peppol:schema:sk-taxdata:1.0::TaxData##urn:peppol:taxdata:sk-1::1.0'),
      busdox('urn:peppol:schema:om-taxdata:1.0::TaxData##urn:peppol:taxdata:om-1::1.0'),
      busdox('urn:peppol:schema:vida-taxdata:1.0::TaxData##urn:peppol:taxdata:vida-1::1.0'),
    ])
    expect(taxReportingProcess.value).toBe('urn:peppol:taxreporting')
  })

  it('says what can be told, and for how long it is kept', () => {
    expect(taxRegimes.ae).toMatchObject({
      types: ['submit', 'resubmit', 'withdraw', 'failed'],
      namesAuthority: false,
    })
    expect(taxRegimes.sk).toMatchObject({
      types: ['submit', 'resubmit', 'withdraw'],
      ...{ namesAuthority: true, retentionYears: 10 },
    })
  })
})
