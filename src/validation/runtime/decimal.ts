// xs:decimal and xs:integer, exact. A small mantissa is a number, for speed; it becomes a
// bigint when necessary.
import { fail } from './error.ts'

type Mantissa = number | bigint

/**
 * mantissa / 10^scale. `isInteger` distinguishes xs:integer from an xs:decimal that
 * happens to be whole.
 */
export class Decimal {
  readonly mantissa: Mantissa
  readonly scale: number
  readonly isInteger: boolean

  constructor(mantissa: Mantissa, scale: number, isInteger: boolean) {
    this.mantissa = mantissa
    this.scale = scale
    this.isInteger = isInteger
  }
}

/**
 * Fraction digits that a division keeps (XPath Functions 6.2.4 leaves it open; Saxon
 * keeps at least 18).
 */
const divisionDigits = 18
const lexical = /^[ \t\r\n]*([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))[ \t\r\n]*$/
const small = 15
/** Calculating with longer ones would take quadratic time. No amount is nearly as long. */
const digitsMax = 1000

export function integer(value: number): Decimal {
  return new Decimal(value, 0, true)
}

/** The decimal that the string represents; null if it is not an xs:decimal. */
export function parseDecimal(text: string): Decimal | null {
  return parsePlain(text) ?? parseLexical(text)
}

const [minus, point, zero, nine] = [0x2d, 0x2e, 0x30, 0x39]

// Amounts as most documents write them, in one pass; null for anything else.
function parsePlain(text: string): Decimal | null {
  const isNegative = text.charCodeAt(0) === minus
  const start = isNegative ? 1 : 0
  if (text.length === start || text.length > small) return null
  let mantissa = 0
  let pointAt = -1
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= zero && code <= nine) mantissa = mantissa * 10 + (code - zero)
    else if (code === point && pointAt < 0) pointAt = at
    else return null
  }
  const scale = pointAt < 0 ? 0 : text.length - pointAt - 1
  if (text.length - start === 1 && pointAt >= 0) return null
  return normalise(isNegative ? -mantissa : mantissa, scale, false)
}

function parseLexical(text: string): Decimal | null {
  const found = lexical.exec(text)
  if (!found) return null
  const [, sign, whole = '', behind, alone] = found
  const fraction = behind ?? alone ?? ''
  if (whole.length + fraction.length > digitsMax)
    return fail('FOAR0002', `a number has more than ${digitsMax} digits`)
  const digits = `${sign === '-' ? '-' : ''}${whole}${fraction}`
  const mantissa = digits.length <= small ? Number(digits) : BigInt(digits)
  return normalise(mantissa, fraction.length, false)
}

// Without trailing zeros, and a number whenever it fits, so that equal values look alike.
function normalise(mantissa: Mantissa, scale: number, isInteger: boolean): Decimal {
  let value = mantissa
  let digits = scale
  if (typeof value === 'bigint') {
    while (digits > 0 && value % 10n === 0n) {
      value /= 10n
      digits--
    }
    if (value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER)) {
      value = Number(value)
    }
  } else {
    while (digits > 0 && value % 10 === 0) {
      value /= 10
      digits--
    }
    // A decimal zero has no sign.
    if (value === 0) value = 0
  }
  return new Decimal(value, digits, isInteger)
}

function power(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

// Both mantissas at the larger scale: numbers when both stay exact, else bigints.
function aligned(a: Decimal, b: Decimal): { x: number; y: number } | { x: bigint; y: bigint } {
  const scale = Math.max(a.scale, b.scale)
  if (typeof a.mantissa === 'number' && typeof b.mantissa === 'number' && scale <= small) {
    const x = a.mantissa * 10 ** (scale - a.scale)
    const y = b.mantissa * 10 ** (scale - b.scale)
    if (Number.isSafeInteger(x) && Number.isSafeInteger(y)) return { x, y }
  }
  return {
    x: BigInt(a.mantissa) * power(scale - a.scale),
    y: BigInt(b.mantissa) * power(scale - b.scale),
  }
}

export function add(a: Decimal, b: Decimal): Decimal {
  const { x, y } = aligned(a, b)
  return normalise(sumOf(x, y), Math.max(a.scale, b.scale), a.isInteger && b.isInteger)
}

function sumOf(x: Mantissa, y: Mantissa): Mantissa {
  const sum = Number(x) + Number(y)
  return typeof x === 'number' && Number.isSafeInteger(sum) ? sum : BigInt(x) + BigInt(y)
}

export function negate(a: Decimal): Decimal {
  return normalise(-a.mantissa, a.scale, a.isInteger)
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  const product = Number(a.mantissa) * Number(b.mantissa)
  const isExact = Number.isSafeInteger(product)
  const mantissa = isExact ? product : BigInt(a.mantissa) * BigInt(b.mantissa)
  return normalise(mantissa, a.scale + b.scale, a.isInteger && b.isInteger)
}

/** Rounded half away from zero after the last digit kept. */
export function divide(a: Decimal, b: Decimal): Decimal {
  if (isZero(b)) return fail('FOAR0001', 'division by zero')
  const exact = divideExactly(a, b)
  if (exact) return exact
  const scale = Math.max(divisionDigits, a.scale, b.scale)
  const numerator = BigInt(a.mantissa) * power(scale + b.scale)
  const denominator = BigInt(b.mantissa) * power(a.scale)
  const quotient = numerator / denominator
  const rest = numerator - quotient * denominator
  if (magnitude(rest) * 2n < magnitude(denominator)) return normalise(quotient, scale, false)
  const away = numerator < 0n !== denominator < 0n ? -1n : 1n
  return normalise(quotient + away, scale, false)
}

// Most quotients are exact after a few digits, and finding that out is cheaper than bigints.
function divideExactly(a: Decimal, b: Decimal): Decimal | undefined {
  const { x, y } = aligned(a, b)
  if (typeof x !== 'number' || typeof y !== 'number') return undefined
  let numerator = x
  for (let digits = 0; Number.isSafeInteger(numerator); digits++) {
    if (numerator % y === 0) return normalise(numerator / y, digits, false)
    numerator *= 10
  }
  return undefined
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}

export function divideWhole(a: Decimal, b: Decimal): Decimal {
  if (isZero(b)) return fail('FOAR0001', 'division by zero')
  const { x, y } = aligned(a, b)
  return normalise(BigInt(x) / BigInt(y), 0, true)
}

export function remainder(a: Decimal, b: Decimal): Decimal {
  if (isZero(b)) return fail('FOAR0001', 'division by zero')
  const { x, y } = aligned(a, b)
  const rest = typeof x === 'number' && typeof y === 'number' ? x % y : BigInt(x) % BigInt(y)
  return normalise(rest, Math.max(a.scale, b.scale), a.isInteger && b.isInteger)
}

export function isZero({ mantissa }: Decimal): boolean {
  return Number(mantissa) === 0
}

/** Negative, zero or positive, as a is less than, equal to or greater than b. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const { x, y } = aligned(a, b)
  return x < y ? -1 : x > y ? 1 : 0
}

/** Halves are rounded up, towards positive infinity (XPath Functions, 6.4.4). */
export function roundDecimal(a: Decimal): Decimal {
  return floorDecimal(add(a, new Decimal(5, 1, false)), a.isInteger)
}

export function floorDecimal(a: Decimal, isInteger = a.isInteger): Decimal {
  if (a.scale === 0) return new Decimal(a.mantissa, 0, isInteger)
  if (typeof a.mantissa === 'number' && a.scale <= small) {
    const one = 10 ** a.scale
    const rest = a.mantissa % one
    return normalise((a.mantissa - rest) / one - (rest < 0 ? 1 : 0), 0, isInteger)
  }
  const unit = power(a.scale)
  const whole = BigInt(a.mantissa) / unit
  const isBelow = Number(a.mantissa) < 0 && BigInt(a.mantissa) % unit !== 0n
  return normalise(isBelow ? whole - 1n : whole, 0, isInteger)
}

/** The whole part; the fraction is cut off. */
export function truncate(a: Decimal): Decimal {
  return normalise(BigInt(a.mantissa) / power(a.scale), 0, true)
}

export function magnitudeOf(a: Decimal): Decimal {
  return Number(a.mantissa) < 0 ? negate(a) : a
}

export function decimalToNumber(a: Decimal): number {
  return a.scale === 0 ? Number(a.mantissa) : Number(decimalToString(a))
}

/** Canonical: no exponent, no trailing zeros (XPath Functions, 17.1.2). */
export function decimalToString({ mantissa, scale }: Decimal): string {
  if (scale === 0) return mantissa.toString()
  const isNegative = Number(mantissa) < 0
  const digits = mantissa
    .toString()
    .replace('-', '')
    .padStart(scale + 1, '0')
  return `${isNegative ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
