// The day whose rules a caller asks for.
import { expect, test } from 'vitest'
import { ruleDay, ruleDayFault } from '../../src/core/rule-day.ts'

const now = new Date('2026-11-28T12:00:00Z')

test.each(['2026-02-23', '2027-02-24', '2028-02-29', '2028-11-28'])('%s is one', (text) => {
  expect(ruleDayFault(text, now)).toBeUndefined()
  expect(ruleDay(text, now, { name: 'on' })).toEqual(new Date(`${text}T00:00:00Z`))
})

test.each([
  '',
  'tomorrow',
  '2027-02-29',
  '2027-13-01',
  '2027-2-24',
  '2027-02-24T00:00:00Z',
  ...['2026-02-22', '2028-11-29', '9999-12-31', '0000-01-01'],
])('%j is none, and the message has the range', (text) => {
  const refusal = expect.objectContaining({
    code: 'request.invalid-field',
    detail: expect.stringMatching(/^on is .*: write a day from 2026-02-23 to 2028-11-28$/),
    errors: [expect.objectContaining({ pointer: '/on', value: text })],
  })
  expect(() => ruleDay(text, now, { name: 'on', pointer: '/on' })).toThrow(refusal)
})
