// The values of XPath: nodes, and atomic values as far as rules use their types. A sequence is an
// array; if there can be at most one value, it is the value or undefined.
import { DateTimeValue, DurationValue, dateTimeTextOf } from './date-time.ts'
import { Decimal, decimalToString, isZero } from './decimal.ts'
import { fail } from './error.ts'
import { RuleNode, stringValue } from './node.ts'

/**
 * xs:untypedAtomic: the text of a node in a document without a schema. It is
 * distinct from xs:string.
 */
export class Untyped {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * xs:date: the moment at which it begins, and how it was written. Without a time
 * zone it counts as UTC.
 */
export class DateValue {
  readonly milliseconds: number
  readonly text: string

  constructor(milliseconds: number, text: string) {
    this.milliseconds = milliseconds
    this.text = text
  }
}

/** A number is an xs:double. */
export type Atomic =
  | (string | number | boolean)
  | (Decimal | Untyped | DateValue | DateTimeValue | DurationValue)
export type Item = RuleNode | Atomic
export type Sequence = readonly Item[]
export type Nodes = readonly RuleNode[]

export const nothing: readonly never[] = Object.freeze([])

export function atomize(item: Item): Atomic {
  return item instanceof RuleNode ? new Untyped(stringValue(item)) : item
}

/** The one atomic value of a sequence, or undefined; an error if there are more. */
export function oneAtomic(sequence: Sequence): Atomic | undefined {
  if (sequence.length > 1) fail('XPTY0004', 'there is more than one item where one is expected')
  return sequence.length === 0 ? undefined : atomize(sequence[0]!)
}

/** The text of the one item of a sequence, '' without one; an error if there are more. */
export function oneString(sequence: Sequence): string {
  if (sequence.length > 1) fail('XPTY0004', 'there is more than one item where one is expected')
  return sequence.length === 0 ? '' : textOf(sequence[0]!)
}

export function textOrEmpty(value: Item | undefined): string {
  return value === undefined ? '' : textOf(value)
}

/** The value cast to xs:string (XPath Functions, 17.1.2). */
export function textOf(item: Item): string {
  if (typeof item === 'string') return item
  if (item instanceof RuleNode) return stringValue(item)
  if (item instanceof Untyped || item instanceof DateValue) return item.text
  if (item instanceof Decimal) return decimalToString(item)
  if (item instanceof DateTimeValue) return dateTimeTextOf(item)
  if (item instanceof DurationValue) return `PT${item.milliseconds / 1000}S`
  return typeof item === 'number' ? doubleToString(item) : String(item)
}

/** Plain between a millionth and a million, else with an exponent (XPath Functions, 17.1.2). */
function doubleToString(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'INF' : '-INF'
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  const size = Math.abs(value)
  if (size >= 1e-6 && size < 1e6) {
    const text = String(value)
    return text.includes('e') ? value.toFixed(20).replace(/0+$/, '') : text
  }
  const [mantissa = '', exponent] = value.toExponential().split('e')
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`
}

/** The effective boolean value of a sequence (XPath 2.0, 2.4.3). */
export function isTrue(sequence: Sequence): boolean {
  const [first] = sequence
  if (first === undefined) return false
  if (first instanceof RuleNode) return true
  if (sequence.length > 1) fail('FORG0006', 'a sequence of values is neither true nor false')
  return isTrueValue(first)
}

export function isTrueValue(value: Item | undefined): boolean {
  if (value === undefined) return false
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') return value !== ''
  if (value instanceof Untyped) return value.text !== ''
  if (typeof value === 'number') return !(value === 0 || Number.isNaN(value))
  if (value instanceof Decimal) return !isZero(value)
  return value instanceof RuleNode || fail('FORG0006', 'a date is neither true nor false')
}
