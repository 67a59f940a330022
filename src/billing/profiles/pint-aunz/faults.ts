// What PINT A-NZ requires beyond EN 16931: the numbers of the parties, and when is to be paid.
import { compare, zero } from '../../decimal.ts'
import type { BillingDocument } from '../../model/document.ts'
import type { Fault } from '../../model/fault.ts'
import { splitIdentifier } from '../../model/identifier.ts'
import { shown } from '../../shown.ts'
import type { Checked } from '../checked.ts'

export function faultsOfAunz(given: Checked): Fault[] {
  return [
    ...legalIdFaults(given.document),
    ...numberFaults(given.document),
    ...paymentFaults(given),
  ]
}

const registers = {
  AU: { scheme: '0151', name: 'ABN', example: '0151:47555222000', rules: ['001', '004'] },
  NZ: { scheme: '0088', name: 'NZBN', example: '0088:9429033591476', rules: ['002', '005'] },
} as const

/** The ABN of an Australian party, and the NZBN of one in New Zealand. */
function legalIdFaults({ seller, buyer }: BillingDocument): Fault[] {
  const parties = [
    { name: 'seller', party: seller, term: 'BT-30' },
    { name: 'buyer', party: buyer, term: 'BT-47' },
  ]
  return parties.flatMap(({ name, party, term }, index) => {
    const { country } = party.address
    const register = country === 'AU' || country === 'NZ' ? registers[country] : undefined
    if (register === undefined) return []
    if (party.legalId !== undefined && splitIdentifier(party.legalId).scheme === register.scheme)
      return []
    const stands = party.legalId === undefined ? 'is missing' : `is ${shown(party.legalId)}`
    const message = `${stands}: write the ${register.name}, such as "${register.example}" (${term})`
    const rule = `aligned-ibr-${register.rules[index]}-aunz`
    return [{ path: [name, 'legalId'], message, rule }]
  })
}

/** An ABN, or a number of Inland Revenue. */
const taxNumber = /^(?:[0-9]{11}|[0-9]{2,3}-?[0-9]{3}-?[0-9]{3})$/

function numberFaults({ seller, buyer, taxRepresentative }: BillingDocument): Fault[] {
  const parties = [
    { name: 'seller', party: seller, term: 'BT-31' },
    { name: 'buyer', party: buyer, term: 'BT-48' },
    { name: 'taxRepresentative', party: taxRepresentative, term: 'BT-63' },
  ]
  return parties.flatMap(({ name, party, term }) => {
    const { vatId, address: { country } = {} } = party ?? {}
    const isOwn = country === 'AU' || country === 'NZ'
    if (vatId === undefined || !isOwn || taxNumber.test(vatId)) return []
    const message =
      `is ${shown(vatId)}: write the GST number, the eleven digits of the ABN or, in New ` +
      `Zealand, eight or nine digits such as 888-888-888 (${term})`
    return [{ path: [name, 'vatId'], message }]
  })
}

function paymentFaults({ document, kind, payable }: Checked): Fault[] {
  const { dueDate, paymentTerms } = document
  if (kind.root !== 'Invoice' || dueDate !== undefined || paymentTerms !== undefined) return []
  if (compare(payable(), zero) <= 0) return []
  const message = 'is missing: Day when payment is due (BT-9), or give paymentTerms (BT-20)'
  return [{ path: ['dueDate'], message, rule: 'aligned-ibrp-061' }]
}
