// When DNS has named another SMP for long enough.
import { expect, it } from 'vitest'
import { answersWith, isSettled } from '../../../src/core/network/dns-answers.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 29, 12, minute))
const url = 'https://smp.elsewhere.example'
const after = (...minutes: number[]) =>
  minutes.reduce<ReturnType<typeof answersWith> | undefined>(
    (before, minute) => answersWith(before, { url, at: at(minute) }),
    undefined,
  )!

it.each([
  ['one answer', [0], false],
  ['two answers over an hour', [0, 60], false],
  ['many answers in less than an hour', [0, 1, 2, 3, 59], false],
  ['three answers over an hour', [0, 1, 60], true],
  ['three answers over more', [0, 600, 1200], true],
])('%s', (_, minutes, settled) => {
  expect(isSettled(after(...minutes))).toBe(settled)
})

it('counts anew for another SMP', () => {
  const other = { url: 'https://third.example', at: at(60) }
  expect(answersWith(after(0, 30), other)).toEqual({
    ...{ url: other.url, from: at(60), to: at(60), count: 1 },
  })
})
