import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { after, newAccept, newDocument, newFile, newTenant, start, withKey } from './records.ts'

const { store, nextRunAt, pool } = await testDatabase()
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
    status: 'waiting',
    waiting: { reason: 'smp-unavailable', since: after(1), nextAttemptAt: after(30) },
    failure: { code: 'lookup.smp-unreachable', detail: 'no answer', retryable: true },
    completedAt: after(99),
    createdAt: new Date('2026-03-01T10:00:00.123Z'),
  })
  expect(await store.acceptDocument(sparse)).toEqual({ kind: 'stored' })
  expect(await store.acceptDocument(full)).toEqual({ kind: 'stored' })

  expect(await store.documentById(tenantId, sparse.document.id)).toStrictEqual(sparse.document)
  expect(await store.documentById(tenantId, full.document.id)).toStrictEqual(full.document)
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
  expect(await store.backlog()).toBe(1)
})

test('a rejected document has its audit line and no job', async () => {
  const { document, job: _, ...rest } = newAccept(tenantId, { status: 'rejected' })
  const move = { to: 'rejected', event: 'refused', actor: 'token:abc', detail: 'BR-CO-15' } as const
  await store.acceptDocument({ document, ...rest, move })

  expect(await store.auditOf(document.id)).toMatchObject([{ to: 'rejected', detail: 'BR-CO-15' }])
  expect(await nextRunAt()).toBeUndefined()
  expect(await store.backlog()).toBe(0)
})

test('when one part cannot be stored, no part is', async () => {
  const accept = withKey(newAccept(tenantId), 'k', 'body')
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
    'blobs',
    'blob_chunks',
    'idempotency',
  ]) {
    expect([table, await rowsIn(table)]).toEqual([table, 0])
  }
  expect(await store.acceptDocument(accept)).toEqual({ kind: 'stored' })
})

test('the same key with the same body gets the same answer again, storing nothing', async () => {
  const first = withKey(newAccept(tenantId), 'k', 'body')
  const again = withKey(newAccept(tenantId, { createdAt: after(60) }), 'k', 'body')
  expect(await store.acceptDocument(first)).toEqual({ kind: 'stored' })
  const answer = { status: 202, body: { id: first.document.id, type: 'invoice' } }

  expect(await store.acceptDocument(again)).toEqual({ kind: 'replay', answer })
  expect(await rowsIn('documents')).toBe(1)
  expect(await rowsIn('files')).toBe(1)
  expect(await store.firstAnswer(tenantId, '/api/v1/invoices/submit', 'k', after(60))).toEqual({
    bodySha256: first.idempotency?.bodySha256,
    answer,
  })
  expect(Object.keys(answer.body)).toEqual(['id', 'type'])
})

test('the same key with another body is detected, and nothing is stored', async () => {
  await store.acceptDocument(withKey(newAccept(tenantId), 'k', 'body'))
  expect(await store.acceptDocument(withKey(newAccept(tenantId), 'k', 'Body'))).toEqual({
    kind: 'key-reused',
  })
  expect(await rowsIn('documents')).toBe(1)
})

test('a key counts per tenant and per path', async () => {
  const stranger = await newTenant(store, 'stranger')
  await store.acceptDocument(withKey(newAccept(tenantId), 'k', 'body'))
  expect(await store.acceptDocument(withKey(newAccept(stranger), 'k', 'body'))).toEqual({
    kind: 'stored',
  })
  const otherPath = withKey(newAccept(tenantId), 'k', 'body', '/api/v1/credit-notes/submit')
  expect(await store.acceptDocument(otherPath)).toEqual({ kind: 'stored' })
  expect(
    await store.firstAnswer(tenantId, '/api/v1/debit-notes/submit', 'k', start),
  ).toBeUndefined()
})

test('a key is free again once it has expired, and not a moment before', async () => {
  await store.acceptDocument(withKey(newAccept(tenantId), 'k', 'body'))
  const week = 604_800
  const justBefore = newAccept(tenantId, { createdAt: after(week - 0.001) })
  const justThen = newAccept(tenantId, { createdAt: after(week) })
  expect(await store.acceptDocument(withKey(justBefore, 'k', 'other'))).toEqual({
    kind: 'key-reused',
  })
  expect(
    await store.firstAnswer(tenantId, '/api/v1/invoices/submit', 'k', after(week)),
  ).toBeUndefined()
  expect(await store.acceptDocument(withKey(justThen, 'k', 'other'))).toEqual({ kind: 'stored' })
  expect(await store.acceptDocument(withKey(justThen, 'k', 'body'))).toEqual({ kind: 'key-reused' })
})

test('of ten requests with one key at once, one is stored and nine get its answer', async () => {
  const accepts = Array.from({ length: 10 }, () =>
    withKey(newAccept(tenantId, { reference: 'same' }), 'k', 'body'),
  )
  const outcomes = await Promise.all(accepts.map((accept) => store.acceptDocument(accept)))

  const stored = outcomes.findIndex(({ kind }) => kind === 'stored')
  const answer = { status: 202, body: { id: accepts[stored]?.document.id, type: 'invoice' } }
  const expected = accepts.map((_, index) =>
    index === stored ? { kind: 'stored' } : { kind: 'replay', answer },
  )
  expect(outcomes).toEqual(expected)
  expect(await rowsIn('documents')).toBe(1)
})

test('a reference of a living document is taken, and its document is named', async () => {
  const first = newAccept(tenantId, { reference: 'order 7' })
  await store.acceptDocument(first)
  const second = withKey(newAccept(tenantId, { reference: 'order 7' }), 'k', 'body')

  expect(await store.acceptDocument(second)).toEqual({
    kind: 'reference-taken',
    document: first.document,
  })
  expect(await rowsIn('documents')).toBe(1)
  expect(await rowsIn('idempotency')).toBe(0)
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
      expect(await store.acceptDocument(accept)).toEqual({ kind: 'stored' })
      expect(await store.documentByReference(tenantId, 'order 7')).toStrictEqual(accept.document)
    }
    const late = newAccept(tenantId, { reference: 'order 7', createdAt: after(9) })
    expect(await store.acceptDocument(late)).toMatchObject({ kind: 'reference-taken' })
  },
)

test('of ten documents with one reference at once, one is stored', async () => {
  const accepts = Array.from({ length: 10 }, () => newAccept(tenantId, { reference: 'same' }))
  const outcomes = await Promise.all(accepts.map((accept) => store.acceptDocument(accept)))
  expect(outcomes.filter(({ kind }) => kind === 'stored')).toHaveLength(1)
  expect(outcomes.filter(({ kind }) => kind === 'reference-taken')).toHaveLength(9)
})

test('a document of an unknown tenant is not stored', async () => {
  const document = newDocument(randomUUID())
  await expect(store.acceptDocument({ ...newAccept(tenantId), document })).rejects.toThrow(/tenant/)
  expect(await rowsIn('documents')).toBe(0)
})
