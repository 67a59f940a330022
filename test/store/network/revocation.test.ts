import { expect, it } from 'vitest'
import { testDatabase } from '../database.ts'

const { store, pool } = await testDatabase()
const now = new Date('2026-06-01T00:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
const version = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const claim = (key: string, at: Date, seen?: string) =>
  store.claimRevocationFetch({ key, url: key, version: seen, now: at, until: days(0.001) })
const chunks = async () =>
  (await pool.query<{ count: number }>('select count(*)::integer from revocation_chunks')).rows[0]

it('keeps only the last bytes, and gives a fetch to one claimer at a time', async () => {
  const bytes = Buffer.alloc(200_000, 'a list ')
  expect(await claim('a', now)).toBe(true)
  expect(await claim('a', now)).toBe(false)
  await store.keepRevocation({ key: 'a', version: version(1), bytes, now })
  expect(await store.revocationSource('a')).toEqual({ version: version(1), fetchedAt: now })
  expect(await store.revocationBytes('a', version(1))).toEqual(bytes)
  expect(await claim('a', days(1))).toBe(false)
  expect(await claim('a', days(1), version(1))).toBe(true)
  const failed = { key: 'a', detail: 'cut off', now: days(1), retryAt: days(1.001) }
  await store.failRevocation(failed)
  expect(await claim('a', days(1), version(1))).toBe(false)
  expect(await claim('a', days(1.001), version(1))).toBe(true)
  await store.failRevocation({ ...failed, now: days(2), retryAt: days(2.001) })
  expect(await store.revocationSource('a')).toMatchObject({
    version: version(1),
    failure: 'cut off',
    failedSince: days(1),
    retryAt: days(2.001),
  })
  expect(await claim('a', days(3), version(1))).toBe(true)
  await store.keepRevocation({ key: 'a', version: version(2), bytes: bytes.subarray(1), now })
  expect(await store.revocationSource('a')).toEqual({ version: version(2), fetchedAt: now })
  expect(await store.revocationBytes('a', version(1))).toEqual(Buffer.alloc(0))
  expect(await chunks()).toEqual({ count: 4 })
})

it('forgets what nobody has asked for in thirty days, and nothing else', async () => {
  await claim('b', days(20))
  const bytes = Buffer.from('a list')
  await store.keepRevocation({ key: 'b', version: version(3), bytes, now: days(20) })
  await store.forgetRevocations(days(30))
  expect(await store.revocationSource('a')).toBeDefined()
  await store.forgetRevocations(days(31))
  expect(await store.revocationSource('a')).toBeUndefined()
  expect(await store.revocationBytes('b', version(3))).toEqual(bytes)
  expect(await chunks()).toEqual({ count: 1 })
})
