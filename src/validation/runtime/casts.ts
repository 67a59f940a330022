// Casts between atomic types (XPath Functions, 17): strings to numbers, dates and booleans, as XML
// Schema writes them.
import { DateTimeValue, DurationValue, dateTextOf, parseDuration } from './date-time.ts'
import { Decimal, decimalToNumber, integer, isZero, parseDecimal, truncate } from './decimal.ts'
import { fail, XPathError } from './error.ts'
import {
  type Atomic,
  atomize,
  DateValue,
  type Item,
  isTrueValue,
  type Sequence,
  textOf,
  Untyped,
} from './values.ts'

const doubleForm =
  /^[ \t\r\n]*(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|-?INF|NaN)[ \t\r\n]*$/
const integerForm = /^[ \t\r\n]*[+-]?\d+[ \t\r\n]*$/
const dateForm = /^[ \t\r\n]*(-?\d{4,})-(\d\d)-(\d\d)(Z|[+-]\d\d:\d\d)?[ \t\r\n]*$/
const timeForm = /^[ \t\r\n]*([01]\d|2[0-4]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)?[ \t\r\n]*$/

/** The double that the string represents; null if it is not an xs:double. */
function parseDouble(text: string): number | null {
  if (!doubleForm.test(text)) return null
  const trimmed = text.trim()
  if (trimmed === 'INF') return Number.POSITIVE_INFINITY
  return trimmed === '-INF' ? Number.NEGATIVE_INFINITY : Number(trimmed)
}

export function toDouble(value: Atomic): number {
  if (typeof value === 'number') return value
  if (value instanceof Decimal) return decimalToNumber(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  if (isTime(value)) return fail('XPTY0004', 'a date is not a number')
  return parseDouble(textOf(value)) ?? invalid(value, 'double')
}

/** Like fn:number: NaN for anything that is not a number. */
export function numberOf(value: Item | undefined): number {
  if (value === undefined) return Number.NaN
  const atomic = atomize(value)
  if (atomic instanceof Untyped || typeof atomic === 'string')
    return parseDouble(textOf(atomic)) ?? Number.NaN
  return isTime(atomic) ? Number.NaN : toDouble(atomic)
}

function isTime(value: Atomic): value is DateValue | DateTimeValue | DurationValue {
  return (
    value instanceof DateValue || value instanceof DateTimeValue || value instanceof DurationValue
  )
}

function toDecimal(value: Atomic): Decimal {
  if (value instanceof Decimal)
    return value.isInteger ? new Decimal(value.mantissa, value.scale, false) : value
  if (typeof value === 'boolean') return new Decimal(value ? 1 : 0, 0, false)
  if (typeof value === 'number') return decimalOfDouble(value)
  return parseDecimal(textOf(value)) ?? invalid(value, 'decimal')
}

function decimalOfDouble(value: number): Decimal {
  if (!Number.isFinite(value)) fail('FOCA0002', `${value} is not a decimal`)
  const text = String(value)
  if (!text.includes('e')) return parseDecimal(text)!
  // toFixed also writes an exponent from 1e21 on, where every double is an integer.
  return parseDecimal(Math.abs(value) < 1e21 ? value.toFixed(20) : String(BigInt(value)))!
}

function toInteger(value: Atomic): Decimal {
  if (value instanceof Decimal) return truncate(value)
  if (typeof value === 'boolean') return integer(value ? 1 : 0)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) fail('FOCA0002', `${value} is not an integer`)
    return truncate(decimalOfDouble(Math.trunc(value)))
  }
  const text = textOf(value)
  return integerForm.test(text) ? truncate(parseDecimal(text)!) : invalid(value, 'integer')
}

export function toDate(value: Atomic): DateValue {
  if (value instanceof DateValue) return value
  const text = value instanceof DateTimeValue ? dateTextOf(value) : textOf(value)
  const [, year, month, day, zone] = dateForm.exec(text) ?? invalid(value, 'date')
  const begins = new Date(0)
  // The calendar repeats every 400 years; Date ends with the year 275760, but xs:date does not.
  const rounds = Math.floor(Number(year) / 400)
  begins.setUTCFullYear(Number(year) - rounds * 400, Number(month) - 1, Number(day))
  const isReal = begins.getUTCMonth() === Number(month) - 1 && begins.getUTCDate() === Number(day)
  if (!isReal) invalid(value, 'date')
  const milliseconds = begins.getTime() + rounds * 146_097 * 86_400_000
  return new DateValue(milliseconds - minutesOf(zone) * 60_000, text.trim())
}

function minutesOf(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))
  return zone.startsWith('-') ? -minutes : minutes
}

export function toBoolean(value: Atomic): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return isTrueValue(value)
  if (value instanceof Decimal) return !isZero(value)
  const text = textOf(value).trim()
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : invalid(value, 'boolean')
}

function invalid(value: Atomic, type: string): never {
  return fail('FORG0001', `'${textOf(value)}' is not of the type ${type}`)
}

function toDuration(value: Atomic): DurationValue {
  if (value instanceof DurationValue) return value
  return parseDuration(textOf(value)) ?? invalid(value, 'dayTimeDuration')
}

function toTime(value: Atomic): string {
  const text = textOf(value)
  return timeForm.test(text) ? text.trim() : invalid(value, 'time')
}

/**
 * The casts that the compiler knows, by the local name of the type in the namespace of XML Schema.
 */
export const casts = {
  string: textOf,
  decimal: toDecimal,
  integer: toInteger,
  int: toInteger,
  double: toDouble,
  date: toDate,
  time: toTime,
  boolean: toBoolean,
  dayTimeDuration: toDuration,
  anyAtomicType: (value: Atomic): Atomic => value,
} satisfies Record<string, (value: Atomic) => Atomic>

export type CastName = keyof typeof casts

/** Casts at most one value. */
export function cast(value: Atomic | undefined, type: CastName): Atomic | undefined {
  return value === undefined ? undefined : casts[type](value)
}

/** Like cast, but an absent value is an error (a type without '?'). */
export function castOne(value: Atomic | undefined, type: CastName): Atomic {
  return value === undefined
    ? fail('XPTY0004', `there is no value to cast to ${type}`)
    : casts[type](value)
}

export function isCastable(sequence: Sequence, type: CastName, isOptional: boolean): boolean {
  if (sequence.length !== 1) return sequence.length === 0 && isOptional
  try {
    casts[type](atomize(sequence[0]!))
    return true
  } catch (error) {
    if (error instanceof XPathError) return false
    throw error
  }
}

/**
 * Converts an argument, variable or result to its declared type (the function conversion rules,
 * XPath 2.0, 3.1.5).
 */
export function convert(
  sequence: Sequence,
  type: CastName,
  occurrence: '' | '?' | '*' | '+',
): Sequence {
  if (sequence.length === 0 && (occurrence === '' || occurrence === '+'))
    fail('XPTY0004', 'a value is missing')
  if (sequence.length > 1 && (occurrence === '' || occurrence === '?')) {
    fail('XPTY0004', 'there is more than one value')
  }
  return sequence.map((item) => convertItem(atomize(item), type))
}

function convertItem(value: Atomic, type: CastName): Atomic {
  if (value instanceof Untyped) return casts[type](value)
  const fits: Record<CastName, boolean> = {
    string: typeof value === 'string',
    decimal: value instanceof Decimal,
    integer: value instanceof Decimal && value.isInteger,
    int: value instanceof Decimal && value.isInteger,
    double: typeof value === 'number' || value instanceof Decimal,
    date: value instanceof DateValue,
    time: false,
    boolean: typeof value === 'boolean',
    dayTimeDuration: value instanceof DurationValue,
    anyAtomicType: true,
  }
  if (!fits[type]) fail('XPTY0004', `'${textOf(value)}' is not of the type ${type}`)
  return type === 'double' ? toDouble(value) : value
}
