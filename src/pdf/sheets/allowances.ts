// Allowances and charges, of the document or of a line.
import type { XmlElement } from '../../xml/index.ts'
import { all, first, peek, take } from '../reading.ts'
import type { Block, Cell, Column } from '../sheet.ts'
import {
  amount,
  changedAmount,
  coded,
  type Draft,
  inCurrency,
  isolated,
  joined,
  lines,
  named,
  percent,
  taxCategory,
} from '../values.ts'
import { visible } from '../visible.ts'

export function allowanceTable(draft: Draft, root: XmlElement): Block[] {
  const found = all(root, 'AllowanceCharge')
  if (found.length === 0) return []
  const { words } = draft
  const columns: Column[] = [
    { label: words.reason, width: 'share', align: 'start' },
    { label: words.baseAmount, width: 80, align: 'decimal' },
    { label: words.percentage, width: 56, align: 'decimal' },
    { label: words.tax, width: 66, align: 'decimal' },
    { label: inCurrency(draft, words.amount), width: 90, align: 'decimal' },
  ]
  const rows = found.map((each) => toRow(draft, each))
  // Few state more than the amount; empty columns are omitted.
  const isUsed = columns.map((_, index) => rows.some((row) => row[index]?.text !== ''))
  return [
    { kind: 'heading', text: words.allowancesAndCharges },
    {
      kind: 'table',
      columns: columns.filter((_, index) => isUsed[index]),
      rows: rows.map((row) => row.filter((_, index) => isUsed[index])),
    },
  ]
}

function toRow(draft: Draft, element: XmlElement): Cell[] {
  const { sign, name } = indicator(draft, element)
  const base = amount(draft, element, 'BaseAmount')
  const figure = changedAmount(draft, sign, first(element, 'Amount'))
  const { code, rate, scheme } = taxCategory(draft, first(element, 'TaxCategory'))
  const reason = reasonOf(draft, element)
  return [
    { text: reason ? `${name}: ${isolated(reason)}` : name },
    { text: base?.text ?? '', decimals: base?.decimals ?? 0 },
    { text: percent(draft, element, 'MultiplierFactorNumeric') ?? '' },
    { text: [code, rate, scheme].filter((part) => part !== undefined).join(' ') },
    { text: figure?.text ?? '', decimals: figure?.decimals ?? 0 },
  ]
}

/** One allowance or charge as a sentence: `Charge: Cleaning (CG) · +1.00 · 1 % of 100.00`. */
export function allowanceDetail(draft: Draft, element: XmlElement): string {
  const { words } = draft
  const { sign, name } = indicator(draft, element)
  const reason = reasonOf(draft, element)
  const figure = changedAmount(draft, sign, first(element, 'Amount'))
  const base = amount(draft, element, 'BaseAmount')
  const parts = joined(
    reason,
    figure?.text,
    percent(draft, element, 'MultiplierFactorNumeric'),
    base && named(words.baseAmount, base.text)[0],
  )
  return parts ? `${name}: ${parts}` : name
}

type Indicator = { name: string; sign(amount: string): string }

// The indicator is printed as its word; anything but a boolean of XML Schema is printed
// beside it unchanged.
function indicator(draft: Draft, element: XmlElement): Indicator {
  const { words } = draft
  const stated = peek(element, 'ChargeIndicator')
  const value = take(draft.reading, element, 'ChargeIndicator')
  if (stated === 'true' || stated === '1') return { sign: added, name: words.charge }
  if (stated === 'false' || stated === '0') return { sign: taken, name: words.allowance }
  return {
    sign: (amount) => amount,
    name: value ? `${words.allowanceOrCharge} (${visible(value)})` : words.allowanceOrCharge,
  }
}

// A correction charges a negative amount; zero has no sign.
const added = (amount: string) =>
  isNothing(amount) || /^[-+]/.test(amount) ? amount : `+${amount}`

function taken(amount: string): string {
  if (isNothing(amount)) return amount
  return amount.startsWith('-') ? `+${amount.slice(1)}` : `-${amount.replace(/^\+/, '')}`
}

const isNothing = (amount: string) => /^[-+]?0*\.?0*$/.test(amount)

function reasonOf(draft: Draft, element: XmlElement): string | undefined {
  const reason = lines(draft, element, 'AllowanceChargeReason')
  const code = coded(draft, () => undefined, element, 'AllowanceChargeReasonCode')
  return reason && code ? `${isolated(reason)} (${code})` : (reason ?? code)
}
