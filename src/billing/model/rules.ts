// What fields require of each other across the document (EN 16931, BIS Billing 3, and what other
// profiles have): the rules that can be checked on JSON before anything is built. Each issue
// carries the id of the official rule.
import type { z } from 'zod'
import { countries, paymentMeans } from '../codelists/index.ts'
import { completeDocument } from '../complete.ts'
import { parseDecimal } from '../decimal.ts'
import type { Kind } from '../kinds.ts'
import { profileFaults } from '../profiles/faults.ts'
import type { Profile } from '../profiles/profile.ts'
import { profileOf } from '../profiles/table.ts'
import { shown } from '../shown.ts'
import { decimalFaults } from './decimal-rules.ts'
import type { BillingDocument } from './document.ts'
import type { Fault } from './fault.ts'
import { splitIdentifier } from './identifier.ts'
import { said } from './said.ts'
import { areGerman, typeFaults } from './type-rules.ts'
import { vatFaults } from './vat-rules.ts'

/**
 * Adds an issue for each rule that is broken, and in force that day; runs when every field is
 * present and of the right type.
 */
export function checkRules(
  { kind, day }: { kind: Kind; day: string },
  document: BillingDocument,
  context: z.RefinementCtx,
): void {
  const profile = profileOf(document)
  const faults = [
    ...referenceFaults(document),
    ...typeFaults({ kind, day, profile }, document),
    ...partyFaults(document, profile),
    ...currencyFaults(document, profile),
    ...dateFaults(kind, document),
    ...paymentFaults(document),
    ...meansFaults(document, profile),
    ...decimalFaults(document, profile),
    ...vatFaults(document, profile),
  ]
  const payable = () => parseDecimal(completeDocument(kind, document).document.totals.payable)
  faults.unshift(...profileFaults(profile.name, { kind, document, payable }))
  for (const { path, message, rule } of faults)
    if (rule === undefined || !profile.without?.test(rule))
      context.addIssue({
        code: 'custom',
        path,
        message,
        params: rule === undefined ? {} : { rule },
      })
}

function referenceFaults(document: BillingDocument): Fault[] {
  const faults: Fault[] = []
  if (document.buyerReference === undefined && document.purchaseOrderReference === undefined)
    faults.push({
      path: ['buyerReference'],
      message:
        'is missing: Reference that the buyer uses to route the document (BT-10), or give ' +
        'purchaseOrderReference (BT-13)',
      rule: 'PEPPOL-EN16931-R003',
    })
  if ((document.notes?.length ?? 0) > 1 && !areGerman(document))
    faults.push({
      path: ['notes', 1],
      message: 'is one too many: write one note, unless seller and buyer are both German (BT-22)',
      rule: 'PEPPOL-EN16931-R002',
    })
  return faults
}

function partyFaults(document: BillingDocument, { without }: Profile): Fault[] {
  const { payee, seller } = document
  return [
    ...sellerFaults(document),
    // Messages about numbers that are right elsewhere cost more than all other rules together.
    ...(without?.test('BR-CO-09') ? [] : numberFaults(document)),
    ...(payee === undefined ? [] : payeeFaults(payee, seller)),
  ]
}

function numberFaults({ seller, buyer, taxRepresentative }: BillingDocument): Fault[] {
  return [
    ...vatIdFaults('seller', 'BT-31', seller),
    ...vatIdFaults('buyer', 'BT-48', buyer),
    ...(taxRepresentative ? vatIdFaults('taxRepresentative', 'BT-63', taxRepresentative) : []),
  ]
}

function sellerFaults({ seller }: BillingDocument): Fault[] {
  const known =
    seller.vatId !== undefined ||
    seller.legalId !== undefined ||
    (seller.identifiers?.length ?? 0) > 0
  if (known) return []
  const message =
    'is missing: VAT identifier of the seller (BT-31), or give legalId (BT-30) or identifiers ' +
    '(BT-29)'
  return [{ path: ['seller', 'vatId'], message, rule: 'BR-CO-26' }]
}

/** Greece writes EL in VAT identifiers, and GR elsewhere. */
function vatIdFaults(
  party: string,
  term: string,
  { vatId, address: { country } }: { vatId?: string | undefined; address: { country: string } },
): Fault[] {
  const prefix = vatId?.slice(0, 2)
  if (prefix === undefined || prefix === 'EL' || countries.codes.has(prefix)) return []
  const meant = vatIdMeant(vatId ?? '', country)
  const words =
    meant === undefined
      ? 'write it with its country in front, such as BE0123456749; Greece is EL'
      : `write ${meant}`
  const message = said(`is ${shown(vatId)}: ${words} (${term})`, meant)
  return [{ path: [party, 'vatId'], message, rule: 'BR-CO-09' }]
}

/** The number with the country of its address in front, when it has none. */
function vatIdMeant(vatId: string, country: string): string | undefined {
  const bare = vatId.replace(/[\s.-]/g, '').toUpperCase()
  if (bare.length > 20) return undefined
  const prefix = bare.slice(0, 2)
  if (prefix === 'EL' || countries.codes.has(prefix)) return bare
  const own = country === 'GR' ? 'EL' : country
  return /^[0-9]/.test(bare) ? `${own}${bare}` : undefined
}

/** A payee is given only if it is not the seller. */
function payeeFaults(
  payee: NonNullable<BillingDocument['payee']>,
  seller: BillingDocument['seller'],
): Fault[] {
  const faults: Fault[] = []
  if (payee.name === seller.tradingName)
    faults.push({
      path: ['payee', 'name'],
      message: 'is the name of the seller: leave the payee out (BT-59)',
      rule: 'BR-17',
    })
  const id = payee.identifier && splitIdentifier(payee.identifier).id
  const sellerIds = (seller.identifiers ?? []).map((one) => splitIdentifier(one).id)
  if (id !== undefined && sellerIds.includes(id))
    faults.push({
      path: ['payee', 'identifier'],
      message: 'is an identifier of the seller: leave the payee out (BT-60)',
      rule: 'BR-17',
    })
  return faults
}

function currencyFaults(
  { currency, taxCurrency, totals }: BillingDocument,
  { without, taxCurrency: ofProfile = currency }: Profile,
): Fault[] {
  const stated = totals?.vatInTaxCurrency !== undefined
  if (taxCurrency === undefined) {
    if (!stated || currency !== ofProfile) return []
    const message = 'needs taxCurrency (BT-6): write it, or leave this out (BT-111)'
    const rule = 'PEPPOL-EN16931-R054'
    // UBL has no place for it, whether or not a rule says so.
    const by = without?.test(rule) ? {} : { rule }
    return [{ path: ['totals', 'vatInTaxCurrency'], message, ...by }]
  }
  const faults: Fault[] = []
  if (taxCurrency === currency)
    faults.push({
      path: ['taxCurrency'],
      message: `is ${shown(taxCurrency)}, as currency is: leave it out (BT-6)`,
      rule: 'PEPPOL-EN16931-R005',
    })
  if (!stated && !(taxCurrency === currency && without?.test('PEPPOL-EN16931-R005')))
    faults.push({
      path: ['totals', 'vatInTaxCurrency'],
      message: `is missing: Total VAT in taxCurrency, ${taxCurrency} (BT-111)`,
      rule: 'BR-53',
    })
  return faults
}

function dateFaults(kind: Kind, document: BillingDocument): Fault[] {
  const faults: Fault[] = []
  if (document.taxPointDate !== undefined && document.taxPointDateCode !== undefined)
    faults.push({
      path: ['taxPointDateCode'],
      message: 'stands beside taxPointDate (BT-7): leave one of them out (BT-8)',
      rule: 'BR-CO-03',
    })
  return [...faults, ...dueDateFaults(kind, document), ...linePeriodFaults(document)]
}

/** A credit note has its due date in the payment instructions, which begin with a means code. */
function dueDateFaults(kind: Kind, { dueDate, payment }: BillingDocument): Fault[] {
  if (kind.root !== 'CreditNote' || dueDate === undefined) return []
  if (payment === undefined)
    return [
      {
        path: ['payment'],
        message:
          'is missing: a credit note has its dueDate (BT-9) there; write { meansCode, … } (BG-16)',
      },
    ]
  if (!isCreditorOnly(payment)) return []
  const message =
    'is missing: a credit note has its dueDate (BT-9) beside it; write one, such as "59" (BT-81)'
  return [{ path: ['payment', 'meansCode'], message }]
}

/** Days compare as strings. */
function linePeriodFaults({ period, lines }: BillingDocument): Fault[] {
  if (period === undefined) return []
  const { startDate, endDate } = period
  return lines.flatMap((line, index) => {
    const faults: Fault[] = []
    const at = (field: string) => ['lines', index, 'period', field]
    if (startDate && line.period?.startDate && line.period.startDate < startDate)
      faults.push({
        path: at('startDate'),
        message:
          `is ${line.period.startDate}, before the period of the document: write ${startDate} ` +
          'or later (BT-134)',
        rule: 'PEPPOL-EN16931-R110',
      })
    if (endDate && line.period?.endDate && line.period.endDate > endDate)
      faults.push({
        path: at('endDate'),
        message:
          `is ${line.period.endDate}, after the period of the document: write ${endDate} ` +
          'or earlier (BT-135)',
        rule: 'PEPPOL-EN16931-R111',
      })
    return faults
  })
}

/**
 * The codes for a credit transfer, which requires an account, and for a direct debit, which
 * requires a mandate.
 */
const creditTransferCodes = ['30', '58']
const directDebitCodes = ['49', '59']

function paymentFaults({ payment, payee }: BillingDocument): Fault[] {
  if (payment === undefined) return []
  const { meansCode = '' } = payment
  const hasAccount = (payment.creditTransfers?.length ?? 0) > 0
  const faults: Fault[] = []
  if (payment.meansCode === undefined && !hasAccount && !isCreditorOnly(payment))
    faults.push({
      path: ['payment', 'meansCode'],
      message: 'is missing: Means of payment, such as "30" for a credit transfer (BT-81)',
      rule: 'BR-49',
    })
  if (creditTransferCodes.includes(meansCode) && !hasAccount)
    faults.push({
      path: ['payment', 'creditTransfers'],
      message: `is missing: payment means ${meansCode} needs [{ "accountId": … }] (BT-84)`,
      rule: 'BR-61',
    })
  if (directDebitCodes.includes(meansCode) && payment.directDebit?.mandateId === undefined)
    faults.push({
      path: ['payment', 'directDebit', 'mandateId'],
      message: `is missing: Mandate of the buyer, for payment means ${meansCode} (BT-89)`,
      rule: 'PEPPOL-EN16931-R061',
    })
  if (directDebitCodes.includes(meansCode) && (payment.creditTransfers?.length ?? 0) > 1)
    faults.push({
      path: ['payment', 'creditTransfers', 1],
      message:
        `is a second account: payment means ${meansCode} has its mandate (BT-89) beside one ` +
        'alone; leave it out (BT-84)',
      rule: 'PEPPOL-EN16931-R061',
    })
  if (payment.creditorIdOn !== undefined && payment.creditorId === undefined)
    faults.push({
      path: ['payment', 'creditorId'],
      message: 'is missing: creditorIdOn needs it (BT-90)',
    })
  if (payment.creditorIdOn === 'payee' && payee === undefined)
    faults.push({
      path: ['payee'],
      message: 'is missing: creditorIdOn (BT-90) says that it has the identifier (BG-10)',
    })
  return faults
}

/** A means of payment that only another profile has. */
function meansFaults(
  { payment }: BillingDocument,
  { paymentMeans: own, without }: Profile,
): Fault[] {
  const { meansCode } = payment ?? {}
  if (meansCode === undefined || paymentMeans.codes.has(meansCode)) return []
  if (own?.includes(meansCode)) return []
  const message = `is ${shown(meansCode)}: write a code of UNCL4461, such as "30" (BT-81)`
  const rule = without?.test('BR-CL-16') ? undefined : 'BR-CL-16'
  return [{ path: ['payment', 'meansCode'], message, rule }]
}

/**
 * A creditor identifier belongs to the seller or the payee and needs no payment
 * instructions around it.
 */
function isCreditorOnly(payment: NonNullable<BillingDocument['payment']>): boolean {
  const { creditorId, creditorIdOn, ...instructions } = payment
  return creditorId !== undefined && Object.keys(instructions).length === 0
}
