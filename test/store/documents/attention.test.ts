// Which documents need attention: the database and core/status.ts say the same, counts and lists
// never differ, and what was seen to is not counted.
import { expect, it } from 'vitest'
import { attentionOf } from '../../../src/core/status.ts'
import { attentionStatement } from '../../../src/store/documents/attention.ts'
import {
  type Attention,
  attentionCountMax,
  attentions,
  certainties,
  type Document,
  mlsStatuses,
  statuses,
} from '../../../src/store/index.ts'
import { testDatabase, vacuumTables } from '../database.ts'
import { acceptAs, after, newAccept, newTenant, start } from '../records.ts'

const database = await testDatabase()
const { store, pool } = database
const sort = '-createdAt' as const

type State = Pick<Document, 'status' | 'certainty'> & Partial<Document>

/** Stores a document in a state; its number is new unless it is given. */
async function storeAs(tenantId: string, changes: State): Promise<string> {
  const number = changes.number ?? crypto.randomUUID()
  const { mls, responseCode, ...document } = changes
  const accept = newAccept(tenantId, { ...document, number })
  await acceptAs(database, accept)
  const { id } = accept.document
  await pool.query(
    `update states set mls_status = $2, mls_due_at = case when $2 in ('awaited', 'overdue')
       then $3::timestamptz end, response_code = $4 where document_id = $1`,
    [id, mls?.status, after(60), responseCode],
  )
  return id
}

const failed = {
  ...({ status: 'failed', certainty: 'not-sent' } as const),
  failure: { code: 'receiver.not-registered', detail: 'not there', retryable: true },
}
const delivered = { status: 'delivered', certainty: 'confirmed' } as const
const setAside = (documentId: string, tenantId: string, isSetAside = true, note?: string) =>
  store.setAside({
    ...{ documentId, tenantId, isSetAside, at: after(90) },
    ...(note === undefined ? {} : { note }),
    move: { event: isSetAside ? 'set-aside' : 'set-aside-undone', actor: 'token:abc' },
  })

async function countsOf(tenantId?: string): Promise<Record<string, number>> {
  const counted = await store.countAttention(tenantId)
  return Object.fromEntries(
    counted.flatMap(({ attention, count }) => (count > 0 ? [[attention, count]] : [])),
  )
}

it('is said alike by the database and by core, for every state', async () => {
  const mls = [undefined, ...mlsStatuses]
  const codes = [undefined, 'AP', 'RE', 'UQ', 'CA', 'PD']
  const marks = [{}, { test: true }, { setAside: { at: start } }, { sentAnewAs: 'x' }]
  const cases = statuses.flatMap((status) =>
    certainties.flatMap((certainty) =>
      mls.flatMap((mls) =>
        codes.flatMap((responseCode) =>
          marks.map((mark) => ({ status, certainty, mls, responseCode, ...mark })),
        ),
      ),
    ),
  )
  const { rows } = await pool.query<{ attention: Attention | null }>(
    `select attention_of(one->>'status', one->>'certainty', one->>'mls', one->>'responseCode',
       (one->'setAside'->>'at')::timestamptz,
       case when one ? 'sentAnewAs' then gen_random_uuid() end, (one->>'test')::boolean)
         as attention
     from jsonb_array_elements($1::jsonb) with ordinality as given (one, ordinal) order by ordinal`,
    [JSON.stringify(cases)],
  )
  const ofCore = cases.map(({ mls, responseCode, ...one }) =>
    attentionOf({
      ...{ test: false, ...one },
      ...(mls ? { mls: { status: mls } } : {}),
      ...(responseCode ? { responseCode } : {}),
    }),
  )
  expect(rows.map(({ attention }) => attention ?? undefined)).toEqual(ofCore)
  expect(new Set(ofCore)).toEqual(new Set([undefined, ...attentions]))
})

it('is counted as it is listed, with the oldest of each', async () => {
  const tenantId = await newTenant(store, 'counted')
  const oldest = await storeAs(tenantId, { ...failed, createdAt: after(1) })
  await storeAs(tenantId, { ...failed, createdAt: after(2) })
  await storeAs(tenantId, { ...failed, certainty: 'unknown' })
  await storeAs(tenantId, { status: 'rejected', certainty: 'not-sent' })
  await storeAs(tenantId, { ...delivered, mls: { status: 'rejected' } })
  await storeAs(tenantId, { ...delivered, responseCode: 'UQ' })
  await storeAs(tenantId, { ...delivered, mls: { status: 'overdue' } })
  await storeAs(tenantId, { ...delivered, mls: { status: 'accepted' } })
  await storeAs(tenantId, { ...failed, test: true })
  await storeAs(await newTenant(store, 'another'), failed)

  const counts = await countsOf(tenantId)
  expect(counts).toEqual({
    ...{ unclear: 1, 'not-delivered': 2, 'not-valid': 1, refused: 1, query: 1, unanswered: 1 },
  })
  expect(await countsOf()).toMatchObject({ 'not-delivered': 3 })
  for (const attention of attentions)
    for (const sort of ['-createdAt', 'updatedAt'] as const) {
      const listed = await store.listDocuments(tenantId, {
        ...{ attention: [attention], sort, limit: 10 },
      })
      expect(listed.documents.length, attention).toBe(counts[attention] ?? 0)
      expect(listed.documents.map(attentionOf).every((one) => one === attention)).toBe(true)
    }
  const [first] = (await store.countAttention(tenantId)).filter(
    ({ attention }) => attention === 'not-delivered',
  )
  expect(first?.oldestId).toBe(oldest)
})

it('ends when the document is set aside, and comes back when that is undone', async () => {
  const tenantId = await newTenant(store, 'aside')
  const id = await storeAs(tenantId, failed)
  expect(await setAside(id, await newTenant(store, 'foreign'))).toBe(false)
  expect(await setAside(id, tenantId, true, 'Settled by telephone')).toBe(true)
  expect(await countsOf(tenantId)).toEqual({})
  expect(await store.documentById(tenantId, id)).toMatchObject({
    setAside: { at: after(90), note: 'Settled by telephone' },
    updatedAt: after(90),
  })
  const aside = { setAside: [true], sort, limit: 10 }
  expect((await store.listDocuments(tenantId, aside)).documents.map((one) => one.id)).toEqual([id])
  const lines = await store.auditOf(id)
  expect(lines.at(-1)).toMatchObject({
    ...{ event: 'set-aside', to: 'failed', actor: 'token:abc', detail: 'Settled by telephone' },
  })
  expect(await setAside(id, tenantId, false)).toBe(true)
  expect(await setAside(id, tenantId, false)).toBe(false)
  expect(await countsOf(tenantId)).toEqual({ 'not-delivered': 1 })
  expect((await store.listDocuments(tenantId, aside)).documents).toEqual([])
  const notAside = { setAside: [false], sort, limit: 10 }
  expect((await store.listDocuments(tenantId, notAside)).documents).toHaveLength(1)
})

it.each(['accepted', 'sending'] as const)('a document that is %s is not set aside', async (to) => {
  const tenantId = await newTenant(store, `on its way ${to}`)
  const id = await storeAs(tenantId, { status: to, certainty: 'not-sent' })
  expect(await setAside(id, tenantId)).toBe(false)
  expect((await store.documentById(tenantId, id))?.setAside).toBeUndefined()
})

it('ends when the number or the reference is taken over, and both name each other', async () => {
  const tenantId = await newTenant(store, 'anew')
  for (const key of [{ number: 'INV-1' }, { reference: 'order 1' }]) {
    const { document } = newAccept(tenantId, { ...key })
    const before = { ...newAccept(tenantId), document: { ...document, ...key } }
    await acceptAs(database, { ...before, document: { ...before.document, ...failed } })
    expect(await countsOf(tenantId)).toEqual({ 'not-delivered': 1 })
    const next = newAccept(tenantId, { ...key, createdAt: after(10) })
    expect(await store.acceptDocument({ ...next, allowDuplicate: false })).toMatchObject({
      kind: 'stored',
    })
    expect(await countsOf(tenantId)).toEqual({})
    expect(await store.documentById(tenantId, document.id)).toMatchObject({
      ...{ sentAnewAs: next.document.id, updatedAt: after(10) },
    })
    expect(await store.documentById(tenantId, next.document.id)).toMatchObject({
      sentInsteadOf: document.id,
    })
    await pool.query('delete from document_numbers where tenant_id = $1', [tenantId])
  }
})

it('a delivered document whose number is used again stays as it is', async () => {
  const tenantId = await newTenant(store, 'twice')
  const id = await storeAs(tenantId, { ...delivered, number: 'INV-2' })
  const next = newAccept(tenantId, { number: 'INV-2', createdAt: after(10) })
  await store.acceptDocument(next)
  expect((await store.documentById(tenantId, id))?.sentAnewAs).toBeUndefined()
  const found = await store.documentById(tenantId, next.document.id)
  expect(found?.sentInsteadOf).toBeUndefined()
})

it('a new answer that asks for action ends the setting aside', async () => {
  const tenantId = await newTenant(store, 'answered')
  const id = await storeAs(tenantId, { ...delivered, mls: { status: 'overdue' } })
  await setAside(id, tenantId)
  const answer = (code: string) =>
    store.addAnswer({
      ...{ documentId: id, answerId: crypto.randomUUID(), kind: 'invoice-response', code },
      ...{ at: after(100), actor: 'access-point:PXX000001' },
    })
  await answer('AP')
  expect((await store.documentById(tenantId, id))?.setAside).toBeDefined()
  await answer('UQ')
  expect(await store.documentById(tenantId, id)).toMatchObject({ responseCode: 'UQ' })
  expect(await countsOf(tenantId)).toEqual({ query: 1 })
})

it('reads a bounded number of rows of one index for each reason', async () => {
  // Among those of other tests, rows have no order on the disk, and Postgres takes another plan.
  await database.empty()
  await vacuumTables(pool)
  const tenantId = await newTenant(store, 'many')
  const model = await storeAs(tenantId, failed)
  await pool.query(
    `insert into states (document_id, tenant_id, status, certainty, failure_code, failure_detail,
       failure_retryable, attempts, deadline, updated_at, completed_at)
     select (left($1::text, 24) || lpad(to_hex(n), 12, '0'))::uuid, tenant_id, 'rejected',
       'not-sent', failure_code, failure_detail, failure_retryable, attempts, deadline, updated_at,
       completed_at
     from states, generate_series(1, 3000) n where document_id = $1::uuid`,
    [model],
  )
  await vacuumTables(pool)
  expect((await countsOf(tenantId))['not-valid']).toBe(attentionCountMax)
  const { text, values } = attentionStatement(tenantId)
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off) ${text}`,
    values,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  const read = [...plan.matchAll(/on states_.*rows=([\d.]+) loops=(\d+)/g)]
  const total = read.reduce((sum, [, count, loops]) => sum + Number(count) * Number(loops), 0)
  expect(total).toBeGreaterThan(attentionCountMax - 1)
  expect(total).toBeLessThan(2 * attentionCountMax)
})
