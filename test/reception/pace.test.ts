// How slowly a body may come, at times that are given.
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchPace } from '../../src/reception/pace.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const limits = { paceFromMs: 10_000, paceBytesPerSecondMin: 4_096 }

/** Bytes that come one after the other, each after so many seconds; when the sender was late. */
async function lateAfter(comes: readonly (readonly [bytes: number, seconds: number])[]) {
  let lateSeconds: number | undefined
  const begun = performance.now()
  const pace = watchPace(limits, () => {
    lateSeconds = (performance.now() - begun) / 1000
  })
  pace.waits()
  for (const [bytes, seconds] of comes) {
    for (let passed = 0; passed < seconds; passed++) {
      vi.advanceTimersByTime(1_000)
      await turn()
    }
    pace.took(bytes)
    pace.waits()
  }
  pace.stop()
  return lateSeconds
}

const everySecond = (bytes: number) => Array.from({ length: 300 }, () => [bytes, 1] as const)

it.each([
  ['nothing comes', [[0, 20]], 10],
  ['it drips', everySecond(1), 11],
  ['it drips after 20 MB', [[20_000_000, 1], ...everySecond(1)], 12],
  ['it comes at half the pace after 20 MB', [[20_000_000, 1], ...everySecond(2_048)], 20],
] as const)('is late when %s', async (_, comes, seconds) => {
  const late = await lateAfter(comes)
  expect(late).toBeGreaterThanOrEqual(seconds - 1)
  expect(late).toBeLessThanOrEqual(seconds + 1)
})

it.each([
  ['slowly but steadily', everySecond(4_100)],
  ['in bursts', Array.from({ length: 30 }, () => [40_960, 9] as const)],
  ['with one long break', [[65_536, 1], [65_536, 9], ...everySecond(4_100)]],
] as const)('is never late when it comes %s', async (_, comes) => {
  expect(await lateAfter(comes)).toBeUndefined()
})

it('is not late for bytes that arrived while the event loop was held', async () => {
  let isLate = false
  const pace = watchPace(limits, () => {
    isLate = true
  })
  pace.waits()
  vi.advanceTimersByTime(15_000)
  pace.took(40_960)
  pace.waits()
  await turn()
  expect(isLate).toBe(false)
  vi.advanceTimersByTime(15_000)
  await turn()
  expect(isLate).toBe(true)
  pace.stop()
})
