import { beforeEach, expect, test } from 'vitest'
import type { Document } from '../../../src/store/index.ts'
import { testDatabase } from '../database.ts'
import { acceptAs, after, newAccept, newTenant } from '../records.ts'

const database = await testDatabase()
const { store } = database
let tenantId: string

beforeEach(async () => {
  await testDatabase()
  tenantId = await newTenant(store)
})

async function accept(changes: Partial<Document>, tenant = tenantId): Promise<string> {
  const accept = newAccept(tenant, changes)
  await acceptAs(database, accept)
  return accept.document.id
}

function waitingFor(reason: 'smp-unavailable' | 'retry-backoff'): Partial<Document> {
  return { status: 'waiting', waiting: { reason, since: after(1), nextAttemptAt: after(2) } }
}

test('the queue summarises waiting documents by reason and by receiver, oldest first', async () => {
  const a = { id: '0208:0000000097' }
  const b = { id: '0208:0000000196' }
  const third = await accept({ ...waitingFor('smp-unavailable'), receiver: a, createdAt: after(3) })
  const first = await accept({ ...waitingFor('retry-backoff'), receiver: b, createdAt: after(1) })
  const second = await accept({ receiver: b, createdAt: after(2) })
  for (const status of ['sending', 'delivered', 'rejected', 'failed', 'cancelled'] as const) {
    await accept({ status, createdAt: after(0) })
  }
  const stranger = await newTenant(store, 'stranger')
  await accept({ createdAt: after(0) }, stranger)

  const queue = await store.queue(tenantId)
  expect(queue).toMatchObject({ depth: 3, oldestAt: after(1) })
  expect(queue.byReason).toEqual({ 'smp-unavailable': 1, 'retry-backoff': 1, 'first-attempt': 1 })
  expect(queue.byReceiver).toEqual([
    { receiver: b.id, depth: 2 },
    { receiver: a.id, depth: 1 },
  ])
  expect(queue.documents.map(({ id }) => id)).toEqual([first, second, third])
  expect(await store.backlog()).toEqual(
    new Map([
      [tenantId, 4],
      [stranger, 1],
    ]),
  )
})

test('an empty queue has no oldest document', async () => {
  await accept({ status: 'delivered' })
  expect(await store.queue(tenantId)).toStrictEqual({
    depth: 0,
    byReason: {},
    byReceiver: [],
    documents: [],
  })
})

test('of a long queue the oldest 200 documents are listed, and all are counted', async () => {
  await Promise.all(
    Array.from({ length: 203 }, (_, index) => accept({ createdAt: after(203 - index) })),
  )
  const { depth, documents } = await store.queue(tenantId)
  expect(depth).toBe(203)
  expect(documents.map(({ createdAt }) => createdAt)).toEqual(
    Array.from({ length: 200 }, (_, index) => after(index + 1)),
  )
})
