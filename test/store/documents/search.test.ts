// One text finds documents by what it is a whole or a part of, through indexes and a bounded number
// of rows.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  exactStatement,
  partStatements,
  type SearchQuery,
  searchHitsMax,
} from '../../../src/store/documents/search.ts'
import type { Document } from '../../../src/store/index.ts'
import { testDatabase, vacuumTables } from '../database.ts'
import { after, newAccept, newTenant, start } from '../records.ts'

const { store, pool } = await testDatabase()
let tenantId: string
let other: string

async function accept(changes: Partial<Document>, of = tenantId): Promise<string> {
  const { document, ...rest } = newAccept(of, changes)
  await store.acceptDocument({ document, ...rest })
  return document.id
}

async function find(text: string, more: Partial<SearchQuery> = {}): Promise<string[]> {
  return (await store.searchDocuments(tenantId, { text, ...more })).ids
}

const klant = { id: '0208:0202239951', name: 'Klant & Zonen NV' }
const found: Record<string, string> = {}

beforeAll(async () => {
  tenantId = await newTenant(store)
  other = await newTenant(store, 'other')
  found.first = await accept({ number: 'INV-2026-0042', createdAt: after(1), receiver: klant })
  found.second = await accept({
    ...{ number: 'inv-2026-0043', createdAt: after(2), reference: 'order 7' },
    receiver: { id: '0208:0685660237', name: 'Ölmühle zum Klee' },
    totals: { currency: 'EUR', payable: '1210.5', tax: '210.09' },
  })
  found.third = await accept({ number: '10%_off\\2', createdAt: after(3) })
  await accept({ number: 'INV-2026-0042', receiver: klant }, other)
})

describe('a search', () => {
  it('finds by a whole id, reference, number or participant first', async () => {
    for (const [text, id] of [
      [found.first!, found.first],
      ['order 7', found.second],
      ['INV-2026-0042', found.first],
      ['10%_off\\2', found.third],
    ] as const)
      expect(await store.searchDocuments(tenantId, { text })).toEqual({
        ...{ ids: [id], isExact: true, isCut: false },
      })
    const text = '0208:0202239951'
    expect(await find(text, { participant: text })).toEqual([found.first])
    const sender = '0208:0123456749'
    expect(await find(sender, { participant: sender })).toEqual([
      ...[found.third, found.second, found.first],
    ])
  })

  it('finds by a message id of an attempt', async () => {
    await pool.query(
      `insert into attempts (id, document_id, number, message_id, started_at)
       values (gen_random_uuid(), $1, 1, 'abc@example', $2)`,
      [found.second, start],
    )
    expect(await find('abc@example')).toEqual([found.second])
  })

  it.each([
    ['inv-2026', ['second', 'first']],
    ['INV-2026-004', ['second', 'first']],
    ['0042', ['first']],
    ['-0043', ['second']],
    ['10%', ['third']],
    ['OFF\\2', ['third']],
    ['026', []],
    ['%', []],
    ['inv_2026', []],
  ])('finds %s as the beginning or end of a number, and nothing else', async (text, names) => {
    expect(await store.searchDocuments(tenantId, { text })).toEqual({
      ...{ ids: names.map((name) => found[name]), isExact: false, isCut: false },
    })
  })

  it.each([
    ['klant', ['first']],
    ['KLA', ['first']],
    ['nv zon', ['first']],
    ['zonen klee', []],
    ['kl', []],
    ['lant', []],
    ['Ölm', ['second']],
    ['kle', ['second']],
  ])('finds %s by the beginnings of words of a name', async (text, names) => {
    expect(await find(text)).toEqual(names.map((name) => found[name]))
  })

  it('finds an amount however it is stated', async () => {
    const amounts = ['1210.5', '1210.50', '1210.500']
    expect(await find('1.210,50', { amounts })).toEqual([found.second])
    expect(await find('1.210,51', { amounts: ['1210.51'] })).toEqual([])
  })

  it('finds what goes one way only, if that is wanted', async () => {
    expect(await find('klant', { direction: 'inbound' })).toEqual([])
    expect(await find('klant', { direction: 'outbound' })).toEqual([found.first])
    expect(await find('INV-2026', { direction: 'inbound' })).toEqual([])
    expect(await find('order 7', { direction: 'inbound' })).toEqual([])
  })

  it('finds a name that a partner has got since', async () => {
    const id = await accept({ receiver: { ...klant, name: 'Nieuwe Naam BV' }, createdAt: after(4) })
    expect(await find('nieuwe')).toEqual([id])
    expect(await find('klant')).toEqual([found.first])
  })

  it('of another tenant finds nothing', async () => {
    const ids = (await store.searchDocuments(other, { text: 'INV-2026' })).ids
    expect(ids).toHaveLength(1)
    expect(ids).not.toContain(found.first)
    expect((await store.searchDocuments(other, { text: found.first! })).ids).toEqual([])
  })
})

describe('where very many match', () => {
  let many: string
  const documents = 12_000

  // Rows of one receiver and of many with one name, made by the database itself.
  beforeAll(async () => {
    many = await newTenant(store, 'many')
    const client = await pool.connect()
    await client.query("begin; set local session_replication_role = 'replica'")
    await client.query(
      `insert into documents (id, tenant_id, direction, kind, test, number, sender_id, receiver_id,
         receiver_name, document_type_id, process_id, country_c1, currency, payable, reference,
         instance_identifier, validation, warnings, created_at)
       select (left($2::text, 23) || '-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'outbound',
         'invoice', false, 'INV-' || n || '-26', '0208:0123456749', '0088:' || n % 300,
         'Handel GmbH', 'type', 'process', 'BE', 'EUR', '10.00', 'order', 'i' || n, '{}', '{}', $3
       from generate_series(1, $4::integer) n`,
      [many, found.first, after(1), documents],
    )
    await client.query(
      `insert into partner_words select distinct tenant_id, word, receiver_id, receiver_name
       from documents, name_words(receiver_name) word where tenant_id = $1`,
      [many],
    )
    await client.query('commit')
    client.release()
    await vacuumTables(pool)
  })

  it.each(['INV-', '-26', 'handel gmbh', '10,00'])('%s finds the newest fifty', async (text) => {
    const amounts = text === '10,00' ? ['10', '10.0', '10.00'] : undefined
    const hits = await store.searchDocuments(many, { text, ...(amounts ? { amounts } : {}) })
    const { rows } = await pool.query<{ id: string }>(
      'select id from documents where tenant_id = $1 order by id desc limit $2',
      [many, searchHitsMax],
    )
    expect(hits).toEqual({ ids: rows.map(({ id }) => id), isExact: false, isCut: true })
  })

  // An id, a reference, a whole number, its beginning and end, a name, an amount, a participant,
  // and what is none of these, such as the id of a message.
  const anId = 'an id'
  const texts = [
    ...[anId, 'order', 'INV-7-26', 'INV-', '-26', 'handel gmbh', '10,00', '0208:0123456749'],
    'absent@message.example',
  ]
  const directions = [undefined, 'outbound', 'inbound'] as const
  it.each(texts.flatMap((text) => directions.map((direction) => ({ text, direction }))))(
    '$text, $direction: reads a bounded number of rows',
    async ({ text, direction }) => {
      const search: SearchQuery = {
        text: text === anId ? (await newest()).id : text,
        ...(text === '10,00' ? { amounts: ['10', '10.0', '10.00'] } : {}),
        ...(text.startsWith('0208:') ? { participant: text } : {}),
        ...(direction ? { direction } : {}),
      }
      let total = 0
      for (const { text, values } of [
        exactStatement(many, search),
        ...partStatements(many, search),
      ]) {
        total += await rowsRead(text, values)
        expect(await planWithIndexes(text, values)).not.toContain('Seq Scan')
      }
      if (!text.startsWith('absent')) expect(total).toBeGreaterThan(0)
      expect(total).toBeLessThan(documents)
    },
  )

  async function newest(): Promise<{ id: string }> {
    const { rows } = await pool.query<{ id: string }>(
      'select id from documents where tenant_id = $1 order by id desc limit 1',
      [many],
    )
    return rows[0]!
  }

  /** Where a table is read as a whole here, no index of it fits. */
  async function planWithIndexes(text: string, values: unknown[]): Promise<string> {
    const client = await pool.connect()
    try {
      await client.query('begin; set local enable_seqscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (costs off) ${text}`,
        values,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  /** Rows of documents and names that a statement reads, with those that its filters leave out. */
  async function rowsRead(text: string, values: unknown[]): Promise<number> {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off) ${text}`,
      values,
    )
    let total = 0
    let loops = 1
    for (const { 'QUERY PLAN': line } of rows) {
      expect(line).not.toMatch(/Seq Scan on documents_2026_03/)
      const [, count, times] =
        /on (?:documents|partner)_.*rows=([\d.]+) loops=(\d+)/.exec(line) ?? []
      if (times !== undefined) loops = Number(times)
      if (count !== undefined) total += Number(count) * loops
      const [, removed] = /Rows Removed by Filter: (\d+)/.exec(line) ?? []
      if (removed !== undefined) total += Number(removed) * loops
    }
    return total
  }
})
