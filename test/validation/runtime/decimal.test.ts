import { describe, expect, it } from 'vitest'
import {
  add,
  compareDecimals,
  type Decimal,
  decimalToString,
  divide,
  floorDecimal,
  multiply,
  parseDecimal,
} from '../../../src/validation/runtime/decimal.ts'
import { randomNumbers } from '../../fuzz/random.ts'

const decimal = (text: string): Decimal => parseDecimal(text)!
const written = (value: Decimal): string => decimalToString(value)

// The same in integers of any size: a value times ten to the power of forty.
const unit = 10n ** 40n
const scaled = (text: string): bigint => {
  const [, sign, whole = '', behind = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text)!
  const digits = BigInt(whole + behind.padEnd(40, '0'))
  return sign === '-' ? -digits : digits
}
const halfAwayAt18 = (numerator: bigint, denominator: bigint): bigint => {
  const [n, d] = [
    numerator < 0n ? -numerator : numerator,
    denominator < 0n ? -denominator : denominator,
  ]
  const rounded = (n * 2n * 10n ** 18n + d) / (2n * d)
  return numerator < 0n !== denominator < 0n ? -rounded : rounded
}

describe('decimals', () => {
  it.each([
    ['12', '12'],
    ['-12.50', '-12.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['+1', '1'],
    [' 1 ', '1'],
    ['007', '7'],
    ['123456789012345', '123456789012345'],
    ['1234567890123456789.5', '1234567890123456789.5'],
  ])('reads %j as %s', (text, canonical) => {
    expect(written(decimal(text))).toBe(canonical)
  })

  it.each(['', '-', '.', '-.', '+', '1.2.3', '1,2', '1e2', 'NaN', '--1', '1-', '٣', '1 2'])(
    'refuses %j',
    (text) => {
      expect(parseDecimal(text)).toBeNull()
    },
  )

  it('have at most a thousand digits', () => {
    expect(written(decimal(`${'7'.repeat(999)}.5`))).toBe(`${'7'.repeat(999)}.5`)
    expect(() => parseDecimal(`${'7'.repeat(999)}.55`)).toThrow('more than 1000 digits')
  })

  it('are as exact as integers of any size', () => {
    const random = randomNumbers(7)
    const digits = (count: number) => Array.from({ length: count }, () => random(10)).join('')
    const some = () => {
      const whole = digits(1 + random(12))
      const fraction = random(10) < 7 ? `.${digits(1 + random(8))}` : ''
      return `${random(10) < 3 ? '-' : ''}${whole}${fraction}`
    }
    for (let count = 0; count < 5_000; count++) {
      const [a, b] = [
        some(),
        random(2) === 0 ? some() : ['1', '4', '10', '100', '2.5', '0.01'][count % 6]!,
      ]
      const [x, y] = [scaled(a), scaled(b)]
      expect(scaled(written(add(decimal(a), decimal(b)))), `${a} + ${b}`).toBe(x + y)
      expect(scaled(written(multiply(decimal(a), decimal(b)))) * unit, `${a} * ${b}`).toBe(x * y)
      expect(Math.sign(compareDecimals(decimal(a), decimal(b))), `${a} <=> ${b}`).toBe(
        x < y ? -1 : x > y ? 1 : 0,
      )
      const floor = x >= 0n || x % unit === 0n ? x / unit : x / unit - 1n
      expect(written(floorDecimal(decimal(a))), `floor(${a})`).toBe(floor.toString())
      if (y === 0n) continue
      const quotient = halfAwayAt18(x, y) * 10n ** 22n
      expect(scaled(written(divide(decimal(a), decimal(b)))), `${a} div ${b}`).toBe(quotient)
    }
  })
})
