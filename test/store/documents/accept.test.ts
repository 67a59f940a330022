import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { KeyClaim } from '../../../src/store/index.ts'
import { testDatabase } from '../database.ts'
import {
  acceptAs,
  after,
  newAccept,
  newAcceptOfOther,
  newClaim,
  newFile,
  newTenant,
  start,
  withKey,
} from '../records.ts'

const database = await testDatabase()
const { store, nextRunAt, pool } = database
let tenantId: string

beforeEach(async () => {
  await testDatabase()
  tenantId = await newTenant(store)
})

async function rowsIn(table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from ${table}`,
  )
  return rows[0]?.count ?? Number.NaN
}

test('a stored document is read back unchanged, member for member', async () => {
  const sparse = newAccept(tenantId)
  const full = newAccept(tenantId, {
    kind: 'debitNote',
    test: true,
    clientId: 'client 7',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    reference: 'ref "1"\n',
    receiver: { id: '0208:0987654394', name: 'Δοκιμή', country: 'GR' },
    totals: { currency: 'EUR', payable: '0100.10', tax: '-0.00' },
    validation: {
      mode: 'report',
      verdict: 'invalid',
      errors: 2,
      warnings: 1,
      ruleSets: [{ id: 'en16931', version: '1.3.16', pack: 'own' }],
    },
    warnings: ['Document 7 has the same number.', '"{}'],
    createdAt: new Date('2026-03-01T10:00:00.123Z'),
  })
  expect(await store.acceptDocument(sparse)).toEqual({ kind: 'stored' })
  expect(await store.acceptDocument(full)).toEqual({ kind: 'stored' })

  expect(await store.documentById(tenantId, sparse.document.id)).toStrictEqual(sparse.document)
  expect(await store.documentById(tenantId, full.document.id)).toStrictEqual(full.document)
})

test('a document of another kind is read back with what it has and no more', async () => {
  const bare = newAcceptOfOther(tenantId)
  const numbered = newAcceptOfOther(tenantId, { number: 'ORD-1', issueDate: '2026-03-01' })
  await store.acceptDocument(bare)
  await store.acceptDocument(numbered)

  const read = await store.documentById(tenantId, bare.document.id)
  expect(read).toStrictEqual(bare.document)
  expect(read).not.toHaveProperty('totals')
  expect(await store.documentById(tenantId, numbered.document.id)).toStrictEqual(numbered.document)
})

test.each([
  [{ kind: 'order' }, 'documents_kind_check'],
  [{ currency: null }, 'amounts_together'],
  [{ payable: null, tax: null }, 'amounts_together'],
  [{ currency: null, payable: null }, 'amounts_together'],
])('the database refuses a document with %j', async (change, constraint) => {
  await store.acceptDocument(newAccept(tenantId))
  const copied = pool.query(
    'insert into documents select (json_populate_record(document, $1)).* from documents document',
    [JSON.stringify(change)],
  )
  await expect(copied).rejects.toMatchObject({ constraint })
})

// In place of the state that is there.
const putState = (change: object) =>
  pool.query(
    `with gone as (delete from states returning states as state)
     insert into states select (json_populate_record(state, $1)).* from gone`,
    [JSON.stringify(change)],
  )

test.each([
  { certainty: 'perhaps' },
  { certainty: null },
  { waiting_reason: 'paused' },
  { waiting_since: start },
  { next_attempt_at: start },
  { waiting_reason: 'paused', waiting_since: start },
  { failure_code: 'as4.timeout' },
  { failure_detail: 'late' },
  { failure_retryable: true },
  { failure_code: 'as4.timeout', failure_detail: 'late' },
  { as4_message_id: 'a@b' },
  { as4_sent_at: start },
  { completed_at: start },
  { status: 'rejected' },
  { mls_status: 'perhaps' },
  { mls_status: 'awaited' },
  { mls_status: 'accepted', mls_due_at: start },
  { mls_due_at: start },
])('the database refuses a state with %j', async (change) => {
  await store.acceptDocument(newAccept(tenantId))
  await expect(putState(change)).rejects.toMatchObject({ constraint: 'check_state' })
})

test.each([
  { certainty: 'refused' },
  { waiting_reason: 'paused', waiting_since: start, next_attempt_at: start },
  { failure_code: 'as4.timeout', failure_detail: 'late', failure_retryable: true },
  { as4_message_id: 'a@b', as4_sent_at: start },
  { status: 'rejected', completed_at: start },
  { mls_status: 'awaited', mls_due_at: start },
  { mls_status: 'overdue', mls_due_at: start },
  { mls_status: 'accepted' },
  { mls_status: 'acknowledged' },
  { mls_status: 'rejected' },
])('the database takes a state with %j', async (change) => {
  await store.acceptDocument(newAccept(tenantId))
  expect((await putState(change)).rowCount).toBe(1)
})

test('the database refuses a change to a state that cannot be', async () => {
  await store.acceptDocument(newAccept(tenantId))
  const changed = pool.query(`update states set waiting_reason = 'paused'`)
  await expect(changed).rejects.toMatchObject({ constraint: 'check_state' })
})

test.each([
  { status: 'waiting' },
  { status: 'delivered', completed_at: start },
  { status: 'failed', completed_at: start },
  { status: 'cancelled', completed_at: start },
  { status: 'acknowledged', completed_at: start },
])('the database refuses a new document in the middle of its life: %j', async (change) => {
  await store.acceptDocument(newAccept(tenantId))
  await expect(putState(change)).rejects.toThrow('insert on states_2026_03 refused: no such move')
})

test('a document of another tenant, an unknown id and an invalid id are not found', async () => {
  const { document, ...rest } = newAccept(tenantId, { reference: 'mine' })
  await store.acceptDocument({ document, ...rest })
  const stranger = await newTenant(store, 'stranger')

  expect(await store.documentById(stranger, document.id)).toBeUndefined()
  expect(await store.documentByReference(stranger, 'mine')).toBeUndefined()
  expect(await store.documentById(tenantId, randomUUID())).toBeUndefined()
  expect(await store.documentById(tenantId, "'; drop table documents")).toBeUndefined()
  expect(await store.documentByReference(tenantId, 'mine')).toStrictEqual(document)
})

test('accepting writes the first audit line and a due job with the document', async () => {
  const { document, ...rest } = newAccept(tenantId)
  await store.acceptDocument({ document, ...rest })

  const [line, ...more] = await store.auditOf(document.id)
  expect(more).toEqual([])
  expect(line).toMatchObject({
    sequence: 1,
    at: start,
    to: 'accepted',
    event: 'submitted',
    actor: 'token:abc',
  })
  expect(line).not.toHaveProperty('from')
  expect(await nextRunAt()).toEqual(start)
  expect(await store.backlog()).toEqual(new Map([[tenantId, 1]]))
})

test('a rejected document has its audit line and no job', async () => {
  const {
    document,
    job: _,
    ...rest
  } = newAccept(tenantId, {
    status: 'rejected',
    completedAt: start,
  })
  const move = { to: 'rejected', event: 'refused', actor: 'token:abc', detail: 'BR-CO-15' } as const
  await store.acceptDocument({ document, ...rest, move })

  expect(await store.auditOf(document.id)).toMatchObject([{ to: 'rejected', detail: 'BR-CO-15' }])
  expect(await nextRunAt()).toBeUndefined()
  expect(await store.backlog()).toEqual(new Map())
})

test('when one part cannot be stored, no part is', async () => {
  const claim = newClaim(tenantId, 'k')
  await store.claimKey(claim)
  const accept = withKey(newAccept(tenantId), claim)
  const twice = newFile()
  await expect(
    store.acceptDocument({ ...accept, files: [twice, { ...twice, bytes: Buffer.from('other') }] }),
  ).rejects.toThrow()
  const large = newFile({ bytes: Buffer.alloc(3_000_000, 7) })
  const badName = newFile({ name: 'a\0b' })
  await expect(store.acceptDocument({ ...accept, files: [large, badName] })).rejects.toThrow()

  for (const table of [
    'documents',
    'audit',
    'jobs',
    'files',
    'payload_chunks',
    'states',
    'document_references',
    'document_numbers',
  ]) {
    expect([table, await rowsIn(table)]).toEqual([table, 0])
  }
  await expectNotAnswered(claim)
  expect(await store.acceptDocument(accept)).toEqual({ kind: 'stored' })
})

/** A document that was not stored leaves its key held. */
async function expectNotAnswered(claim: KeyClaim): Promise<void> {
  const again = { ...claim, holder: randomUUID() }
  expect(await store.claimKey(again)).toEqual({ kind: 'in-progress' })
}

test('a reference of a living document is taken, and its document is named', async () => {
  const first = newAccept(tenantId, { reference: 'order 7' })
  await store.acceptDocument(first)
  const claim = newClaim(tenantId, 'k')
  await store.claimKey(claim)
  const second = withKey(newAccept(tenantId, { reference: 'order 7' }), claim)

  expect(await store.acceptDocument(second)).toEqual({
    kind: 'taken',
    what: 'reference',
    holder: first.document,
  })
  expect(await rowsIn('documents')).toBe(1)
  await expectNotAnswered(claim)
})

test(
  'a reference is free for another tenant, and after a document that failed, was ' +
    'rejected or cancelled',
  async () => {
    const stranger = await newTenant(store, 'stranger')
    await store.acceptDocument(newAccept(stranger, { reference: 'order 7' }))
    for (const [seconds, status] of (
      ['failed', 'rejected', 'cancelled', 'delivered'] as const
    ).entries()) {
      const accept = newAccept(tenantId, {
        reference: 'order 7',
        status,
        createdAt: after(seconds),
      })
      await acceptAs(database, accept)
      expect(await store.documentByReference(tenantId, 'order 7')).toMatchObject({
        id: accept.document.id,
        status,
      })
    }
    const late = newAccept(tenantId, { reference: 'order 7', createdAt: after(9) })
    expect(await store.acceptDocument(late)).toMatchObject({ kind: 'taken' })
  },
)

test('of ten documents with one reference at once, one is stored', async () => {
  const accepts = Array.from({ length: 10 }, () => newAccept(tenantId, { reference: 'same' }))
  const outcomes = await Promise.all(accepts.map((accept) => store.acceptDocument(accept)))
  expect(outcomes.filter(({ kind }) => kind === 'stored')).toHaveLength(1)
  expect(outcomes.filter(({ kind }) => kind === 'taken')).toHaveLength(9)
})

const number = { allowDuplicate: false }

test('a number is taken for the same parties, kind and test flag', async () => {
  const first = newAccept(tenantId)
  await store.acceptDocument(first)
  const claim = newClaim(tenantId, 'k')
  await store.claimKey(claim)
  const second = withKey({ ...newAccept(tenantId, { reference: 'r' }), ...number }, claim)

  expect(await store.acceptDocument(second)).toEqual({
    kind: 'taken',
    what: 'number',
    holder: first.document,
  })
  expect(await store.sameNumber(second.document)).toStrictEqual({
    id: first.document.id,
    status: 'accepted',
  })
  await expectNotAnswered(claim)
  expect(await rowsIn('document_references')).toBe(0)
  expect(await rowsIn('documents')).toBe(1)
  expect(await store.acceptDocument({ ...second, allowDuplicate: true })).toEqual({
    kind: 'stored',
  })
})

test.each<Parameters<typeof newAccept>[1]>([
  { number: 'F2026-18' },
  { kind: 'creditNote' },
  { test: true },
  { sender: { id: '0208:0000000097' } },
  { receiver: { id: '0208:0000000097' } },
])('a number is free for another document: %j', async (changes) => {
  await store.acceptDocument(newAccept(tenantId))
  const other = { ...newAccept(tenantId, changes), ...number }
  expect(await store.acceptDocument(other)).toEqual({ kind: 'stored' })
})

test('a second document of another kind with the same number is no duplicate', async () => {
  const wish = { number: 'ORD-1' }
  const first = newAcceptOfOther(tenantId, wish)
  await store.acceptDocument(first)
  const second = { ...newAcceptOfOther(tenantId, wish), ...number }

  expect(await store.sameNumber(second.document)).toBeUndefined()
  expect(await store.acceptDocument(second)).toEqual({ kind: 'stored' })
  expect(await rowsIn('document_numbers')).toBe(0)
})

test('documents without a number are no duplicates of each other', async () => {
  const without = () => {
    const accept = newAcceptOfOther(tenantId, { kind: 'invoice' })
    return { ...accept, ...number }
  }
  await store.acceptDocument(without())
  expect(await store.acceptDocument(without())).toEqual({ kind: 'stored' })
  expect(await rowsIn('document_numbers')).toBe(0)
})

test('a number is free for another tenant', async () => {
  await store.acceptDocument(newAccept(tenantId))
  const stranger = await newTenant(store, 'stranger')
  const other = { ...newAccept(stranger), ...number }
  expect(await store.acceptDocument(other)).toEqual({ kind: 'stored' })
})

test.each([
  ['rejected', 'not-sent', 'stored'],
  ['cancelled', 'not-sent', 'stored'],
  ['failed', 'not-sent', 'stored'],
  ['failed', 'refused', 'stored'],
  // It may have arrived.
  ['failed', 'unknown', 'taken'],
  ['delivered', 'confirmed', 'taken'],
] as const)('after a document %s (%s) its number is: %s', async (status, certainty, kind) => {
  await acceptAs(database, newAccept(tenantId, { status, certainty }))
  const again = { ...newAccept(tenantId), ...number }
  expect(await store.acceptDocument(again)).toMatchObject({ kind })
})

test('of ten documents with one number at once, one is stored', async () => {
  const accepts = Array.from({ length: 10 }, () => ({ ...newAccept(tenantId), ...number }))
  const outcomes = await Promise.all(accepts.map((accept) => store.acceptDocument(accept)))
  expect(outcomes.filter(({ kind }) => kind === 'stored')).toHaveLength(1)
  expect(outcomes.filter(({ kind }) => kind === 'taken')).toHaveLength(9)
})

test('what comes at the same moment is written together; what cannot be fails alone', async () => {
  const taken = newAccept(tenantId, { reference: 'taken' })
  await store.acceptDocument(taken)
  const many = Array.from({ length: 20 }, (_, at) =>
    newAccept(tenantId, { number: `A-${at}`, ...(at === 7 ? { reference: 'taken' } : {}) }),
  )
  const outcomes = await Promise.all(many.map((accept) => store.acceptDocument(accept)))
  expect(outcomes.map(({ kind }) => kind)).toEqual(
    many.map((_, at) => (at === 7 ? 'taken' : 'stored')),
  )
  expect(outcomes[7]).toMatchObject({ what: 'reference', holder: { id: taken.document.id } })
  expect(await rowsIn('documents')).toBe(20)
  expect(await rowsIn('audit')).toBe(20)

  // Without one that fails, a single transaction.
  const others = Array.from({ length: 20 }, (_, at) => newAccept(tenantId, { number: `B-${at}` }))
  await Promise.all(others.map((accept) => store.acceptDocument(accept)))
  const { rows } = await pool.query(
    'select count(distinct xmin::text)::integer as count from states where document_id = any($1)',
    [others.map(({ document }) => document.id)],
  )
  expect(rows).toEqual([{ count: 1 }])
})
