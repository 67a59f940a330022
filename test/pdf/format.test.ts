import { describe, expect, it } from 'vitest'
import { formatFor, groupIban } from '../../src/pdf/format.ts'

const nbsp = '\u00a0'

describe('an amount', () => {
  it.each([
    ['en', '1234567.8', 'EUR', '1,234,567.80'],
    ['de', '1234567.8', 'EUR', '1.234.567,80'],
    ['fr', '1234567.8', 'EUR', `1${nbsp}234${nbsp}567,80`],
    ['es', '1234.5', 'EUR', '1234,50'],
    ['pl', '12345.5', 'PLN', `12${nbsp}345,50`],
    ['sv', '-1500', 'SEK', `−1${nbsp}500,00`],
    ['ar', '-10643.29', 'AED', '-10,643.29'],
    ['en', '10', 'JPY', '10'],
    ['en', '10.5', 'OMR', '10.500'],
  ] as const)('in %s: %s %s is %s', (locale, value, currency, text) => {
    expect(formatFor(locale).amount(value, currency).text).toBe(text)
  })

  it('is never rounded, however many digits it has', () => {
    expect(formatFor('en').amount('123456789012345678901.123456789', 'EUR')).toEqual({
      text: '123,456,789,012,345,678,901.123456789',
      decimals: 9,
    })
  })

  it('that is not a plain number is printed unchanged', () => {
    for (const value of ['1,5', '1e5', 'abc', '=1+1', '--1', '1.2.3'])
      expect(formatFor('de').amount(value, 'EUR').text).toBe(value)
  })
})

describe('a date', () => {
  it.each([
    ['en', '21 Nov 2026'],
    ['de', '21.11.2026'],
    ['fr', '21 nov. 2026'],
    ['fi', '21.11.2026'],
    ['ar', '21/11/2026'],
  ] as const)('in %s is %s', (locale, text) => {
    expect(formatFor(locale).date('2026-11-21')).toBe(text.replaceAll(' ', nbsp))
  })

  it('keeps its zone, and is printed unchanged when there is no such day', () => {
    expect(formatFor('en').date('2026-11-21+01:00')).toBe(`21${nbsp}Nov${nbsp}2026 +01:00`)
    for (const value of ['2026-02-30', '21.11.2026', '2026-1-1', ''])
      expect(formatFor('en').date(value)).toBe(value)
  })
})

describe('an account', () => {
  it('is grouped by four when it is an IBAN', () => {
    expect(groupIban('BE71096123456769')).toBe('BE71 0961 2345 6769')
  })

  it('is left unchanged when its check digits are wrong', () => {
    expect(groupIban('BE72096123456769')).toBe('BE72096123456769')
  })
})

describe('an international code', () => {
  it('has its name in the language, and none when it is unknown', () => {
    expect(formatFor('de').country('AE')).toBe('Vereinigte Arabische Emirate')
    expect(formatFor('pl').currency('SEK')).toBe('korona szwedzka')
    expect(formatFor('fr').unit('hour')).toBe('heure')
    expect(formatFor('en').country('ZZZZ')).toBeUndefined()
    expect(formatFor('en').country('__proto__')).toBeUndefined()
  })
})
