import { describe, expect, test } from 'vitest'
import {
  add,
  compare,
  type Decimal,
  decimalFault,
  digitsMax,
  divide,
  formatDecimal,
  multiply,
  parseDecimal,
  round,
  subtract,
} from '../../src/billing/decimal.ts'

/** A seeded generator (mulberry32), so that failures can be reproduced. */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const below = generator(20261121)

function randomText(): string {
  const digits = (count: number) => Array.from({ length: count }, () => below(10)).join('')
  const places = below(8)
  const text = String(BigInt(digits(1 + below(15)))) + (places === 0 ? '' : `.${digits(places)}`)
  return /[1-9]/.test(text) && below(2) === 0 ? `-${text}` : text
}

/** The same number as an integer count of 10^-20, computed from the text alone. */
function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const magnitude = BigInt(whole + fraction.padEnd(20, '0'))
  return text.startsWith('-') ? -magnitude : magnitude
}

const scaledOf = (value: Decimal): bigint => scaled(formatDecimal(value))
const pairs = Array.from({ length: 2000 }, () => [randomText(), randomText()] as const)

describe('decimals', () => {
  test('write what they read', () => {
    for (const [a] of pairs) expect(formatDecimal(parseDecimal(a))).toBe(a)
  })

  test('add and subtract as integers do', () => {
    for (const [a, b] of pairs) {
      expect(scaledOf(add(parseDecimal(a), parseDecimal(b)))).toBe(scaled(a) + scaled(b))
      expect(scaledOf(subtract(parseDecimal(a), parseDecimal(b)))).toBe(scaled(a) - scaled(b))
    }
  })

  test('multiply as integers do', () => {
    for (const [a, b] of pairs) {
      const product = scaledOf(multiply(parseDecimal(a), parseDecimal(b)))
      expect(product * 10n ** 20n).toBe(scaled(a) * scaled(b))
    }
  })

  test('compare as integers do, whatever their decimals', () => {
    for (const [a, b] of pairs) {
      const expected = scaled(a) === scaled(b) ? 0 : scaled(a) < scaled(b) ? -1 : 1
      expect(compare(parseDecimal(a), parseDecimal(b))).toBe(expected)
    }
    expect(compare(parseDecimal('1.50'), parseDecimal('1.5'))).toBe(0)
  })

  test('round to the nearest, and away from zero at the half', () => {
    for (const [a] of pairs) {
      const rounded = scaledOf(round(parseDecimal(a), 2))
      const unit = 10n ** 18n
      const away = rounded - scaled(a)
      expect(rounded % unit).toBe(0n)
      expect(2n * (away < 0n ? -away : away) <= unit).toBe(true)
      if (2n * (away < 0n ? -away : away) === unit) expect(away > 0n).toBe(scaled(a) > 0n)
    }
  })

  test('divide to the nearest, and away from zero at the half', () => {
    for (const [a, b] of pairs) {
      if (scaled(b) === 0n) continue
      const quotient = divide(parseDecimal(a), parseDecimal(b), 2)
      const divisor = scaled(b) < 0n ? -scaled(b) : scaled(b)
      const exact = (scaled(b) < 0n ? -scaled(a) : scaled(a)) * 100n
      const away = quotient.digits * divisor - exact
      expect(2n * (away < 0n ? -away : away) <= divisor).toBe(true)
      if (2n * (away < 0n ? -away : away) === divisor) expect(away > 0n).toBe(exact > 0n)
    }
  })

  test.each([
    ['0.005', '0.01'],
    ['-0.005', '-0.01'],
    ['0.0049999', '0.00'],
    ['-0.0049999', '0.00'],
    ['2.675', '2.68'],
    ['-1.005', '-1.01'],
    ['7', '7.00'],
  ])('round %s to %s', (value, expected) => {
    expect(formatDecimal(round(parseDecimal(value), 2))).toBe(expected)
  })

  test('divide exactly before they round', () => {
    expect(formatDecimal(divide(parseDecimal('1'), parseDecimal('3'), 2))).toBe('0.33')
    expect(formatDecimal(divide(parseDecimal('-2'), parseDecimal('3'), 2))).toBe('-0.67')
    expect(formatDecimal(divide(parseDecimal('1'), parseDecimal('-8'), 2))).toBe('-0.13')
    expect(formatDecimal(divide(parseDecimal('0.0001'), parseDecimal('0.00000001'), 0))).toBe(
      '10000',
    )
    expect(() => divide(parseDecimal('1'), parseDecimal('0.00'), 2)).toThrow(RangeError)
  })

  test('drop leading zeros and the sign of zero', () => {
    expect(formatDecimal(parseDecimal('-0.00'))).toBe('0.00')
    expect(formatDecimal(parseDecimal('007.10'))).toBe('7.10')
  })

  test('take as many digits as allowed and not one more', () => {
    expect(formatDecimal(parseDecimal('9'.repeat(digitsMax)))).toBe('9'.repeat(digitsMax))
    expect(decimalFault(`-0.${'9'.repeat(digitsMax - 1)}`)).toBeUndefined()
    expect(decimalFault('9'.repeat(digitsMax + 1))).toBe('digits')
    expect(decimalFault(`0.${'9'.repeat(digitsMax)}`)).toBe('digits')
    expect(decimalFault('9'.repeat(1_000_000))).toBe('digits')
  })

  test('parse computed values, however many digits they have', () => {
    const product = formatDecimal(
      multiply(parseDecimal('9'.repeat(digitsMax)), parseDecimal('12.5')),
    )
    expect(formatDecimal(parseDecimal(product))).toBe(product)
    expect(decimalFault(product)).toBe('digits')
  })

  test.each([
    '',
    ' ',
    '1e3',
    '1E400',
    '1.5e-2',
    'NaN',
    'Infinity',
    '+1',
    '.5',
    '5.',
    '1,5',
    '1 000',
    '--1',
    '1.2.3',
    '0x10',
    '１',
  ])('refuse %j', (text) => {
    expect(decimalFault(text)).toBeTypeOf('string')
    expect(() => parseDecimal(text)).toThrow(RangeError)
  })
})
