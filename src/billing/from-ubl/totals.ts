// VAT totals with their breakdown, and the monetary totals.
import { attributeOf, type XmlElement } from '../../xml/index.ts'
import { noteVatScheme } from './allowances.ts'
import { find } from './read.ts'
import {
  all,
  amount,
  decimal,
  each,
  group,
  noteCurrency,
  notePath,
  type Part,
  type Reading,
  text,
} from './reading.ts'

const category = 'cac:TaxCategory'

const rowFields = group({
  category: text(`${category}/cbc:ID`),
  rate: decimal(`${category}/cbc:Percent`),
  taxableAmount: amount('cbc:TaxableAmount'),
  taxAmount: amount('cbc:TaxAmount'),
  exemptionReasonCode: text(`${category}/cbc:TaxExemptionReasonCode`),
  exemptionReason: text(`${category}/cbc:TaxExemptionReason`),
})

const monetary = 'cac:LegalMonetaryTotal'

/** BG-22; in UBL, the VAT totals are outside it. */
export const totals = group({
  lines: amount(`${monetary}/cbc:LineExtensionAmount`),
  withoutVat: amount(`${monetary}/cbc:TaxExclusiveAmount`),
  withVat: amount(`${monetary}/cbc:TaxInclusiveAmount`),
  allowances: amount(`${monetary}/cbc:AllowanceTotalAmount`),
  charges: amount(`${monetary}/cbc:ChargeTotalAmount`),
  paid: amount(`${monetary}/cbc:PrepaidAmount`),
  rounding: amount(`${monetary}/cbc:PayableRoundingAmount`),
  payable: amount(`${monetary}/cbc:PayableAmount`),
  vat: (reading, root, pointer) =>
    taxAmount(reading, mainTotal(root, reading.currency), pointer, reading.currency),
  vatInTaxCurrency: (reading, root, pointer) =>
    taxAmount(
      reading,
      accountingTotal(root, reading.currency, reading.taxCurrency),
      pointer,
      reading.taxCurrency,
    ),
})

export function vatBreakdown(reading: Reading, root: XmlElement, pointer: string) {
  const total = mainTotal(root, reading.currency)
  return total && subtotals(reading, total, pointer)
}

const row: Part<NonNullable<ReturnType<typeof rowFields>>> = (reading, element, pointer) => {
  const read = rowFields(reading, element, pointer)
  const holder = find(element, category)
  if (read !== undefined && holder !== undefined) noteVatScheme(reading, holder, pointer)
  return read
}

const subtotals = each('cac:TaxSubtotal', row)

/** The total in the document's currency, or else the first that does not name another one. */
function mainTotal(root: XmlElement, currency: string | undefined): XmlElement | undefined {
  const found = all(root, 'cac:TaxTotal')
  return found.find((total) => currencyOf(total) === currency) ?? found[0]
}

/** BT-111: the total in the currency of VAT accounting. */
function accountingTotal(
  root: XmlElement,
  currency: string | undefined,
  taxCurrency: string | undefined,
) {
  if (taxCurrency === undefined) return undefined
  const main = mainTotal(root, currency)
  return all(root, 'cac:TaxTotal').find(
    (total) => total !== main && currencyOf(total) === taxCurrency,
  )
}

const totalAmount = decimal('cbc:TaxAmount')

function taxAmount(
  reading: Reading,
  total: XmlElement | undefined,
  pointer: string,
  currency: string | undefined,
): string | undefined {
  const value = total && totalAmount(reading, total, pointer)
  const element = find(total, 'cbc:TaxAmount')
  if (total === undefined || value === undefined || element === undefined) return undefined
  noteCurrency(reading, element, currency)
  notePath(reading, total.parent as XmlElement, total, pointer)
  return value
}

function currencyOf(total: XmlElement): string | undefined {
  const element = find(total, 'cbc:TaxAmount')
  return element && attributeOf(element, 'currencyID', '')?.trim()
}
