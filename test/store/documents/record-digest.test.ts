// The chain of a document begins with a digest of its record, whoever writes it.
import { beforeEach, expect, test } from 'vitest'
import { newUuid } from '../../../src/crypto/index.ts'
import {
  recordColumns,
  recordDigest,
  recordDigestIn,
  recordValues,
  toRecordRow,
} from '../../../src/store/documents/record-digest.ts'
import { isChainIntact } from '../../../src/store/index.ts'
import { testDatabase } from '../database.ts'
import { newAccept, newAcceptOfOther, newArrival, newTenant, start } from '../records.ts'

const { store, pool } = await testDatabase()
let tenantId: string
beforeEach(async () => {
  await testDatabase()
  tenantId = await newTenant(store)
})

async function rowOf(id: string) {
  const { rows } = await pool.query<{ values: unknown[] }>(
    `select ${recordValues} as values from documents document where id = $1`,
    [id],
  )
  return toRecordRow(rows[0]!.values)
}

test('every column of a record is in it', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = 'documents'::regclass and attnum > 0 and not attisdropped`,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual([...recordColumns].sort())
})

test.each([
  ['a usual document', () => newAccept(tenantId)],
  [
    'one with every fact',
    () =>
      newAccept(tenantId, {
        ...{ clientId: 'client "7"', reference: 'order\\7', test: true },
        scenario: { name: 'slow', speed: 10 },
        number: 'F\u0001\u001f\u007f\u2028\t\n/é😀',
        warnings: ['a "warning"', 'another, with a comma'],
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        mlsType: 'ALWAYS_SEND',
      }),
  ],
  ['one of another type', () => newAcceptOfOther(tenantId)],
])('the first line begins with the digest of %s', async (_, accept) => {
  const { document, ...rest } = accept()
  await store.acceptDocument({ ...rest, document })
  const lines = await store.auditOf(document.id)
  expect(recordDigestIn(lines[0]!)).toBe(recordDigest(await rowOf(document.id)))
  expect(isChainIntact(document.id, lines)).toBe(true)
})

test('and so does that of a received document, though two lines are written at once', async () => {
  const arrival = newArrival(tenantId, {}, Buffer.from('<a/>'))
  const opening = { to: 'available', event: 'opened', actor: 'reception' } as const
  await store.keepArrival({
    ...arrival,
    document: { ...arrival.document, status: 'available' },
    opening,
  })
  const lines = await store.auditOf(arrival.document.id)
  expect(lines.map(({ event }) => event)).toEqual(['received', 'opened'])
  expect(recordDigestIn(lines[0]!)).toBe(recordDigest(await rowOf(arrival.document.id)))
  expect(isChainIntact(arrival.document.id, lines)).toBe(true)
})

// The order of a process of the version before: its lines are written before the row.
const before = `
  with new_document as (
    insert into documents
      (id, tenant_id, direction, kind, test, sender_id, receiver_id, document_type_id, process_id,
       country_c1, instance_identifier, validation, warnings, created_at)
    select id, $2, 'outbound', 'other', false, '0208:1', '0208:2', 'type', 'process', 'BE',
           id::text, '{}', '{}', $3
    from unnest($1::uuid[]) id
  ),
  new_state as (
    insert into states (document_id, tenant_id, status, certainty, attempts, deadline, updated_at)
    select id, $2, 'sending', 'not-sent', 0, $3, $3 from unnest($1::uuid[]) id
  ),
  new_line as (
    insert into audit (document_id, sequence, at, to_status, event, actor)
    select id, 1, $3, 'accepted', 'submitted', 'token:x' from unnest($1::uuid[]) id
    union all
    select id, null, $3, 'sending', 'claimed', 'node' from unnest($1::uuid[]) id
  )
  select 1`

test('a process of the version before writes it too, and loses no line or event', async () => {
  const ids = [newUuid(start), newUuid(start), newUuid(start)]
  await pool.query(before, [ids, tenantId, start])
  for (const id of ids) {
    const lines = await store.auditOf(id)
    expect(lines.map(({ sequence, event }) => [sequence, event])).toEqual([
      [1, 'submitted'],
      [2, 'claimed'],
    ])
    expect(recordDigestIn(lines[0]!)).toBe(recordDigest(await rowOf(id)))
    expect(isChainIntact(id, lines)).toBe(true)
  }
  const uncovered = await store.uncoveredLines(10)
  expect(uncovered.map(({ documentId, sequence }) => [documentId, sequence])).toEqual(
    expect.arrayContaining(ids.map((id) => [id, 2])),
  )
  // And those of the log about the tenant.
  expect(uncovered).toHaveLength(ids.length + 2)
  await store.numberEvents()
  const { events } = await store.eventPage({ tenantId, limit: 10 })
  expect(events.map(({ type }) => type)).toEqual(ids.map(() => 'document.accepted'))
  expect((await pool.query('select from audit_waiting')).rowCount).toBe(0)
})

test('a line about no document is written all the same', async () => {
  const id = newUuid(start)
  await pool.query(
    `insert into audit (document_id, at, to_status, event, actor)
     select $1, $2, 'accepted', event, 'x' from unnest('{submitted,claimed}'::text[]) event`,
    [id, start],
  )
  const lines = await store.auditOf(id)
  expect(lines.map(({ event }) => event)).toEqual(['submitted', 'claimed'])
  expect(recordDigestIn(lines[0]!)).toBeUndefined()
  expect(isChainIntact(id, lines)).toBe(true)
})
