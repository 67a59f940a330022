// VAT totals with their breakdown, and the monetary totals.
import type { CompleteDocument, CompleteVatRow } from '../complete-document.ts'
import { taxCategory } from './allowances.ts'
import { all, amount, group, leaf, type Written } from './write.ts'

/**
 * One TaxTotal with the breakdown, and a second one without when VAT is accounted in another
 * currency (BT-111).
 */
export function taxTotals({
  currency,
  taxCurrency,
  totals,
  vatBreakdown,
  ae,
  taxScheme,
}: CompleteDocument): Written {
  return all([
    group(
      'TaxTotal',
      amount('TaxAmount', totals.vat, currency),
      // PINT AE says that prices are without VAT.
      ae && leaf('TaxIncludedIndicator', 'false'),
      ...vatBreakdown.map((row) => taxSubtotal(row, currency, taxScheme)),
    ),
    taxCurrency && group('TaxTotal', amount('TaxAmount', totals.vatInTaxCurrency, taxCurrency)),
  ])
}

function taxSubtotal(row: CompleteVatRow, currency: string, scheme: string): Written {
  const exemption = all([
    leaf('TaxExemptionReasonCode', row.exemptionReasonCode),
    leaf('TaxExemptionReason', row.exemptionReason),
  ])
  return group(
    'TaxSubtotal',
    amount('TaxableAmount', row.taxableAmount, currency),
    amount('TaxAmount', row.taxAmount, currency),
    taxCategory('TaxCategory', row, { scheme, exemption }),
  )
}

/** BTAE-04, of PINT AE. */
export function exchangeRate({ currency, ae }: CompleteDocument): Written {
  if (ae?.exchangeRate === undefined) return undefined
  return group(
    'TaxExchangeRate',
    leaf('SourceCurrencyCode', currency),
    leaf('TargetCurrencyCode', 'AED'),
    leaf('CalculationRate', ae.exchangeRate),
  )
}

export function monetaryTotal({ currency, totals }: CompleteDocument): Written {
  return group(
    'LegalMonetaryTotal',
    amount('LineExtensionAmount', totals.lines, currency),
    amount('TaxExclusiveAmount', totals.withoutVat, currency),
    amount('TaxInclusiveAmount', totals.withVat, currency),
    amount('AllowanceTotalAmount', totals.allowances, currency),
    amount('ChargeTotalAmount', totals.charges, currency),
    amount('PrepaidAmount', totals.paid, currency),
    amount('PayableRoundingAmount', totals.rounding, currency),
    amount('PayableAmount', totals.payable, currency),
  )
}
