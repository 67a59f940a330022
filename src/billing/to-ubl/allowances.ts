// Allowances and charges, of the document and of a line. UBL distinguishes them by an indicator;
// allowances come first.
import type {
  CompleteAllowance,
  CompleteDocument,
  CompleteLine,
  CompleteVat,
} from '../complete-document.ts'
import { taxScheme } from './party.ts'
import { all, amount, group, leaf, type Written } from './write.ts'

export function documentAllowances(document: CompleteDocument): Written {
  const { allowances, charges, currency, taxScheme: scheme } = document
  const tax = (vat: CompleteVat) => taxCategory('TaxCategory', vat, { scheme })
  return all([
    ...allowances.map((given) => allowance('false', given, currency, tax(given.vat))),
    ...charges.map((given) => allowance('true', given, currency, tax(given.vat))),
  ])
}

export function lineAllowances({ allowances, charges }: CompleteLine, currency: string): Written {
  return all([
    ...allowances.map((given) => allowance('false', given, currency)),
    ...charges.map((given) => allowance('true', given, currency)),
  ])
}

function allowance(
  isCharge: 'true' | 'false',
  given: CompleteAllowance,
  currency: string,
  tax?: Written,
): Written {
  return group(
    'AllowanceCharge',
    leaf('ChargeIndicator', isCharge),
    leaf('AllowanceChargeReasonCode', given.reasonCode),
    leaf('AllowanceChargeReason', given.reason),
    leaf('MultiplierFactorNumeric', given.percent),
    amount('Amount', given.amount, currency),
    amount('BaseAmount', given.baseAmount, currency),
    tax,
  )
}

/** VAT category and rate; `exemption` are the additional elements of a row of the VAT breakdown. */
export function taxCategory(
  name: string,
  { category, rate }: CompleteVat,
  { scheme, exemption }: { scheme: string; exemption?: Written },
): Written {
  return group(name, leaf('ID', category), leaf('Percent', rate), exemption, taxScheme(scheme))
}
