import { expect, test } from 'vitest'
import { retryAfter } from '../../../src/core/deliver/retry-after.ts'

const now = new Date('2026-03-01T10:00:00.000Z')

test.each([
  ['120', '2026-03-01T10:02:00.000Z'],
  [' 1 ', '2026-03-01T10:00:01.000Z'],
  ['Sun, 01 Mar 2026 10:00:30 GMT', '2026-03-01T10:00:30.000Z'],
  // At most an hour.
  ['86400', '2026-03-01T11:00:00.000Z'],
  ['999999999', '2026-03-01T11:00:00.000Z'],
  ['Mon, 01 Mar 2027 10:00:00 GMT', '2026-03-01T11:00:00.000Z'],
])('%j is %s', (header, at) => {
  expect(retryAfter(header, now)?.toISOString()).toBe(at)
})

test.each([undefined, '', '0', '-5', 'soon', '1e3', 'Sun, 01 Mar 2026 09:59:59 GMT'])(
  '%j names no time',
  (header) => {
    expect(retryAfter(header, now)).toBeUndefined()
  },
)
