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
  ])('to %s is %s', (value, name) => {
    expect(nearestName(value, names)).toBe(name)
  })

  test.each(['colour', '', 'x', '__proto__', 'constructor', 'n'.repeat(1_000_000)])(
    'to %.20j is none',
    (value) => {
      expect(nearestName(value, names)).toBeUndefined()
    },
  )
})

describe('the nearest code', () => {
  const codes = new Set(['EUR', 'USD', 'NOK', 'VATEX-EU-AE'])

  test.each([
    ['eur', 'EUR'],
    ['EURO', 'EUR'],
    ['ERU', 'EUR'],
    ['US', 'USD'],
    ['VATEX-EU-AF', 'VATEX-EU-AE'],
    [' NOK', 'NOK'],
  ])('to %j is %s', (value, code) => {
    expect(nearestCode(value, codes)).toBe(code)
  })

  test.each(['', 'XYZ', 'E'.repeat(1_000_000)])('to %.20j is none', (value) => {
    expect(nearestCode(value, codes)).toBeUndefined()
  })
})
