// How long an answer of the network is kept, at times that are given.
import { expect, it } from 'vitest'
import { type Cached, cachedAnswer } from '../../../src/core/runtime/lookup-cache.ts'
import { NetworkError } from '../../../src/peppol/index.ts'

const limits = { endpointCacheMs: 1_000, endpointMissCacheMs: 100, endpointsCachedMax: 10 }

function asked(ask: () => Promise<string>) {
  const kept = new Map<string, Cached<string>>()
  let count = 0
  const askAt = async (ms: number) => {
    const counted = () => {
      count += 1
      return ask()
    }
    await cachedAnswer(kept, 'a', counted, { now: () => new Date(ms), limits }).catch(() => {})
    return count
  }
  return askAt
}

const found = () => Promise.resolve('found')
const miss = () => Promise.reject(new NetworkError('receiver.not-registered', 'no such name'))
const failure = () => Promise.reject(new NetworkError('lookup.smp-unreachable', 'no answer'))

it.each([
  ['an answer', found, 1_000],
  ['that there is no receiver', miss, 100],
] as const)('%s is kept until its time is up, and not a moment longer', async (_, ask, ms) => {
  const askAt = asked(ask)
  expect(await askAt(0)).toBe(1)
  expect(await askAt(ms - 1)).toBe(1)
  expect(await askAt(ms)).toBe(2)
})

it('that a server could not be reached is not kept', async () => {
  const askAt = asked(failure)
  expect(await askAt(0)).toBe(1)
  expect(await askAt(0)).toBe(2)
})
