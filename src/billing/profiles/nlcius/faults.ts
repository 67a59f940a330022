// What NLCIUS requires beyond EN 16931; most of it of sellers in the Netherlands.
import { compare, zero } from '../../decimal.ts'
import type { BillingDocument } from '../../model/document.ts'
import type { Fault } from '../../model/fault.ts'
import { splitIdentifier } from '../../model/identifier.ts'
import { shown } from '../../shown.ts'
import type { Checked } from '../checked.ts'
import { missingFaults, type RequiredField } from '../required.ts'

export function nlciusFaults(given: Checked): Fault[] {
  const { document } = given
  if (document.seller.address.country !== 'NL') return orderFaults(document)
  return [
    ...addressFaults(document),
    ...legalIdFaults(document),
    ...referenceFaults(document),
    ...paymentFaults(given),
    ...orderFaults(document),
  ]
}

function addressOf(party: string, terms: [string, string, string], rule: string): RequiredField[] {
  const [line1, city, postCode] = terms
  return [
    [`${party}.address.line1`, line1, 'Street and number', rule],
    [`${party}.address.city`, city, 'City', rule],
    [`${party}.address.postCode`, postCode, 'Post code', rule],
  ]
}

const addresses = {
  seller: addressOf('seller', ['BT-35', 'BT-37', 'BT-38'], 'BR-NL-3'),
  buyer: addressOf('buyer', ['BT-50', 'BT-52', 'BT-53'], 'BR-NL-4'),
  taxRepresentative: addressOf('taxRepresentative', ['BT-64', 'BT-66', 'BT-67'], 'BR-NL-5'),
}

const parties = ['seller', 'buyer', 'taxRepresentative'] as const

function addressFaults(document: BillingDocument): Fault[] {
  return parties
    .filter((party) => document[party]?.address.country === 'NL')
    .flatMap((party) => missingFaults(document, addresses[party]))
}

/** The number at the chamber of commerce (KVK), or that of an authority (OIN). */
const legalSchemes = ['0106', '0190']

function legalIdFaults({ seller, buyer }: BillingDocument): Fault[] {
  const wanted = [
    { party: 'seller', of: seller, term: 'BT-30', rule: 'BR-NL-1' },
    { party: 'buyer', of: buyer, term: 'BT-47', rule: 'BR-NL-10' },
  ] as const
  return wanted.flatMap(({ party, of, term, rule }) => {
    if (of.address.country !== 'NL') return []
    const scheme = of.legalId && splitIdentifier(of.legalId).scheme
    if (legalSchemes.includes(scheme ?? '')) return []
    const stands = of.legalId === undefined ? 'is missing' : `is ${shown(of.legalId)}`
    const message =
      `${stands}: write the number at the KVK, such as "0106:12345678", or the OIN, ` +
      `"0190:…" (${term})`
    return [{ path: [party, 'legalId'], message, rule }]
  })
}

function referenceFaults(document: BillingDocument): Fault[] {
  const { buyerReference, purchaseOrderReference, precedingInvoices, typeCode } = document
  const faults: Fault[] = []
  if (buyerReference === undefined && purchaseOrderReference === undefined) {
    const message = 'is missing: write it (BT-10), or purchaseOrderReference (BT-13)'
    faults.push({ path: ['buyerReference'], message, rule: 'BR-NL-2' })
  }
  if (typeCode === '384' && precedingInvoices === undefined) {
    const message = 'is missing: the invoice that this one corrects, [{ number }] (BG-3)'
    faults.push({ path: ['precedingInvoices'], message, rule: 'BR-NL-9' })
  }
  return faults
}

const meansCodes = ['30', '48', '49', '57', '58', '59']

function paymentFaults({ document: { payment }, payable }: Checked): Fault[] {
  const { meansCode, creditTransfers = [] } = payment ?? {}
  if (meansCode !== undefined && !meansCodes.includes(meansCode)) {
    const message = `is ${shown(meansCode)}: write one of ${meansCodes.join(', ')} (BT-81)`
    return [{ path: ['payment', 'meansCode'], message, rule: 'BR-NL-12' }]
  }
  const isThere = meansCode !== undefined || creditTransfers.length > 0
  if (isThere || compare(payable(), zero) <= 0) return []
  const message = 'is missing: write { meansCode, … } or { creditTransfers: [ … ] } (BG-16)'
  return [{ path: ['payment'], message, rule: 'BR-NL-11' }]
}

function orderFaults({ purchaseOrderReference, salesOrderReference, lines }: BillingDocument) {
  if (purchaseOrderReference !== undefined || salesOrderReference !== undefined) return []
  if (!lines.some(({ orderLineReference }) => orderLineReference !== undefined)) return []
  const message = 'is missing: lines with orderLineReference (BT-132) need it (BT-13)'
  return [{ path: ['purchaseOrderReference'], message, rule: 'BR-NL-13' }]
}
