import { setMaxListeners } from 'node:events'
import { expect, test } from 'vitest'
import { openFollowing } from '../../../src/core/runtime/following.ts'
import { makeNotifier } from '../../../src/core/runtime/notifier.ts'

type Version = { updatedAt: string; status: 'accepted' | 'sending' | 'delivered' }

const first: Version = { updatedAt: '2026-03-01T10:00:00.000Z', status: 'accepted' }
const later: Version = { ...first, updatedAt: '2026-03-01T10:00:01.000Z' }

/** Documents that somebody else changes, and how often they were looked for. */
function elsewhere(documents: Record<string, Version>) {
  const looked: string[][] = []
  const moved = makeNotifier()
  const following = openFollowing(
    moved,
    async (ids) => {
      looked.push(ids)
      return ids.flatMap((id) => (documents[id] ? [{ id, ...documents[id] }] : []))
    },
    { lookAgainMs: 5, log: { warn() {} } },
  )
  return { following, looked, moved, documents }
}

/** Resolves with whether the wait ended before its time. */
async function woken(waiting: Promise<void>, ms = 60): Promise<boolean> {
  return Promise.race([
    waiting.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, ms, false)),
  ])
}

test.each<[string, Version]>([
  ['time', later],
  ['status', { ...first, status: 'sending' }],
])('a change of %s made elsewhere ends the wait', async (_, version) => {
  const { following, documents } = elsewhere({ a: first })
  const waiting = following.follow('a').next(first, 10_000)
  expect(await woken(waiting, 30)).toBe(false)
  documents.a = version
  expect(await woken(waiting, 5_000)).toBe(true)
})

test('a change of another document does not', async () => {
  const { following, documents } = elsewhere({ a: first, b: first })
  const waiting = following.follow('a').next(first, 10_000)
  void following.follow('b').next(first, 10_000)
  documents.b = later
  expect(await woken(waiting)).toBe(false)
})

test('a change from before the wait, unseen by the caller, ends it', async () => {
  const { following } = elsewhere({ a: later })
  expect(await woken(following.follow('a').next(first, 10_000), 5_000)).toBe(true)
})

test('one query looks for everybody, and none when nobody waits', async () => {
  const { following, looked } = elsewhere({ a: first, b: first })
  const ended = new AbortController()
  setMaxListeners(0, ended.signal)
  const waits = Array.from({ length: 1_500 }, (_, index) =>
    following.follow(index % 2 ? 'a' : 'b').next({ ...first }, 10_000, ended.signal),
  )
  await expect.poll(() => looked.length).toBeGreaterThan(2)
  expect(looked.every((ids) => ids.length === 2)).toBe(true)
  ended.abort()
  await Promise.all(waits)
  await new Promise((resolve) => setTimeout(resolve, 30))
  const before = looked.length
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(looked.length).toBe(before)
})

test('very many documents are looked for a thousand at a time', async () => {
  const { following, looked } = elsewhere({})
  for (let index = 0; index < 2_500; index++) void following.follow(`${index}`).next(first, 2_000)
  await expect.poll(() => looked.length).toBeGreaterThan(2)
  expect(looked.slice(0, 3).map((ids) => ids.length)).toEqual([1_000, 1_000, 500])
})

test('a look that fails is followed by the next one', async () => {
  const documents: Record<string, Version> = { a: later }
  let failures = 2
  const following = openFollowing(
    makeNotifier(),
    async (ids) => {
      if (failures-- > 0) throw new Error('the database is away')
      return ids.map((id) => ({ id, ...documents[id]! }))
    },
    { lookAgainMs: 5, log: { warn() {} } },
  )
  expect(await woken(following.follow('a').next(first, 10_000), 5_000)).toBe(true)
})

test('a change in this process ends the wait at once', async () => {
  const { following, moved, looked } = elsewhere({ a: first })
  const waiting = following.follow('a').next(first, 10_000)
  moved.notify('a')
  await waiting
  expect(looked).toEqual([])
})
