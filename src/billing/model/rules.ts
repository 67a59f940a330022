// What fields ask of each other across the document (EN 16931 and BIS Billing 3): the rules that JSON input can
// be told about before anything is built. Each issue carries the id of the official rule.
import type { z } from 'zod'
import type { Kind } from '../kinds.ts'
import { type VatCategory, vatCategories, vatRule } from '../vat-categories.ts'
import type { BillingDocument } from './document.ts'

type Fault = { path: (string | number)[]; message: string; rule?: string | undefined }

/** Adds an issue for each rule that the document breaks; runs when every field is there and of the right type. */
export function checkRules(kind: Kind, document: BillingDocument, context: z.RefinementCtx): void {
  const faults = [
    ...referenceFaults(document),
    ...sellerFaults(document),
    ...currencyFaults(document),
    ...dateFaults(kind, document),
    ...paymentFaults(document),
    ...exemptionFaults(document),
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
        'BT-10 is required: What the buyer uses to route the document, or purchaseOrderReference (BT-13)',
      rule: 'PEPPOL-EN16931-R003',
    })
  const bothGerman = document.seller.address.country === 'DE' && document.buyer.address.country === 'DE'
  if ((document.notes?.length ?? 0) > 1 && !bothGerman)
    faults.push({
      path: ['notes', 1],
      message: 'BT-22 may be given once only, unless seller and buyer are both German',
      rule: 'PEPPOL-EN16931-R002',
    })
  return faults
}

function sellerFaults({ seller }: BillingDocument): Fault[] {
  const known =
    seller.vatId !== undefined || seller.legalId !== undefined || (seller.identifiers?.length ?? 0) > 0
  if (known) return []
  const message =
    'BT-31 is required: VAT identifier of the seller, or legalId (BT-30), or identifiers (BT-29)'
  return [{ path: ['seller', 'vatId'], message, rule: 'BR-CO-26' }]
}

function currencyFaults({ currency, taxCurrency, totals }: BillingDocument): Fault[] {
  const stated = totals?.vatInTaxCurrency !== undefined
  if (taxCurrency === undefined) {
    const message = 'BT-111 needs taxCurrency (BT-6)'
    return stated ? [{ path: ['totals', 'vatInTaxCurrency'], message, rule: 'PEPPOL-EN16931-R054' }] : []
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
      message: 'BT-8 excludes taxPointDate (BT-7)',
      rule: 'BR-CO-03',
    })
  if (kind.root === 'CreditNote' && document.dueDate !== undefined && document.payment === undefined)
    faults.push({
      path: ['payment'],
      message: 'BG-16 is required: in a credit note the due date (BT-9) stands in the payment instructions',
    })
  return faults
}

/** The codes for a credit transfer, which is nothing without an account. */
const creditTransferCodes = ['30', '58']

function paymentFaults({ payment }: BillingDocument): Fault[] {
  if (payment === undefined) return []
  const hasAccount = (payment.creditTransfers?.length ?? 0) > 0
  if (payment.meansCode === undefined && !hasAccount)
    return [
      {
        path: ['payment', 'meansCode'],
        message: 'BT-81 is required: Means of payment (UNCL4461)',
        rule: 'BR-49',
      },
    ]
  if (payment.meansCode === undefined || !creditTransferCodes.includes(payment.meansCode) || hasAccount)
    return []
  const message = `BT-84 is required: an account in creditTransfers for payment means ${payment.meansCode}`
  return [{ path: ['payment', 'creditTransfers'], message, rule: 'BR-61' }]
}

function exemptionFaults(document: BillingDocument): Fault[] {
  const rows = document.vatBreakdown ?? []
  const isGiven = (row: (typeof rows)[number]) =>
    row.exemptionReason !== undefined || row.exemptionReasonCode !== undefined
  const missing = [...usedCategories(document)]
    .filter((category) => vatCategories[category].exemption === 'required')
    .filter((category) => !rows.some((row) => row.category === category && isGiven(row)))
    .map((category) => ({
      path: ['vatBreakdown'],
      message: `BT-120 is required: a row for category ${category} with exemptionReason or exemptionReasonCode (BT-121)`,
      rule: vatRule(category, '10'),
    }))
  const forbidden = rows.flatMap((row, index) => {
    if (!isGiven(row) || vatCategories[row.category].exemption !== 'forbidden') return []
    const field = row.exemptionReason === undefined ? 'exemptionReasonCode' : 'exemptionReason'
    const message = `${field === 'exemptionReason' ? 'BT-120' : 'BT-121'} must not be given for category ${row.category}`
    return [{ path: ['vatBreakdown', index, field], message, rule: vatRule(row.category, '10') }]
  })
  return [...missing, ...forbidden]
}

function usedCategories({ lines, allowances = [], charges = [] }: BillingDocument): Set<VatCategory> {
  return new Set([...lines, ...allowances, ...charges].map(({ vat }) => vat.category ?? 'S'))
}
