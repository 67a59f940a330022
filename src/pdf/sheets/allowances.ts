// Allowances and charges: what is taken off or put on, of the document or of a line.
import type { XmlElement } from '../../xml/index.ts'
import { all, first, peek, take } from '../reading.ts'
import type { Block, Cell } from '../sheet.ts'
import { amount, coded, type Draft, isolated, joined, lines, named, percent, taxCategory } from '../values.ts'
import { visible } from '../visible.ts'

export function allowanceTable(draft: Draft, root: XmlElement): Block[] {
  const found = all(root, 'AllowanceCharge')
  if (found.length === 0) return []
  const { words, currency } = draft
  return [
    { kind: 'heading', text: words.allowancesAndCharges },
    {
      kind: 'table',
      columns: [
        { label: words.reason, width: 'share', align: 'start' },
        { label: words.baseAmount, width: 80, align: 'decimal' },
        { label: words.percentage, width: 56, align: 'decimal' },
        { label: words.tax, width: 66, align: 'decimal' },
        { label: currency ? `${words.amount} (${currency})` : words.amount, width: 90, align: 'decimal' },
      ],
      rows: found.map((each) => toRow(draft, each)),
    },
  ]
}

function toRow(draft: Draft, element: XmlElement): Cell[] {
  const { sign, name } = indicator(draft, element)
  const base = amount(draft, element, 'BaseAmount')
  const figure = amount(draft, element, 'Amount')
  const { code, rate, scheme } = taxCategory(draft, first(element, 'TaxCategory'))
  const reason = reasonOf(draft, element)
  return [
    { text: reason ? `${name}: ${isolated(reason)}` : name },
    { text: base?.text ?? '', decimals: base?.decimals ?? 0 },
    { text: percent(draft, element, 'MultiplierFactorNumeric') ?? '' },
    { text: [code, rate, scheme].filter((part) => part !== undefined).join(' ') },
    { text: figure ? sign + figure.text : '', decimals: figure?.decimals ?? 0 },
  ]
}

/** One allowance or charge as a sentence: `Charge: Cleaning (CG) · +1.00 · 1 % of 100.00`. */
export function allowanceDetail(draft: Draft, element: XmlElement): string {
  const { words } = draft
  const { sign, name } = indicator(draft, element)
  const reason = reasonOf(draft, element)
  const figure = amount(draft, element, 'Amount')
  const base = amount(draft, element, 'BaseAmount')
  const parts = joined(
    reason,
    figure && sign + figure.text,
    percent(draft, element, 'MultiplierFactorNumeric'),
    base && named(words.baseAmount, base.text)[0],
  )
  return parts ? `${name}: ${parts}` : name
}

// The indicator is printed as the word for it; anything but true and false stands beside as it came.
function indicator(draft: Draft, element: XmlElement): { sign: string; name: string } {
  const { words } = draft
  const stated = peek(element, 'ChargeIndicator')
  const value = take(draft.reading, element, 'ChargeIndicator')
  if (stated === 'true') return { sign: '+', name: words.charge }
  if (stated === 'false') return { sign: '−', name: words.allowance }
  return {
    sign: '',
    name: value ? `${words.allowanceOrCharge} (${visible(value)})` : words.allowanceOrCharge,
  }
}

function reasonOf(draft: Draft, element: XmlElement): string | undefined {
  const reason = lines(draft, element, 'AllowanceChargeReason')
  const code = coded(draft, () => undefined, element, 'AllowanceChargeReasonCode')
  return reason && code ? `${isolated(reason)} (${code})` : (reason ?? code)
}
