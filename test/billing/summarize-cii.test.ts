// What invoices in CII and other documents of UN/CEFACT say about themselves.
import { describe, expect, test } from 'vitest'
import { type OtherSummary, readAnyDocument } from '../../src/billing/index.ts'
import { cii, context, invoice, process, sums, tax, xrechnung } from './cii.ts'

function summaryOf(bytes: Buffer): OtherSummary {
  const read = readAnyDocument(bytes)
  if (read.kind !== 'other') throw new Error(JSON.stringify(read))
  return read.summary
}

test('an invoice in CII names its type, process, number, day, parties and totals', () => {
  expect(summaryOf(cii())).toMatchObject({
    ...{ customizationId: xrechnung, profileId: process, number: 'R-1', issueDate: '2026-11-28' },
    sender: {
      ...{ name: 'Seller GmbH', country: 'DE' },
      endpoint: { scheme: '9930', id: 'DE123456789' },
    },
    receiver: { name: 'Buyer SA', country: 'FR', endpoint: { scheme: '9930', id: 'FR1' } },
    totals: { currency: 'EUR', payable: '121.00', tax: '21.00' },
  })
})

test('the buyer sends what it bills itself', () => {
  const { sender, receiver } = summaryOf(cii({ head: invoice.head.replace('380', '389') }))
  expect([sender?.name, receiver?.name]).toEqual(['Buyer SA', 'Seller GmbH'])
})

describe('what is not there, or is no value of its kind, is absent:', () => {
  test.each<[string, Partial<typeof invoice>, keyof OtherSummary, unknown]>([
    ['a day with letters', { head: '<ram:ID>1</ram:ID>' }, 'issueDate', undefined],
    ['a day that is none', { head: invoice.head.replace('1128', '1131') }, 'issueDate', undefined],
    [
      'a day with a time',
      { head: invoice.head.replace('1128', '1128101500') },
      'issueDate',
      '2026-11-28',
    ],
    ['a number', { head: '' }, 'number', undefined],
    ['a guideline', { context: '' }, 'customizationId', undefined],
    ['a currency', { settlement: sums('').replace(/<ram:Inv.*>\n/, '') }, 'totals', undefined],
    ['an amount', { settlement: sums('').replace('121.00', 'x') }, 'totals', undefined],
    ['the tax', { settlement: sums('') }, 'totals', { currency: 'EUR', payable: '121.00' }],
    [
      'the tax in its own currency',
      { settlement: sums(tax('1', 'PLN') + tax('2', 'USD')) },
      'totals',
      { currency: 'EUR', payable: '121.00' },
    ],
  ])('%s', (_, change, member, expected) => {
    expect(summaryOf(cii(change))[member]).toEqual(expected)
  })

  test('an address without a scheme', () => {
    const seller = invoice.seller.replace(' schemeID="9930"', '')
    expect(summaryOf(cii({ seller })).sender).not.toHaveProperty('endpoint')
  })
})

test.each<[string, Partial<typeof invoice>]>([
  ['number', { head: `<ram:ID>A</ram:ID>${invoice.head}` }],
  ['guideline', { context: context + context }],
  ['address', { seller: invoice.seller + invoice.seller }],
  ['payable amount', { settlement: sums('<ram:DuePayableAmount>1</ram:DuePayableAmount>') }],
])('a second %s is a fault, for another parser may take that one', (_, change) => {
  expect(readAnyDocument(cii(change))).toMatchObject({
    kind: 'faulty',
    faults: expect.arrayContaining([expect.objectContaining({ reason: 'ambiguous' })]),
  })
})

test('a status message has no parties here: it may have several receivers', () => {
  const bytes = cii({}, 'CrossDomainAcknowledgementAndResponse')
    .toString()
    .replace(/<rsm:Supply.*Transaction>/s, '')
  expect(summaryOf(Buffer.from(bytes))).toEqual({
    ...{ customizationId: xrechnung, profileId: process, number: 'R-1', issueDate: '2026-11-28' },
  })
})

test('a document in the namespace of another edition is not read as CII', () => {
  const other = Buffer.from(cii().toString().replace('Invoice:100"', 'Invoice:13"'))
  expect(summaryOf(other)).toEqual({})
})
