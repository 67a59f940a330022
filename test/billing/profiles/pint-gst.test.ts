// PINT A-NZ and PINT SG: what is filled in, what is refused and where, what comes back from UBL.
import { describe, expect, test } from 'vitest'
import {
  completeDocument,
  convertUbl,
  isIssuedByBuyer,
  type Kind,
  kinds,
} from '../../../src/billing/index.ts'
import { parseJson } from '../../../src/intake/json.ts'
import { accept, changed, faultsOf } from '../fixtures.ts'
import { documentOf, type Json, profileDocuments, written } from './documents.ts'

const made = (json: unknown, kind: Kind = kinds.invoice) =>
  completeDocument(kind, accept(kind, json))
const textOf = (profile: string, heading: string) =>
  profileDocuments.find((one) => one.profile === profile && one.heading === heading)!.text
const minimal = (profile: string, more: object = {}) => ({
  ...documentOf(profile, 'minimal'),
  ...more,
})
const pointersOf = (json: unknown, kind: Kind = kinds.invoice) =>
  faultsOf(kind, json).map(({ pointer }) => pointer)

describe('the tax is GST', () => {
  test.each(['pint-aunz', 'pint-sg'])('%s: in every tax scheme, and back', (profile) => {
    const { ubl } = written(textOf(profile, 'A full invoice'))
    const schemes = [...ubl.toString().matchAll(/<cac:TaxScheme><cbc:ID>(\w+)</g)]
    expect(schemes.length).toBeGreaterThan(7)
    expect(new Set(schemes.map(([, scheme]) => scheme))).toEqual(new Set(['GST']))
    const read = convertUbl(ubl)
    const { seller, buyer } = documentOf(profile, 'full') as Record<string, { vatId: string }>
    expect(read.kind === 'read' && read.document).toMatchObject({
      profile,
      seller: { vatId: seller!.vatId },
      buyer: { vatId: buyer!.vatId },
    })
  })

  test('a scheme that is not that of the profile is another registration', () => {
    const ubl = written(textOf('pint-sg', 'The minimal invoice')).ubl.toString()
    const other = Buffer.from(
      ubl.replace(
        'GST</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>',
        'VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>',
      ),
    )
    const read = convertUbl(other)
    expect(read.kind === 'read' && read.document.seller).toMatchObject({
      taxRegistrationId: { id: 'M2-1234567-K', scheme: 'VAT' },
    })
  })
})

describe('required', () => {
  test.each([
    ...['/seller/legalId', '/buyer/legalId', '/seller/name', '/seller/endpoint'],
    ...['/lines/0/vat', '/lines/0/quantity', '/totals/vatInTaxCurrency'],
    ...['/allowances/0/vat', '/delivery/address/country', '/seller/address'],
  ])('pint-aunz: %s', (pointer) => {
    const full = documentOf('pint-aunz', 'full')
    expect(pointersOf(full)).toEqual([])
    const [fault, ...others] = faultsOf(kinds.invoice, changed(full, pointer, undefined))
    expect(others).toEqual([])
    expect(fault).toMatchObject({ pointer, message: expect.stringMatching(/^is missing/) })
  })

  test('pint-aunz: a day of payment or terms, if something is to be paid', () => {
    const { paymentTerms: _, ...json } = documentOf('pint-aunz', 'minimal')
    expect(faultsOf(kinds.invoice, json)).toMatchObject([
      { pointer: '/dueDate', rule: 'aligned-ibrp-061' },
    ])
    expect(pointersOf({ ...json, dueDate: '2026-12-21' })).toEqual([])
    expect(pointersOf({ ...json, totals: { paid: '972.40' } })).toEqual([])
    expect(pointersOf(json, kinds.creditNote)).toEqual([])
  })

  test('pint-aunz: a reference of the buyer', () => {
    expect(pointersOf(changed(minimal('pint-aunz'), '/buyerReference', undefined))).toEqual([
      '/buyerReference',
    ])
  })

  test.each([
    ...['/totals/vatInTaxCurrency', '/sg/totalWithoutGst', '/lines/0/orderLineReference'],
    ...['/seller/name', '/seller/endpoint', '/lines/0/vat', '/seller/address/country'],
  ])('pint-sg: %s', (pointer) => {
    const full = documentOf('pint-sg', 'full')
    expect(pointersOf(full)).toEqual([])
    const [fault, ...others] = faultsOf(kinds.invoice, changed(full, pointer, undefined))
    expect(others).toEqual([])
    expect(fault).toMatchObject({ pointer, message: expect.stringMatching(/^is missing/) })
  })

  test('pint-sg: the GST number of the seller, unless the category is not taxed', () => {
    const without = changed(minimal('pint-sg'), '/seller/vatId', undefined)
    expect(faultsOf(kinds.invoice, without)).toMatchObject([
      { pointer: '/seller/vatId', rule: 'BR-105-GST-SG' },
    ])
    for (const category of ['NG', 'OS', 'ES33', 'ESN33'])
      expect(pointersOf(changed(without, '/lines/0/vat', { category, rate: '0' }))).toEqual([])
  })
})

describe('pint-sg', () => {
  const line = (more: object) => [
    { ...{ name: 'x', quantity: '1', netPrice: '100.00', vat: { rate: '9' } }, ...more },
  ]

  test('a rate above 0 is of category SR', () => {
    expect(made(minimal('pint-sg')).document.vatBreakdown).toMatchObject([
      { category: 'SR', rate: '9', taxableAmount: '884.00', taxAmount: '79.56' },
    ])
  })

  test('the UUID is filled in, and always the same', () => {
    const uuid = (more: object) => made(minimal('pint-sg', more)).document.sg?.uuid
    expect(uuid({})).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-/)
    expect(uuid({ paymentTerms: 'at once' })).toBe(uuid({}))
    expect(uuid({ number: 'SG-2' })).not.toBe(uuid({}))
    const own = '4b6000ca-0128-4bdc-99a6-406f2909247f'
    expect(uuid({ sg: { uuid: own } })).toBe(own)
  })

  test('the currency of GST and the total in it are filled in', () => {
    const { taxCurrency, sg, totals } = made(documentOf('pint-sg', 'full')).document
    expect([taxCurrency, sg?.totalWithGst, totals.vatInTaxCurrency]).toEqual([
      'SGD',
      '827.15',
      '52.02',
    ])
    expect(made(minimal('pint-sg')).document.taxCurrency).toBeUndefined()
  })

  test('amounts of lines keep their decimals, and the totals have two', () => {
    const { lines, totals, vatBreakdown } = made(documentOf('pint-sg', 'full')).document
    expect(lines[0]!.allowances[0]!.amount).toBe('22.171625')
    expect(totals.lines).toBe('606.83')
    expect(vatBreakdown[0]!.taxableAmount).toBe('457.83')
    const exact = minimal('pint-sg', {
      lines: line({ netAmount: '99.876', allowances: [{ amount: '0.124', reason: 'x' }] }),
    })
    expect(made(exact).inconsistencies).toEqual([])
    expect(made(exact).document.lines[0]!.netAmount).toBe('99.876')
    const { profile: _, ...other } = exact as Json
    const bis = { ...other, buyerReference: '1', lines: exact.lines }
    expect(
      pointersOf({
        ...bis,
        seller: { ...((bis as Json).seller as object), vatId: 'BE0123456749' },
      }),
    ).toEqual(['/lines/0/netAmount', '/lines/0/allowances/0/amount'])
  })

  test.each<[string, string, object]>([
    [
      'a category of BIS',
      '/lines/0/vat/category',
      { lines: line({ vat: { category: 'S', rate: '9' } }) },
    ],
    ['a rate of ZR', '/lines/0/vat/rate', { lines: line({ vat: { category: 'ZR', rate: '9' } }) }],
    ['NG beside a GST number', '/seller/vatId', { lines: line({ vat: { category: 'NG' } }) }],
    [
      'a tax number with blanks',
      '/seller/vatId',
      { seller: { ...(documentOf('pint-sg', 'minimal').seller as object), vatId: 'M2 123' } },
    ],
    ['another VAT currency', '/taxCurrency', { taxCurrency: 'EUR' }],
    ['totals in SGD beside SGD', '/sg/totalWithGst', { sg: { totalWithGst: '1.00' } }],
    ['a total with three decimals', '/sg/totalWithGst', { sg: { totalWithGst: '1.001' } }],
    ['no UUID', '/sg/uuid', { sg: { uuid: 'x' } }],
    ['a type code of self-billing', '/typeCode', { typeCode: '389' }],
    ['terms of the Emirates', '/ae', { ae: { incoterms: 'CIF' } }],
    ['selfBilled', '/selfBilled', { selfBilled: true }],
    [
      'two orders',
      '/lines/0/sg/orderReference',
      {
        purchaseOrderReference: 'A',
        lines: line({ orderLineReference: '1', sg: { orderReference: 'B' } }),
      },
    ],
    ['a document of five decimals', '/totals/paid', { totals: { paid: '1.00001' } }],
  ])('refuses %s', (_, pointer, more) => {
    expect(pointersOf(minimal('pint-sg', more))).toEqual([pointer])
  })

  test('NG has one row, whether a rate is written or not', () => {
    const { seller, ...json } = minimal('pint-sg') as Json
    const { vatId: _, ...party } = seller as Json
    const lines = [
      ...line({ vat: { category: 'NG' } }),
      ...line({ vat: { category: 'NG', rate: '0' } }),
    ]
    expect(made({ ...json, seller: party, lines }).document.vatBreakdown).toEqual([
      { category: 'NG', rate: undefined, taxableAmount: '200.00', taxAmount: '0.00' },
    ])
  })

  test('refuses NG beside another category', () => {
    const json = minimal('pint-sg', {
      lines: [...line({ vat: { category: 'NG' } }), ...line({})],
    })
    expect(pointersOf(json)).toEqual(['/lines/1/vat/category', '/seller/vatId'])
  })

  test('refuses a total in SGD that is not the sum', () => {
    const full = documentOf('pint-sg', 'full')
    const sg = { totalWithoutGst: '775.13', totalWithGst: '827.18' }
    expect(pointersOf({ ...full, sg })).toEqual(['/sg/totalWithGst'])
    expect(pointersOf({ ...full, sg: { ...sg, totalWithGst: '827.17' } })).toEqual([])
  })

  test.each(['Z01', 'Z02'])('has the means of payment %s, and no other profile', (meansCode) => {
    const payment = { meansCode, remittanceInformation: 'x' }
    expect(pointersOf(minimal('pint-sg', { payment }))).toEqual([])
    for (const profile of ['pint-eu', 'pint-ae', 'pint-aunz'])
      expect(pointersOf(minimal(profile, { payment }))).toEqual(['/payment/meansCode'])
  })

  test('a document with the groups of two countries', () => {
    const both = { ae: { incoterms: 'CIF' }, sg: { uuid: '4b6000ca-0128-4bdc-99a6-406f2909247f' } }
    expect(pointersOf(minimal('pint-sg', both))).toEqual(['/ae'])
    expect(pointersOf(minimal('pint-ae', both))).toEqual(['/sg'])
    expect(pointersOf(minimal('pint-eu', both))).toEqual(['/ae', '/sg'])
    expect(faultsOf(kinds.invoice, minimal('pint-eu', both))[1]!.message).toContain('"pint-sg"')
  })
})

describe('pint-aunz', () => {
  const party = (name: string, more: object) => ({
    [name]: { ...(documentOf('pint-aunz', 'minimal')[name] as object), ...more },
  })

  test('self-billing has a specification of its own', () => {
    const text = textOf('pint-aunz', 'A self-billed credit note')
    const { document } = made(parseJson(text), kinds.creditNote)
    const { specificationId: customizationId, businessProcess: profileId } = document
    expect([customizationId, profileId]).toEqual([
      'urn:peppol:pint:selfbilling-1@aunz-1',
      'urn:peppol:bis:selfbilling',
    ])
    expect(isIssuedByBuyer({ customizationId, profileId })).toBe(true)
    const read = convertUbl(written(text).ubl)
    expect(read.kind === 'read' && read.document).toMatchObject({ typeCode: '261' })
    expect(read.kind === 'read' && read.document.specificationId).toBeUndefined()
  })

  test.each<[string, string, object]>([
    [
      'an ABN of another scheme',
      '/seller/legalId',
      party('seller', { legalId: '0088:9429033591476' }),
    ],
    ['an NZBN missing', '/buyer/legalId', party('buyer', { address: { country: 'NZ' } })],
    ['a tax number with a country', '/seller/vatId', party('seller', { vatId: 'AU47555222000' })],
    ['a type code of Germans', '/typeCode', { typeCode: '384' }],
    ['terms of Singapore', '/sg', { sg: { totalWithGst: '1.00' } }],
    [
      'reverse charge',
      '/lines/0/vat/category',
      {
        lines: [{ name: 'x', quantity: '1', netPrice: '1.00', vat: { category: 'AE', rate: '0' } }],
        vatBreakdown: [{ category: 'AE', exemptionReason: 'x' }],
      },
    ],
    [
      'a reason for the standard rate',
      '/vatBreakdown/0/exemptionReason',
      { vatBreakdown: [{ category: 'S', exemptionReason: 'x' }] },
    ],
  ])('refuses %s', (_, pointer, more) => {
    expect(pointersOf(minimal('pint-aunz', more))).toContain(pointer)
  })

  test('an exempt line needs no reason and no number of the seller', () => {
    const { vatId: _, ...seller } = documentOf('pint-aunz', 'minimal').seller as { vatId: string }
    const lines = [
      { name: 'x', quantity: '1', netPrice: '1.00', vat: { category: 'E', rate: '0' } },
    ]
    expect(pointersOf(minimal('pint-aunz', { seller, lines }))).toEqual([])
  })
})
