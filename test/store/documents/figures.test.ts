// What is counted, and into which step it falls.
import { beforeEach, expect, test } from 'vitest'
import type { Document } from '../../../src/store/index.ts'
import { testDatabase } from '../database.ts'
import { acceptAs, after, newAccept, newArrival, newTenant } from '../records.ts'

const database = await testDatabase()
const { store } = database
let tenantId: string

beforeEach(async () => {
  await testDatabase()
  tenantId = await newTenant(store)
})

const accept = (changes: Partial<Document>, of = tenantId) =>
  acceptAs(database, newAccept(of, changes))
const bounds = [after(0), after(60), after(120)]
const none = { accepted: 0, delivered: 0, failed: 0, received: 0 }

test('a document is accepted in one step and ends in another', async () => {
  const failure = { code: 'x', detail: 'x', retryable: true }
  await accept({ createdAt: after(0), status: 'delivered', completedAt: after(10) })
  await accept({ createdAt: after(1), status: 'delivered', completedAt: after(4) })
  await accept({ createdAt: after(2), status: 'delivered', completedAt: after(60) })
  await accept({ createdAt: after(59.999), status: 'failed', failure, completedAt: after(119.999) })
  await accept({ createdAt: after(60) })
  expect(await store.figures({ tenantId, bounds })).toEqual([
    { from: after(0), ...none, accepted: 4, delivered: 2, medianMs: 3_000 },
    { from: after(60), ...none, accepted: 1, delivered: 1, failed: 1, medianMs: 58_000 },
  ])
})

test('neither what was refused is counted, nor what is outside of the steps', async () => {
  await accept({ createdAt: after(1), status: 'rejected', completedAt: after(1) })
  await accept({ createdAt: after(2), status: 'cancelled', completedAt: after(3) })
  await accept({ createdAt: after(-1), status: 'delivered', completedAt: after(-0.001) })
  await accept({ createdAt: after(120) })
  expect(await store.figures({ tenantId, bounds })).toEqual([
    { from: after(0), ...none, accepted: 1 },
    { from: after(60), ...none },
  ])
})

test('what arrives is received, and not accepted', async () => {
  await store.keepArrival(newArrival(tenantId, { createdAt: after(61) }))
  expect((await store.figures({ tenantId, bounds }))[1]).toEqual({
    ...{ from: after(60), ...none, received: 1 },
  })
})

test('a tenant counts its own documents, and the installation those of all', async () => {
  const other = await newTenant(store, 'other')
  const [createdAt, completedAt] = [after(5), after(6)]
  await accept({ createdAt, status: 'delivered', completedAt })
  await accept({ createdAt, status: 'delivered', completedAt }, other)
  const mine = { from: after(0), ...none, accepted: 1, delivered: 1, medianMs: 1_000 }
  expect((await store.figures({ tenantId, bounds }))[0]).toEqual(mine)
  expect((await store.figures({ bounds }))[0]).toEqual({ ...mine, accepted: 2, delivered: 2 })
  expect((await store.figures({ tenantId: await newTenant(store, 'third'), bounds }))[0]).toEqual({
    ...{ from: after(0), ...none },
  })
})
