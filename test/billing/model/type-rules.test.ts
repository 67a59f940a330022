// Type codes, parties and specification in JSON, on both sides of the day of BIS Billing 3.0.22.
import { expect, test } from 'vitest'
import { completeDocument, documentModel, kinds } from '../../../src/billing/index.ts'
import { bis } from '../../../src/billing/profiles/bis/profile.ts'
import { faultsOf, invoice } from '../fixtures.ts'

const [last, first] = ['2027-02-23', '2027-02-24']
const from = (country: string, vatId?: string) => ({
  ...{ name: 'Company', endpoint: '0192:123456785', legalId: { id: '1' } },
  ...{ address: { country }, ...(vatId ? { vatId } : {}) },
})
const document = (typeCode: string, seller: object, buyer: object, more: object = {}) =>
  invoice({ typeCode, seller, buyer, ...more })
const billing = { specificationId: bis.billing.specificationId }
const [german, slovak, french] = ['DE', 'SK', 'FR'].map((country) => from(country, `${country}1`))
const p0112 = ['/typeCode', 'PEPPOL-EN16931-P0112']
const asBilling = (rule: string) => ['/specificationId', `PEPPOL-EN16931-${rule}`]

test.each([
  ['384 between Germans', document('384', german!, german!), [], []],
  ['384 between Slovaks', document('384', slovak!, slovak!), [p0112], []],
  [
    '384 between Slovaks by address',
    document('384', { ...from('SK'), taxRegistrationId: { id: '1' } }, from('SK')),
    [p0112],
    [],
  ],
  ['384 from Slovakia', document('384', slovak!, french!), [p0112], [p0112]],
  ['384 to Slovakia', document('384', french!, slovak!), [p0112], [p0112]],
  ['384 of a French VAT identifier', document('384', from('SK', 'FR1'), slovak!), [p0112], [p0112]],
  ['326 between Slovaks', document('326', slovak!, slovak!), [p0112], [p0112]],
  ['389 in Billing, Germans', document('389', german!, german!, billing), [asBilling('P0100')], []],
  [
    '389 in Billing, others',
    document('389', french!, french!, billing),
    [asBilling('P0100')],
    [asBilling('P0112')],
  ],
  ['389 in Self-Billing, others', document('389', french!, french!), [], []],
  [
    '380 in Self-Billing',
    document('380', german!, german!, {
      specificationId: bis.selfBilling.specificationId,
    }),
    [asBilling('P0100')],
    [asBilling('P0100')],
  ],
])('%s', (_, json, before, after) => {
  const faultsOn = (day: string) =>
    faultsOf(kinds.invoice, json, day).map(({ pointer, rule }) => [pointer, rule])
  expect(faultsOn(last)).toEqual(before)
  expect(faultsOn(first)).toEqual(after)
})

test('389 in Billing becomes a document of Billing', () => {
  const stated = documentModel(kinds.invoice, first).parse(
    document('389', german!, german!, billing),
  )
  const { document: made } = completeDocument(kinds.invoice, stated)
  expect(made.specificationId).toBe(billing.specificationId)
  expect(made.businessProcess).toBe(bis.billing.businessProcess)
})
