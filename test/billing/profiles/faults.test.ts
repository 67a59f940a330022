// What a profile refuses, and where.
import { describe, expect, test } from 'vitest'
import { completeDocument, kinds } from '../../../src/billing/index.ts'
import { profileNames } from '../../../src/billing/profiles/profile.ts'
import { hasWrongCheckDigit } from '../../../src/billing/vat-numbers.ts'
import { readJsonDocument } from '../../../src/intake/json-document.ts'
import { parseParticipant, participantFault } from '../../../src/peppol/index.ts'
import { accept, changed, faultsOf, invoice } from '../fixtures.ts'
import { documentOf, profileDocuments, throughUbl, written } from './documents.ts'

const xrechnungId = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
const pintId = 'urn:peppol:pint:billing-1@eu-1'
const written1 = (json: unknown) =>
  completeDocument(kinds.invoice, accept(kinds.invoice, json)).document

describe('profile, specificationId and businessProcess', () => {
  test('each profile has its own identifiers', () => {
    const ids = ['bis', 'pint-eu'].map((profile) => written1(invoice({ profile })))
    expect(
      ids.map(({ specificationId, businessProcess }) => [specificationId, businessProcess]),
    ).toEqual([
      [
        'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
        'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
      ],
      [pintId, 'urn:peppol:bis:billing'],
    ])
  })

  test('a known specification selects the profile', () => {
    expect(written1(invoice({ specificationId: pintId })).businessProcess).toBe(
      'urn:peppol:bis:billing',
    )
    const pointers = faultsOf(kinds.invoice, invoice({ specificationId: xrechnungId })).map(
      ({ pointer }) => pointer,
    )
    expect(pointers).toContain('/seller/contact')
  })

  test.each([
    [{ profile: 'bis', specificationId: pintId }, '/specificationId'],
    [{ profile: 'pint-eu', specificationId: xrechnungId }, '/specificationId'],
    [{ profile: 'bis', businessProcess: 'urn:peppol:bis:billing' }, '/businessProcess'],
    [
      { profile: 'pint-eu', businessProcess: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0' },
      '/businessProcess',
    ],
  ])('%j: names both profiles', (fields, pointer) => {
    const [fault, ...others] = faultsOf(kinds.invoice, invoice(fields))
    expect(others).toEqual([])
    expect(fault!.pointer).toBe(pointer)
    expect(fault!.message).toContain(`"${fields.profile}"`)
    expect(fault!.message).toMatch(/"(pint-eu|xrechnung|bis)".*"(pint-eu|bis)"/)
  })

  test('a longer value that begins with that of the profile is kept', () => {
    const more = `${xrechnungId}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`
    const json = { ...documentOf('xrechnung', 'minimal'), specificationId: more }
    expect(written1(json).specificationId).toBe(more)
    const other = { ...documentOf('xrechnung', 'minimal'), specificationId: `${xrechnungId}.1` }
    expect(faultsOf(kinds.invoice, other).map(({ pointer }) => pointer)).toEqual([
      '/specificationId',
    ])
  })

  test('an unknown profile', () => {
    expect(faultsOf(kinds.invoice, invoice({ profile: 'pint' }))[0]).toMatchObject({
      pointer: '/profile',
      message: expect.stringContaining('write one of bis, pint-eu'),
    })
  })
})

const requiredIn: Record<string, [pointer: string, at?: string][]> = {
  xrechnung: [
    ...(['/buyerReference', '/payment', '/seller/contact'] as const),
    ...(['/seller/contact/name', '/seller/contact/phone', '/seller/contact/email'] as const),
    ...(['/seller/address/city', '/seller/address/postCode'] as const),
    ...(['/buyer/address/city', '/buyer/address/postCode'] as const),
    ...(['/delivery/address/city', '/delivery/address/postCode'] as const),
  ].map((pointer) => [pointer]),
  nlcius: [
    ...(['/seller/legalId', '/buyer/legalId', '/payment', '/precedingInvoices'] as const),
    ...(['/seller/address/line1', '/seller/address/city', '/seller/address/postCode'] as const),
    ...(['/buyer/address/line1', '/buyer/address/city', '/buyer/address/postCode'] as const),
    ...([
      '/taxRepresentative/address/line1',
      '/taxRepresentative/address/city',
      '/taxRepresentative/address/postCode',
    ] as const),
  ].map((pointer) => [pointer]),
}

describe.each(Object.entries(requiredIn))('required in %s', (profile, fields) => {
  test.each(fields)('%s', (pointer) => {
    const full = documentOf(profile, 'full')
    expect(faultsOf(kinds.invoice, full)).toEqual([])
    const faults = faultsOf(kinds.invoice, changed(full, pointer, undefined))
    expect(faults.map((fault) => fault.pointer)).toEqual([pointer])
    expect(faults[0]!.message).toMatch(/^is missing/)
  })
})

const minimal = (profile: string, more: object) => ({ ...documentOf(profile, 'minimal'), ...more })

test.each([
  [
    'a card beside a transfer',
    'xrechnung',
    '/payment/card',
    'BR-DE-23-b',
    {
      payment: {
        creditTransfers: [{ accountId: 'DE89370400440532013000' }],
        card: { accountNumber: '1234', network: 'VISA' },
      },
    },
  ],
  [
    'a card payment without its card',
    'xrechnung',
    '/payment/card',
    'BR-DE-24-a',
    { payment: { meansCode: '48' } },
  ],
  [
    'a direct debit without creditor',
    'xrechnung',
    '/payment/creditorId',
    'BR-DE-30',
    {
      payment: {
        meansCode: '59',
        directDebit: { mandateId: 'M', debitedAccountId: 'DE89370400440532013000' },
      },
    },
  ],
  [
    'a direct debit without account',
    'xrechnung',
    '/payment/directDebit/debitedAccountId',
    'BR-DE-31',
    {
      payment: {
        meansCode: '59',
        creditorId: 'DE98ZZZ09999999999',
        directDebit: { mandateId: 'M' },
      },
    },
  ],
  [
    'two files of one name',
    'xrechnung',
    '/attachments/1/filename',
    'BR-DE-22',
    {
      attachments: ['1', '2'].map((id) => ({
        id,
        filename: 'a.csv',
        mimeType: 'text/csv',
        content: 'MQ==',
      })),
    },
  ],
  [
    'a means of payment',
    'nlcius',
    '/payment/meansCode',
    'BR-NL-12',
    { payment: { meansCode: '10' } },
  ],
  [
    'an order line without order',
    'nlcius',
    '/purchaseOrderReference',
    'BR-NL-13',
    {
      lines: [
        {
          name: 'x',
          quantity: '1',
          netPrice: '1.00',
          vat: { rate: '21' },
          orderLineReference: '1',
        },
      ],
    },
  ],
  [
    'a legal number of another register',
    'nlcius',
    '/seller/legalId',
    'BR-NL-1',
    {
      seller: { ...(documentOf('nlcius', 'minimal').seller as object), legalId: '0208:0123456749' },
    },
  ],
  ['a type code', 'nlcius', '/typeCode', undefined, { typeCode: '326' }],
])('%s that %s refuses, at %s', (_, profile, pointer, rule, fields) => {
  expect(faultsOf(kinds.invoice, minimal(profile, fields))).toMatchObject([
    { pointer, ...(rule === undefined ? {} : { rule }) },
  ])
})

test('a Dutch seller needs no means of payment where nothing is to be paid', () => {
  const { payment, ...json } = documentOf('nlcius', 'minimal')
  const pointers = (more: object) =>
    faultsOf(kinds.invoice, { ...json, ...more }).map(({ pointer }) => pointer)
  expect(pointers({})).toEqual(['/payment'])
  expect(pointers({ totals: { paid: '1069.64' } })).toEqual([])
})

test.each(['326', '384', '389'])('PINT EU has no type code %s', (typeCode) => {
  expect(faultsOf(kinds.invoice, minimal('pint-eu', { typeCode }))).toMatchObject([
    { pointer: '/typeCode', message: expect.stringContaining('the profile pint-eu has not') },
  ])
})

test('PINT EU has no self-billed credit notes, and the others of BIS', () => {
  const pointers = (typeCode: string) =>
    faultsOf(kinds.creditNote, minimal('pint-eu', { typeCode })).map(({ pointer }) => pointer)
  expect(pointers('261')).toEqual(['/typeCode'])
  expect(['81', '83', '381', '396', '532'].flatMap(pointers)).toEqual([])
})

test.each(profileNames)('%s: VAT in another currency is not lost without its name', (profile) => {
  const json = profile === 'bis' ? invoice({}) : documentOf(profile, 'minimal')
  const faults = faultsOf(kinds.invoice, { ...json, totals: { vatInTaxCurrency: '1.00' } })
  expect(faults).toMatchObject([
    { pointer: '/totals/vatInTaxCurrency', message: expect.stringContaining('taxCurrency (BT-6)') },
  ])
})

test('NLCIUS has no debit notes', () => {
  expect(faultsOf(kinds.debitNote, documentOf('nlcius', 'minimal'))).toMatchObject([
    { pointer: '/typeCode', message: expect.stringContaining('has no debit notes') },
  ])
})

test('a document outside the scope of VAT has the rate 0 in XRechnung, and none elsewhere', () => {
  const outside = (profile: string, rate?: string) => {
    const { seller, ...json } = documentOf('xrechnung', 'minimal')
    const { vatId, ...party } = seller as { vatId: string }
    return {
      ...json,
      ...{ profile, seller: { ...party, taxRegistrationId: { id: '1' }, legalId: { id: '1' } } },
      lines: [{ name: 'x', quantity: '1', netPrice: '1.00', vat: { category: 'O' } }],
      vatBreakdown: [{ category: 'O', exemptionReason: 'Outside', ...(rate ? { rate } : {}) }],
    }
  }
  const of = (json: object) => {
    const { ubl, inconsistencies } = written(JSON.stringify(json))
    expect(inconsistencies).toEqual([])
    return ubl.toString().match(/<cbc:Percent>/g)?.length
  }
  expect([of(outside('xrechnung')), of(outside('xrechnung', '0')), of(outside('bis'))]).toEqual([
    1,
    1,
    undefined,
  ])
  const pointers = (json: object) => faultsOf(kinds.invoice, json).map(({ pointer }) => pointer)
  expect(pointers(outside('bis', '0'))).toEqual(['/vatBreakdown/0/rate'])
  expect(pointers(outside('xrechnung', '5'))).toEqual(['/vatBreakdown/0/rate'])
})

describe('the documents of docs/profiles', () => {
  test.each(profileDocuments.map((one) => [one.profile, one.heading, one.text]))(
    '%s, %s: no identifier with a wrong check digit',
    (_, __, text) => {
      const found = (form: RegExp) => [...text.matchAll(form)].map(([id]) => id)
      const participants = found(/(?<=")\d{4}:[^"]+(?=")/g)
      expect(participants.length).toBeGreaterThan(0)
      const faults = participants.map((id) => participantFault(parseParticipant(id)))
      expect(faults.filter((fault) => fault !== undefined)).toEqual([])
      expect(found(/(?<="vatId": ")[^"]+/g).filter(hasWrongCheckDigit)).toEqual([])
      const { kind, document } = readJsonDocument(Buffer.from(text), { day: '2026-11-28' })
      expect(completeDocument(kind, document).doubts).toEqual([])
    },
  )

  test.each(profileDocuments.map((one) => [one.profile, one.heading, one.text]))(
    '%s, %s: accepted, adds up, and the same after the journey through UBL',
    (_, __, text) => {
      const { ubl, inconsistencies } = written(text)
      expect(inconsistencies).toEqual([])
      expect(throughUbl(ubl).toString()).toBe(ubl.toString())
    },
  )
})
