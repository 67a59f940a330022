// Values as the reader's language writes them. Digits are regrouped, never rounded.
import type { Locale } from './labels/locales.ts'
import { visible } from './visible.ts'

/** A number as a string, and the number of its decimals, by which a column can align it. */
export type Figure = { text: string; decimals: number }

export type Format = {
  /**
   * Digits grouped, with at least `placesMin` decimals. Anything that is not a plain number is
   * returned unchanged.
   */
  number(value: string, placesMin?: number): Figure
  /** Like `number`, with at least as many decimals as the currency has minor units. */
  amount(value: string, currency: string | undefined): Figure
  /** `2026-11-21` as the language writes dates; anything else is returned unchanged. */
  date(value: string): string
  country(code: string): string | undefined
  currency(code: string): string | undefined
  language(code: string): string | undefined
  /**
   * A quantity of a unit that the language has words for (`hour`, `kilogram`); undefined otherwise.
   */
  unit(unit: string): string | undefined
}

// European English writes the day before the month; the Emirates use Latin digits.
const tags: Partial<Record<Locale, string>> = { en: 'en-GB', ar: 'ar-AE-u-nu-latn' }

const made = new Map<Locale, Format>()

export function formatFor(locale: Locale): Format {
  const found = made.get(locale) ?? makeFormat(locale)
  made.set(locale, found)
  return found
}

function makeFormat(locale: Locale): Format {
  const tag = tags[locale] ?? locale
  const signs = signsOf(tag)
  const dates = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' })
  const minorUnits = cached((currency) => minorUnitsOf(tag, currency))
  const number = (value: string, placesMin = 0) => writeNumber(value, placesMin, signs)
  return {
    number,
    amount: (value, currency) => number(value, currency ? minorUnits(currency) : 0),
    date: cached((value) => writeDate(value, dates)),
    country: cached((code) => nameOf(tag, 'region', code)),
    currency: cached((code) => nameOf(tag, 'currency', code)),
    language: cached((code) => nameOf(tag, 'language', code)),
    unit: cached((unit) => unitName(tag, unit)),
  }
}

type Signs = { group: string; decimal: string; minus: string; groupFrom: number }

function signsOf(tag: string): Signs {
  const parts = new Intl.NumberFormat(tag).formatToParts(-12345.6)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const groupsThousands = new Intl.NumberFormat(tag)
    .formatToParts(1234)
    .some(({ type }) => type === 'group')
  return {
    // Fonts seldom have the narrow space.
    group: sign('group').replace('\u202f', '\u00a0'),
    decimal: sign('decimal'),
    minus: sign('minusSign').replace(/[\u061c\u200e\u200f]/g, ''),
    groupFrom: groupsThousands ? 4 : 5,
  }
}

function writeNumber(
  value: string,
  placesMin: number,
  { group, decimal, minus, groupFrom }: Signs,
): Figure {
  const [, sign = '', whole = '', stated = ''] =
    /^([-+]?)([0-9]+)(?:\.([0-9]*))?$/.exec(value) ?? []
  if (whole === '') return { text: visible(value), decimals: 0 }
  const fraction = stated.padEnd(placesMin, '0')
  const grouped = whole.length < groupFrom ? whole : inThrees(whole).join(group)
  const text = `${sign === '-' ? minus : sign}${grouped}${fraction && decimal + fraction}`
  return { text, decimals: fraction.length }
}

// From the end. A number may have as many digits as a document has room for.
function inThrees(digits: string): string[] {
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3)
    groups.push(digits.slice(Math.max(0, end - 3), end))
  return groups.reverse()
}

function writeDate(value: string, dates: Intl.DateTimeFormat): string {
  const day = /^([0-9]{4}-[0-9]{2}-[0-9]{2})(Z|[-+][0-9]{2}:[0-9]{2})?$/.exec(value)
  const time = new Date(`${day?.[1]}T00:00:00Z`)
  const isDay = day && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day[1]!)
  if (!isDay) return visible(value)
  // No line break inside a date.
  const text = dates
    .format(time)
    .replace(/[\u061c\u200e\u200f]/g, '')
    .replaceAll(' ', '\u00a0')
  return day[2] ? `${text} ${day[2]}` : text
}

function minorUnitsOf(tag: string, currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 0
  return (
    new Intl.NumberFormat(tag, { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits ?? 0
  )
}

function nameOf(
  tag: string,
  type: 'region' | 'currency' | 'language',
  code: string,
): string | undefined {
  try {
    return new Intl.DisplayNames(tag, { type, fallback: 'none' }).of(code)
  } catch {
    // A string that does not even have the form of a code has no name.
    return undefined
  }
}

function unitName(tag: string, unit: string): string | undefined {
  const parts = new Intl.NumberFormat(tag, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).formatToParts(1)
  return parts.find(({ type }) => type === 'unit')?.value
}

// Input can name endlessly many, so only a limited number is remembered.
const rememberedMax = 2_000

function cached<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined || known.has(key)) return before as T
    const found = find(key)
    if (known.size < rememberedMax) known.set(key, found)
    return found
  }
}

/** An IBAN in groups of four; other account numbers unchanged. */
export function groupIban(account: string): string {
  const iban = account.replaceAll(' ', '')
  return isIban(iban) ? iban.replace(/(.{4})(?=.)/g, '$1 ') : account
}

/** ISO 13616: the check digits make the rearranged number 1 modulo 97; A is 10 … Z is 35. */
export function isIban(account: string): boolean {
  const iban = account.replaceAll(' ', '')
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}
