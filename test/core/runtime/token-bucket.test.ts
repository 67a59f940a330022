import { expect, test } from 'vitest'
import { openBuckets } from '../../../src/core/runtime/token-bucket.ts'

function openTestBuckets(burst = 4) {
  const clock = { ms: 1_000_000 }
  const buckets = openBuckets({ perSecond: 2, burst }, () => new Date(clock.ms))
  const take = (key: string, times: number) => {
    for (let time = 0; time < times; time++) buckets.take(key)
  }
  return { clock, buckets, take }
}

test('a bucket begins full, and is refilled at its rate up to its burst', () => {
  const { clock, buckets, take } = openTestBuckets()
  expect(buckets.left('a')).toBe(4)
  take('a', 4)
  expect(buckets.left('a')).toBe(0)
  clock.ms += 499
  expect(buckets.left('a')).toBeLessThan(1)
  clock.ms += 1
  expect(buckets.left('a')).toBe(1)
  clock.ms += 60_000
  expect(buckets.left('a')).toBe(4)
})

test('what is taken from one bucket is not taken from another', () => {
  const { buckets, take } = openTestBuckets()
  take('a', 3)
  expect([buckets.left('a'), buckets.left('b')]).toEqual([1, 4])
})

test('a debt is paid off first', () => {
  const { clock, buckets, take } = openTestBuckets()
  take('a', 6)
  expect(buckets.left('a')).toBe(-2)
  clock.ms += 1_000
  expect(buckets.left('a')).toBe(0)
})

test('a clock that is set back neither fills nor empties a bucket', () => {
  const { clock, buckets, take } = openTestBuckets()
  take('a', 3)
  clock.ms -= 3_600_000
  expect(buckets.left('a')).toBe(1)
  take('a', 1)
  clock.ms += 500
  expect(buckets.left('a')).toBe(1)
})

test('full buckets are forgotten, and no more than ten thousand are remembered', () => {
  const { clock, buckets, take } = openTestBuckets()
  for (let key = 0; key < 500; key++) take(`idle ${key}`, 1)
  take('busy', 4)
  expect(buckets.size()).toBe(501)
  clock.ms += 500
  take('a', 1)
  expect(buckets.size()).toBe(2)
  expect(buckets.left('busy')).toBe(1)
  for (let key = 0; key < 10_100; key++) take(`flood ${key}`, 1)
  expect(buckets.size()).toBe(10_000)
})
