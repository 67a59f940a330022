// The decimal that a number in another form was meant to be.
import { decimalPattern } from '../decimal.ts'

/** Longer texts are not meant as a number. */
const lengthMax = 40

// A currency, a percent sign, or quotes around the number.
const around = /^(?:[A-Z]{3}|[€$£])\s?|\s?(?:[A-Z]{3}|[€$£%])$/g
const blanks = /[\s\u00a0\u2009\u202f]/g

/**
 * `7,5` is 7.5, `1.234,50` and `1,234.50` are 1234.50; undefined when it could be two numbers, as
 * `1,234` could, or is none.
 */
export function decimalMeant(text: string): string | undefined {
  if (text.length > lengthMax) return undefined
  const bare = text.trim().replace(around, '').trim()
  const plain = withPoint(groupsJoined(bare))
  const whole = plain
    ?.replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '')
  return whole !== undefined && decimalPattern.test(whole) ? whole : undefined
}

/** Without what separates thousands, where that is beyond doubt: a blank, an apostrophe. */
function groupsJoined(text: string): string {
  const grouped = /^[-+]?\d{1,3}(?:[\s\u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d+)?$/
  return grouped.test(text) ? text.replace(blanks, '').replace(/['’]/g, '') : text
}

/** The last of the two marks separates the decimals; undefined when that is in doubt. */
function withPoint(text: string): string | undefined {
  if (!text.includes(',')) return /^[^.]*\.?[^.]*$/.test(text) ? text : manyPoints(text)
  if (/^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  if (/^[-+]?\d{1,3}(?:,\d{3})+\.\d+$/.test(text)) return text.replaceAll(',', '')
  if (/^[-+]?\d{1,3}(?:,\d{3}){2,}$/.test(text)) return text.replaceAll(',', '')
  // `1,234` is one thousand or one and a bit; `0,234` can only be the latter.
  if (/^[-+]?[1-9]\d{0,2},\d{3}$/.test(text)) return undefined
  return /^[-+]?\d*,\d+$/.test(text) ? text.replace(',', '.') : undefined
}

function manyPoints(text: string): string | undefined {
  return /^[-+]?\d{1,3}(?:\.\d{3}){2,}$/.test(text) ? text.replaceAll('.', '') : undefined
}
