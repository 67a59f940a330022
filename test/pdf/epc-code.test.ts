import { describe, expect, it } from 'vitest'
import { epcCode, type Transfer } from '../../src/pdf/epc-code.ts'

const transfer: Transfer = {
  iban: 'BE71 0961 2345 6769',
  bic: 'GKCCBEBB',
  name: 'Vierhoek BV',
  amount: '1656.5',
  currency: 'EUR',
  remittance: 'INV-2026-0042',
}

describe('the code for a credit transfer (EPC069-12)', () => {
  it('says who gets how much for what', () => {
    expect(epcCode(transfer)).toBe(
      'BCD\n002\n1\nSCT\nGKCCBEBB\nVierhoek BV\nBE71096123456769\nEUR1656.50\n\n\nINV-2026-0042',
    )
  })

  it('puts a creditor reference in its own field (ISO 11649)', () => {
    expect(epcCode({ ...transfer, remittance: 'RF18 5390 0754 7034' })).toMatch(
      /\n\nRF18539007547034$/,
    )
    expect(epcCode({ ...transfer, remittance: 'RF19 5390 0754 7034' })).toMatch(
      /\n\n\nRF19 5390 0754 7034$/,
    )
  })

  it.each<[string, Partial<Transfer>]>([
    ['an IBAN with wrong check digits', { iban: 'BE72096123456769' }],
    ['no account', { iban: undefined }],
    ['another currency', { currency: 'SEK' }],
    ['nothing to pay', { amount: '0.00' }],
    ['money to be returned', { amount: '-5' }],
    ['a fraction of a cent', { amount: '1.005' }],
    ['a billion', { amount: '1000000000' }],
    ['a name that is too long', { name: 'x'.repeat(71) }],
    ['a line end in the name', { name: 'a\nb' }],
    ['a hidden character in the reference', { remittance: 'a\u202eb' }],
  ])('is not made for %s', (_, change) => {
    expect(epcCode({ ...transfer, ...change })).toBeUndefined()
  })
})
