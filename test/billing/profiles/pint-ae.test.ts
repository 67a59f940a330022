// PINT AE: what is filled in, what is refused and where, and what comes back from UBL.
import { describe, expect, test } from 'vitest'
import {
  completeDocument,
  convertUbl,
  isIssuedByBuyer,
  type Kind,
  kinds,
  NumberLiteral,
} from '../../../src/billing/index.ts'
import { parseJson } from '../../../src/intake/json.ts'
import { accept, changed, faultsOf } from '../fixtures.ts'
import { documentOf, type Json, profileDocuments, written } from './documents.ts'

const textOf = (heading: string) =>
  profileDocuments.find((one) => one.profile === 'pint-ae' && one.heading === heading)!.text
const creditNote = () => parseJson(textOf('A credit note')) as Json
const full = () => documentOf('pint-ae', 'full')
const minimal = (more: object = {}) => ({ ...documentOf('pint-ae', 'minimal'), ...more })
const made = (json: unknown, kind: Kind = kinds.invoice) =>
  completeDocument(kind, accept(kind, json))
const ublOf = (json: unknown) => written(JSON.stringify(json)).ubl.toString()
/** The document with its numbers as strings, to be written as JSON again. */
const plain = (json: unknown): Json =>
  JSON.parse(
    JSON.stringify(json, (_, value) => (value instanceof NumberLiteral ? value.value : value)),
  )

describe('filled in', () => {
  test('the UUID is of version 5, and always the same for the same document', () => {
    const uuid = (more: object) => made(minimal(more)).document.ae?.uuid
    expect(uuid({})).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    // By another implementation, of the minimal invoice.
    expect(uuid({})).toBe('20722c99-c42e-5467-9185-bfe8f291aa70')
    expect(uuid({ paymentTerms: 'at once' })).toBe(uuid({}))
    const others = [{ number: 'AE-2' }, { issueDate: '2026-11-20' }, { typeCode: '480' }]
    expect(new Set([uuid({}), ...others.slice(0, 2).map(uuid)]).size).toBe(3)
    const own = '4b6000ca-0128-4bdc-99a6-406f2909247f'
    expect(uuid({ ae: { uuid: own } })).toBe(own)
  })

  test('the endpoints of buyers of a deemed supply and of an export', () => {
    const endpoint = (type: string) => {
      const { buyer, ...json } = plain(
        minimal({ delivery: JSON.parse(textOf('An export')).delivery }),
      )
      const { endpoint: _, ...party } = buyer as Json
      return /schemeID="0235">(99\d+)</.exec(
        ublOf({ ...json, buyer: party, ae: { transactionTypes: [type] } }),
      )?.[1]
    }
    expect([endpoint('deemedSupply'), endpoint('export')]).toEqual(['9900000097', '9900000099'])
  })

  test('the amounts in AED, by the rate, of each line and in total', () => {
    const { document } = made(documentOf('pint-ae', 'full'))
    expect(document.lines.map(({ ae }) => [ae?.vatAmount, ae?.amount])).toEqual([
      ['82.63', '1735.26'],
      [undefined, '308.49'],
      ['0.00', '146.90'],
    ])
    expect(document.taxCurrency).toBe('AED')
    expect(document.totals.vatInTaxCurrency).toBe('78.04')
    expect(document.ae?.totalWithVat).toBe('2094.24')
  })

  test('the code of the transaction types', () => {
    expect(made(full()).document.ae?.executionId).toBe('10010110')
    expect(made(minimal()).document.ae?.executionId).toBe('00000000')
  })

  test('self-billing has a specification of its own, and comes back as selfBilled', () => {
    const { ubl } = written(JSON.stringify({ ...plain(minimal()), selfBilled: true }))
    const [customizationId, profileId] = [
      'urn:peppol:pint:selfbilling-1@ae-1',
      'urn:peppol:bis:selfbilling',
    ]
    expect(ubl.toString()).toContain(`<cbc:CustomizationID>${customizationId}<`)
    expect(ubl.toString()).toContain(`<cbc:ProfileID>${profileId}<`)
    expect(isIssuedByBuyer({ customizationId, profileId })).toBe(true)
    const read = convertUbl(ubl)
    expect(read.kind === 'read' && read.document).toMatchObject({
      profile: 'pint-ae',
      selfBilled: true,
    })
    expect(read.kind === 'read' && read.document.specificationId).toBeUndefined()
  })

  test.each([
    [kinds.invoice, minimal({ selfBilled: true }), '389'],
    [kinds.invoice, minimal({ typeCode: '389' }), '389'],
    [kinds.creditNote, { ...creditNote(), selfBilled: true }, '261'],
    [kinds.creditNote, { ...creditNote(), typeCode: '261', ae: undefined }, '261'],
  ])('a self-billed document has a type code of its own (%#)', (kind, json, typeCode) => {
    const { document } = made(plain(json), kind)
    expect(document).toMatchObject({
      typeCode,
      specificationId: 'urn:peppol:pint:selfbilling-1@ae-1',
      businessProcess: 'urn:peppol:bis:selfbilling',
    })
  })

  test('a self-billed document out of scope has the code of any', () => {
    const buyer = { ...(minimal().buyer as object), legalId: { id: '1' } }
    const more = { buyer: { ...buyer, ae: full().seller && (full().buyer as Json).ae } }
    const lines = [{ ...(plain(minimal()).lines as Json[])[0], vat: { category: 'Z', rate: '0' } }]
    const json = minimal({ ...more, lines, typeCode: '480', selfBilled: true })
    expect(made(json).document).toMatchObject({
      typeCode: '480',
      specificationId: 'urn:peppol:pint:selfbilling-1@ae-1',
    })
  })

  test('reverse charge has one row, and neither it nor the margin scheme states VAT', () => {
    const line = (vat: object) => ({
      ...{ name: 'x', description: 'x', quantity: '1', netPrice: '100.00', vat },
      ...{ standardItemId: '0160:07300010000018', ae: { reverseChargeType: 'DL8.48.8.1' } },
    })
    const reverse = made(
      minimal({
        lines: [line({ category: 'AE', rate: '5' }), line({ category: 'AE', rate: '0' })],
      }),
    ).document
    expect(reverse.vatBreakdown).toMatchObject([
      { category: 'AE', taxableAmount: '200.00', taxAmount: '0.00' },
    ])
    const ae = { transactionTypes: ['marginScheme'] }
    const margin = made(minimal({ ae, lines: [line({ category: 'N', rate: '5' })] })).document
    expect(margin.vatBreakdown).toMatchObject([{ category: 'N', rate: '5', taxAmount: '0.00' }])
    expect(margin.totals.payable).toBe('100.00')
  })
})

describe('amounts in AED that are stated', () => {
  const withLine = (ae: object) => {
    const [line, ...lines] = plain(full()).lines as Json[]
    return made({
      ...full(),
      lines: [{ ...line, ae: { ...(line!.ae as object), ...ae } }, ...lines],
    })
  }

  test('are kept if they are close', () => {
    const { document, inconsistencies } = withLine({ vatAmount: '82.63125', amount: '1735.25625' })
    expect(inconsistencies).toEqual([])
    expect(document.lines[0]!.ae).toMatchObject({ vatAmount: '82.63125', amount: '1735.25625' })
  })

  test.each([
    ['vatAmount', '82.70', '82.63'],
    ['amount', '1735.30', '1735.26'],
  ])('are refused if not: %s', (field, stated, expected) => {
    expect(withLine({ [field]: stated }).inconsistencies).toMatchObject([
      { pointer: `/lines/0/ae/${field}`, stated, expected },
    ])
  })

  test('so is the total', () => {
    const ae = { ...(full().ae as object), totalWithVat: '2000.00' }
    expect(made({ ...full(), ae }).inconsistencies).toMatchObject([{ pointer: '/ae/totalWithVat' }])
  })
})

describe('required', () => {
  test.each([
    ...['/dueDate', '/payment', '/seller/vatId', '/seller/legalId', '/period'],
    ...['/seller/address/line1', '/seller/address/city', '/seller/address/subdivision'],
    ...['/buyer/address/line1', '/buyer/address/city', '/buyer/address/subdivision'],
    ...['/seller/ae/legalIdType', '/seller/ae/legalIdAuthority', '/buyer/ae/passportCountry'],
    ...['/ae/exchangeRate', '/ae/beneficiaryId', '/ae/principalId', '/delivery/address'],
    ...['/delivery/address/line1', '/delivery/address/city', '/delivery/address/subdivision'],
    ...['/contractReference', '/lines/0/description', '/lines/0/classifications'],
    ...['/lines/1/ae/serviceCode', '/lines/1/ae/exemptionReasonCode'],
    ...['/lines/2/ae/reverseChargeType', '/lines/2/standardItemId'],
  ])('%s', (pointer) => {
    expect(faultsOf(kinds.invoice, full())).toEqual([])
    const [fault, ...others] = faultsOf(kinds.invoice, changed(full(), pointer, undefined))
    expect(others).toEqual([])
    expect(fault).toMatchObject({ pointer, message: expect.stringMatching(/^is missing/) })
  })

  test('what the whole group holds: the type of a legal identifier', () => {
    const faults = faultsOf(kinds.invoice, changed(full(), '/buyer/ae', undefined))
    expect(faults).toMatchObject([{ pointer: '/buyer/ae/legalIdType', rule: 'ibr-180-ae' }])
  })

  test.each(['/ae/creditReason', '/precedingInvoices'])('%s of a credit note', (pointer) => {
    const json = creditNote()
    expect(faultsOf(kinds.creditNote, json)).toEqual([])
    expect(faultsOf(kinds.creditNote, changed(json, pointer, undefined))).toMatchObject([
      { pointer },
    ])
  })
})

describe('refused', () => {
  const line = (more: object) => [{ ...plain((minimal().lines as Json[])[0]), ...more }]
  const party = (name: 'seller' | 'buyer', more: object) => ({
    [name]: { ...(minimal()[name] as object), ...more },
  })
  test.each<[string, string, object]>([
    [
      'types that exclude each other',
      '/ae/transactionTypes/1',
      { ae: { transactionTypes: ['deemedSupply', 'export'] }, delivery: full().delivery },
    ],
    [
      'a type twice',
      '/ae/transactionTypes/1',
      { ae: { transactionTypes: ['continuous', 'continuous'] } },
    ],
    ['an unknown type', '/ae/transactionTypes/0', { ae: { transactionTypes: ['00000001'] } }],
    ['a rate of 0', '/ae/exchangeRate', { currency: 'USD', ae: { exchangeRate: '0' } }],
    ['no rate', '/ae/exchangeRate', { currency: 'USD' }],
    [
      'a rate of seven decimals',
      '/ae/exchangeRate',
      { currency: 'USD', ae: { exchangeRate: '3.6725001' } },
    ],
    ['a rate beside AED', '/ae/exchangeRate', { ae: { exchangeRate: '1' } }],
    [
      'a tax number with a country',
      '/seller/vatId',
      party('seller', { vatId: 'AE198765432102003' }),
    ],
    ['a tax number of another end', '/buyer/vatId', party('buyer', { vatId: '134567890123004' })],
    ['a type code of BIS', '/typeCode', { typeCode: '384' }],
    ['a code of self-billing that is none', '/typeCode', { typeCode: '389', selfBilled: false }],
    ['a code of the seller in self-billing', '/typeCode', { typeCode: '380', selfBilled: true }],
    [
      'a category of BIS',
      '/lines/0/vat/category',
      { lines: line({ vat: { category: 'G', rate: '0' } }) },
    ],
    ['another rate than 5', '/lines/0/vat/rate', { lines: line({ vat: { rate: '21' } }) }],
    [
      'a wrong emirate',
      '/seller/address/subdivision',
      party('seller', {
        address: { ...(minimal().seller as { address: object }).address, subdivision: 'Dubai' },
      }),
    ],
    ['a reason for credit in an invoice', '/ae/creditReason', { ae: { creditReason: 'returned' } }],
    [
      'another list than HS',
      '/lines/0/classifications/0/listId',
      { lines: line({ vat: { rate: '5' }, classifications: [{ code: '1', listId: 'STI' }] }) },
    ],
    ['no UUID', '/ae/uuid', { ae: { uuid: 'x' } }],
    ['no time', '/ae/issueTime', { ae: { issueTime: '25:00' } }],
    ['a VAT currency other than AED', '/taxCurrency', { taxCurrency: 'EUR' }],
    ['a point of VAT after the issue', '/taxPointDate', { taxPointDate: '2026-11-22' }],
    ['the code of the point of VAT', '/taxPointDateCode', { taxPointDateCode: '3' }],
    ['selfBilled in words', '/selfBilled', { selfBilled: 'yes' }],
    [
      'a specification that contradicts selfBilled',
      '/specificationId',
      { specificationId: 'urn:peppol:pint:selfbilling-1@ae-1' },
    ],
  ])('%s', (_, pointer, more) => {
    const faults = faultsOf(kinds.invoice, minimal(more))
    expect(faults.map((fault) => fault.pointer)).toEqual([pointer])
  })

  test.each(['summary', 'deemedSupply', 'marginScheme'])('%s out of scope', (type) => {
    const json = minimal({ typeCode: '480', ae: { transactionTypes: [type] } })
    expect(faultsOf(kinds.invoice, json).map(({ pointer }) => pointer)).toContain(
      '/ae/transactionTypes/0',
    )
  })

  test('the terms of the Emirates in another profile, each at its place', () => {
    const pointers = faultsOf(kinds.invoice, { ...full(), profile: 'bis', selfBilled: true }).map(
      ({ pointer }) => pointer,
    )
    expect(pointers).toEqual(
      expect.arrayContaining([
        '/ae',
        '/seller/ae',
        '/buyer/ae',
        '/lines/0/ae',
        '/lines/1/ae',
        '/selfBilled',
      ]),
    )
  })

  test('category N elsewhere, in the words of BIS', () => {
    const json = {
      ...documentOf('pint-eu', 'minimal'),
      profile: 'bis',
      lines: [{ name: 'x', quantity: '1', netPrice: '1.00', vat: { category: 'N', rate: '5' } }],
    }
    expect(faultsOf(kinds.invoice, json)).toMatchObject([
      {
        pointer: '/lines/0/vat/category',
        message: expect.stringMatching(/^is "N": write one of S, Z, E/),
      },
    ])
  })
})
