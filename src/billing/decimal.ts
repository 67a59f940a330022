// Exact decimal arithmetic on BigInt. Money never touches a binary float.

/** The number `digits` / 10^`scale`. */
export type Decimal = { readonly digits: bigint; readonly scale: number }

/**
 * More digits than any real amount has, few enough that no input makes the arithmetic slow. The
 * limit applies to input: results may have a few times as many.
 */
export const digitsMax = 30

export const decimalPattern = /^-?[0-9]+(?:\.[0-9]+)?$/

export const zero: Decimal = { digits: 0n, scale: 0 }

/**
 * Why `text` is not a decimal that a caller may give: more than `digitsMax` digits, an exponent, or
 * another form than that of a plain number; undefined when it is one.
 */
export function decimalFault(text: string): 'digits' | 'exponent' | 'form' | undefined {
  if (text.length <= digitsMax && decimalPattern.test(text)) return undefined
  if (text.length > 2 * digitsMax) return 'digits'
  if (/^-?[0-9]+(?:\.[0-9]+)?[eE][-+]?[0-9]+$/.test(text)) return 'exponent'
  if (!decimalPattern.test(text)) return 'form'
  if (text.replace(/[-.]/g, '').length > digitsMax) return 'digits'
  return undefined
}

/**
 * Parses `-12.50`: any number of digits with an optional sign and fraction, no exponent. Throws
 * RangeError otherwise.
 */
export function parseDecimal(text: string): Decimal {
  if (!decimalPattern.test(text))
    throw new RangeError(`${JSON.stringify(text.slice(0, 60))} is not a decimal`)
  const point = text.indexOf('.')
  if (point < 0) return { digits: BigInt(text), scale: 0 }
  return {
    digits: BigInt(text.slice(0, point) + text.slice(point + 1)),
    scale: text.length - point - 1,
  }
}

/** Writes a decimal with as many places as its scale. Zero has no sign. */
export function formatDecimal({ digits, scale }: Decimal): string {
  if (scale === 0) return String(digits)
  const sign = digits < 0n ? '-' : ''
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  return `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { digits: digitsAt(a, scale) + digitsAt(b, scale), scale }
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { digits: digitsAt(a, scale) - digitsAt(b, scale), scale }
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale }
}

/**
 * The exact quotient, rounded once to `places`, half away from zero. Throws
 * RangeError when `b` is zero.
 */
export function divide(a: Decimal, b: Decimal, places: number): Decimal {
  if (b.digits === 0n) throw new RangeError('division by zero')
  const shift = places + b.scale - a.scale
  const dividend = shift > 0 ? a.digits * tenTo(shift) : a.digits
  const divisor = shift < 0 ? b.digits * tenTo(-shift) : b.digits
  return { digits: divideHalfAway(dividend, divisor), scale: places }
}

/** Rounds or pads to `places`, half away from zero: 0.005 gives 0.01, -0.005 gives -0.01. */
export function round(a: Decimal, places: number): Decimal {
  if (a.scale <= places) return { digits: digitsAt(a, places), scale: places }
  return { digits: divideHalfAway(a.digits, tenTo(a.scale - places)), scale: places }
}

/** Negative when a < b, zero when they are equal (as 1.0 and 1.00 are), positive when a > b. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const difference = subtract(a, b).digits
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

function digitsAt(a: Decimal, scale: number): bigint {
  return a.scale === scale ? a.digits : a.digits * tenTo(scale - a.scale)
}

/** The most frequently used powers. */
const powers = Array.from({ length: digitsMax }, (_, exponent) => 10n ** BigInt(exponent))

function tenTo(exponent: number): bigint {
  return powers[exponent] ?? 10n ** BigInt(exponent)
}

function divideHalfAway(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  const remainder = dividend % divisor
  const magnitude = remainder < 0n ? -remainder : remainder
  const whole = divisor < 0n ? -divisor : divisor
  if (2n * magnitude < whole) return quotient
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n
}
