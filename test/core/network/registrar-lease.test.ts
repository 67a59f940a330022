// The lease of the one process that writes into the SMP: it is renewed, and not taken twice.
import { expect, it } from 'vitest'
import { takeLease } from '../../../src/core/network/registrar-lease.ts'
import { testDatabase } from '../../store/database.ts'

const { store, pool } = await testDatabase()
const times = { leaseMs: 60_000, renewMs: 60_000, waitMs: 0, pollMs: 5 }
const endsAt = async () =>
  (await pool.query<{ ends_at: Date }>('select ends_at from registrar_lease')).rows[0]?.ends_at

it('is waited for, and taken when its holder ends', async () => {
  const first = (await takeLease(store, times))!
  expect(await takeLease(store, times)).toBeUndefined()
  const second = takeLease(store, { ...times, waitMs: 60_000 })
  await first.end()
  const taken = (await second)!
  expect(taken.epoch).toBe(first.epoch + 1)
  expect([await first.isHeld(), await taken.isHeld()]).toEqual([false, true])
  await taken.end()
})

it('is renewed until it ends', async () => {
  const lease = (await takeLease(store, { ...times, renewMs: 5 }))!
  const before = await endsAt()
  await expect.poll(endsAt).not.toEqual(before)
  await lease.end()
  // -infinity is no date.
  expect(await endsAt()).toBe(Number.NEGATIVE_INFINITY)
})
