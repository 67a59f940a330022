import { expect, test } from 'vitest'
import { completeDocument } from '../../src/billing/index.ts'
import { accept, changed, fixture } from './fixtures.ts'

function meansCodeOf(changes: [pointer: string, value: unknown][]): string | undefined {
  const { kind, json } = fixture('invoice-usual')
  const document = changes.reduce((at, [pointer, value]) => changed(at, pointer, value), json)
  return completeDocument(kind, accept(kind, document)).document.payment?.meansCode
}

test('credit transfers in euros to IBANs within SEPA are SEPA credit transfers', () => {
  expect(meansCodeOf([])).toBe('58')
  expect(meansCodeOf([['/payment/creditTransfers/0/accountId', 'FI21 1234 5600 0007 85']])).toBe(
    '58',
  )
})

test.each<[string, [pointer: string, value: unknown]]>([
  [
    'an IBAN with a wrong check digit',
    ['/payment/creditTransfers/0/accountId', 'FI2112345600000786'],
  ],
  ['an account that is not an IBAN', ['/payment/creditTransfers/1/accountId', '86011117947']],
  [
    'an IBAN outside SEPA',
    ['/payment/creditTransfers/1/accountId', 'BR1500000000000010932840814P2'],
  ],
  ['a buyer outside SEPA', ['/buyer/address/country', 'US']],
  ['a seller outside SEPA', ['/seller/address/country', 'TR']],
  ['another currency', ['/currency', 'DKK']],
])('%s makes it a credit transfer', (_, change) => {
  expect(meansCodeOf([change])).toBe('30')
})

test('keeps the code that the caller gives', () => {
  expect(meansCodeOf([['/payment/meansCode', '42']])).toBe('42')
})
