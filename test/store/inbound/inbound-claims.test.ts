import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../database.ts'
import { after, newArrival, newFile, newTenant } from '../records.ts'

const { store } = await testDatabase()
const claim = { owner: 'node-1', leaseMs: 15_000, limit: 10 }
let arrival: ReturnType<typeof newArrival>
let asked: string[]

function recent(id: string) {
  asked.push(id)
  return id === arrival.document.id ? arrival.document : undefined
}

beforeEach(async () => {
  await testDatabase()
  asked = []
  arrival = newArrival(await newTenant(store))
  await store.keepArrival(arrival)
})

test('a claim takes the record from whoever stored it, unchanged', async () => {
  const { id, tenantId } = arrival.document
  const claimed = await store.claimInbound({ ...claim, now: after(1), recent })
  expect(asked).toEqual([id])
  expect(claimed).toEqual([
    { documentId: id, epoch: 1, document: await store.documentById(tenantId, id) },
  ])
})

test('a claim reads what somebody has claimed before', async () => {
  await store.claimInbound({ ...claim, now: after(1) })
  const [again] = await store.claimInbound({ ...claim, now: after(17), recent })
  expect(asked).toEqual([])
  expect(again).toMatchObject({ epoch: 2, document: { status: 'received' } })
})

test('what a claim that ran out opens beside the one after it is not taken for that', async () => {
  const [old] = await store.claimInbound({ ...claim, now: after(1) })
  const [current] = await store.claimInbound({ ...claim, now: after(17) })
  const move = { to: 'available', event: 'opened', actor: 'reception' } as const
  const opened = await Promise.all(
    [old!, current!].map(({ documentId, epoch }) =>
      store.openInbound({ documentId, epoch, move, at: after(18), files: [newFile()] }),
    ),
  )
  expect(opened).toEqual([false, true])
  expect(await store.filesOf(arrival.document.id)).toHaveLength(arrival.files.length + 1)
})

test('records of both kinds come in the order of their arrival', async () => {
  const other = newArrival(arrival.document.tenantId, { createdAt: after(0.5) })
  await store.keepArrival(other)
  const claimed = await store.claimInbound({ ...claim, now: after(1), recent })
  const ids = claimed.map(({ document }) => document.id)
  expect(ids).toEqual([arrival.document.id, other.document.id])
})
