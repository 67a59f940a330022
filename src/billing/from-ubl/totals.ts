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
  inside,
  noteCurrency,
  notePath,
  type Part,
  type Reading,
  text,
} from './reading.ts'

const monetaryTotal = group({
  lines: amount('cbc:LineExtensionAmount'),
  withoutVat: amount('cbc:TaxExclusiveAmount'),
  withVat: amount('cbc:TaxInclusiveAmount'),
  allowances: amount('cbc:AllowanceTotalAmount'),
  charges: amount('cbc:ChargeTotalAmount'),
  paid: amount('cbc:PrepaidAmount'),
  rounding: amount('cbc:PayableRoundingAmount'),
  payable: amount('cbc:PayableAmount'),
})

const category = 'cac:TaxCategory'

const rowFields = group({
  category: text(`${category}/cbc:ID`),
  rate: decimal(`${category}/cbc:Percent`),
  taxableAmount: amount('cbc:TaxableAmount'),
  taxAmount: amount('cbc:TaxAmount'),
  exemptionReasonCode: text(`${category}/cbc:TaxExemptionReasonCode`),
  exemptionReason: text(`${category}/cbc:TaxExemptionReason`),
})

const monetary = inside('cac:LegalMonetaryTotal', monetaryTotal)

/** BG-22; the totals of VAT stand outside of it in UBL. */
export function totals(reading: Reading, root: XmlElement, pointer: string) {
  const { currency, taxCurrency } = reading
  const read = {
    ...monetary(reading, root, pointer),
    ...taxAmount(reading, mainTotal(root, currency), `${pointer}/vat`, currency),
    ...taxAmount(
      reading,
      accountingTotal(root, currency, taxCurrency),
      `${pointer}/vatInTaxCurrency`,
      taxCurrency,
    ),
  }
  return Object.keys(read).length === 0 ? undefined : read
}

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

/** The total in the document's currency, else the first that does not name another one. */
function mainTotal(root: XmlElement, currency: string | undefined): XmlElement | undefined {
  const found = all(root, 'cac:TaxTotal')
  return found.find((total) => currencyOf(total) === currency) ?? found[0]
}

/** BT-111: the total in the currency of VAT accounting. */
function accountingTotal(root: XmlElement, currency: string | undefined, taxCurrency: string | undefined) {
  if (taxCurrency === undefined) return undefined
  const main = mainTotal(root, currency)
  return all(root, 'cac:TaxTotal').find((total) => total !== main && currencyOf(total) === taxCurrency)
}

const totalAmount = decimal('cbc:TaxAmount')

function taxAmount(
  reading: Reading,
  total: XmlElement | undefined,
  pointer: string,
  currency: string | undefined,
) {
  const value = total && totalAmount(reading, total, pointer)
  const element = find(total, 'cbc:TaxAmount')
  if (total === undefined || value === undefined || element === undefined) return {}
  noteCurrency(reading, element, currency)
  notePath(reading, total.parent as XmlElement, total, pointer)
  return { [pointer.slice(pointer.lastIndexOf('/') + 1)]: value }
}

function currencyOf(total: XmlElement): string | undefined {
  const element = find(total, 'cbc:TaxAmount')
  return element && attributeOf(element, 'currencyID', '')?.trim()
}
