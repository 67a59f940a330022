// What XRechnung requires beyond EN 16931.
import type { BillingDocument } from '../../model/document.ts'
import type { Fault } from '../../model/fault.ts'
import { shown } from '../../shown.ts'
import type { Checked } from '../checked.ts'
import { missingFaults, type RequiredField } from '../required.ts'

const required: RequiredField[] = [
  [
    'buyerReference',
    'BT-10',
    'the Leitweg-ID of the buyer, such as "04011000-12345-34", or another reference',
    'BR-DE-15',
  ],
  ['payment', 'BG-16', 'write { meansCode, … } or { creditTransfers: [ … ] }', 'BR-DE-1'],
  ['seller.contact', 'BG-6', 'write { name, phone, email }', 'BR-DE-2'],
  ['seller.contact.name', 'BT-41', 'Person or department', 'BR-DE-5'],
  ['seller.contact.phone', 'BT-42', 'Telephone number', 'BR-DE-6'],
  ['seller.contact.email', 'BT-43', 'E-mail address', 'BR-DE-7'],
  ['seller.address.city', 'BT-37', 'City', 'BR-DE-3'],
  ['seller.address.postCode', 'BT-38', 'Post code', 'BR-DE-4'],
  ['buyer.address.city', 'BT-52', 'City', 'BR-DE-8'],
  ['buyer.address.postCode', 'BT-53', 'Post code', 'BR-DE-9'],
  ['delivery.address.city', 'BT-77', 'City', 'BR-DE-10'],
  ['delivery.address.postCode', 'BT-78', 'Post code', 'BR-DE-11'],
  ['payment.directDebit.debitedAccountId', 'BT-91', 'Account to debit', 'BR-DE-31'],
]

export function xrechnungFaults({ document }: Checked): Fault[] {
  return [
    ...missingFaults(document, required),
    ...creditorFaults(document),
    ...meansFaults(document),
    ...filenameFaults(document),
  ]
}

function creditorFaults({ payment }: BillingDocument): Fault[] {
  if (payment?.directDebit === undefined || payment.creditorId !== undefined) return []
  const message = 'is missing: directDebit (BG-19) needs the identifier of the creditor (BT-90)'
  return [{ path: ['payment', 'creditorId'], message, rule: 'BR-DE-30' }]
}

type Means = 'creditTransfers' | 'card' | 'directDebit'

/** A means of payment has the details of its own kind, and no others. */
const meansGroups: { codes: string[]; group: Means; term: string; rule: string }[] = [
  { codes: ['30', '58'], group: 'creditTransfers', term: 'BG-17', rule: 'BR-DE-23' },
  { codes: ['48', '54', '55'], group: 'card', term: 'BG-18', rule: 'BR-DE-24' },
  { codes: ['59'], group: 'directDebit', term: 'BG-19', rule: 'BR-DE-25' },
]

function meansFaults({ payment = {} }: BillingDocument): Fault[] {
  const given = (group: Means) => payment[group] !== undefined
  const meansCode = payment.meansCode ?? (given('creditTransfers') ? '30' : '')
  const own = meansGroups.find(({ codes }) => codes.includes(meansCode))
  if (own === undefined) return []
  const because = `for payment means ${meansCode}`
  const missing: Fault[] = given(own.group)
    ? []
    : [
        {
          path: ['payment', own.group],
          message: `is missing ${because} (${own.term})`,
          rule: `${own.rule}-a`,
        },
      ]
  const others = meansGroups.filter((row) => row !== own && given(row.group))
  return [
    ...missing,
    ...others.map(({ group, term }) => ({
      path: ['payment', group],
      message: `has no place ${because}: leave it out (${term})`,
      rule: `${own.rule}-b`,
    })),
  ]
}

function filenameFaults({ attachments = [] }: BillingDocument): Fault[] {
  const seen = new Set<string>()
  return attachments.flatMap(({ filename }, index) => {
    if (filename === undefined) return []
    const isNew = !seen.has(filename)
    seen.add(filename)
    if (isNew) return []
    const message = `is ${shown(filename)} a second time: write another name (BT-125-2)`
    return [{ path: ['attachments', index, 'filename'], message, rule: 'BR-DE-22' }]
  })
}
