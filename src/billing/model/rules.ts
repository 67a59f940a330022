// What fields require of each other across the document (EN 16931 and BIS Billing 3): the
// rules that can be checked on JSON before anything is built. Each issue carries the id of
// the official rule.
import type { z } from 'zod'
import { countries } from '../codelists/index.ts'
import { type Kind, specificationFor, specificationOf } from '../kinds.ts'
import type { BillingDocument } from './document.ts'
import { splitIdentifier } from './identifier.ts'
import { vatFaults } from './vat-rules.ts'

export type Fault = { path: (string | number)[]; message: string; rule?: string | undefined }

/** Adds an issue for each broken rule; runs when every field is present and of the right type. */
export function checkRules(kind: Kind, document: BillingDocument, context: z.RefinementCtx): void {
  const faults = [
    ...referenceFaults(document),
    ...typeFaults(kind, document),
    ...partyFaults(document),
    ...currencyFaults(document),
    ...dateFaults(kind, document),
    ...paymentFaults(document),
    ...vatFaults(document),
  ]
  for (const { path, message, rule } of faults)
    context.addIssue({ code: 'custom', path, message, params: rule === undefined ? {} : { rule } })
}

function referenceFaults(document: BillingDocument): Fault[] {
  const faults: Fault[] = []
  if (document.buyerReference === undefined && document.purchaseOrderReference === undefined)
    faults.push({
      path: ['buyerReference'],
      message:
        'BT-10 is required: Reference that the buyer uses to route the document, or ' +
        'purchaseOrderReference (BT-13)',
      rule: 'PEPPOL-EN16931-R003',
    })
  if ((document.notes?.length ?? 0) > 1 && !areGerman(document))
    faults.push({
      path: ['notes', 1],
      message: 'BT-22 may be given only once, unless seller and buyer are both German',
      rule: 'PEPPOL-EN16931-R002',
    })
  return faults
}

function areGerman({ seller, buyer }: BillingDocument): boolean {
  return seller.address.country === 'DE' && buyer.address.country === 'DE'
}

/** Type codes that only German organisations may use: partial invoice and corrected invoice. */
const germanTypeCodes = ['326', '384']

function typeFaults(kind: Kind, document: BillingDocument): Fault[] {
  const { typeCode = kind.typeCode, specificationId, businessProcess } = document
  const faults: Fault[] = []
  if (germanTypeCodes.includes(typeCode) && !areGerman(document))
    faults.push({
      path: ['typeCode'],
      message: `BT-3 may be ${typeCode} only if seller and buyer are both German`,
      rule: 'PEPPOL-EN16931-P0112',
    })
  const wanted = specificationFor(kind, typeCode)
  const specification = specificationId === undefined ? wanted : specificationOf(specificationId)
  if (specification !== undefined && specification !== wanted)
    faults.push({
      path: ['specificationId'],
      message: `BT-24 must start with ${wanted.specificationId} for type code ${typeCode} (BT-3)`,
      rule: kind.root === 'Invoice' ? 'PEPPOL-EN16931-P0100' : 'PEPPOL-EN16931-P0101',
    })
  const processes = (specification ?? wanted).businessProcesses
  if (businessProcess !== undefined && !processes.includes(businessProcess))
    faults.push({
      path: ['businessProcess'],
      message: `BT-23 must be one of ${processes.join(', ')}`,
      rule: 'PEPPOL-EN16931-R007',
    })
  return faults
}

function partyFaults(document: BillingDocument): Fault[] {
  const { seller, buyer, payee, taxRepresentative } = document
  return [
    ...sellerFaults(document),
    ...vatIdFaults('seller', 'BT-31', seller.vatId),
    ...vatIdFaults('buyer', 'BT-48', buyer.vatId),
    ...vatIdFaults('taxRepresentative', 'BT-63', taxRepresentative?.vatId),
    ...(payee === undefined ? [] : payeeFaults(payee, seller)),
  ]
}

function sellerFaults({ seller }: BillingDocument): Fault[] {
  const known =
    seller.vatId !== undefined ||
    seller.legalId !== undefined ||
    (seller.identifiers?.length ?? 0) > 0
  if (known) return []
  const message =
    'BT-31 is required: VAT identifier of the seller, or legalId (BT-30), or identifiers (BT-29)'
  return [{ path: ['seller', 'vatId'], message, rule: 'BR-CO-26' }]
}

/** Greece writes EL in VAT identifiers, and GR elsewhere. */
function vatIdFaults(party: string, term: string, vatId: string | undefined): Fault[] {
  const prefix = vatId?.slice(0, 2)
  if (prefix === undefined || prefix === 'EL' || countries.codes.has(prefix)) return []
  const message = `${term} must begin with the code of its country (ISO 3166-1), EL for Greece`
  return [{ path: [party, 'vatId'], message, rule: 'BR-CO-09' }]
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
      message: 'BT-59 must not be the name of the seller: leave the payee out',
      rule: 'BR-17',
    })
  const id = payee.identifier && splitIdentifier(payee.identifier).id
  const sellerIds = (seller.identifiers ?? []).map((one) => splitIdentifier(one).id)
  if (id !== undefined && sellerIds.includes(id))
    faults.push({
      path: ['payee', 'identifier'],
      message: 'BT-60 must not be an identifier of the seller: leave the payee out',
      rule: 'BR-17',
    })
  return faults
}

function currencyFaults({ currency, taxCurrency, totals }: BillingDocument): Fault[] {
  const stated = totals?.vatInTaxCurrency !== undefined
  if (taxCurrency === undefined) {
    const message = 'BT-111 requires taxCurrency (BT-6)'
    return stated
      ? [{ path: ['totals', 'vatInTaxCurrency'], message, rule: 'PEPPOL-EN16931-R054' }]
      : []
  }
  const faults: Fault[] = []
  if (taxCurrency === currency)
    faults.push({
      path: ['taxCurrency'],
      message: 'BT-6 must differ from currency (BT-5)',
      rule: 'PEPPOL-EN16931-R005',
    })
  if (!stated)
    faults.push({
      path: ['totals', 'vatInTaxCurrency'],
      message: 'BT-111 is required: Total VAT in taxCurrency',
      rule: 'BR-53',
    })
  return faults
}

function dateFaults(kind: Kind, document: BillingDocument): Fault[] {
  const faults: Fault[] = []
  if (document.taxPointDate !== undefined && document.taxPointDateCode !== undefined)
    faults.push({
      path: ['taxPointDateCode'],
      message: 'BT-8 must not be given together with taxPointDate (BT-7)',
      rule: 'BR-CO-03',
    })
  if (
    kind.root === 'CreditNote' &&
    document.dueDate !== undefined &&
    document.payment === undefined
  )
    faults.push({
      path: ['payment'],
      message:
        'BG-16 is required: a credit note has its due date (BT-9) in the payment instructions',
    })
  return [...faults, ...linePeriodFaults(document)]
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
        message: `BT-134 must not be before the period of the document, ${startDate}`,
        rule: 'PEPPOL-EN16931-R110',
      })
    if (endDate && line.period?.endDate && line.period.endDate > endDate)
      faults.push({
        path: at('endDate'),
        message: `BT-135 must not be after the period of the document, ${endDate}`,
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
      message: 'BT-81 is required: Means of payment (UNCL4461)',
      rule: 'BR-49',
    })
  if (creditTransferCodes.includes(meansCode) && !hasAccount)
    faults.push({
      path: ['payment', 'creditTransfers'],
      message: `BT-84 is required: an account in creditTransfers for payment means ${meansCode}`,
      rule: 'BR-61',
    })
  if (directDebitCodes.includes(meansCode) && payment.directDebit?.mandateId === undefined)
    faults.push({
      path: ['payment', 'directDebit', 'mandateId'],
      message: `BT-89 is required: Mandate of the buyer for payment means ${meansCode}`,
      rule: 'PEPPOL-EN16931-R061',
    })
  if (payment.creditorIdOn !== undefined && payment.creditorId === undefined)
    faults.push({
      path: ['payment', 'creditorId'],
      message: 'BT-90 is required with creditorIdOn',
    })
  if (payment.creditorIdOn === 'payee' && payee === undefined)
    faults.push({
      path: ['payee'],
      message: 'BG-10 is required: creditorIdOn (BT-90) says that it has the identifier',
    })
  return faults
}

/**
 * A creditor identifier belongs to the seller or the payee and needs no payment
 * instructions around it.
 */
function isCreditorOnly(payment: NonNullable<BillingDocument['payment']>): boolean {
  const { creditorId, creditorIdOn, ...instructions } = payment
  return creditorId !== undefined && Object.keys(instructions).length === 0
}
