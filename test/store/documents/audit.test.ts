import { beforeEach, expect, test } from 'vitest'
import { allMoves } from '../../../src/core/status.ts'
import { type AuditLine, isChainIntact, type Status, statuses } from '../../../src/store/index.ts'
import { firstUuid } from '../../../src/store/postgres/rows.ts'
import { testDatabase } from '../database.ts'
import {
  after,
  claimOf,
  claimOne,
  laneUnknown,
  newAccept,
  newAttempt,
  newTenant,
  start,
} from '../records.ts'

const { store, pool } = await testDatabase()
let documentId: string
let lines: AuditLine[]

// What JSON escapes, or could.
const everyCharacter = String.fromCharCode(
  ...Array.from({ length: 0xff }, (_, code) => code + 1),
  ...[0x2028, 0x2029, 0xd7ff, 0xe000, 0xfeff, 0xfffe, 0xffff],
)

// A life of six lines, with and without detail and attempt, and with multi-byte characters.
beforeEach(async () => {
  await testDatabase()
  const accept = newAccept(await newTenant(store))
  documentId = accept.document.id
  await store.acceptDocument({
    ...accept,
    move: { ...accept.move, actor: 'token:Ünïcode 🧾', detail: everyCharacter },
  })
  await claimOne(store, start)
  const job = await claimOne(store, after(15.001))
  const end = {
    ...claimOf(job),
    files: [],
    at: after(16),
    completedAt: after(16),
    certainty: 'not-sent',
    lane: laneUnknown,
  } as const
  const move = { to: 'failed', event: 'failed', actor: 'node-1', detail: '' } as const
  await store.finishAttempt({ ...end, attempt: newAttempt({ endedAt: after(16) }), move })
  lines = await store.auditOf(documentId)
})

test('the lines of a document are numbered, linked, and hashed as we compute it', () => {
  expect(lines.map(({ sequence, from, to }) => [sequence, from, to])).toEqual([
    [1, undefined, 'accepted'],
    [2, 'accepted', 'sending'],
    [3, 'sending', 'waiting'],
    [4, 'waiting', 'sending'],
    [5, 'sending', 'failed'],
  ])
  expect(lines[0]?.previousHash).toMatch(/^[0-9a-f]{64}$/)
  expect(isChainIntact(documentId, lines)).toBe(true)
})

test('a line that is said to be the first is refused where there is one', async () => {
  const added = pool.query(
    `insert into audit (document_id, sequence, at, to_status, event, actor)
     values ($1, 1, $2, 'accepted', 'submitted', 'somebody')`,
    [documentId, after(20)],
  )
  await expect(added).rejects.toMatchObject({ code: '23505' })
})

test('any other number that is given is not taken', async () => {
  await pool.query(
    `insert into audit (document_id, sequence, at, to_status, event, actor)
     values ($1, 99, $2, 'failed', 'noted', 'somebody')`,
    [documentId, after(20)],
  )
  const all = await store.auditOf(documentId)
  expect(all.at(-1)).toMatchObject({ sequence: 6, from: 'failed' })
  expect(isChainIntact(documentId, all)).toBe(true)
})

const changes: [string, (line: AuditLine) => AuditLine][] = [
  ['time', (line) => ({ ...line, at: new Date(line.at.getTime() + 1) })],
  ['status', (line) => ({ ...line, to: 'delivered' })],
  ['event', (line) => ({ ...line, event: `${line.event} ` })],
  ['actor', (line) => ({ ...line, actor: 'somebody' })],
  ['attempt', (line) => ({ ...line, attempt: 7 })],
  ['detail', (line) => ({ ...line, detail: 'other' })],
  [
    'hash',
    (line) => ({ ...line, hash: line.hash.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) }),
  ],
  ['previous hash', (line) => ({ ...line, previousHash: 'f'.repeat(64) })],
]

test.each(changes)('a line with another %s breaks the chain, wherever it is', (_, change) => {
  for (const index of lines.keys()) {
    const tampered = lines.map((line, at) => (at === index ? change(line) : line))
    expect(isChainIntact(documentId, tampered)).toBe(false)
  }
})

test('an empty detail differs from an absent one', () => {
  const { detail, ...without } = lines[4] as AuditLine
  expect(detail).toBe('')
  expect(isChainIntact(documentId, [...lines.slice(0, 4), without])).toBe(false)
})

test('a line removed, repeated or moved breaks the chain; so does another id', () => {
  expect(isChainIntact(documentId, lines.toSpliced(1, 1))).toBe(false)
  expect(isChainIntact(documentId, lines.toSpliced(1, 0, lines[1] as AuditLine))).toBe(false)
  expect(isChainIntact(documentId, lines.toReversed())).toBe(false)
  expect(isChainIntact(documentId, lines.slice(1))).toBe(false)
  expect(isChainIntact('0198a000-0000-7000-8000-000000000000', lines)).toBe(false)
})

test.each([
  `update audit set detail = 'other'`,
  `update audit set detail = detail`,
  'delete from audit',
  'truncate audit',
])('the database refuses: %s', async (statement) => {
  await expect(pool.query(statement)).rejects.toThrow(/audit log is append-only/)
  expect(await store.auditOf(documentId)).toStrictEqual(lines)
})

test('the place and hash of a line are never taken from the writer', async () => {
  await pool.query(
    `insert into audit
       (document_id, sequence, at, from_status, to_status, event, actor, previous_hash, hash)
     values ($1, 77, $2, 'delivered', 'waiting', 'retried', 'x', 'x', 'x')`,
    [documentId, after(99)],
  )
  const more = await store.auditOf(documentId)
  expect(more.at(-1)).toMatchObject({ sequence: 6, from: 'failed' })
  expect(isChainIntact(documentId, more)).toBe(true)
})

test.each([1, 77])('nor are those of a first line that is said to be line %i', async (sequence) => {
  const id = firstUuid(start)
  await pool.query(
    `insert into audit
       (document_id, sequence, at, from_status, to_status, event, actor, previous_hash, hash)
     values ($1, $2, $3, 'delivered', 'sending', 'claimed', 'x', 'x', 'x')`,
    [id, sequence, start],
  )
  const first = await store.auditOf(id)
  expect(first).toMatchObject([{ sequence: 1, previousHash: '0'.repeat(64) }])
  expect(first[0]).not.toHaveProperty('from')
  expect(isChainIntact(id, first)).toBe(true)
})

test('lines of several documents written by one statement each have their place', async () => {
  const other = newAccept(await newTenant(store), { number: 'F2026-18' })
  await store.acceptDocument(other)
  await pool.query(
    `insert into audit (document_id, at, to_status, event, actor)
     select id, $2, to_status, event, 'x'
     from unnest($1::uuid[]) id,
          (values ('waiting', 'retried'), ('delivered', 'confirmed')) line (to_status, event)`,
    [[documentId, other.document.id], after(99)],
  )
  for (const [id, first] of [[documentId, 6] as const, [other.document.id, 2] as const]) {
    const more = await store.auditOf(id)
    expect(isChainIntact(id, more)).toBe(true)
    expect(more.slice(first - 1).map(({ sequence, to }) => [sequence, to])).toEqual([
      [first, 'waiting'],
      [first + 1, 'delivered'],
    ])
    const { rows: events } = await pool.query(
      `select array_agg(type order by id) as types from
         (select * from pending_events where document_id = $1 order by id desc limit 2) last`,
      [id],
    )
    expect(events).toEqual([{ types: ['document.waiting', 'document.delivered'] }])
    const { rows: uncovered } = await pool.query(
      'select sequence from audit_uncovered where document_id = $1',
      [id],
    )
    expect(uncovered).toEqual([{ sequence: first + 1 }])
  }
})

test.each([`update documents set number = '2'`, 'truncate documents'])(
  'the database refuses: %s',
  async (statement) => {
    await expect(pool.query(statement)).rejects.toThrow(/documents are written once/)
  },
)

const finals: Status[] = [
  'delivered',
  'reported',
  'rejected',
  'failed',
  'cancelled',
  'acknowledged',
]

test('no statement writes a move that the state table does not have', async () => {
  // A new document has no status before, and one that is held may have been waiting already.
  const changes = allMoves().filter(([from, to]) => from !== undefined && from !== to)
  const lawful = new Set(changes.map(([from, to]) => `${from} → ${to}`))
  const written = new Set<string>()
  for (const from of statuses) {
    for (const to of statuses.filter((status) => status !== from)) {
      const final = finals.includes(to)
      await force(from)
      await pool
        .query('update states set status = $1, completed_at = $2', [to, final ? start : null])
        .then(() => written.add(`${from} → ${to}`))
        .catch((error: Error) => expect(error.message).toContain('no such move'))
    }
  }
  expect([...written].sort()).toEqual([...lawful].sort())
})

async function force(status: Status): Promise<void> {
  const final = finals.includes(status)
  const client = await pool.connect()
  await client.query("begin; set local session_replication_role = 'replica'")
  await client.query('update states set status = $1, completed_at = $2', [
    status,
    final ? start : null,
  ])
  await client.query('commit')
  client.release()
}
