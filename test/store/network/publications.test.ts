// What was written into the SMP, and the lease of those that write: whoever lost it notes nothing.
import { expect, it } from 'vitest'
import { testDatabase } from '../database.ts'

const { store, empty } = await testDatabase()
const at = (minute: number) => new Date(Date.UTC(2026, 10, 29, 12, minute))
const participant = '9915:a'
const note = (epoch: number, minute: number) => ({
  ...{ epoch, participant, at: at(minute), by: 'command' },
})

it('gives the lease to one at a time, with an epoch for each taking', async () => {
  const first = await store.takeRegistrarLease(60_000)
  expect(first).toBe(1)
  expect(await store.takeRegistrarLease(60_000)).toBeUndefined()
  expect(await store.renewRegistrarLease({ epoch: 1, leaseMs: 60_000 })).toBe(true)
  await store.endRegistrarLease(1)
  expect(await store.renewRegistrarLease({ epoch: 1, leaseMs: 60_000 })).toBe(false)
  expect(await store.takeRegistrarLease(-1)).toBe(2)
  // It has run out, and another has taken it.
  expect(await store.takeRegistrarLease(60_000)).toBe(3)
  expect(await store.renewRegistrarLease({ epoch: 2, leaseMs: 60_000 })).toBe(false)
  await store.endRegistrarLease(2)
  expect(await store.takeRegistrarLease(60_000)).toBeUndefined()
  const taken = await Promise.all([1, 2, 3].map(() => store.takeRegistrarLease(60_000)))
  expect(taken).toEqual([undefined, undefined, undefined])
  await store.endRegistrarLease(3)
  const raced = await Promise.all([1, 2, 3].map(() => store.takeRegistrarLease(60_000)))
  expect(raced.filter((one) => one !== undefined)).toEqual([4])
})

it('notes states with the time they began, for the holder of the lease alone', async () => {
  await empty()
  const epoch = (await store.takeRegistrarLease(60_000))!
  const sha256 = 'ab'.repeat(32)
  const type = { documentType: 'scheme::type' }
  expect(await store.notePublication({ ...note(epoch, 0), state: 'creating' })).toBe(true)
  expect(await store.notePublication({ ...note(epoch, 1), state: 'creating', detail: 'x' })).toBe(
    true,
  )
  await store.notePublication({ ...note(epoch, 1), ...type, sha256, state: 'written' })
  await store.notePublication({ ...note(epoch, 2), ...type, state: 'published' })
  expect(await store.publications(participant)).toEqual([
    {
      ...{ participant, documentType: '', state: 'creating', detail: 'x' },
      ...{ since: at(0), changedAt: at(1), changedBy: 'command' },
    },
    {
      ...{ participant, ...type, state: 'published', sha256 },
      ...{ since: at(2), changedAt: at(2), changedBy: 'command' },
    },
  ])
  // The same state of other content begins anew.
  await store.notePublication({
    ...note(epoch, 3),
    ...type,
    sha256: 'cd'.repeat(32),
    state: 'published',
  })
  expect((await store.publications())[1]).toMatchObject({ since: at(3) })
  const stale = { ...note(epoch - 1, 4), state: 'published' } as const
  expect(await store.notePublication(stale)).toBe(false)
  expect(await store.forgetPublication({ epoch: epoch - 1, participant })).toBe(false)
  expect(await store.publications()).toHaveLength(2)
  expect(await store.forgetPublication({ epoch, participant, ...type })).toBe(true)
  expect(await store.publications()).toHaveLength(1)
  expect(await store.forgetPublication({ epoch, participant })).toBe(true)
  expect(await store.publications()).toEqual([])
})
