// Rows lie in the partitions of their months, and what runs for each document opens few of them.
import type { Pool } from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { newUuid } from '../../../src/crypto/index.ts'
import type { ClaimedJob } from '../../../src/store/index.ts'
import * as statements from '../../../src/store/statements.ts'
import { poolOn, serverUrl, testDatabase } from '../database.ts'
import {
  after,
  claimBy,
  claimOf,
  laneUnknown,
  newAccept,
  newArrival,
  newAttempt,
  newFile,
  newTenant,
  start,
} from '../records.ts'

const { store, pool, url } = await testDatabase()
let tenantId: string

beforeEach(async () => {
  await testDatabase()
  tenantId = await newTenant(store)
})

function month(number: number): Date {
  const date = new Date(start)
  date.setUTCMonth(date.getUTCMonth() + number)
  return date
}

async function partitionsOf(at: Date): Promise<string[]> {
  const name = at.toISOString().slice(0, 7).replace('-', '_')
  const { rows } = await pool.query<{ relname: string }>(
    `select relname from pg_class where relispartition and relkind = 'r' and relname like $1
     order by relname`,
    [`%\\_${name}`],
  )
  return rows.map(({ relname }) => relname)
}

const tables = ['answers', 'attempts', 'audit', 'documents', 'files', 'payload_chunks', 'states']

test('this month and the next one are there when the store has been opened', async () => {
  const now = new Date()
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  for (const at of [now, next]) expect(await partitionsOf(at)).toHaveLength(tables.length)
})

test('of several processes that make a month at once, one does', async () => {
  await Promise.all(Array.from({ length: 4 }, () => store.makeMonths(month(120))))
  expect(await partitionsOf(month(120))).toEqual(tables.map((table) => `${table}_2036_03`))
  expect(await partitionsOf(month(122))).toEqual([])
})

const boundaries = ['2031-12-31T23:59:59.999Z', '2032-01-01T00:00:00.000Z'] as const

test('a month begins with its first millisecond, in UTC', async () => {
  for (const at of boundaries.map((text) => new Date(text))) {
    const accept = newAccept(tenantId, { createdAt: at })
    await store.acceptDocument(accept)
    const { rows } = await pool.query(
      'select tableoid::regclass::text as part from documents where id = $1',
      [accept.document.id],
    )
    expect(rows).toEqual([{ part: `documents_${at.toISOString().slice(0, 7).replace('-', '_')}` }])
  }
})

test('a clock that jumps makes no write fail, and writes nothing twice', async () => {
  const accepts = [-600, 0, 600, -480, 480].map((at) =>
    newAccept(tenantId, { createdAt: month(at), number: `${at}` }),
  )
  const large = newFile({ id: newUuid(month(720)), bytes: Buffer.alloc(600_000) })
  accepts[0]!.files = [large]
  expect(await Promise.all(accepts.map((accept) => store.acceptDocument(accept)))).toEqual(
    accepts.map(() => ({ kind: 'stored' })),
  )
  for (const { document } of accepts) expect(await store.auditOf(document.id)).toHaveLength(1)
  const { bytes } = (await store.latestFile(accepts[0]!.document.id, 'ubl'))!
  expect(bytes.equals(large.bytes as Buffer)).toBe(true)
})

test('another violated check is reported, and makes no month', async () => {
  const accept = newAccept(tenantId, { createdAt: month(240), kind: 'letter' as 'invoice' })
  await expect(store.acceptDocument(accept)).rejects.toThrow(/documents_kind_check/)
})

test.each([
  [`update audit_2026_03 set detail = 'x'`, /append-only/],
  ['delete from audit_2026_03', /append-only/],
  ['truncate audit_2026_03', /append-only/],
  [`update documents_2026_03 set number = 'x'`, /written once/],
  ['truncate documents_2026_03', /written once/],
  [`update states_2026_03 set status = 'delivered', completed_at = now()`, /no such move/],
])('a statement that names a partition is refused like one that does not: %s', async (sql, why) => {
  await store.acceptDocument(newAccept(tenantId))
  await expect(pool.query(sql)).rejects.toThrow(why)
})

test('a line written to a partition is chained, told of and covered like any other', async () => {
  const { document } = newAccept(tenantId)
  await store.acceptDocument({ ...newAccept(tenantId), document })
  await pool.query(
    `insert into audit_2026_03 (document_id, at, to_status, event, actor)
     values ($1, $2, 'waiting', 'held', 'x')`,
    [document.id, start],
  )
  const [first, second] = await store.auditOf(document.id)
  expect(second).toMatchObject({ sequence: 2, previousHash: first!.hash })
  await store.numberEvents()
  const { events } = await store.eventPage({ tenantId, limit: 10 })
  expect(events.map(({ type }) => type)).toEqual(['document.accepted', 'document.waiting'])
  expect(await store.uncoveredLines(1, document.id)).toMatchObject([{ sequence: 2 }])
})

test('a list by creation walks the months in order, without a sort', async () => {
  const all = [0, 1, 2].map((at) => newAccept(tenantId, { createdAt: month(at), number: `${at}` }))
  for (const accept of all) await store.acceptDocument(accept)
  const { documents } = await store.listDocuments(tenantId, { sort: '-createdAt', limit: 2 })
  expect(documents.map(({ id }) => id)).toEqual([all[2]!.document.id, all[1]!.document.id])
})

// The embedded database takes ten times as long to make them.
const many = serverUrl ? 50_000 : 5_000

test('the bytes of a month go within a second, without a row being deleted', async () => {
  const at = month(180)
  await store.makeMonths(at)
  const client = await pool.connect()
  // As a replica, Postgres runs no triggers.
  await client.query("begin; set local session_replication_role = 'replica'")
  await client.query(
    `with made as (
       select at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
                || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid as id
       from generate_series(1, $3::integer) n,
            timestamptz_pl_interval($2, n * interval '1 second') at),
     bytes as (insert into payload_chunks select id, 0, sha256(id::text::bytea) from made)
     insert into states (document_id, tenant_id, status, certainty, attempts, deadline, updated_at,
                         completed_at)
     select id, $1, 'delivered', 'confirmed', 1, at, at, at from made`,
    [tenantId, at, many],
  )
  await client.query('commit')
  client.release()
  const chunks = async () =>
    (await pool.query('select count(*)::integer as count from payload_chunks')).rows[0].count
  expect(await chunks()).toBe(many)
  let longestMs = 0
  for (let more = true; more; ) {
    const begun = performance.now()
    more = await store.removeOldMonth(month(182), 1_000)
    longestMs = Math.max(longestMs, performance.now() - begun)
  }
  // A busy machine takes longer than the second that it should be.
  expect(longestMs).toBeLessThan(5_000)
  expect(await chunks()).toBe(0)
  const { rows } = await pool.query(
    "select pg_relation_size('payload_chunks_2041_03')::integer as bytes",
  )
  expect(rows).toEqual([{ bytes: 0 }])
})

type Opened = { tables: number; indexes: number }

/** What a statement locks of partitions: it runs in a transaction of the only connection. */
async function openedBy(alone: Pool, run: () => Promise<unknown>): Promise<Opened> {
  await alone.query('begin')
  await run()
  const { rows } = await alone.query<Opened>(
    `select count(*) filter (where relkind = 'r')::integer as tables,
            count(*) filter (where relkind = 'i')::integer as indexes
     from (select distinct relation from pg_locks
           where pid = pg_backend_pid() and locktype = 'relation') locked
     join pg_class on oid = relation where relispartition`,
  )
  await alone.query('commit')
  return rows[0]!
}

// The files of a worker share the only session of an embedded database, and with it its plans.
const onServer = describe.skipIf(!serverUrl)
onServer('on a PostgreSQL server (set DATABASE_URL)', () => {
  test('what runs for each document opens the partitions of its month alone', async () => {
    for (let at = 0; at < 12; at += 2) await store.makeMonths(month(-at))
    const alone = poolOn(url, 1)
    const opened: Record<string, Opened> = {}
    // Postgres settles for a plan after five runs.
    for (let round = 0; round < 8; round++) {
      const now = after(round * 60)
      const accept = newAccept(tenantId, { createdAt: now, number: `${round}` })
      opened.accept = await openedBy(alone, () => statements.acceptDocument(alone, accept))
      let job: ClaimedJob | undefined
      opened.claim = await openedBy(alone, async () => {
        const recent = () => accept.document
        const claims = await statements.claimJobs(alone, {
          ...claimBy('node-1', now, 1),
          recent,
        })
        job = claims.jobs[0]
      })
      const claim = claimOf(job!)
      const attempt = newAttempt({ startedAt: now })
      const files = [newFile({ id: newUuid(now), kind: 'as4-request' })]
      opened.record = await openedBy(alone, () =>
        statements.recordAttempt(alone, { ...claim, attempt, files }),
      )
      opened.finish = await openedBy(alone, () =>
        statements.finishAttempt(alone, {
          ...claim,
          attempt: { ...attempt, endedAt: now, outcome: 'delivered' },
          move: { to: 'delivered', event: 'delivered', actor: 'node-1' },
          ...{ at: now, certainty: 'confirmed', completedAt: now, lane: laneUnknown },
          files: [],
        }),
      )
      const { id } = accept.document
      opened.read = await openedBy(alone, () => statements.documentById(alone, tenantId, id))
      opened.list = await openedBy(alone, () =>
        statements.listDocuments(alone, tenantId, { sort: '-createdAt', limit: 50 }),
      )
    }
    await alone.end()
    for (const name of ['accept', 'claim', 'record', 'finish', 'read'])
      expect(opened[name]!.indexes).toBeLessThan(6)
    // A list of everything needs every month.
    expect(opened.list!.indexes).toBeGreaterThan(12 * 2)
  })

  test('one plan serves all that is stored for documents, however many there are', async () => {
    const alone = poolOn(url, 1)
    for (let round = 0; round < 8; round++) {
      const now = after(round * 60)
      const number = `${round}`
      await statements.keepArrival(
        alone,
        newArrival(tenantId, {
          ...{ createdAt: now, number, instanceIdentifier: number },
          // The first document of a name has a statement of its own.
          sender: { id: '0192:987654325' },
        }),
      )
      await statements.acceptDocument(alone, newAccept(tenantId, { createdAt: now, number }))
    }
    const { rows } = await alone.query(
      `select regexp_replace(name, '_\\d.*', '') as name, custom_plans::integer as planned
       from pg_prepared_statements order by name`,
    )
    await alone.end()
    // Postgres settles for a plan after five runs.
    expect(rows).toEqual([
      { name: 'accept_documents', planned: 5 },
      { name: 'keep_arrivals', planned: 5 },
    ])
  })
})
