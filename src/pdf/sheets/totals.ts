// The tax by category, and the sums of the document.
import type { XmlElement } from '../../xml/index.ts'
import { all, first, peekAttribute, take, takeAttribute } from '../reading.ts'
import type { Block, Cell, TotalRow } from '../sheet.ts'
import {
  amount,
  coded,
  type Draft,
  inCurrency,
  lines,
  lookUp,
  named,
  taxCategory,
  text,
} from '../values.ts'
import { visible } from '../visible.ts'

export function taxTable(draft: Draft, root: XmlElement): Block[] {
  const subtotals = all(root, 'TaxTotal', 'TaxSubtotal')
  if (subtotals.length === 0) return []
  const { words } = draft
  return [
    { kind: 'heading', text: words.taxBreakdown },
    {
      kind: 'table',
      columns: [
        { label: words.category, width: 'share', align: 'start' },
        { label: words.rate, width: 60, align: 'decimal' },
        { label: inCurrency(draft, words.taxableAmount), width: 110, align: 'decimal' },
        { label: inCurrency(draft, words.taxAmount), width: 110, align: 'decimal' },
      ],
      rows: subtotals.map((each) => toRow(draft, each)),
    },
  ]
}

function toRow(draft: Draft, subtotal: XmlElement): Cell[] {
  const { words } = draft
  const category = first(subtotal, 'TaxCategory')
  const { code, rate, scheme } = taxCategory(draft, category)
  const taxable = amount(draft, subtotal, 'TaxableAmount')
  const tax = amount(draft, subtotal, 'TaxAmount')
  const meaning = lookUp(words.taxCategories, code)
  const shown = draft.inWords && meaning ? undefined : code
  return [
    {
      text: [scheme, shown, meaning].filter((part) => part !== undefined).join(' · '),
      details: [
        ...named(words.exemption, lines(draft, category, 'TaxExemptionReason')),
        ...named(
          words.exemptionCode,
          coded(draft, () => undefined, category, 'TaxExemptionReasonCode'),
        ),
      ],
    },
    { text: rate ?? '' },
    { text: taxable?.text ?? '', decimals: taxable?.decimals ?? 0 },
    { text: tax?.text ?? '', decimals: tax?.decimals ?? 0 },
  ]
}

/** In the order of addition. */
export function totals(draft: Draft, root: XmlElement): Block[] {
  const { words } = draft
  const sums =
    first(root, 'LegalMonetaryTotal') ??
    first(root, 'MonetaryTotal') ??
    first(root, 'RequestedMonetaryTotal')
  const sum = (label: string, local: string) => toTotal(draft, label, first(sums, local))
  const payable = sum(words.amountDue, 'PayableAmount').map((row) => ({ ...row, strong: true }))
  const rows: TotalRow[] = [
    ...sum(words.sumOfLines, 'LineExtensionAmount'),
    ...sum(words.sumOfAllowances, 'AllowanceTotalAmount'),
    ...sum(words.sumOfCharges, 'ChargeTotalAmount'),
    ...sum(words.withoutTax, 'TaxExclusiveAmount'),
    ...all(root, 'TaxTotal').flatMap((each) => taxTotal(draft, each)),
    ...sum(words.withTax, 'TaxInclusiveAmount'),
    ...sum(words.paid, 'PrepaidAmount'),
    ...sum(words.rounding, 'PayableRoundingAmount'),
    ...payable,
  ]
  return rows.length > 0 ? [{ kind: 'totals', rows }] : []
}

function taxTotal(draft: Draft, element: XmlElement): TotalRow[] {
  const found = first(element, 'TaxAmount')
  const isOther =
    draft.currency !== undefined && peekAttribute(found, 'currencyID') !== draft.currency
  return toTotal(draft, isOther ? draft.words.taxInTaxCurrency : draft.words.taxTotal, found)
}

function toTotal(draft: Draft, label: string, element: XmlElement | undefined): TotalRow[] {
  const value = take(draft.reading, element)
  if (value === undefined) return []
  const currency = takeAttribute(draft.reading, element, 'currencyID')
  const { text: amount, decimals } = draft.format.amount(value, currency)
  return [{ label, amount, decimals, currency: currency ? visible(currency) : '' }]
}

/** The amount due with its currency as stated, for the payment code. */
export function payableOf(root: XmlElement): XmlElement | undefined {
  return first(root, 'LegalMonetaryTotal', 'PayableAmount')
}

/** Terms and other notes printed with the totals. */
export function termsOf(draft: Draft, root: XmlElement): string[] {
  return all(root, 'PaymentTerms').flatMap((each) => {
    const terms = lines(draft, each, 'Note') ?? text(draft, each, 'ID')
    return terms === undefined ? [] : [terms]
  })
}
