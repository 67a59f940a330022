// The values of XML Schema: what is valid, and what only looks like it.
import { describe, expect, it } from 'vitest'
import { isValue, type ValueBase } from '../../../src/validation/structure/values.ts'

const cases: Record<ValueBase, { right: string[]; wrong: string[] }> = {
  string: { right: ['', ' ', 'anything\n'], wrong: [] },
  boolean: {
    right: ['true', 'false', '1', '0', ' true\n'],
    wrong: ['', 'TRUE', 'yes', '2', 'true false'],
  },
  decimal: {
    right: ['1', '-1', '+1', '.5', '5.', '\n1\t', '123456789012345678901234567890.1234567890'],
    wrong: ['', '.', '+', '1e3', 'NaN', 'INF', '1,5', '1 2', '0x1', '\u0661', '1\u00a0'],
  },
  date: {
    right: [
      '2026-11-21',
      ' 2026-11-21 ',
      '2024-02-29',
      '2000-02-29',
      '2026-11-21Z',
      '2026-11-21+14:00',
      '12026-01-01',
    ],
    wrong: [
      '',
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-01',
      '2026-11-00',
      '2026-11-31',
      '26-11-21',
    ].concat([
      '0000-01-01',
      '02026-01-01',
      '+2026-11-21',
      '2026-11-21+14:01',
      '2026-11-21+00:60',
      '2026-11-21T00:00:00',
    ]),
  },
  time: {
    right: [
      '09:30:00',
      '09:30:00.123456789012',
      '24:00:00',
      '24:00:00.0',
      '09:30:00Z',
      '09:30:00-13:59',
    ],
    wrong: [
      '',
      '9:30:00',
      '09:30',
      '09:30:60',
      '24:00:01',
      '24:00:00.1',
      '09:30:00.',
      '25:00:00',
      '09:30:00+1:00',
    ],
  },
  dateTime: {
    right: ['2026-11-21T09:30:00', '2026-11-21T24:00:00Z'],
    wrong: ['2026-11-21', '2026-11-21 09:30:00', '2026-02-30T09:30:00', '2026-11-21T09:30'],
  },
  language: {
    right: ['en', 'en-GB', 'x-1', 'abcdefgh-12345678'],
    wrong: ['', 'en_GB', 'en-', 'abcdefghi', '1-a', 'en-123456789'],
  },
  uri: {
    right: [
      '',
      'urn:a',
      'http://a.b/c?d=[e'.replace('[', '%5B'),
      'http://[::1]:80/',
      'a b',
      'é',
      './a:b',
      '#[',
      '//h',
    ],
    wrong: [
      '%',
      '%4g',
      'a#b#c',
      '[',
      ':a',
      '1:a',
      'a_b:c',
      'http://h:x/',
      'http://u@h@i',
      'http://h]',
      '?[',
    ],
  },
  base64: {
    right: ['', 'AAAA', 'AA==', 'AAE=', 'AAAA AAAA', '\n AAAA\n AA= =\n'],
    wrong: [
      'A',
      'AA',
      'AAA',
      'AAAAA',
      'AB==',
      'AAB=',
      'AAAA=',
      '====',
      'AA==AAAA',
      'AA-_',
      'AA?AAA',
    ],
  },
}

describe.each(Object.entries(cases))('a value of the kind %s', (base, { right, wrong }) => {
  it.each(right)('is %j', (text) => {
    expect(isValue(base as ValueBase, text)).toBe(true)
  })

  it.runIf(wrong.length > 0).each(wrong)('is not %j', (text) => {
    expect(isValue(base as ValueBase, text)).toBe(false)
  })
})
