import { describe, expect, test } from 'vitest'
import { nearestCode, nearestName } from '../../src/billing/nearest.ts'

const names = [
  'number',
  'issueDate',
  'currency',
  'buyerReference',
  'vatId',
  'lines',
  'name',
  'paymentTerms',
]

describe('the nearest name', () => {
  test.each([
    ['issue_date', 'issueDate'],
    ['VATID', 'vatId'],
    ['issueDat', 'issueDate'],
    ['curency', 'currency'],
    ['line', 'lines'],
    ['invoiceNumber', 'number'],
    ['buyerRef', 'buyerReference'],
    ['document_currency', 'currency'],
    ['nmae', 'name'],
  ])('to %s is %s', (value, name) => {
    expect(nearestName(value, names)).toBe(name)
  })

  // A name that another one ends with, or one letter away from it, means something else.
  test.each([
    ...['colour', '', 'x', 'tax', 'game', 'orderNumber', 'linesTotal', 'buyerName'],
    ...['__proto__', 'constructor', 'n'.repeat(1_000_000)],
  ])('to %.20j is none', (value) => {
    expect(nearestName(value, names)).toBeUndefined()
  })
})

describe('the nearest code', () => {
  const codes = new Set(['EUR', 'USD', 'NOK', 'VATEX-EU-AE', 'CK', 'GB', '9919', '9913'])

  test.each([
    ['eur', 'EUR'],
    ['EURO', 'EUR'],
    ['ERU', 'EUR'],
    ['ER', 'EUR'],
    ['VATEX-EUAE', 'VATEX-EU-AE'],
    ['vatex-eu-ae', 'VATEX-EU-AE'],
    [' NOK', 'NOK'],
  ])('to %j is %s', (value, code) => {
    expect(nearestCode(value, codes)).toBe(code)
  })

  // A wrong letter makes another code; codes of two letters or of digits are all neighbours.
  test.each([...['', 'XYZ', 'EUX', 'VATEX-EU-AF', 'UK', 'SEK1', '9999', 'E'.repeat(1_000_000)]])(
    'to %.20j is none',
    (value) => {
      expect(nearestCode(value, codes)).toBeUndefined()
    },
  )
})
