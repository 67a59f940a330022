// Every filter of the list is served by an index, and so is what runs for each document.
import type { Pool, PoolClient } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { statesOf } from '../../src/core/status.ts'
import { auditedAfter } from '../../src/store/documents/audited.ts'
import { versions } from '../../src/store/documents/documents.ts'
import { figuresStatement } from '../../src/store/documents/figures.ts'
import { latestFile, readFile } from '../../src/store/documents/files.ts'
import { nextStatement } from '../../src/store/documents/forgettings.ts'
import { listDocuments, listStatement } from '../../src/store/documents/list.ts'
import { notCompleted } from '../../src/store/documents/retention.ts'
import { oldStatement } from '../../src/store/documents/tenant-retention.ts'
import type { ListQuery, ListSort } from '../../src/store/index.ts'
import { firstUuid } from '../../src/store/postgres/rows.ts'
import { testDatabase, vacuumTables } from './database.ts'
import { after, newTenant } from './records.ts'

const { store, pool } = await testDatabase()
// The embedded database takes ten times as long to make them.
const documents = process.env.DATABASE_URL ? 50_000 : 5_000
let tenantId: string

// They are spread over four months.
const apartSeconds = 10_000_000 / documents

/** When the nth document was submitted. */
function at(n: number): Date {
  return after(n * apartSeconds)
}

// Rows as the gateway writes them, without payloads, of two tenants; made by the database itself,
// which is a hundred times faster than accepting them.
beforeAll(async () => {
  tenantId = await newTenant(store)
  const other = await newTenant(store, 'other')
  for (let n = 0; n <= documents; n += documents / 5) await store.makeMonths(at(n))
  const client = await pool.connect()
  // As a replica, Postgres runs no triggers.
  await client.query("begin; set local session_replication_role = 'replica'")
  await client.query(
    `with made as (
       select n, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
                || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid as id,
              case when n % 10 = 0 then $2::uuid else $1::uuid end as tenant_id
       from generate_series(1, $4::integer) n, date_trunc('milliseconds',
         $3::timestamptz + n * $5::integer * interval '1 second') at),
     stored as (
       insert into documents (id, tenant_id, direction, kind, test, client_id, reference, number,
         sender_id, receiver_id, document_type_id, process_id, country_c1, instance_identifier,
         validation, warnings, created_at)
       select id, tenant_id, case when n % 50 = 0 then 'inbound' else 'outbound' end,
         (array['invoice', 'invoice', 'creditNote', 'debitNote'])[1 + n % 4], n % 20 = 0,
         'client ' || n % 40, 'order ' || n, 'INV-' || n, '0208:' || lpad((n % 30)::text, 10, '0'),
         '0088:' || lpad((n % 300)::text, 13, '0'), 'type', 'process', 'BE', 'instance ' || n,
         '{}', '{}', at
       from made),
     paid as (
       insert into payload_chunks (payload_id, ordinal, bytes)
       select id, ordinal, '' from made, generate_series(0, 1) ordinal),
     filed as (
       insert into files (document_id, id, payload_id, kind, name, media_type, size, sha256,
                          created_at)
       select id, id, id, 'ubl', '', '', 0, sha256(''), at from made),
     logged as (
       insert into audit (document_id, sequence, at, to_status, event, actor, previous_hash, hash)
       select id, sequence, at, 'accepted', 'submitted', 'nobody', '', ''
       from made, generate_series(1, 3) sequence)
     insert into states (document_id, tenant_id, status, certainty, waiting_reason, waiting_since,
                         next_attempt_at, attempts, deadline, updated_at, completed_at)
     select id, tenant_id,
       case when n % 100 = 1 then 'waiting' when n % 100 = 2 then 'failed' else 'delivered' end,
       case when n % 200 = 2 then 'unknown' else 'confirmed' end,
       case when n % 100 = 1 then 'retry-backoff' end, case when n % 100 = 1 then at end,
       case when n % 100 = 1 then at end, 1, at, at, case when n % 100 = 1 then null else at end
     from made`,
    [tenantId, other, after(0), documents, apartSeconds],
  )
  await client.query('commit')
  client.release()
  await vacuumTables(pool)
})

async function planOf(text: string, values: unknown[], ...off: string[]): Promise<string> {
  return planWithout(['enable_seqscan', ...off], text, values)
}

async function planWithout(off: string[], text: string, values: unknown[]): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const way of off) await client.query(`set local ${way} = off`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    return withIndexNames(client, rows.map((row) => row['QUERY PLAN']).join('\n'))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** With the names of indexes of the whole tables in place of those of their partitions. */
async function withIndexNames(client: PoolClient, plan: string): Promise<string> {
  const { rows } = await client.query<{ part: string; whole: string }>(
    `select part.relname as part, whole.relname as whole
     from pg_inherits join pg_class part on part.oid = inhrelid
     join pg_class whole on whole.oid = inhparent where part.relkind = 'i'`,
  )
  const wholes = new Map(rows.map(({ part, whole }) => [part, whole]))
  return plan.replace(/\w+/g, (name) => wholes.get(name) ?? name)
}

const filters: Partial<ListQuery>[] = [
  {},
  { direction: ['outbound'] },
  { clientId: ['client 7'] },
  { reference: ['order 7'] },
  { status: ['failed'] },
  { status: ['failed', 'waiting'] },
  { states: [{ status: 'failed', certainty: 'unknown' }] },
  { waitingReason: ['retry-backoff'] },
  { attention: ['not-delivered'] },
  { attention: ['not-delivered', 'unclear'] },
  { setAside: [true] },
  { answers: ['AP'] },
  { answers: ['AB', 'IP', 'accepted', 'acknowledged'] },
  { kind: ['debitNote'] },
  { number: ['INV-7'] },
  { messageId: ['7@fourcorner'] },
  { sender: ['0208:0000000007'] },
  { receiver: ['0088:0000000000007'] },
  { test: [true] },
  { createdFrom: at(100), createdTo: at(200) },
  { updatedFrom: at(100), updatedTo: at(200) },
  { clientId: ['client 7'], status: ['failed'], receiver: ['0088:0000000000007'] },
]
const sorts: ListSort[] = ['createdAt', '-createdAt', 'updatedAt', '-updatedAt']

test.each(filters.flatMap((filter) => sorts.map((sort) => ({ filter, sort }))))(
  'a list by $filter, sorted by $sort, reads no table as a whole',
  async ({ filter, sort }) => {
    const { text, values } = listStatement(tenantId, { ...filter, sort, limit: 50 })
    expect(await planOf(text, values)).not.toContain('Seq Scan')
  },
)

// Of a month without documents, that costs nothing.
const wholeTable = /Seq Scan on (documents|states|audit)_.*cost=0\.00\.\.[1-9]/

test.each(sorts)('what a page by %s shows is read by its keys, not in a join', async (sort) => {
  const query = { status: ['delivered'], sort, limit: 50 } satisfies ListQuery
  const { text, values } = listStatement(tenantId, query)
  expect(await planWithout([], text, values)).not.toMatch(wholeTable)
})

type Asked = { text: string; values: unknown[] }

/** The pool, and what it was asked. */
function watch(): { watched: Pool; asked: Asked[] } {
  const asked: Asked[] = []
  const query = (text: string | Asked, values: unknown[]) => {
    asked.push(typeof text === 'string' ? { text, values } : text)
    return pool.query(text as string, values)
  }
  const connect = async () => ({ query, release() {} })
  return { watched: { query, connect } as unknown as Pool, asked }
}

test('the lines of some documents are read by their keys', async () => {
  const { watched, asked } = watch()
  const page = await auditedAfter(watched, '00000000-0000-0000-0000-000000000000', 200)
  expect(page).toHaveLength(200)
  const { text, values } = asked[0]!
  expect(await planWithout([], text, values)).not.toMatch(wholeTable)
})

test('what calls wait for is looked up in the states, without the documents', async () => {
  const { watched, asked } = watch()
  const { rows } = await pool.query<{ id: string }>('select id from documents order by id limit 2')
  const ids = rows.map(({ id }) => id)
  expect(await versions(watched, ids)).toHaveLength(2)
  const { text, values } = asked[0]!
  const plan = await planWithout([], text, values)
  expect(plan).toMatch(/ on states_/)
  expect(plan).not.toMatch(/ on documents_/)
})

/** How many rows the planner expects. */
function expectedRows(plan: string): number {
  return Number(/rows=(\d+)/.exec(plan)![1])
}

// From thousands that it expects, it has other processes sort them: 7 ms for what takes 0.2.
test('of a file, few rows are expected', async () => {
  const { watched, asked } = watch()
  const { rows } = await pool.query<{ id: string }>('select id from documents offset 99 limit 1')
  const [{ id }] = rows as [{ id: string }]
  expect(await readFile(watched, id, id)).toHaveLength(0)
  expect(await latestFile(watched, id, 'ubl')).toMatchObject({ file: { id } })
  expect(asked).toHaveLength(2)
  // Two chunks in each of the four months with documents, and one in each other month that a test
  // before this one has made.
  const { rows: months } = await pool.query('select from months')
  for (const { text, values } of asked)
    expect(expectedRows(await planWithout([], text, values))).toBeLessThanOrEqual(8 + months.length)
  const joined = 'select from files join payload_chunks using (payload_id) where document_id = $1'
  expect(expectedRows(await planWithout([], joined, [id]))).toBeGreaterThan(30)
})

const indexes: [Partial<ListQuery>, string][] = [
  [{ clientId: ['client 7'] }, 'documents_by_client'],
  [{ reference: ['order 7'] }, 'documents_by_reference'],
  [{ status: ['failed'] }, 'states_by_status'],
  [{ waitingReason: ['retry-backoff'] }, 'states_waiting'],
  [{ answers: ['AP'] }, 'states_answered'],
  [{ answers: ['RE', 'rejected'] }, 'states_answered'],
  [{ number: ['INV-7'] }, 'documents_by_number'],
  [{ messageId: ['7@fourcorner'] }, 'attempts_by_message'],
  [{ messageId: ['7@fourcorner'] }, 'inbound_messages_by_id'],
  [{ messageId: ['7@fourcorner'] }, 'documents_pkey'],
  [{ sender: ['0208:0000000007'] }, 'documents_by_sender'],
  [{ receiver: ['0088:0000000000007'] }, 'documents_by_receiver'],
  [{ updatedFrom: at(100), updatedTo: at(200) }, 'states_by_update'],
]

const indexesOfChanges: typeof indexes = [
  [{ status: ['failed'] }, 'states_undelivered'],
  [{ status: ['cancelled'] }, 'states_undelivered'],
  [{ sender: ['0208:0000000007'], kind: ['debitNote'], status: ['waiting'] }, 'states_undelivered'],
  [{ waitingReason: ['retry-backoff'] }, 'states_waiting'],
  [{ states: [{ status: 'delivered', isRefused: true }] }, 'states_refused'],
  [{ status: ['delivered'] }, 'states_by_update'],
]

test.each([
  ...indexes.map((one) => [...one, '-createdAt'] as const),
  ...indexesOfChanges.map((one) => [...one, '-updatedAt'] as const),
])('a list by %j is read from %s, sorted by %s', async (filter, index, sort) => {
  const query = { ...filter, sort, limit: 50 }
  const { text, values } = listStatement(tenantId, query)
  expect(await planOf(text, values)).toContain(index)
})

const hour = [at(100), at(3_700)] as const
const crossed: Pick<
  ListQuery,
  'sort' | 'createdFrom' | 'createdTo' | 'updatedFrom' | 'updatedTo'
>[] = [
  { createdFrom: hour[0], createdTo: hour[1], sort: '-updatedAt' },
  { createdFrom: hour[0], createdTo: hour[1], sort: 'updatedAt' },
  { updatedFrom: hour[0], updatedTo: hour[1], sort: '-createdAt' },
  { updatedFrom: hour[0], updatedTo: hour[1], sort: 'createdAt' },
]

test.each(crossed)('a window of one time is read before it is sorted: %j', async (query) => {
  const { text, values } = listStatement(tenantId, { ...query, limit: 50 })
  const plan = await planOf(text, values)
  // By nothing that an index has: that would be searched from its end.
  expect(plan).toMatch(/Sort Key: .*(created|updated)_at \+/)
})

test.each(['-createdAt', 'createdAt'] as const)(
  'the next page by %s begins in both tables where the last one ended',
  async (sort) => {
    const query = { kind: ['invoice' as const], status: ['delivered' as const], sort, limit: 50 }
    const { nextCursor } = await store.listDocuments(tenantId, query)
    const { text, values } = listStatement(tenantId, { ...query, cursor: nextCursor! })
    const plan = await planOf(text, values, 'enable_nestloop', 'enable_hashjoin')
    expect(plan).toContain('Merge Join')
    const scans = [...plan.matchAll(/ on \w+ (document|state)_\d+ .*\n(.*)/g)]
    expect(new Set(scans.map(([, alias]) => alias))).toEqual(new Set(['document', 'state']))
    for (const [, , condition] of scans) expect(condition).toMatch(/Index Cond: .*id [<>]/)
  },
)

const clients = [0, 4, 8, 12, 16, 20, 24, 28, 32, 36].map((n) => `client ${n}`)
const senders = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29].map(
  (n) => `0208:${`${n}`.padStart(10, '0')}`,
)

const ofSenders = { sender: senders }

test.each([
  [{ receiver: ['0088:0000000000007'] }, documents / 300],
  [{ clientId: clients }, documents / 4],
  [ofSenders, documents / 2],
  [{ ...ofSenders, direction: ['outbound' as const] }, documents / 2],
  [{ receiver: ['0088:9999999999999'] }, 0],
  [{ kind: ['invoice' as const] }, documents / 2],
  [{ kind: ['invoice' as const], receiver: ['0088:9999999999999'] }, 0],
  // Nothing of these clients comes from these senders.
  [{ clientId: clients, sender: senders }, 0],
])('in the order of changes, few documents are read first: %j', async (filter, matching) => {
  const { watched, asked } = watch()
  await listDocuments(watched, tenantId, { ...filter, sort: '-updatedAt', limit: 50 })
  const { text, values } = asked.at(-1)!
  const plan = await planOf(text, values)
  expect(/Sort Key: .*updated_at \+/.test(plan)).toBe(matching < 10_000)
  // Of more, those of one key are a set: one for all months, whose rows are in order already.
  const isSet = matching >= 10_000 && !('kind' in filter)
  expect(setsIn(plan)).toEqual(isSet ? ['hashed SubPlan'] : [])
})

/** Where a plan uses the result of another one; hashed, unless it reads it through each time. */
function setsIn(plan: string): string[] {
  return plan.match(/\(hashed SubPlan|\(SubPlan/g)?.map((found) => found.slice(1)) ?? []
}

const middle = at(documents / 2)
const ofSets: Partial<ListQuery>[] = [
  ofSenders,
  { ...ofSenders, direction: ['outbound'] },
  { ...ofSenders, status: ['waiting'] },
  { ...ofSenders, status: ['failed', 'waiting'], waitingReason: ['retry-backoff'] },
  { ...ofSenders, createdFrom: middle },
  { ...ofSenders, createdTo: middle },
  { ...ofSenders, updatedTo: middle },
]

test.each(
  ofSets.flatMap((filter) =>
    (['updatedAt', '-updatedAt'] as const).map((sort) => ({ filter, sort })),
  ),
)('in a set are the documents that an index finds: $filter by $sort', async ({ filter, sort }) => {
  const first: ListQuery = { ...filter, sort, limit: 20 }
  const { nextCursor } = await listDocuments(pool, tenantId, first)
  for (const query of [first, { ...first, cursor: nextCursor! }]) {
    const [inSet, inIndex] = (['set', undefined] as const).map((few) =>
      listStatement(tenantId, query, few),
    )
    const { rows } = await pool.query(inSet!.text, inSet!.values)
    expect(rows).toHaveLength(21)
    expect(rows).toEqual((await pool.query(inIndex!.text, inIndex!.values)).rows)
    expect(setsIn(await planOf(inSet!.text, inSet!.values))).toEqual(['hashed SubPlan'])
  }
})

test.each([
  [{ sender: ['0208:0000000007'] }, 'documents_by_sender'],
  [{ receiver: ['0088:0000000000007'] }, 'documents_by_receiver'],
  [{ clientId: ['client 7'] }, 'documents_by_client'],
])('of one direction, they are counted in an index alone: %j', async (filter, index) => {
  const { watched, asked } = watch()
  const query = { ...filter, direction: ['outbound' as const] }
  await listDocuments(watched, tenantId, { ...query, sort: '-updatedAt', limit: 50 })
  const { text, values } = asked[0]!
  const counts = (await planOf(text, values, 'enable_bitmapscan')).split('InitPlan')
  expect(counts).toHaveLength(5)
  for (const together of counts.slice(3)) {
    expect(together).toContain(`Index Only Scan using ${index}`)
    expect(together).not.toMatch(/ Scan using (?!documents_by_)/)
  }
})

const several: [Partial<ListQuery>, boolean][] = [
  [{ states: statesOf(['rejected']) }, true],
  [{ status: ['rejected', 'cancelled'] }, true],
  [{ states: statesOf(['succeeded']) }, documents < 10_000],
  [{ status: ['delivered', 'waiting'] }, documents < 10_000],
]

test.each(
  several.flatMap(([filter, areFew]) =>
    (['-createdAt', '-updatedAt'] as const).map((sort) => ({ filter, sort, areFew })),
  ),
)('few of several statuses are read first: %j', async ({ filter, sort, areFew }) => {
  const { watched, asked } = watch()
  const query = { ...filter, direction: ['outbound' as const] }
  await listDocuments(watched, tenantId, { ...query, sort, limit: 50 })
  const { text, values } = asked.at(-1)!
  const plan = await planOf(text, values)
  expect(/Sort Key: .*(created|updated)_at \+/.test(plan)).toBe(areFew)
  if (documents >= 10_000) expect(/from states state\s+cross join/.test(text)).toBe(areFew)
})

test('what was not completed in time is found without reading its month', async () => {
  const values = [firstUuid(at(documents / 10)), firstUuid(at(documents / 2)), at(documents / 2.1)]
  const { rows: expected } = await pool.query(
    `select document_id from states where document_id > $1 and document_id < $2
       and (completed_at is null or completed_at >= $3) order by 1`,
    values,
  )
  expect(expected.length).toBeGreaterThan(documents / 100)
  const sorted = `select * from (${notCompleted}) found order by 1`
  const { rows: found } = await pool.query(sorted, [...values, documents])
  expect(found).toEqual(expected)
  expect((await pool.query(notCompleted, [...values, 7])).rows).toHaveLength(7)
  expect(await planWithout([], notCompleted, [...values, 1_000])).not.toMatch(wholeTable)
})

test.each([
  [{ participant: '0208:0123456749' }, ['documents_by_sender', 'documents_by_receiver']],
  [{ clientId: 'customer-1' }, ['documents_by_client']],
])('what is to be forgotten next is read from indexes: %o', async (of, indexes) => {
  const request = { tenantId, ...of, doneTo: firstUuid(at(1_000)), createdAt: at(documents) }
  const { text, values } = nextStatement(request, 20)
  const plan = await planOf(text, values)
  for (const index of indexes) expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan')
})

test('the old documents of a tenant with days of its own are read from an index', async () => {
  const { text, values } = oldStatement({ tenantId, before: at(documents / 2), limit: 200 })
  const plan = await planOf(text, values)
  expect(plan).toContain('documents_listed')
  expect(plan).not.toMatch(/Seq Scan on (documents|states)/)
})

test('the queue is read from an index of its own', async () => {
  const plan = await planOf(
    `select document.number from states state join documents document
       on document.id = state.document_id
     where state.tenant_id = $1 and state.status in ('accepted', 'waiting')
     order by state.document_id limit 200`,
    [tenantId],
    // Sorting is no dearer while so few wait.
    'enable_sort',
  )
  expect(plan).toContain('states_in_queue')
})

const bounds = [0, 1, 2, 3].map((step) => at(step * 500))

test.each([true, false])(
  'figures are read from ranges of indexes; of one tenant: %s',
  async (one) => {
    const { text, values } = figuresStatement({ bounds, ...(one ? { tenantId } : {}) })
    const plan = await planOf(text, values)
    expect(plan).toContain('Index Only Scan using states_ended')
    expect(plan).not.toMatch(/Seq Scan on (documents|states)/)
  },
)

test('the figures count what the lists list', async () => {
  const [first, second, third] = await store.figures({ tenantId, bounds })
  const listed = async (filter: Partial<ListQuery>) => {
    const query = { sort: 'createdAt', limit: 1_000, ...filter } as const
    return (await store.listDocuments(tenantId, query)).documents.length
  }
  for (const [index, step] of [first!, second!, third!].entries()) {
    const created = { createdFrom: bounds[index]!, createdTo: bounds[index + 1]! }
    expect(step).toMatchObject({
      from: bounds[index],
      accepted: await listed({ ...created, direction: ['outbound'] }),
      received: await listed({ ...created, direction: ['inbound'] }),
      delivered: await listed({ ...created, status: ['delivered'] }),
      failed: await listed({ ...created, status: ['failed'] }),
      // They were completed when they were created.
      medianMs: 0,
    })
  }
})

test('the lists find what the filters say', async () => {
  const found = await store.listDocuments(tenantId, {
    clientId: ['client 7'],
    sort: '-createdAt',
    limit: documents,
  })
  expect(found.documents).toHaveLength(documents / 40)
  expect(new Set(found.documents.map(({ clientId }) => clientId))).toEqual(new Set(['client 7']))
})

test('a scan of the whole table would be noticed', async () => {
  const plan = await planOf('select * from documents where country_c1 || id::text = $1', ['x'])
  expect(plan).toContain('Seq Scan')
})

test('what is counted for each claim is read from an index', async () => {
  const slots = JSON.stringify(limits.delivery.slots)
  const plan = await planOf(
    `select count(*), min(claimed_at) from jobs
     where lease_owner is not null and lane = $1 and run_at > $2 and $3::json is not null`,
    ['a', at(0), slots],
  )
  expect(plan).not.toContain('Seq Scan')
})
