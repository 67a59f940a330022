// Every filter of the list is served by an index, and so is what runs for each document.
import { beforeAll, expect, test } from 'vitest'
import { limits } from '../../src/limits.ts'
import type { ListQuery, ListSort } from '../../src/store/index.ts'
import { listStatement } from '../../src/store/list.ts'
import { testDatabase } from './database.ts'
import { after, newTenant } from './records.ts'

const { store, pool } = await testDatabase()
const documents = 5_000
let tenantId: string

// Rows as the gateway writes them, without payloads, of two tenants; made by the database itself,
// which is a hundred times faster than accepting them.
beforeAll(async () => {
  tenantId = await newTenant(store)
  const other = await newTenant(store, 'other')
  const client = await pool.connect()
  // As a replica, Postgres runs no triggers.
  await client.query("begin; set local session_replication_role = 'replica'")
  await client.query(
    `with made as (
       select n, date_trunc('milliseconds', $3::timestamptz + n * interval '1 second') as at,
              (lpad(to_hex((extract(epoch from $3::timestamptz) + n)::bigint * 1000), 12, '0')
                || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid as id,
              case when n % 10 = 0 then $2::uuid else $1::uuid end as tenant_id
       from generate_series(1, $4::integer) n),
     stored as (
       insert into documents (id, tenant_id, direction, kind, test, client_id, reference, number,
         sender_id, receiver_id, document_type_id, process_id, country_c1, instance_identifier,
         validation, warnings, created_at)
       select id, tenant_id, case when n % 50 = 0 then 'inbound' else 'outbound' end,
         (array['invoice', 'invoice', 'creditNote', 'debitNote'])[1 + n % 4], n % 20 = 0,
         'client ' || n % 40, 'order ' || n, 'INV-' || n, '0208:' || lpad((n % 30)::text, 10, '0'),
         '0088:' || lpad((n % 300)::text, 13, '0'), 'type', 'process', 'BE', 'instance ' || n,
         '{}', '{}', at
       from made)
     insert into states (document_id, tenant_id, status, certainty, waiting_reason, waiting_since,
                         next_attempt_at, attempts, deadline, updated_at, completed_at)
     select id, tenant_id,
       case when n % 100 = 1 then 'waiting' when n % 100 = 2 then 'failed' else 'delivered' end,
       case when n % 200 = 2 then 'unknown' else 'confirmed' end,
       case when n % 100 = 1 then 'retry-backoff' end, case when n % 100 = 1 then at end,
       case when n % 100 = 1 then at end, 1, at, at, case when n % 100 = 1 then null else at end
     from made`,
    [tenantId, other, after(0), documents],
  )
  await client.query('commit')
  client.release()
  await pool.query('analyze')
})

async function planOf(text: string, values: unknown[], ...off: string[]): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const way of ['enable_seqscan', ...off]) await client.query(`set local ${way} = off`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('rollback')
    client.release()
  }
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
  { kind: ['debitNote'] },
  { number: ['INV-7'] },
  { sender: ['0208:0000000007'] },
  { receiver: ['0088:0000000000007'] },
  { test: [true] },
  { createdFrom: after(100), createdTo: after(200) },
  { updatedFrom: after(100), updatedTo: after(200) },
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

const indexes: [Partial<ListQuery>, string][] = [
  [{ clientId: ['client 7'] }, 'documents_by_client'],
  [{ reference: ['order 7'] }, 'documents_by_reference'],
  [{ status: ['failed'] }, 'states_by_status'],
  [{ waitingReason: ['retry-backoff'] }, 'states_by_status'],
  [{ number: ['INV-7'] }, 'documents_by_number'],
  [{ sender: ['0208:0000000007'] }, 'documents_by_sender'],
  [{ receiver: ['0088:0000000000007'] }, 'documents_by_receiver'],
  [{ updatedFrom: after(100), updatedTo: after(200) }, 'states_by_update'],
]

test.each(indexes)('a list by %j is read from %s', async (filter, index) => {
  const query = { ...filter, sort: '-createdAt', limit: 50 } as const
  const { text, values } = listStatement(tenantId, query)
  expect(await planOf(text, values)).toContain(index)
})

const hour = [after(100), after(3_700)] as const
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
  expect(plan).toMatch(/Sort Key: \(?(document\.created_at|\(?state\.updated_at \+)/)
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

test('the lists find what the filters say', async () => {
  const found = await store.listDocuments(tenantId, {
    clientId: ['client 7'],
    sort: '-createdAt',
    limit: 200,
  })
  expect(found.documents).toHaveLength(documents / 40)
  expect(new Set(found.documents.map(({ clientId }) => clientId))).toEqual(new Set(['client 7']))
})

test('a scan of the whole table would be noticed', async () => {
  const plan = await planOf('select * from documents where number || id::text = $1', ['x'])
  expect(plan).toContain('Seq Scan')
})

test('what is counted for each claim is read from an index', async () => {
  const places = JSON.stringify(limits.delivery.places)
  const plan = await planOf(
    `select count(*), min(claimed_at) from jobs
     where lease_owner is not null and lane = $1 and run_at > $2 and $3::json is not null`,
    ['a', after(0), places],
  )
  expect(plan).not.toContain('Seq Scan')
})
