import { describe, expect, test } from 'vitest'
import { completeDocument, documentModel, kinds, toUbl } from '../../../src/billing/index.ts'
import { bis } from '../../../src/billing/profiles/bis/profile.ts'
import { faultsOf, fixture, invoice } from '../fixtures.ts'

const line = (vat: object, fields: object = {}) => ({
  name: 'Item',
  quantity: '1',
  netPrice: '10',
  vat,
  ...fields,
})
const address = (country: string) => ({ country })
const seller = {
  name: 'Seller',
  endpoint: '0192:123456785',
  legalId: { id: '1' },
  address: address('NO'),
}
const buyer = { name: 'Buyer', endpoint: '0192:987654325', address: address('NO') }
const vatId = 'NO123456785MVA'
const agent = { name: 'Agent', vatId, address: address('NO') }
const taxRegistrationId = { id: '123' }
const reason = (category: string) => ({ vatBreakdown: [{ category, exemptionReason: 'Because' }] })
const delivered = { delivery: { date: '2026-11-01', address: address('SE') } }

const faults = (fields: object, kind = kinds.invoice) =>
  faultsOf(kind, invoice({ seller, buyer, ...fields })).map(({ pointer, rule }) => [pointer, rule])

describe('a VAT category requires', () => {
  const zero = (category: string) => line({ category, rate: '0' })

  test.each([
    ['S', [line({ category: 'S', rate: '25' })], {}, 'BR-S-02'],
    ['Z', [zero('Z')], {}, 'BR-Z-02'],
    ['E', [zero('E')], reason('E'), 'BR-E-02'],
    ['L', [line({ category: 'L', rate: '7' })], {}, 'BR-AF-02'],
    ['M', [line({ category: 'M', rate: '4' })], {}, 'BR-AG-02'],
  ])(
    '%s: the seller by VAT, by tax registration or by a tax representative',
    (_, lines, fields, rule) => {
      expect(faults({ lines, ...fields })).toEqual([['/seller/vatId', rule]])
      expect(faults({ lines, ...fields, seller: { ...seller, vatId } })).toEqual([])
      expect(faults({ lines, ...fields, seller: { ...seller, taxRegistrationId } })).toEqual([])
      expect(faults({ lines, ...fields, taxRepresentative: agent })).toEqual([])
    },
  )

  test('AE: seller and buyer, the buyer by VAT or by legal identifier', () => {
    const fields = { lines: [zero('AE')], ...reason('AE') }
    expect(faults(fields)).toEqual([
      ['/seller/vatId', 'BR-AE-02'],
      ['/buyer/vatId', 'BR-AE-02'],
    ])
    const known = { ...fields, seller: { ...seller, taxRegistrationId } }
    expect(faults({ ...known, buyer: { ...buyer, legalId: { id: '2' } } })).toEqual([])
    expect(faults({ ...known, buyer: { ...buyer, vatId } })).toEqual([])
  })

  test('K: both by VAT, the day and the country of delivery', () => {
    const fields = { lines: [zero('K')], ...reason('K') }
    expect(faults(fields)).toEqual([
      ['/seller/vatId', 'BR-IC-02'],
      ['/buyer/vatId', 'BR-IC-02'],
      ['/delivery/date', 'BR-IC-11'],
      ['/delivery/address', 'BR-IC-12'],
    ])
    const known = { ...fields, seller: { ...seller, vatId }, buyer: { ...buyer, vatId } }
    expect(faults({ ...known, ...delivered })).toEqual([])
    const period = { period: { startDate: '2026-10-01' }, delivery: { address: address('SE') } }
    expect(faults({ ...known, ...period })).toEqual([])
  })

  test('G: the seller by VAT; a tax registration is not enough', () => {
    const fields = { lines: [zero('G')], ...reason('G') }
    expect(faults({ ...fields, seller: { ...seller, taxRegistrationId } })).toEqual([
      ['/seller/vatId', 'BR-G-02'],
    ])
    expect(faults({ ...fields, taxRepresentative: agent })).toEqual([])
  })

  test('O: no VAT identifier anywhere, and no other category', () => {
    const fields = { lines: [line({ category: 'O' })], ...reason('O') }
    expect(faults(fields)).toEqual([])
    const known = {
      seller: { ...seller, vatId },
      buyer: { ...buyer, vatId },
      taxRepresentative: agent,
    }
    expect(faults({ ...fields, ...known })).toEqual([
      ['/seller/vatId', 'BR-O-02'],
      ['/buyer/vatId', 'BR-O-02'],
      ['/taxRepresentative/vatId', 'BR-O-02'],
    ])
    const charge = { amount: '1', reason: 'x', vat: { category: 'Z', rate: '0' } }
    const mixed = { ...fields, charges: [charge], seller: { ...seller, taxRegistrationId } }
    expect(faults(mixed)).toEqual([['/charges/0/vat/category', 'BR-O-14']])
  })

  test('B: Italians only, and no category S', () => {
    const lines = [line({ category: 'B', rate: '22' })]
    expect(faults({ lines })).toEqual([
      ['/seller/address/country', 'BR-B-01'],
      ['/buyer/address/country', 'BR-B-01'],
    ])
    const italians = {
      seller: { ...seller, vatId: 'IT12345670785', address: address('IT') },
      buyer: { ...buyer, address: address('IT') },
    }
    expect(faults({ lines, ...italians })).toEqual([])
    expect(faults({ lines: [...lines, line({ rate: '22' })], ...italians })).toEqual([
      ['/lines/1/vat/category', 'BR-B-02'],
    ])
  })

  test.each([
    ['allowances', 'BR-Z-03'],
    ['charges', 'BR-Z-04'],
  ])('the same when it is used in %s only (%s)', (list, rule) => {
    const item = { amount: '1', reason: 'x', vat: { category: 'Z', rate: '0' } }
    const lines = [line({ category: 'E', rate: '0' })]
    const found = faults({ lines, [list]: [item], ...reason('E') })
    expect(found).toContainEqual(['/seller/vatId', rule])
  })

  test('O: no rate in its row of the breakdown either', () => {
    const fields = { lines: [line({ category: 'O' })] }
    const row = { category: 'O', exemptionReason: 'Because' }
    expect(faults({ ...fields, vatBreakdown: [row] })).toEqual([])
    const stated = invoice({ seller, buyer, ...fields, vatBreakdown: [{ ...row, rate: '0' }] })
    expect(faultsOf(kinds.invoice, stated)).toMatchObject([
      {
        pointer: '/vatBreakdown/0/rate',
        rule: 'BR-O-05',
        message: 'is "0": leave rate out, category O has none (BT-119)',
      },
    ])
    const zeroRated = { lines: [zero('Z')], seller: { ...seller, vatId } }
    expect(faults({ ...zeroRated, vatBreakdown: [{ category: 'Z', rate: '0' }] })).toEqual([])
  })

  test('its own exemption reason, in small letters too', () => {
    const fields = { lines: [zero('E')], seller: { ...seller, vatId } }
    const vatBreakdown = (exemptionReasonCode: string) => [{ category: 'E', exemptionReasonCode }]
    expect(faults({ ...fields, vatBreakdown: vatBreakdown('vatex-eu-f') })).toEqual([])
    expect(faults({ ...fields, vatBreakdown: vatBreakdown('vatex-eu-ae') })).toEqual([
      ['/vatBreakdown/0/exemptionReasonCode', 'PEPPOL-EN16931-P0107'],
    ])
    const { document } = completeDocument(
      kinds.invoice,
      documentModel(kinds.invoice).parse(
        invoice({ ...fields, buyer, vatBreakdown: vatBreakdown('vatex-eu-f') }),
      ),
    )
    expect(toUbl(kinds.invoice, document).toString()).toContain('ReasonCode>VATEX-EU-F<')
    expect(faults({ ...fields, vatBreakdown: vatBreakdown('vatex-eu-x') })).toMatchObject([
      ['/vatBreakdown/0/exemptionReasonCode', 'BR-CL-22'],
    ])
  })

  test('its own exemption reason', () => {
    const fields = { lines: [zero('E')], seller: { ...seller, vatId } }
    const vatBreakdown = (exemptionReasonCode: string) => [{ category: 'E', exemptionReasonCode }]
    expect(faults({ ...fields, vatBreakdown: vatBreakdown('VATEX-EU-F') })).toEqual([])
    expect(faults({ ...fields, vatBreakdown: vatBreakdown('VATEX-EU-AE') })).toEqual([
      ['/vatBreakdown/0/exemptionReasonCode', 'PEPPOL-EN16931-P0107'],
    ])
  })
})

const known = { seller: { ...seller, vatId } }

describe('parties', () => {
  test.each(['seller', 'buyer', 'taxRepresentative'])(
    '%s: a VAT identifier begins with its country',
    (party) => {
      const whole = { ...known, taxRepresentative: agent } as Record<string, object>
      const withVatId = (value: string) => ({
        ...whole,
        [party]: { ...(whole[party] ?? buyer), vatId: value },
      })
      expect(faults(withVatId('123456785'))).toEqual([[`/${party}/vatId`, 'BR-CO-09']])
      expect(faults(withVatId('EL123456785'))).toEqual([])
      expect(faults(withVatId('XI123456785'))).toEqual([])
    },
  )

  test('the payee is not the seller', () => {
    const trading = {
      seller: { ...known.seller, tradingName: 'Shop', identifiers: [{ id: 'A-1' }] },
    }
    expect(faults({ ...trading, payee: { name: 'Shop', identifier: { id: 'A-1' } } })).toEqual([
      ['/payee/name', 'BR-17'],
      ['/payee/identifier', 'BR-17'],
    ])
    expect(faults({ ...trading, payee: { name: 'Bank', identifier: { id: 'A-2' } } })).toEqual([])
  })
})

describe('payment', () => {
  const pay = (payment: object, more: object = {}) => faults({ ...known, payment, ...more })

  test('by direct debit needs a mandate', () => {
    expect(pay({ meansCode: '59' })).toEqual([
      ['/payment/directDebit/mandateId', 'PEPPOL-EN16931-R061'],
    ])
    expect(pay({ meansCode: '49', directDebit: { mandateId: 'M' } })).toEqual([])
  })

  test('shows at most ten digits of a card', () => {
    const card = (accountNumber: string) =>
      pay({ meansCode: '48', card: { accountNumber, network: 'VISA' } })
    expect(card('4111111111111111')).toEqual([['/payment/card/accountNumber', 'BR-51']])
    expect(card('411111****1111')).toEqual([])
  })

  test('may be a creditor identifier alone; for the payee only if there is one', () => {
    expect(pay({ creditorId: 'BE1' })).toEqual([])
    expect(pay({ creditorId: 'BE1', creditorIdOn: 'payee' })).toEqual([['/payee', undefined]])
    expect(pay({ creditorId: 'BE1', creditorIdOn: 'payee' }, { payee: { name: 'Bank' } })).toEqual(
      [],
    )
    expect(pay({ meansCode: '10', creditorIdOn: 'seller' })).toEqual([
      ['/payment/creditorId', undefined],
    ])
    expect(pay({})).toEqual([['/payment/meansCode', 'BR-49']])
  })
})

describe('periods', () => {
  test('of lines are within that of the document', () => {
    const period = { startDate: '2026-10-01', endDate: '2026-10-31' }
    const lines = [
      line({ rate: '25' }, { period: { startDate: '2026-09-30', endDate: '2026-11-01' } }),
    ]
    expect(faults({ ...known, period, lines })).toEqual([
      ['/lines/0/period/startDate', 'PEPPOL-EN16931-R110'],
      ['/lines/0/period/endDate', 'PEPPOL-EN16931-R111'],
    ])
    expect(faults({ ...known, period, lines: [line({ rate: '25' }, { period })] })).toEqual([])
    expect(faults({ ...known, lines })).toEqual([])
  })
})

describe('attachments', () => {
  const attach = (attachment: object) =>
    faults({ ...known, attachments: [{ id: 'A', ...attachment }] })
  const embedded = { content: 'YQ==', mimeType: 'text/csv', filename: 'a.csv' }

  test.each(['YQ=', 'YQ', '=YQ=', 'Y===', 'Y Q=', 'YQ==YQ==', '_w=='])(
    'are base64, not %s',
    (content) => {
      expect(attach({ ...embedded, content })).toEqual([['/attachments/0/content', undefined]])
    },
  )

  test('have content with media type and name, a link, both or neither', () => {
    expect(attach({})).toEqual([])
    expect(attach({ url: 'https://a.example' })).toEqual([])
    expect(attach({ ...embedded, url: 'https://a.example' })).toEqual([])
    expect(attach({ content: 'YQ==' })).toEqual([
      ['/attachments/0/mimeType', undefined],
      ['/attachments/0/filename', undefined],
    ])
    expect(attach({ filename: 'a.csv' })).toEqual([['/attachments/0/content', undefined]])
    expect(attach({ ...embedded, mimeType: 'application/zip' })).toEqual([
      ['/attachments/0/mimeType', 'PEPPOL-EN16931-CL001'],
    ])
  })

  test('may be ten megabytes', () => {
    expect(attach({ ...embedded, content: 'YWFh'.repeat(2_500_000) })).toEqual([])
  })
})

describe('the type code', () => {
  test('326 and 384 are for Germans among themselves', () => {
    expect(faults({ ...known, typeCode: '384' })).toEqual([['/typeCode', 'PEPPOL-EN16931-P0112']])
    const german = {
      seller: { ...known.seller, address: address('DE') },
      buyer: { ...buyer, address: address('DE') },
    }
    expect(faults({ ...german, typeCode: '384' })).toEqual([])
  })

  test.each([
    [kinds.invoice, '389', 'PEPPOL-EN16931-P0100'],
    [kinds.debitNote, '527', 'PEPPOL-EN16931-P0100'],
    [kinds.creditNote, '261', 'PEPPOL-EN16931-P0101'],
  ])('of self-billing goes with its specification: $title %s', (kind, typeCode, rule) => {
    const json = fixture(`${kind.name}-minimal`).json as object
    const of = (fields: object) =>
      faultsOf(kind, { ...json, typeCode, ...fields }).map((fault) => [fault.pointer, fault.rule])
    expect(of({})).toEqual([])
    expect(of({ specificationId: bis.selfBilling.specificationId })).toEqual([])
    expect(of({ specificationId: bis.billing.specificationId })).toEqual([
      ['/specificationId', rule],
    ])
    expect(of({ businessProcess: bis.selfBilling.businessProcess })).toEqual([])
    expect(of({ businessProcess: bis.billing.businessProcess })).toEqual([
      ['/businessProcess', 'PEPPOL-EN16931-R007'],
    ])
  })
})
