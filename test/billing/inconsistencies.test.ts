import { describe, expect, test } from 'vitest'
import { completeDocument } from '../../src/billing/index.ts'
import { accept, changed, fixture, fixtureNames } from './fixtures.ts'

function inconsistenciesOf(json: unknown) {
  const { kind } = fixture('invoice-usual')
  return completeDocument(kind, accept(kind, json)).inconsistencies
}

const usual = fixture('invoice-usual').json

/** The amounts of the usual invoice, all stated, with more or fewer zeros than we write. */
const allStated = [
  [
    '/totals',
    {
      ...{
        lines: '1240.750',
        allowances: '50',
        charges: '20.0',
        withoutVat: '1210.75',
        vat: '277.49',
      },
      ...{
        withVat: '1488.24',
        paid: '100',
        rounding: '0.01',
        payable: '1388.25',
        vatInTaxCurrency: '3131.22',
      },
    },
  ],
  ['/allowances/0/amount', '50'],
  ['/vatBreakdown/1/taxableAmount', '100'],
  ['/vatBreakdown/1/taxAmount', '0'],
  ['/lines/0/netPrice', '100'],
  ['/lines/0/charges/0/amount', '5.0'],
  ['/lines/1/netAmount', '60.750'],
  ['/lines/2/netAmount', '30'],
] as const

describe('what the caller states', () => {
  test.each(fixtureNames)('is consistent in the fixture %s', (name) => {
    const { kind, json } = fixture(name)
    expect(completeDocument(kind, accept(kind, json)).inconsistencies).toEqual([])
  })

  test.each([
    ['/totals/lines', 'BT-106', 'BR-CO-10', '1240.76', '1240.75'],
    ['/totals/allowances', 'BT-107', 'BR-CO-11', '50.01', '50.00'],
    ['/totals/charges', 'BT-108', 'BR-CO-12', '0', '20.00'],
    ['/totals/withoutVat', 'BT-109', 'BR-CO-13', '-1210.75', '1210.75'],
    ['/totals/vat', 'BT-110', 'BR-CO-14', '277.50', '277.49'],
    ['/totals/withVat', 'BT-112', 'BR-CO-15', '1488.25', '1488.24'],
    ['/totals/payable', 'BT-115', 'BR-CO-16', '1388.24', '1388.25'],
    [
      '/totals/vatInTaxCurrency',
      'BT-111',
      'PEPPOL-EN16931-R055',
      '-3131.22',
      'an amount of the same sign as totals.vat, 277.49',
    ],
    ['/vatBreakdown/0/taxableAmount', 'BT-116', 'BR-S-08', '1060.76', '1060.75'],
    ['/vatBreakdown/0/taxAmount', 'BT-117', 'BR-CO-17', '270.48', '270.49'],
    ['/vatBreakdown/1/taxableAmount', 'BT-116', 'BR-AE-08', '99.99', '100.00'],
    ['/allowances/0/amount', 'BT-92', 'PEPPOL-EN16931-R040', '50.03', '50.00'],
    ['/lines/0/netPrice', 'BT-146', 'PEPPOL-EN16931-R046', '99.99', '100.00'],
    ['/lines/0/charges/0/amount', 'BT-141', 'PEPPOL-EN16931-R040', '4.97', '5.00'],
    ['/lines/1/netAmount', 'BT-131', 'PEPPOL-EN16931-R120', '60.74', '60.75'],
  ])('is reported at %s when it is wrong', (pointer, term, rule, stated, expected) => {
    const found = inconsistenciesOf(changed(usual, pointer, stated))
    const orNot = pointer.endsWith('InTaxCurrency') ? '' : ', or leave it out'
    const message = `is ${stated}: write ${expected}${orNot} (${term})`
    expect(found).toContainEqual({ pointer, term, rule, stated, expected, message })
  })

  test('is not reported when all of it is right', () => {
    expect(
      inconsistenciesOf(
        allStated.reduce((at, [pointer, value]) => changed(at, pointer, value), usual),
      ),
    ).toEqual([])
  })

  test.each(['49.98', '50.02'])(
    'may be %s for an allowance of 5 % of 1000, and the totals follow it',
    (amount) => {
      const withoutTotals = ['/totals/payable', '/vatBreakdown/0'].reduce(
        (at, pointer) =>
          changed(
            at,
            pointer,
            pointer === '/vatBreakdown/0' ? { category: 'S', rate: '14' } : undefined,
          ),
        usual,
      )
      const { kind } = fixture('invoice-usual')
      const document = accept(kind, changed(withoutTotals, '/allowances/0/amount', amount))
      const complete = completeDocument(kind, document)
      expect(complete.inconsistencies).toEqual([])
      expect(complete.document.totals.allowances).toBe(amount)
    },
  )

  test('is reported all at once', () => {
    const wrong = changed(changed(usual, '/totals/payable', '1'), '/lines/0/netAmount', '2')
    expect(inconsistenciesOf(wrong).map(({ pointer }) => pointer)).toEqual([
      '/totals/payable',
      '/lines/0/netAmount',
    ])
  })

  test.each([
    ['a row for something that is not sold', { category: 'S', rate: '6' }],
    ['the same row again', { category: 'S', rate: '25.50' }],
    ['a row that could be either of two rates', { category: 'S' }],
  ])('is reported when the VAT breakdown has %s', (_, row) => {
    const [found, ...others] = inconsistenciesOf(changed(usual, '/vatBreakdown/2', row))
    expect(found).toMatchObject({ pointer: '/vatBreakdown/2', term: 'BG-23', rule: 'BR-CO-18' })
    expect(found?.expected).toMatch(/^one row for each of: /)
    expect(found?.expected.slice(21).split(', ').sort()).toEqual(['AE 0', 'S 14', 'S 25.5'])
    expect(others).toEqual([])
  })
})
