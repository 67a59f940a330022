import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  completeDocument,
  documentModel,
  kinds,
  NumberLiteral,
  toUbl,
} from '../../../src/billing/index.ts'
import { bis } from '../../../src/billing/profiles/bis/profile.ts'
import { readCaseJson } from '../../cases/read-case.ts'
import { accept, changed, faultsOf, fixture, fixtureNames, invoice } from '../fixtures.ts'

const usual = fixture('invoice-usual').json
const minimal = fixture('invoice-minimal').json

/** The faults of the usual invoice with one value changed. */
const faultsWith = (pointer: string, value: unknown, json: unknown = usual) =>
  faultsOf(kinds.invoice, changed(json, pointer, value))

const taxRepresentative = { name: 'Agent', vatId: 'NO989091565MVA', address: { country: 'NO' } }

describe('the model', () => {
  test.each(fixtureNames)('accepts the fixture %s and leaves it unchanged', (name) => {
    const { kind, json } = fixture(name)
    expect(documentModel(kind).parse(json)).toEqual(json)
  })

  test.each([
    '/number',
    '/issueDate',
    '/currency',
    '/seller',
    '/seller/name',
    '/seller/endpoint',
    '/seller/endpoint/id',
    '/seller/endpoint/scheme',
    '/seller/address',
    '/seller/address/country',
    '/buyer',
    '/buyer/name',
    '/buyer/endpoint',
    '/buyer/address',
    '/buyer/address/country',
    '/delivery/address/country',
    '/precedingInvoices/0/number',
    '/notes/0/text',
    '/invoicedObject/id',
    '/seller/taxRegistrationId/id',
    '/payment/creditTransfers/0/accountId',
    '/allowances/0/vat',
    '/vatBreakdown/0/category',
    '/lines',
    '/lines/0/name',
    '/lines/0/quantity',
    '/lines/0/vat',
    '/lines/0/invoicedObject/id',
  ])('reports once, at %s, that it is missing', (pointer) => {
    const faults = faultsWith(pointer, undefined)
    expect(faults).toMatchObject([{ pointer }])
    expect(faults[0]?.message).toMatch(/^is missing: \S.* \(B[TG]-[0-9-]+\)$/)
  })

  test.each([
    ['/buyerReference', 'PEPPOL-EN16931-R003', minimal, '/buyerReference'],
    ['/lines/0/netPrice', 'BR-26', minimal, '/lines/0/netPrice'],
    ['/lines/3/vat/category', undefined, usual, '/lines/3/vat/category'],
    ['/lines/3/vat/rate', 'BR-AE-05', usual, '/lines/3/vat/rate'],
    ['/allowances/0/vat/rate', 'BR-S-06', usual, '/allowances/0/vat/rate'],
    ['/allowances/0/percent', 'PEPPOL-EN16931-R042', usual, '/allowances/0/percent'],
    ['/allowances/0/baseAmount', 'PEPPOL-EN16931-R041', usual, '/allowances/0/baseAmount'],
    ['/lines/0/allowances/0/amount', undefined, usual, '/lines/0/allowances/0/amount'],
    ['/lines/0/allowances/0/reason', 'BR-42', usual, '/lines/0/allowances/0/reason'],
    ['/lines/0/charges/0/reasonCode', 'BR-44', usual, '/lines/0/charges/0/reason'],
    ['/totals/vatInTaxCurrency', 'BR-53', usual, '/totals/vatInTaxCurrency'],
    ['/taxCurrency', 'PEPPOL-EN16931-R054', usual, '/totals/vatInTaxCurrency'],
    ['/vatBreakdown', 'BR-AE-10', usual, '/vatBreakdown'],
    ['/payment/creditTransfers', 'BR-49', usual, '/payment/meansCode'],
    ['/lines/0/period/startDate', 'BR-CO-20', usual, '/lines/0/period'],
  ])('reports what is missing without %s (%s)', (pointer, rule, json, at) => {
    const faults = faultsWith(pointer, undefined, json)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatchObject({ pointer: at, ...(rule === undefined ? {} : { rule }) })
  })

  test.each([
    [
      'purchaseOrderReference instead of buyerReference',
      { buyerReference: undefined, purchaseOrderReference: 'PO' },
    ],
    [
      'a tax registration beside a legal id instead of a VAT id',
      {
        seller: {
          ...sellerWithout('vatId'),
          legalId: '0192:123456785',
          taxRegistrationId: { id: '123456-7890' },
        },
      },
    ],
    [
      'an identifier beside the VAT id of a tax representative instead of a VAT id',
      { seller: { ...sellerWithout('vatId'), identifiers: [{ id: 'S-1' }] }, taxRepresentative },
    ],
  ])('accepts %s', (_, fields) => {
    expect(faultsOf(kinds.invoice, invoice(fields))).toEqual([])
  })

  test.each([
    ['', 'colour'],
    ['/seller', 'vatID'],
    ['/seller/endpoint', 'schemeID'],
    ['/buyer', 'legalForm'],
    ['/buyer/address', 'street'],
    ['/delivery', 'place'],
    ['/payment', 'iban'],
    ['/payment/creditTransfers/0', 'bic'],
    ['/lines/0', 'price'],
    ['/lines/0/vat', 'percent'],
    ['/lines/0/allowances/0', 'vat'],
    ['/allowances/0', 'tax'],
    ['/vatBreakdown/0', 'amount'],
    ['/totals', 'total'],
    ['/notes/0', 'lang'],
  ])('refuses unknown fields: %s/%s', (pointer, field) => {
    expect(faultsWith(`${pointer}/${field}`, 'x')).toMatchObject([
      { pointer, message: expect.stringMatching(/^is not a field: (leave it out|write \S+)$/) },
    ])
  })

  test.each([
    ['urn:cen.eu:en16931:2017#compliant#urn:peppol:france:billing:cius:1.0', /^JSON becomes BIS B/],
    ['urn:peppol:pint:billing-1@my-1', /^JSON becomes .*UBL of this specification as application/],
    ['urn:example:xrechnung', /^leave it out, or write one that starts with urn:cen/],
  ])('says what works in place of the specification %s', (id, words) => {
    const [fault] = faultsWith('/specificationId', id)
    expect(fault).toMatchObject({ rule: 'PEPPOL-EN16931-R004' })
    expect(fault!.message.slice(fault!.message.indexOf(': ') + 2)).toMatch(words)
  })

  test.each([
    ['/number', ''],
    ['/number', ' \n'],
    ['/number', 'a\u0000'],
    ['/number', '\ud800'],
    ['/number', '\uffff'],
    ['/number', new NumberLiteral('5')],
    ['/issueDate', '2026-02-30'],
    ['/issueDate', '2025-02-29'],
    ['/issueDate', '2026-11-21T00:00:00Z'],
    ['/issueDate', '21.11.2026'],
    ['/currency', 'eur'],
    ['/typeCode', '381'],
    ['/typeCode', '383'],
    ['/typeCode', '261'],
    ['/type', 'creditNote'],
    ['/taxPointDateCode', '5'],
    ['/specificationId', 'urn:cen.eu:en16931:2017'],
    ['/specificationId', `${bis.billing.specificationId}::2.1`],
    ['/seller', []],
    ['/seller/endpoint', '123456785'],
    ['/seller/endpoint', '0192:'],
    ['/seller/endpoint', 5],
    ['/seller/endpoint/scheme', 'EM'],
    ['/seller/taxRegistrationId/scheme', 'VAT'],
    ['/buyer/address/country', 'Norway'],
    ['/buyer/identifiers', ['0088:7300010000001', '0088:7300010000018']],
    ['/lines', []],
    ['/lines', {}],
    ['/lines/0/quantity', 'ten'],
    ['/lines/0/quantity', 10.5],
    ['/lines/0/quantity', null],
    ['/lines/0/quantity', new NumberLiteral('1e3')],
    ['/lines/0/quantity', '1'.repeat(31)],
    ['/lines/0/unitCode', 'piece'],
    ['/lines/1/netPrice', '-1'],
    ['/lines/0/grossPrice', '-1'],
    ['/lines/0/priceDiscount', '110.01'],
    ['/lines/1/priceBaseQuantity', '0'],
    ['/lines/1/priceBaseQuantity', '-1'],
    ['/lines/1/priceBaseQuantityUnitCode', 'KGM'],
    ['/lines/0/netAmount', '1050.001'],
    ['/lines/0/vat/category', 'X'],
    ['/lines/0/vat/rate', '-25'],
    ['/lines/0/vat/rate', '0'],
    ['/lines/3/vat/rate', '1'],
    ['/lines/0/period/startDate', '2026-13-01'],
    ['/period/endDate', '2026-09-30'],
    ['/lines/1/standardItemId', '7300010000018'],
    ['/allowances/0/amount', '1.005'],
    ['/payment/meansCode', 'transfer'],
    ['/taxCurrency', 'EUR'],
    ['/totals/paid', '0.001'],
    ['/taxPointDateCode', '3'],
    ['/payment/creditTransfers', []],
    ['/vatBreakdown/0/exemptionReason', 'None'],
    ['/period', {}],
  ])('refuses a wrong %s: %j', (pointer, value) => {
    const faults = faultsWith(pointer, value)
    const at = pointer === '/payment/creditTransfers' ? '/payment/meansCode' : pointer
    expect(faults).toMatchObject([
      { pointer: at, message: expect.stringMatching(/\(B[TG]-[\d-]+[^)]*\)|write creditNote$/) },
    ])
  })

  test('reports several faults at once', () => {
    const json = changed(
      changed(changed(usual, '/number', ''), '/lines/0/quantity', 'x'),
      '/buyer/vatNo',
      'x',
    )
    expect(faultsOf(kinds.invoice, json).map(({ pointer }) => pointer)).toEqual([
      '/number',
      '/buyer',
      '/lines/0/quantity',
    ])
  })

  test('names the rule that a decimal breaks, and none for what is not a decimal', () => {
    expect(faultsWith('/lines/1/netPrice', '-1')).toMatchObject([{ rule: 'BR-27' }])
    expect(faultsWith('/allowances/0/amount', '1.005')).toMatchObject([{ rule: 'BR-DEC-01' }])
    expect(faultsWith('/lines/0/priceBaseQuantityUnitCode', 'KGM')).toMatchObject([
      { rule: 'PEPPOL-EN16931-R130' },
    ])
    expect(faultsWith('/lines/1/netPrice', 'one')[0]).not.toHaveProperty('rule')
  })

  test.each(['2024-02-29', '2000-02-29', '2026-12-31'])('accepts the day %s', (day) => {
    expect(faultsWith('/issueDate', day)).toEqual([])
  })

  test.each(['1', '1.0', '-1', '0.0000000001', '1'.repeat(30)])(
    'accepts the decimal %s as a string and as a number',
    (value) => {
      expect(faultsWith('/lines/0/quantity', value)).toEqual([])
      expect(faultsWith('/lines/0/quantity', new NumberLiteral(value))).toEqual([])
    },
  )

  test('has the due date of a credit note written, or refuses it', () => {
    const json = readCaseJson('credit-note-due-date-creditor-only.json')
    expect(faultsOf(kinds.creditNote, json)).toMatchObject([
      { pointer: '/payment/meansCode', message: expect.stringContaining('dueDate (BT-9)') },
    ])
    const withMeans = { ...json, payment: { meansCode: '10', creditorId: 'BE69ZZZ050D000000008' } }
    const document = accept(kinds.creditNote, withMeans)
    const ubl = toUbl(kinds.creditNote, completeDocument(kinds.creditNote, document).document)
    expect(ubl.toString()).toContain('<cbc:PaymentDueDate>2026-12-31<')
    expect(faultsOf(kinds.creditNote, { ...json, dueDate: undefined })).toEqual([])
  })

  test('writes the unit of a price without its number as one of that unit', () => {
    const line = { name: 'x', quantity: '1', netPrice: '2', vat: { rate: '25' } }
    const lines = [{ ...line, unitCode: 'KGM', priceBaseQuantityUnitCode: 'KGM' }]
    const document = accept(kinds.invoice, invoice({ lines }))
    const ubl = toUbl(kinds.invoice, completeDocument(kinds.invoice, document).document)
    expect(ubl.toString()).toContain('<cbc:BaseQuantity unitCode="KGM">1</cbc:BaseQuantity>')
  })

  test('refuses a second account of a direct debit, whose mandate stands beside one', () => {
    const payment = {
      meansCode: '59',
      directDebit: { mandateId: 'M-1' },
      creditTransfers: [{ accountId: '1' }, { accountId: '2' }],
    }
    expect(faultsOf(kinds.invoice, invoice({ payment }))).toMatchObject([
      { pointer: '/payment/creditTransfers/1', rule: 'PEPPOL-EN16931-R061' },
    ])
    const [one] = payment.creditTransfers
    const single = { ...payment, creditTransfers: [one] }
    expect(faultsOf(kinds.invoice, invoice({ payment: single }))).toEqual([])
  })

  test('accepts two notes between Germans only', () => {
    const notes = [{ text: 'a' }, { text: 'b' }]
    expect(faultsWith('/notes', notes)).toMatchObject([
      { pointer: '/notes/1', rule: 'PEPPOL-EN16931-R002' },
    ])
    const debitNote = fixture('debitNote-usual')
    expect(faultsOf(debitNote.kind, changed(debitNote.json, '/notes', notes))).toEqual([])
  })

  test('requires an account for a credit transfer, and none for cash', () => {
    const payment = (meansCode: string) => faultsWith('/payment', { meansCode })
    expect(payment('30')).toMatchObject([{ pointer: '/payment/creditTransfers', rule: 'BR-61' }])
    expect(payment('58')).toMatchObject([{ pointer: '/payment/creditTransfers', rule: 'BR-61' }])
    expect(payment('10')).toEqual([])
  })

  test('requires payment instructions for the due date of a credit note', () => {
    const { kind, json } = fixture('creditNote-usual')
    expect(faultsOf(kind, changed(json, '/payment', undefined))).toMatchObject([
      { pointer: '/payment' },
    ])
    expect(
      faultsOf(kind, changed(changed(json, '/payment', undefined), '/dueDate', undefined)),
    ).toEqual([])
  })

  test('requires no rate for category O', () => {
    const { kind, json } = fixture('debitNote-minimal')
    expect(faultsOf(kind, changed(json, '/lines/0/vat/rate', '0'))).toMatchObject([
      { rule: 'BR-O-05' },
    ])
  })

  test.each(Object.values(kinds))('accepts for $title its own type and type codes only', (kind) => {
    const json = (fields: object) => ({
      ...(fixture(`${kind.name}-minimal`).json as object),
      ...fields,
    })
    for (const { name, typeCodes } of Object.values(kinds)) {
      const isOwn = name === kind.name
      expect(faultsOf(kind, json({ type: name })).map(({ pointer }) => pointer)).toEqual(
        isOwn ? [] : ['/type'],
      )
      for (const typeCode of typeCodes.filter((code) => !['326', '384'].includes(code)))
        expect(faultsOf(kind, json({ typeCode })).map(({ pointer }) => pointer)).toEqual(
          isOwn ? [] : ['/typeCode'],
        )
    }
  })
})

type JsonSchema = { [key: string]: JsonSchema } & {
  type?: unknown
  anyOf?: JsonSchema[]
  description?: string
}

describe('the model as JSON schema', () => {
  test.each(Object.values(kinds))(
    'of $title describes every field with its term, and each leaf with an example',
    (kind) => {
      const printed = z.toJSONSchema(documentModel(kind), { io: 'input' }) as unknown as JsonSchema
      const seen: string[] = []
      walk(printed, '', (schema, pointer) => {
        seen.push(pointer)
        expect(schema.description, pointer).toBeTypeOf('string')
        expect(schema['x-term'], pointer).toBeTypeOf('string')
        const isLeaf = schema.properties === undefined && schema.items === undefined
        if (isLeaf) expect(schema.examples, pointer).toHaveLength(1)
      })
      expect(seen.length).toBeGreaterThan(150)
    },
  )

  test('shows a decimal as a string or number, and an identifier as an object or string', () => {
    const printed = z.toJSONSchema(documentModel(kinds.invoice), {
      io: 'input',
    }) as unknown as JsonSchema
    const line = printed.properties?.lines?.items?.properties
    expect(line?.quantity?.anyOf).toEqual([
      { type: 'string', pattern: '^-?[0-9]+(?:\\.[0-9]+)?$' },
      { type: 'number' },
    ])
    expect(line?.standardItemId?.anyOf?.map(({ type }) => type)).toEqual(['object', 'string'])
    expect(printed.required).toEqual([
      'number',
      'issueDate',
      'currency',
      'seller',
      'buyer',
      'lines',
    ])
  })
})

function walk(
  schema: JsonSchema,
  pointer: string,
  visit: (schema: JsonSchema, pointer: string) => void,
): void {
  visit(schema, pointer)
  if (schema.items) walk(schema.items, `${pointer}/0`, visit)
  const fields: Record<string, JsonSchema> = schema.properties ?? {}
  for (const [name, field] of Object.entries(fields)) walk(field, `${pointer}/${name}`, visit)
}

function sellerWithout(field: string): Record<string, unknown> {
  const { seller } = changed(minimal, `/seller/${field}`, undefined) as {
    seller: Record<string, unknown>
  }
  return seller
}

describe('a list', () => {
  const many = (item: unknown, count = 400_000) => Array.from({ length: count }, () => item)

  test.each([
    ['/lines', 5],
    ['/lines', null],
    ['/lines', []],
    ['/lines', 'a'],
    ['/lines', new NumberLiteral('5')],
    ['/lines/0/allowances', 5],
    ['/notes', 5],
    ['/allowances', 5],
    ['/vatBreakdown', 5],
    ['/precedingInvoices', 5],
    ['/payment/creditTransfers', 5],
  ])('%s is refused at its first item of another JSON type: %j', (pointer, item) => {
    const faults = faultsWith(pointer, [{}, ...many(item, 50_000)])
    expect(faults).toMatchObject([{ pointer: `${pointer}/1` }])
    expect(faults[0]?.message).toMatch(/^is (5|null|a list|"a"): write .* \(B[GT]-[0-9]+\)$/)
  })

  test('of identifiers accepts strings and objects, and stops at the first that is neither', () => {
    expect(faultsWith('/seller/identifiers', ['0088:7300010000001', { id: 'a' }])).toEqual([])
    expect(faultsWith('/seller/identifiers', ['0088:7300010000001', ...many(5, 50_000)])).toEqual([
      {
        pointer: '/seller/identifiers/1',
        message: 'is 5: write an object { … } or a string (BT-29)',
      },
    ])
  })

  test.each([5, {}, { a: 1, b: 2 }])(
    'of 400,000 times %j is refused without examining them all',
    (item) => {
      const json = { ...(minimal as object), lines: many(item) }
      const start = process.cpuUsage()
      const faults = faultsOf(kinds.invoice, json)
      const { user, system } = process.cpuUsage(start)
      expect((user + system) / 1000).toBeLessThan(500)
      expect(faults).toEqual([
        { pointer: '/lines', message: 'has 400000 items: write at most 100000 (BG-25)' },
      ])
    },
  )
})

describe('a day', () => {
  test.each(['0000-01-01', '1899-12-31'])('is not %s', (day) => {
    expect(faultsWith('/issueDate', day)).toEqual([
      {
        pointer: '/issueDate',
        message: `is "${day}": write a day that is not before 1900-01-01 (BT-2)`,
      },
    ])
  })

  test('may be the first of 1900', () => {
    expect(faultsWith('/issueDate', '1900-01-01')).toEqual([])
  })
})
