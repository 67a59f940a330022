import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startClock, TimedOut } from '../../src/net/clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listen(clock: ReturnType<typeof startClock>): Error[] {
  const reasons: Error[] = []
  clock.onEnd((reason) => reasons.push(reason))
  return reasons
}

test('ends when the whole takes too long, however often something comes', () => {
  const clock = startClock(100)
  const reasons = listen(clock)
  for (let at = 0; at < 10; at++) {
    clock.expectWithin(50)
    vi.advanceTimersByTime(9)
  }
  expect(reasons).toEqual([])
  vi.advanceTimersByTime(10)
  expect(reasons).toEqual([new TimedOut('Timed out after 100 ms')])
})

test('ends when the next thing does not come in time, and not before', () => {
  const clock = startClock(1_000)
  const reasons = listen(clock)
  clock.expectWithin(50)
  vi.advanceTimersByTime(40)
  clock.expectWithin(50)
  vi.advanceTimersByTime(49)
  expect(reasons).toEqual([])
  vi.advanceTimersByTime(1)
  expect(reasons).toEqual([new TimedOut('Timed out after 50 ms')])
})

test('tells who listens later at once, and the same', () => {
  const clock = startClock(100)
  const first = listen(clock)
  vi.advanceTimersByTime(100)
  expect(listen(clock)).toEqual(first)
})

test('stops with all its timers', () => {
  const clock = startClock(100)
  clock.expectWithin(50)
  clock.stop()
  expect(vi.getTimerCount()).toBe(0)
})
