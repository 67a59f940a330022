// Allowances and charges, which UBL distinguishes by an indicator, and the VAT category
// that many parts have.
import type { XmlElement } from '../../xml/index.ts'
import { find, textAt } from './read.ts'
import {
  all,
  amount,
  below,
  decimal,
  group,
  inside,
  noteConstant,
  type Part,
  text,
} from './reading.ts'

const fields = {
  amount: amount('cbc:Amount'),
  baseAmount: amount('cbc:BaseAmount'),
  percent: decimal('cbc:MultiplierFactorNumeric'),
  reason: text('cbc:AllowanceChargeReason'),
  reasonCode: text('cbc:AllowanceChargeReasonCode'),
}

/** The allowances or the charges of a line. */
export function lineAllowances(indicator: Indicator) {
  return withIndicator(indicator, group(fields))
}

/** The allowances or the charges of the document, which have a VAT category. */
export function documentAllowances(indicator: Indicator) {
  return withIndicator(indicator, group({ ...fields, vat: taxCategory('cac:TaxCategory') }))
}

type Indicator = 'true' | 'false'

/** XML Schema writes a boolean in two ways; BIS wants the words (PEPPOL-EN16931-R043). */
const forms: Record<Indicator, string[]> = { true: ['true', '1'], false: ['false', '0'] }

function withIndicator<T extends object>(indicator: Indicator, part: Part<T>): Part<T[]> {
  return (reading, from, pointer) => {
    const items: T[] = []
    for (const element of all(from, 'cac:AllowanceCharge')) {
      const form = textAt(find(element, 'cbc:ChargeIndicator')) ?? ''
      if (!forms[indicator].includes(form)) continue
      const at = below(reading, pointer, items.length)
      const item = part(reading, element, at)
      if (item === undefined) continue
      noteConstant(reading, element, 'cbc:ChargeIndicator', form, at)
      reading.locations[element.order] = at
      items.push(item)
    }
    return items.length === 0 ? undefined : items
  }
}

/** Category and rate. */
export function taxCategory(path: string): Part<{ category: string; rate: string }> {
  return inside(path, (reading, element, pointer) => {
    const read = categoryFields(reading, element, pointer)
    if (read !== undefined) noteVatScheme(reading, element, pointer)
    return read
  })
}

const categoryFields = group({ category: text('cbc:ID'), rate: decimal('cbc:Percent') })

export function noteVatScheme(
  reading: Parameters<Part<unknown>>[0],
  category: XmlElement,
  pointer: string,
): void {
  noteConstant(reading, category, 'cac:TaxScheme/cbc:ID', reading.taxScheme, pointer)
}
