// What PINT AE requires of a document: by its type code, its transaction types and its currency.
import { compare, zero } from '../../decimal.ts'
import type { BillingDocument } from '../../model/document.ts'
import type { Fault } from '../../model/fault.ts'
import { shown } from '../../shown.ts'
import type { Checked } from '../checked.ts'
import { typeCodeOf } from '../table.ts'
import type { TransactionType } from './codes.ts'
import { lineFaults } from './line-faults.ts'
import { partyFaults } from './party-faults.ts'
import { pintAe } from './profile.ts'

export function faultsOfAe(given: Checked): Fault[] {
  const { document, kind } = given
  const { ae = {} } = document
  const typeCode = typeCodeOf(pintAe, kind, document)
  const types = ae.transactionTypes ?? []
  const asked = { ...given, typeCode, types }
  return [
    ...typeFaults(asked),
    ...creditFaults(asked),
    ...paymentFaults(asked),
    ...transactionFaults(asked),
    ...currencyFaults(document),
    ...dateFaults(asked),
    ...partyFaults(document, typeCode),
    ...lineFaults(document, { typeCode, isMargin: types.includes('marginScheme') }),
  ]
}

type Asked = Checked & { typeCode: string; types: readonly TransactionType[] }

const outOfScope = ['480', '81']
/** The rules say less of credit notes that the buyer issues (261). */
const credits = ['381', '81']

function missing(path: Fault['path'], about: string, rule: string): Fault {
  return { path, message: `is missing: ${about}`, rule }
}

/** Types that a document cannot have at once: each names the buyer by an address of its own. */
const exclusive: TransactionType[] = ['deemedSupply', 'export']
const notOutOfScope: TransactionType[] = ['summary', 'deemedSupply', 'marginScheme']

function typeFaults({ types, typeCode }: Asked): Fault[] {
  const faults: Fault[] = []
  const isBoth = exclusive.every((type) => types.includes(type))
  types.forEach((type, index) => {
    const path = ['ae', 'transactionTypes', index]
    if (types.indexOf(type) < index)
      faults.push({ path, message: `is ${shown(type)} a second time: leave it out (BTAE-02)` })
    else if (isBoth && type === exclusive[1])
      faults.push({ path, message: 'is "export" beside "deemedSupply": write one (BTAE-02)' })
    if (outOfScope.includes(typeCode) && notOutOfScope.includes(type)) {
      const message = `is ${shown(type)}, which type code ${typeCode} excludes (BTAE-02)`
      faults.push({ path, message, rule: 'ibr-157-ae' })
    }
  })
  return faults
}

function creditFaults({ kind, typeCode, document: { ae, precedingInvoices } }: Asked): Fault[] {
  const faults: Fault[] = []
  if (credits.includes(typeCode) && ae?.creditReason === undefined)
    faults.push(
      missing(
        ['ae', 'creditReason'],
        'why the credit note is given, such as "returned" (BTAE-03)',
        typeCode === '381' ? 'ibr-158-ae' : 'ibr-055-ae',
      ),
    )
  const isDiscount = ae?.creditReason === 'volumeDiscount'
  if (credits.includes(typeCode) && !isDiscount && precedingInvoices === undefined)
    faults.push(
      missing(['precedingInvoices'], 'the credited invoice, [{ number }] (BG-3)', 'ibr-055-ae'),
    )
  if (credits.includes(typeCode) && isDiscount && precedingInvoices !== undefined) {
    const message = 'has no place beside a volume discount: leave it out (BG-3)'
    faults.push({ path: ['precedingInvoices'], message, rule: 'ibr-055-ae' })
  }
  if (kind.root !== 'CreditNote' && ae?.creditReason !== undefined)
    faults.push({
      path: ['ae', 'creditReason'],
      message: 'has no place in an invoice: leave it out (BTAE-03)',
    })
  return faults
}

function paymentFaults({ kind, types, document, payable }: Asked): Fault[] {
  if (kind.root === 'CreditNote' || types.includes('deemedSupply')) return []
  const { payment, dueDate } = document
  const faults: Fault[] = []
  if (payment?.meansCode === undefined && payment?.creditTransfers === undefined)
    faults.push(missing(['payment'], 'write { meansCode, … } (BG-16)', 'ibr-191-ae'))
  if (dueDate === undefined && compare(payable(), zero) > 0)
    faults.push(missing(['dueDate'], 'Day when payment is due (BT-9)', 'ibr-127-ae'))
  return faults
}

function transactionFaults({ types, document }: Asked): Fault[] {
  const { ae = {}, period, delivery } = document
  const faults: Fault[] = []
  const has = (type: TransactionType) => types.includes(type)
  if (has('freeTradeZone') && ae.beneficiaryId === undefined)
    faults.push(missing(['ae', 'beneficiaryId'], 'Beneficiary (BTAE-01)', 'ibr-007-ae'))
  if (has('disclosedAgent') && ae.principalId === undefined)
    faults.push(missing(['ae', 'principalId'], 'Principal (BTAE-14)', 'ibr-137-ae'))
  if (has('summary') && period === undefined)
    faults.push(missing(['period'], 'write { startDate, endDate } (BG-14)', 'ibr-138-ae'))
  const address = delivery?.address
  const isAbroad = has('export') && address?.country !== 'AE'
  if (!has('eCommerce') && !isAbroad) return faults
  const rule = has('eCommerce') ? 'ibr-142-ae' : 'ibr-152-ae'
  if (address === undefined)
    return [
      ...faults,
      missing(['delivery', 'address'], '{ line1, city, subdivision, country } (BG-15)', rule),
    ]
  const fields = [
    ['line1', 'BT-75'],
    ['city', 'BT-77'],
    ['subdivision', 'BT-79'],
  ] as const
  for (const [field, term] of fields)
    if (address[field] === undefined)
      faults.push(missing(['delivery', 'address', field], `where it was delivered (${term})`, rule))
  return faults
}

function currencyFaults({ currency, taxCurrency, ae = {} }: BillingDocument): Fault[] {
  const faults: Fault[] = []
  if (taxCurrency !== undefined && taxCurrency !== 'AED')
    faults.push({
      path: ['taxCurrency'],
      message: `is ${shown(taxCurrency)}: leave it out, or write AED (BT-6)`,
      rule: 'ibr-140-ae',
    })
  if (currency === 'AED') {
    if (taxCurrency === 'AED')
      faults.push({
        path: ['taxCurrency'],
        message: 'is that of the amounts: leave it out (BT-6)',
        rule: 'ibr-077',
      })
    if (ae.exchangeRate !== undefined)
      faults.push({
        path: ['ae', 'exchangeRate'],
        message: 'has no place in a document in AED: leave it out (BTAE-04)',
      })
  } else if (ae.exchangeRate === undefined)
    faults.push(missing(['ae', 'exchangeRate'], `AED for one ${currency} (BTAE-04)`, 'ibr-159-ae'))
  return faults
}

function dateFaults({ typeCode, document }: Asked): Fault[] {
  const { taxPointDate, taxPointDateCode, issueDate, ae = {}, notes, contractReference } = document
  const faults: Fault[] = []
  if (taxPointDate !== undefined && credits.includes(typeCode))
    faults.push({
      path: ['taxPointDate'],
      message: 'has no place in a credit note: leave it out (BT-7)',
      rule: 'ibr-124-ae',
    })
  else if (taxPointDate !== undefined && taxPointDate >= issueDate)
    faults.push({
      path: ['taxPointDate'],
      message: `is ${taxPointDate}: write a day before issueDate, ${issueDate} (BT-7)`,
      rule: 'ibr-141-ae',
    })
  if (taxPointDateCode !== undefined)
    faults.push({
      path: ['taxPointDateCode'],
      message: 'has no place in the profile pint-ae: leave it out (BT-8)',
    })
  if (ae.billingFrequency === 'other' && notes === undefined)
    faults.push(missing(['notes'], 'how often is billed, in words (BT-22)', 'ibr-160-ae'))
  if (ae.contractValue !== undefined && contractReference === undefined)
    faults.push({
      path: ['contractReference'],
      message: 'is missing: ae.contractValue (BTAE-05) needs it (BT-12)',
    })
  return faults
}
