import { beforeEach, expect, test } from 'vitest'
import {
  CursorError,
  type Document,
  type ListQuery,
  type ListSort,
} from '../../../src/store/index.ts'
import { testDatabase } from '../database.ts'
import {
  acceptAs,
  after,
  claimOf,
  claimOne,
  newAccept,
  newArrival,
  newAttempt,
  newTenant,
} from '../records.ts'

const database = await testDatabase()
const { store } = database
let tenantId: string

beforeEach(async () => {
  await testDatabase()
  tenantId = await newTenant(store)
})

async function accept(changes: Partial<Document> = {}): Promise<string> {
  const accept = newAccept(tenantId, changes)
  await acceptAs(database, accept)
  return accept.document.id
}

async function found(query: Partial<ListQuery>): Promise<string[]> {
  const { documents } = await store.listDocuments(tenantId, {
    sort: 'createdAt',
    limit: 50,
    ...query,
  })
  return documents.map(({ id }) => id)
}

async function pages(query: Partial<ListQuery>): Promise<string[][]> {
  const all: string[][] = []
  let cursor: string | undefined
  do {
    const page = await store.listDocuments(tenantId, {
      sort: 'createdAt',
      limit: 3,
      ...query,
      ...(cursor && { cursor }),
    })
    all.push(page.documents.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return all
}

test.each([
  {},
  { createdFrom: after(1), createdTo: after(10) },
  { updatedFrom: after(1), updatedTo: after(10) },
])('pages hold every document once, also where times are equal: %j', async (window) => {
  const ids: string[] = []
  for (const second of [5, 5, 5, 5, 1, 1, 9, 9, 9, 9])
    ids.push(await accept({ createdAt: after(second) }))
  const order = (direction: 1 | -1) => async (sort: ListSort) => {
    const listed = await pages({ ...window, sort })
    expect(listed.map((page) => page.length)).toEqual([3, 3, 3, 1])
    expect([...listed.flat()].sort()).toEqual([...ids].sort())
    const documents = await Promise.all(listed.flat().map((id) => store.documentById(tenantId, id)))
    const keys = documents.map((document) => `${document?.createdAt.toISOString()} ${document?.id}`)
    expect(keys).toEqual([...keys].sort((a, b) => direction * (a < b ? -1 : 1)))
  }
  await order(1)('createdAt')
  await order(-1)('-createdAt')
  await order(1)('updatedAt')
  await order(-1)('-updatedAt')
})

test('the last page has no cursor, even when it is full', async () => {
  for (let count = 0; count < 6; count++) await accept()
  expect((await pages({})).map((page) => page.length)).toEqual([3, 3])
  expect(await pages({ number: ['none'] })).toEqual([[]])
})

test('a document that comes in between pages is listed once and hides no other', async () => {
  for (let count = 0; count < 4; count++) await accept({ createdAt: after(count) })
  const first = await store.listDocuments(tenantId, { sort: '-createdAt', limit: 2 })
  await accept({ createdAt: after(60) })
  const cursor = first.nextCursor ?? ''
  const second = await store.listDocuments(tenantId, { sort: '-createdAt', limit: 2, cursor })
  const listed = [...first.documents, ...second.documents].map(({ createdAt }) => createdAt)
  expect(listed).toEqual([after(3), after(2), after(1), after(0)])
})

test('lists are ordered by the last change on request', async () => {
  const [first, second] = [
    await accept({ createdAt: after(0) }),
    await accept({ createdAt: after(1) }),
  ]
  await claimOne(store, after(10))
  expect(await found({ sort: 'updatedAt' })).toEqual([second, first])
  expect(await found({ sort: 'createdAt' })).toEqual([first, second])
  expect(await found({ updatedFrom: after(2) })).toEqual([first])
  expect(await found({ updatedTo: after(10) })).toEqual([second])
})

test.each(['', 'x', 'Y3JlYXRlZEF0', Buffer.from('createdAt now 1').toString('base64url'), '💥'])(
  'a cursor that no list has returned is refused: %j',
  async (cursor) => {
    await expect(found({ cursor })).rejects.toThrow(CursorError)
  },
)

test('a cursor of another order is refused', async () => {
  await accept()
  await accept()
  const { nextCursor = '' } = await store.listDocuments(tenantId, { sort: '-createdAt', limit: 1 })
  await expect(found({ sort: 'createdAt', cursor: nextCursor })).rejects.toThrow(CursorError)
})

test('nothing of another tenant is listed', async () => {
  await accept()
  const stranger = await newTenant(store, 'stranger')
  expect(await store.listDocuments(stranger, { sort: 'createdAt', limit: 50 })).toEqual({
    documents: [],
  })
})

const since = after(1)
const filters: { [name: string]: [Partial<Document>, Partial<Document>, Partial<ListQuery>] } = {
  clientId: [{ clientId: 'a' }, { clientId: 'b' }, { clientId: ['a', 'x'] }],
  reference: [{ reference: 'a' }, { reference: 'b' }, { reference: ['a', 'x'] }],
  status: [{ status: 'failed' }, { status: 'delivered' }, { status: ['failed', 'rejected'] }],
  states: [
    { status: 'failed', certainty: 'unknown' },
    { status: 'failed', certainty: 'not-sent' },
    { states: [{ status: 'rejected' }, { status: 'failed', certainty: 'unknown' }] },
  ],
  waitingReason: [
    { status: 'waiting', waiting: { reason: 'paused', since, nextAttemptAt: since } },
    { status: 'waiting', waiting: { reason: 'dns-unavailable', since, nextAttemptAt: since } },
    { waitingReason: ['paused', 'smp-unavailable'] },
  ],
  kind: [{ kind: 'creditNote' }, { kind: 'debitNote' }, { kind: ['creditNote', 'invoice'] }],
  direction: [{ direction: 'inbound' }, {}, { direction: ['inbound'] }],
  number: [{ number: '1' }, { number: '01' }, { number: ['1'] }],
  sender: [{ sender: { id: '0208:1' } }, {}, { sender: ['0208:1', '0208:2'] }],
  receiver: [{ receiver: { id: '0208:1' } }, {}, { receiver: ['0208:1', '0208:2'] }],
  test: [{ test: true }, {}, { test: [true] }],
  createdFrom: [{ createdAt: after(5) }, { createdAt: after(4.999) }, { createdFrom: after(5) }],
  createdTo: [{ createdAt: after(4.999) }, { createdAt: after(5) }, { createdTo: after(5) }],
  updatedFrom: [{ createdAt: after(5) }, { createdAt: after(4.999) }, { updatedFrom: after(5) }],
  updatedTo: [{ createdAt: after(4.999) }, { createdAt: after(5) }, { updatedTo: after(5) }],
}

test.each(Object.entries(filters))(
  'the filter %s keeps what it names and nothing else',
  async (_, [kept, left, query]) => {
    const id = await accept(kept)
    const other = await accept(left)
    expect(await found(query)).toEqual([id])
    expect((await found({})).sort()).toEqual([id, other].sort())
  },
)

test('a document is found by the MessageId of any attempt, and of no other document', async () => {
  const id = await accept()
  const job = await claimOne(store, after(1))
  for (const number of [1, 2]) {
    const attempt = newAttempt({ number, messageId: `m${number}@fourcorner` })
    await store.recordAttempt({ ...claimOf(job), attempt, files: [] })
  }
  await accept()
  expect(await found({ messageId: ['m1@fourcorner'] })).toEqual([id])
  expect(await found({ messageId: ['m2@fourcorner', 'm3@fourcorner'] })).toEqual([id])
  expect(await found({ messageId: ['m3@fourcorner'] })).toEqual([])
  expect(await found({ messageId: ['m1@fourcorner'], number: ['another'] })).toEqual([])
})

test('a received document is found by the message that brought it, by its tenant', async () => {
  const arrival = newArrival(tenantId)
  await store.keepArrival(arrival)
  const query = { messageId: [arrival.keys.messageId] }
  expect(await found(query)).toEqual([arrival.document.id])
  tenantId = await newTenant(store, 'stranger')
  expect(await found(query)).toEqual([])
})

test('different filters must all match, and a filter without values matches nothing', async () => {
  const id = await accept({ clientId: 'a', number: '1' })
  await accept({ clientId: 'a', number: '2' })
  await accept({ clientId: 'b', number: '1' })
  expect(await found({ clientId: ['a'], number: ['1'] })).toEqual([id])
  expect(await found({ clientId: [] })).toEqual([])
  expect(await found({ states: [] })).toEqual([])
})
