// Numbers: the operators of XPath 2.0, 3.4, and functions on them. Untyped values count as doubles.
import { toDouble } from './casts.ts'
import { compareAtomic } from './comparison.ts'
import {
  add,
  Decimal,
  divide,
  divideWhole,
  floorDecimal,
  integer,
  magnitudeOf,
  multiply,
  negate,
  remainder,
  roundDecimal,
} from './decimal.ts'
import { fail } from './error.ts'
import { spend } from './steps.ts'
import { type Atomic, atomize, type Sequence, Untyped } from './values.ts'

type Operator = '+' | '-' | '*' | 'div' | 'idiv' | 'mod'

export function arithmetic(
  operator: Operator,
  left: Atomic | undefined,
  right: Atomic | undefined,
): Decimal | number | undefined {
  if (left === undefined || right === undefined) return undefined
  const a = toNumeric(left)
  const b = toNumeric(right)
  if (a instanceof Decimal && b instanceof Decimal) return exact(operator, a, b)
  return inexact(operator, toDouble(a), toDouble(b))
}

function toNumeric(value: Atomic): Decimal | number {
  if (value instanceof Decimal || typeof value === 'number') return value
  return value instanceof Untyped
    ? toDouble(value)
    : fail('XPTY0004', 'this is not a number to calculate with')
}

function exact(operator: Operator, a: Decimal, b: Decimal): Decimal {
  switch (operator) {
    case '+':
      return add(a, b)
    case '-':
      return add(a, negate(b))
    case '*':
      return multiply(a, b)
    case 'div':
      return divide(a, b)
    case 'idiv':
      return divideWhole(a, b)
    case 'mod':
      return remainder(a, b)
  }
}

function inexact(operator: Operator, a: number, b: number): Decimal | number {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case 'div':
      return a / b
    case 'idiv':
      return wholeQuotient(a, b)
    case 'mod':
      return a % b
  }
}

function wholeQuotient(a: number, b: number): Decimal {
  if (b === 0) fail('FOAR0001', 'division by zero')
  const quotient = Math.trunc(a / b)
  if (!Number.isFinite(quotient)) fail('FOAR0002', 'the quotient is not an integer')
  return divideWhole(new Decimal(BigInt(quotient), 0, true), integer(1))
}

export function opposite(value: Atomic | undefined): Decimal | number | undefined {
  if (value === undefined) return undefined
  const number = toNumeric(value)
  return number instanceof Decimal ? negate(number) : -number
}

/** Halves are rounded up, towards positive infinity. */
export function round(value: Atomic | undefined): Decimal | number | undefined {
  if (value === undefined) return undefined
  const number = toNumeric(value)
  return number instanceof Decimal ? roundDecimal(number) : roundDouble(number)
}

// x + 0.5 is not exact just below a half.
export function roundDouble(value: number): number {
  const floor = Math.floor(value)
  return value - floor >= 0.5 ? floor + 1 : floor
}

export function floor(value: Atomic | undefined): Decimal | number | undefined {
  if (value === undefined) return undefined
  const number = toNumeric(value)
  return number instanceof Decimal ? floorDecimal(number) : Math.floor(number)
}

export function ceiling(value: Atomic | undefined): Decimal | number | undefined {
  return opposite(floor(opposite(value)))
}

export function absolute(value: Atomic | undefined): Decimal | number | undefined {
  if (value === undefined) return undefined
  const number = toNumeric(value)
  return number instanceof Decimal ? magnitudeOf(number) : Math.abs(number)
}

/** Zero for no values. */
export function sum(sequence: Sequence): Decimal | number {
  spend(sequence.length)
  let total: Decimal | number | undefined
  for (const item of sequence) {
    const value = toNumeric(atomize(item))
    total = total === undefined ? value : arithmetic('+', total, value)
  }
  return total ?? integer(0)
}

/** The largest or the smallest; NaN wins. */
export function extreme(sequence: Sequence, which: 'max' | 'min'): Atomic | undefined {
  spend(sequence.length)
  let best: Atomic | undefined
  for (const item of sequence) {
    const atomic = atomize(item)
    const value = atomic instanceof Untyped ? toDouble(atomic) : atomic
    if (typeof value === 'number' && Number.isNaN(value)) return value
    if (best === undefined || compareAtomic(which === 'max' ? '>' : '<', value, best)) best = value
  }
  return best
}
