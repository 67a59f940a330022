// Lists by what was answered: what is listed, and how much is read for it.
import { expect, it } from 'vitest'
import { listDocuments } from '../../../src/store/documents/list.ts'
import { testDatabase, vacuumTables } from '../database.ts'
import { acceptAs, after, newAccept, newTenant } from '../records.ts'

const database = await testDatabase()
const { store, pool } = database
const many = 3_000

/** As many delivered documents as are asked for; returns their ids, oldest first. */
async function delivered(tenantId: string, count: number): Promise<string[]> {
  const accept = newAccept(tenantId, { status: 'delivered', certainty: 'confirmed' })
  await acceptAs(database, accept)
  const client = await pool.connect()
  // As a replica, Postgres runs no triggers.
  await client.query("begin; set local session_replication_role = 'replica'")
  const { rows } = await client.query<{ id: string }>(
    `with copied as (
       insert into documents
       select (jsonb_populate_record(document, jsonb_build_object('id',
         left(document.id::text, 24) || lpad(to_hex(n), 12, '0')))).*
       from documents document, generate_series(1, $2::integer) n where id = $1 returning id)
     insert into states
     select (jsonb_populate_record(state, jsonb_build_object('document_id', copied.id))).*
     from states state, copied where document_id = $1 returning document_id as id`,
    [accept.document.id, count],
  )
  await client.query('commit')
  client.release()
  return rows.map(({ id }) => id).sort()
}

async function answer(ids: string[], responseCode: string | null, mlsStatus: string) {
  await pool.query(
    `update states set response_code = $2, mls_status = $3,
       mls_due_at = case when $3 = 'overdue' then $4::timestamptz end
     where document_id = any ($1::uuid[])`,
    [ids, responseCode, mlsStatus, after(60)],
  )
}

it('lists by the last response, and without one by what was confirmed', async () => {
  const tenantId = await newTenant(store, 'answered')
  const [paid, rejected, confirmed, refused, late] = (await delivered(tenantId, 6)) as [
    ...[string, string, string, string, string],
  ]
  await answer([paid], 'PD', 'accepted')
  await answer([rejected], 'RE', 'acknowledged')
  await answer([confirmed], null, 'accepted')
  await answer([refused], null, 'rejected')
  await answer([late], null, 'overdue')
  const found = async (...answers: string[]) => {
    const list = { answers, sort: 'createdAt', limit: 10 } as const
    return (await store.listDocuments(tenantId, list)).documents.map(({ id }) => id)
  }
  expect(await found('PD')).toEqual([paid])
  expect(await found('RE', 'rejected')).toEqual([rejected, refused])
  expect(await found('accepted', 'acknowledged')).toEqual([confirmed])
  expect(await found('AP')).toEqual([])
  expect(await found('overdue')).toEqual([])
  expect(await found()).toEqual([])
})

it.each([
  { answers: ['PD'], of: 'few' },
  { answers: ['AB', 'IP', 'accepted', 'acknowledged'], of: 'few' },
  { answers: ['accepted'], of: 'many' },
])('reads a bounded number of rows for $of that were answered $answers', async (asked) => {
  const tenantId = await newTenant(store, `read ${asked.answers.join()} ${asked.of}`)
  const ids = await delivered(tenantId, many)
  const isMany = asked.of === 'many'
  await answer(isMany ? ids : ids.slice(0, 3), isMany ? null : asked.answers[0]!, 'accepted')
  await vacuumTables(pool)
  const statements: { text: string; values: unknown[] }[] = []
  const watched = {
    query: (one: (typeof statements)[number]) => {
      statements.push(one)
      return pool.query(one.text, one.values)
    },
  }
  const query = { answers: asked.answers, sort: '-createdAt', limit: 50 } as const
  const { documents } = await listDocuments(watched as unknown as typeof pool, tenantId, query)
  expect(documents).toHaveLength(isMany ? 50 : 3)
  const [, page] = statements
  expect(await statesRead(page!)).toBeLessThan(isMany ? many + 60 : 60)
})

async function statesRead({ text, values }: { text: string; values: unknown[] }): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off) ${text}`,
    values,
  )
  // What a bitmap of an index found is read after it, from the table: it counts once.
  const lines = rows.map((row) => row['QUERY PLAN'])
  const plan = lines.filter((line) => !line.includes('Bitmap Index Scan')).join('\n')
  expect(plan).not.toMatch(/Seq Scan on states_.*actual rows=[1-9]/)
  const read = [...plan.matchAll(/on states_.*rows=([\d.]+) loops=(\d+)/g)]
  const left = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)]
  return [
    ...read.map(([, count, loops]) => Number(count) * Number(loops)),
    ...left.map(([, count]) => Number(count)),
  ].reduce((sum, count) => sum + count, 0)
}
