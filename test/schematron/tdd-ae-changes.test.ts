// The rules of tax data of the Emirates that 1.0.4 changes, each with its negative.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { reportOf } from '../five-corners.ts'
import { brokenRules } from './own-rules.ts'

const invoice = readFileSync('test/fixtures/billing/invoice-complete.out.xml', 'utf8')
const source = (flags: string) =>
  invoice.replace(
    /(<cbc:ID>[^<]*<\/cbc:ID>)/,
    `<cbc:ProfileExecutionID>${flags}</cbc:ProfileExecutionID>$1<cbc:UUID>5f0c7f0e</cbc:UUID>`,
  )
const report = (flags = '00000000') => reportOf('ae', Buffer.from(source(flags))).toString()
/** The buyer of the summary; that of the source document stays. */
const buyer = /<cac:AccountingCustomerParty>.*?<\/cac:AccountingCustomerParty>/s

const broken = (text: string) => [...brokenRules(text, 'tdd-ae-changes')]

it('finds nothing in what we build', () => {
  for (const flags of ['00000000', '00000001']) expect(broken(report(flags))).toEqual([])
})

it.each([
  ['no scheme', ''],
  ['another one', ' schemeID="0235"'],
  ['an empty one', ' schemeID=""'],
])('ibr-tdd-17: the receiver has %s', (_, scheme) => {
  const before = /(<pxs:ReceivingParty><cbc:EndpointID) schemeID="0242"/
  expect(report()).toMatch(before)
  expect(broken(report().replace(before, `$1${scheme}`))).toEqual([['ibr-tdd-17', 'fatal']])
})

it.each([
  ['00000001', []],
  ['10000001', []],
  ['00000010', [['ibr-tdd-33', 'fatal']]],
  ['000000001', [['ibr-tdd-33', 'fatal']]],
  ['0000000x', [['ibr-tdd-33', 'fatal']]],
])('ibr-tdd-33: without a buyer, of a transaction of the type %s', (flags, expected) => {
  const text = report(flags)
  expect(text).toMatch(buyer)
  expect(broken(text.replace(buyer, ''))).toEqual(expected)
})

it('ibr-tdd-33: without a buyer, and without a type', () => {
  const text = report().replace(/<cbc:ProfileExecutionID>.*?<\/cbc:ProfileExecutionID>/, '')
  expect(broken(text.replace(buyer, ''))).toEqual([['ibr-tdd-33', 'fatal']])
})
