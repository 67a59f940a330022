// Which lines of the audit log are events: each that is told reaches the feed, the webhooks and
// their log under a type that is documented, and no other line disturbs them.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { documentEventTypes } from '../../src/core/runtime/events.ts'
import { deliverEvent } from '../../src/core/webhooks/dispatch-webhooks.ts'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { type AuditEvent, toldAs } from '../../src/store/index.ts'
import { testDatabase } from '../store/database.ts'
import { openTestGateway } from './gateway.ts'

const { pool } = await testDatabase()
const test = await openTestGateway()
const invoice = submitExamples.invoice['application/json']!.usual!.value as object
const auditEvents = Object.keys(toldAs) as AuditEvent[]
const toldTypes = auditEvents.flatMap((event) => toldAs[event] ?? [])

const called: { path: string; type: string }[] = []
const receiver = createServer((request, response) => {
  const pieces: Uint8Array[] = []
  request.on('data', (piece: Uint8Array) => pieces.push(piece))
  request.on('end', () => {
    const { type } = JSON.parse(Buffer.concat(pieces).toString()) as { type: string }
    called.push({ path: request.url ?? '', type })
    response.end()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(() => receiver.close())
const reachable = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

/** A tenant with a document whose log has one line: `submitted`. */
async function client(name: string) {
  const token = await test.makeToken({ tenantId: await test.makeTenant(name, ['*']) })
  const headers = { 'x-api-token': token }
  const call = (url: string) => test.call({ url, headers })
  const post = (url: string, payload: object) =>
    test.call({ method: 'POST', url, headers, payload })
  const webhook = async (path: string, types: string[]): Promise<string> =>
    (await post('/api/v1/webhooks', { url: `${reachable}/${path}`, types })).json().id
  const submit = async () => (await post('/api/v1/invoices/submit', invoice)).json().id as string
  const feed = async () => (await call('/api/v1/events?limit=200')).json()
  return { call, webhook, submit, feed }
}

async function write(documentId: string, event: string): Promise<void> {
  await pool.query(
    `insert into audit (document_id, at, to_status, event, actor)
     values ($1, $2, 'accepted', $3, 'test')`,
    [documentId, test.gateway.now(), event],
  )
}

async function dispatch(): Promise<void> {
  const { store, webhooks, now } = test.gateway
  const { slots, leaseMs } = webhooks.limits
  await store.numberEvents()
  for (;;) {
    const free = { free: 9, freeForSlow: 9 }
    const due = await store.claimDeliveries({ owner: 'x', now: now(), leaseMs, slots, ...free })
    if (due.length === 0) return
    for (const delivery of due) await deliverEvent(test.gateway, delivery)
  }
}

it('the database tells the same events as the program, under the same types', async () => {
  const { rows } = await pool.query<{ event: AuditEvent; type: string | null }>(
    'select event, told_as(event) as type from unnest($1::text[]) as event',
    [[...auditEvents, 'unheard-of']],
  )
  expect(rows).toEqual([
    ...auditEvents.map((event) => ({ event, type: toldAs[event] ?? null })),
    { event: 'unheard-of', type: null },
  ])
  expect(documentEventTypes).toEqual(expect.arrayContaining([...new Set(toldTypes)]))
})

it('every event of the audit log goes through feed, webhooks and deliveries', async () => {
  const { call, webhook, submit, feed } = await client('all events')
  const ids = { all: await webhook('all', []), named: await webhook('named', ['inbound.repeated']) }
  const documentId = await submit()
  for (const event of [...auditEvents, 'unheard-of']) await write(documentId, event)
  await dispatch()
  const expected = ['document.accepted', ...toldTypes]
  const { data, page } = await feed()
  expect(data.map(({ type }: { type: string }) => type)).toEqual(expected)
  expect(data.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
    expected.map((_, index) => index + 1),
  )
  expect(page).toEqual({ nextCursor: String(expected.length), hasMore: false })
  const sentTo = (path: string) => called.filter((one) => one.path === path).map(({ type }) => type)
  const toAll = expected.filter((type) => type !== 'inbound.repeated')
  expect(sentTo('/all')).toEqual(toAll)
  expect(sentTo('/named')).toEqual(['inbound.repeated'])
  for (const [id, types] of [
    [ids.all, toAll],
    [ids.named, ['inbound.repeated']],
  ] as const) {
    const listed = await call(`/api/v1/webhooks/${id}/deliveries?limit=200`)
    expect(listed.statusCode).toBe(200)
    const delivered = listed.json().data as { type: string; status: string }[]
    // Those of one millisecond have no order.
    expect(delivered.map(({ type }) => type).toSorted()).toEqual(types.toSorted())
    expect(new Set(delivered.map(({ status }) => status))).toEqual(new Set(['delivered']))
  }
  expect(test.logged).toEqual([])
})

it('no event of another type gets into the tables', async () => {
  for (const table of [
    'events (tenant_id, sequence, id, type, at',
    'pending_events (tenant_id, type, at',
  ])
    await expect(
      pool.query(
        table.startsWith('events')
          ? `insert into ${table}) values (gen_random_uuid(), 1, gen_random_uuid(), 'x', now())`
          : `insert into ${table}) values (gen_random_uuid(), 'x', now())`,
      ),
    ).rejects.toThrow(/events_type/)
})

it('leaves a row that its schema refuses out of the feed, and logs it', async () => {
  const { submit, feed } = await client('broken feed')
  for (let n = 0; n < 3; n++) await submit()
  await test.gateway.store.numberEvents()
  await pool.query(`update events set status = 'lost' where sequence = 2`)
  const { data, page } = await feed()
  expect(data.map(({ sequence }: { sequence: number }) => sequence)).toEqual([1, 3])
  expect(page).toEqual({ nextCursor: '3', hasMore: false })
  expect(test.logged.splice(0)).toEqual([
    {
      facts: { row: 'data[1]', issues: [expect.any(String)] },
      message: 'a row was left out of an answer: its schema refuses it',
    },
  ])
})

it('leaves it out of any other list, too', async () => {
  const { call, webhook, submit } = await client('broken lists')
  const id = await webhook('lists', [])
  await submit()
  await submit()
  await dispatch()
  await pool.query(
    `update webhook_deliveries set attempts = '[{"at": 1}]'
     where webhook_id = $1 and sequence = 1`,
    [id],
  )
  const deliveries = await call(`/api/v1/webhooks/${id}/deliveries`)
  expect(deliveries.json().data).toMatchObject([{ sequence: 2 }])
  expect(test.logged.splice(0)).toHaveLength(1)
  const sound = await webhook('sound', [])
  await pool.query(`update webhooks set types = '{flying}' where id = $1`, [id])
  const webhooks = await call('/api/v1/webhooks')
  expect(webhooks.json().data).toMatchObject([{ id: sound }])
  expect(test.logged.splice(0)).toHaveLength(1)
})
