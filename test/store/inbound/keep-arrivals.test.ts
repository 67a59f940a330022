// Arrivals that are stored at the same moment.
import { beforeEach, expect, test } from 'vitest'
import { newUuid } from '../../../src/crypto/index.ts'
import { isChainIntact } from '../../../src/store/index.ts'
import { testDatabase } from '../database.ts'
import { after, newArrival, newTenant, start } from '../records.ts'

const { store, pool, empty } = await testDatabase()
beforeEach(empty)

test('one that came before is left out, and the others are stored together', async () => {
  const tenantId = await newTenant(store)
  const [first, known, second] = [1, 2, 3].map(() => newArrival(tenantId)) as [
    ReturnType<typeof newArrival>,
    ReturnType<typeof newArrival>,
    ReturnType<typeof newArrival>,
  ]
  await store.keepArrival(known)
  const sameMessage = { ...newArrival(tenantId), keys: known.keys }
  const other = newArrival(tenantId)
  const sameDocument = { ...other, keys: { ...other.keys, instance: known.keys.instance } }
  const all = [first, sameMessage, second, sameDocument]
  expect(await Promise.all(all.map(store.keepArrival))).toEqual([
    'stored',
    'known',
    'stored',
    'known',
  ])
  const { rows } = await pool.query<{ id: string; transaction: string }>(
    'select id, xmin::text as transaction from documents where id <> $1 order by id',
    [known.document.id],
  )
  expect(rows.map(({ id }) => id)).toEqual(
    [first, second].map(({ document }) => document.id).sort(),
  )
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(1)
})

test('one that has not to be judged is stored as opened, beside one that is to be', async () => {
  const tenantId = await newTenant(store)
  const dueAt = after(300)
  const opening = { to: 'available', event: 'opened', actor: 'reception' } as const
  const opened = { ...newArrival(tenantId, { status: 'available' }), opening }
  const awaited = newArrival(tenantId, {
    status: 'available',
    mls: { status: 'awaited', dueAt },
  })
  const unopened = newArrival(tenantId)
  const all = [opened, { ...awaited, opening }, unopened]
  expect(await Promise.all(all.map(store.keepArrival))).toEqual(['stored', 'stored', 'stored'])
  const [first, second, third] = await Promise.all(
    all.map(({ document }) => store.documentById(tenantId, document.id)),
  )
  expect(first).toMatchObject({ status: 'available' })
  expect(first).not.toHaveProperty('mls')
  expect(second).toMatchObject({ status: 'available', mls: { status: 'awaited', dueAt } })
  expect(third).toMatchObject({ status: 'received' })
  for (const { document } of all) {
    const lines = await store.auditOf(document.id)
    expect(isChainIntact(document.id, lines)).toBe(true)
    expect(lines.map(({ from, to }) => [from, to])).toEqual([
      [undefined, 'received'],
      ...(document === unopened.document ? [] : [['received', 'available']]),
    ])
    expect(lines.map(({ filesSha256 }) => filesSha256 === undefined)).toEqual(
      lines.map((_, index) => index > 0),
    )
  }
  // Its turn comes at once, or when its answer is due, or never.
  const { rows } = await pool.query('select document_id as id, run_at from inbound_jobs order by 2')
  expect(rows).toEqual([
    { id: unopened.document.id, run_at: unopened.document.createdAt },
    { id: awaited.document.id, run_at: dueAt },
  ])
})

test('the first hundred repeats of a document are stored, and all are counted', async () => {
  const arrival = newArrival(await newTenant(store))
  await store.keepArrival(arrival)
  const { id: documentId } = arrival.document
  const repeat = () => {
    const { keys, files, sbdSha256 } = newArrival(arrival.document.tenantId)
    const receipt = { ...files[0]!, id: newUuid(start), kind: 'as4-response' as const }
    return store.keepRepeatedArrival({
      ...{ documentId, keys, sbdSha256, receipt, actor: 'access-point:x', at: after(1) },
    })
  }
  const before = (await store.filesOf(documentId)).length
  for (let count = 0; count < 103; count++) expect(await repeat()).toBe('stored')
  expect((await store.filesOf(documentId)).length - before).toBe(100)
  const lines = await store.auditOf(documentId)
  expect(lines.filter(({ event }) => event === 'repeated')).toHaveLength(100)
  expect(await store.documentById(arrival.document.tenantId, documentId)).toMatchObject({
    repeats: 103,
  })
})

test('the first hundred notes about a document are stored', async () => {
  const arrival = newArrival(await newTenant(store))
  await store.keepArrival(arrival)
  const { id: documentId } = arrival.document
  const note = { documentId, event: 'mls-ignored' as const, actor: 'access-point:x', detail: 'AP' }
  for (let count = 0; count < 102; count++) await store.noteAbout({ ...note, at: after(1) })
  const lines = await store.auditOf(documentId)
  expect(lines.filter(({ event }) => event === 'mls-ignored')).toHaveLength(100)
  expect(isChainIntact(documentId, lines)).toBe(true)
})
