// The feed: every move is an event, numbered without a gap, whatever order transactions commit in.

import { setTimeout } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { newUuid } from '../../../src/crypto/index.ts'
import type { AuditEvent, Store, StoredEvent } from '../../../src/store/index.ts'
import { serverUrl, testDatabase } from '../database.ts'
import {
  claimOf,
  claimOne,
  laneUnknown,
  after as moment,
  newAccept,
  newAttempt,
  newTenant,
  start,
} from '../records.ts'

const { store, pool } = await testDatabase()
let tenantId: string

beforeEach(async () => {
  await testDatabase()
  tenantId = await newTenant(store)
})

async function feed(of = tenantId): Promise<StoredEvent[]> {
  await store.numberEvents()
  return (await store.eventPage({ tenantId: of, limit: 200 })).events
}

const told = ({ sequence, type, status, certainty }: StoredEvent) =>
  [sequence, type, status, certainty].join(' ')

describe('what is an event', () => {
  test('accepted, put off, delivered: each with its state then; no claim is', async () => {
    const accept = newAccept(tenantId, { clientId: 'client 7', reference: 'order 7' })
    await store.acceptDocument(accept)
    const first = await claimOne(store, moment(1))
    const end = { certainty: 'unknown' as const, files: [], lane: laneUnknown }
    await store.finishAttempt({
      ...claimOf(first),
      ...end,
      attempt: newAttempt({ endedAt: moment(2) }),
      at: moment(2),
      move: { to: 'waiting', event: 'postponed', actor: 'delivery' },
      waiting: { reason: 'receipt-unknown', since: moment(2), nextAttemptAt: moment(3) },
      nextRunAt: moment(3),
    })
    const second = await claimOne(store, moment(3))
    await store.finishAttempt({
      ...claimOf(second),
      ...end,
      attempt: newAttempt({ number: 2, endedAt: moment(4) }),
      at: moment(4),
      certainty: 'confirmed',
      move: { to: 'delivered', event: 'delivered', actor: 'delivery' },
      completedAt: moment(4),
    })
    const events = await feed()
    expect(events.map(told)).toEqual([
      '1 document.accepted accepted not-sent',
      '2 document.waiting waiting unknown',
      '3 document.delivered delivered confirmed',
    ])
    expect(events[2]).toStrictEqual({
      sequence: 3,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/),
      type: 'document.delivered',
      at: moment(4),
      documentId: accept.document.id,
      clientId: 'client 7',
      reference: 'order 7',
      status: 'delivered',
      certainty: 'confirmed',
    })
    const millis = Number.parseInt(events[2]!.id.replace('-', '').slice(0, 12), 16)
    expect(new Date(millis)).toEqual(moment(4))
  })

  test('rejected, failed, tried again, cancelled', async () => {
    const rejected = newAccept(tenantId, {
      status: 'rejected',
      failure: { code: 'validation.rules-failed', detail: '2 faults', retryable: false },
      completedAt: start,
    })
    const { job: _, ...withoutJob } = rejected
    const move = { to: 'rejected', event: 'refused', actor: 'token:abc' } as const
    await store.acceptDocument({ ...withoutJob, move })
    const { document } = newAccept(tenantId)
    await store.acceptDocument({ ...newAccept(tenantId), document })
    const job = await claimOne(store, moment(1))
    await store.finishAttempt({
      ...claimOf(job),
      attempt: newAttempt({ endedAt: moment(2) }),
      at: moment(2),
      certainty: 'not-sent',
      move: { to: 'failed', event: 'failed', actor: 'delivery' },
      failure: { code: 'delivery.window-exhausted', detail: '', retryable: true },
      completedAt: moment(2),
      files: [],
      lane: laneUnknown,
    })
    const again = { event: 'retried', actor: 'token:abc', to: 'waiting' } as const
    const now = moment(3)
    const change = { now, lane: 'a', deadline: moment(90), allowDuplicate: false }
    await store.retryDocument({ document, move: again, ...change })
    await store.cancelDocument({
      documentId: document.id,
      tenantId,
      move: { to: 'cancelled', event: 'cancelled', actor: 'token:abc' },
      now: moment(4),
    })
    expect((await feed()).map(told)).toEqual([
      '1 document.rejected rejected not-sent',
      '2 document.accepted accepted not-sent',
      '3 document.failed failed not-sent',
      '4 document.waiting waiting not-sent',
      '5 document.cancelled cancelled not-sent',
    ])
  })

  test('a lease that ran out, although the same statement claims the document again', async () => {
    await store.acceptDocument(newAccept(tenantId))
    const job = await claimOne(store, moment(1))
    await store.recordAttempt({
      ...claimOf(job),
      attempt: newAttempt(),
      files: [],
      leaseUntil: moment(15),
    })
    await claimOne(store, moment(60), 'node-2')
    expect((await feed()).map(told)).toEqual([
      '1 document.accepted accepted not-sent',
      '2 document.waiting waiting unknown',
    ])
  })

  test('what was rolled back is none', async () => {
    const accept = { ...newAccept(tenantId), job: { runAt: start, lane: 'a', bytes: -1e30 } }
    await expect(store.acceptDocument(accept)).rejects.toThrow()
    expect(await feed()).toEqual([])
  })
})

describe('the numbers', () => {
  test('begin with 1 for each tenant, and no tenant sees those of another', async () => {
    const other = await newTenant(store, 'other')
    for (const of of [tenantId, other, tenantId, other, other])
      await store.acceptDocument(newAccept(of))
    expect((await feed()).map(({ sequence }) => sequence)).toEqual([1, 2])
    expect((await feed(other)).map(({ sequence }) => sequence)).toEqual([1, 2, 3])
    const ids = [...(await feed()), ...(await feed(other))].map(({ id }) => id)
    expect(new Set(ids).size).toBe(5)
  })

  test('are given once, in batches if need be', async () => {
    await pool.query(
      `insert into pending_events (tenant_id, type, at, details)
       select $1, 'webhook.test', $2, '{}' from generate_series(1, 2500)`,
      [tenantId, start],
    )
    await Promise.all([store.numberEvents(), store.numberEvents(), store.numberEvents()])
    expect(await store.lastEvents([tenantId])).toEqual([{ id: tenantId, last: 2500 }])
    const { rows } = await pool.query('select count(distinct sequence)::integer from events')
    expect(rows).toEqual([{ count: 2500 }])
  })
})

describe('a page', () => {
  async function fill(types: string[]): Promise<void> {
    await pool.query(
      `insert into pending_events (tenant_id, type, at, details)
       select $1, type, $2, '{}' from unnest($3::text[]) as type`,
      [tenantId, start, types],
    )
    await store.numberEvents()
  }

  test('begins after a number and ends at the limit', async () => {
    await fill(Array<string>(9).fill('webhook.test'))
    const page = await store.eventPage({ tenantId, after: 3, limit: 4 })
    expect(page.events.map(({ sequence }) => sequence)).toEqual([4, 5, 6, 7])
    expect(page).toMatchObject({ first: 1, last: 9, seenTo: 7 })
    expect(await store.eventPage({ tenantId, after: 9, limit: 4 })).toEqual({
      events: [],
      first: 1,
      last: 9,
      seenTo: 9,
    })
  })

  test('of some types says how far it looked: never further than 10,000 events', async () => {
    const [wanted, other] = ['certificate.expiring', 'webhook.test'] as const
    await fill([wanted, ...Array<string>(12_000).fill(other), wanted])
    const first = await store.eventPage({ tenantId, types: [wanted], limit: 4 })
    expect(first.events.map(({ sequence }) => sequence)).toEqual([1])
    expect(first.seenTo).toBe(10_000)
    const second = await store.eventPage({ tenantId, types: [wanted], after: 10_000, limit: 4 })
    expect(second.events.map(({ sequence }) => sequence)).toEqual([12_002])
    expect(second.seenTo).toBe(12_002)
  })

  test('of nothing', async () => {
    const empty = { events: [], first: 1, last: 0, seenTo: 0 }
    expect(await store.eventPage({ tenantId, limit: 4 })).toEqual(empty)
  })
})

test('old events are removed from the front only: what is left has no gap', async () => {
  for (const seconds of [0, 100, 10, 101])
    await pool.query(
      `insert into pending_events (tenant_id, type, at, details)
       values ($1, 'webhook.test', $2, '{}')`,
      [tenantId, moment(seconds)],
    )
  const other = await newTenant(store, 'other')
  await store.acceptDocument(newAccept(other))
  await store.numberEvents()
  await store.forgetEvents(moment(50))
  const page = await store.eventPage({ tenantId, limit: 10 })
  expect(page.events.map(({ sequence }) => sequence)).toEqual([2, 3, 4])
  expect(page.first).toBe(2)
  // All of them are gone, and the numbers go on.
  expect(await store.eventPage({ tenantId: other, limit: 10 })).toMatchObject({ first: 2, last: 1 })
  await store.acceptDocument(newAccept(other))
  expect((await feed(other)).map(({ sequence }) => sequence)).toEqual([2])
})

const eventTo: Record<string, AuditEvent> = {
  accepted: 'submitted',
  sending: 'claimed',
  waiting: 'postponed',
  delivered: 'delivered',
}

/** One document's move, in a transaction of its own, as the statements of the store make it. */
async function move(client: PoolClient, documentId: string, to: string): Promise<void> {
  const completed = to === 'delivered' ? start : null
  await client.query(
    `insert into states (document_id, tenant_id, status, certainty, attempts, deadline, updated_at)
     values ($1, $2, 'accepted', 'not-sent', 0, $3, $3)
     on conflict (document_id) do update set status = $4, completed_at = $5`,
    [documentId, tenantId, start, to, completed],
  )
  await client.query(
    "insert into audit (document_id, at, to_status, event, actor) values ($1, $2, $3, $4, 'x')",
    [documentId, start, to, eventTo[to]],
  )
}

/** Reads to the end, page by page, while others write; what it saw, in order. */
async function readAll(from: Store, isOver: () => boolean, limit: number): Promise<StoredEvent[]> {
  const seen: StoredEvent[] = []
  for (let after = 0; ; ) {
    const wasOver = isOver()
    await from.numberEvents()
    const page = await from.eventPage({ tenantId, after, limit })
    seen.push(...page.events)
    after = page.seenTo
    if (wasOver && after === page.last) return seen
    if (page.events.length === 0) await setTimeout(1)
  }
}

describe('under load', () => {
  const documents = serverUrl ? 60 : 20
  const writers = 4

  test('every reader sees every event once, in one order, without a gap', async () => {
    let writing = writers
    const write = async () => {
      const client = await pool.connect()
      for (let count = 0; count < documents; count++) {
        const id = newUuid(new Date())
        for (const to of ['accepted', 'sending', 'waiting', 'sending', 'delivered']) {
          await client.query('begin')
          await move(client, id, to)
          // Some are held open while later ones commit.
          await client.query('select pg_sleep($1)', [count % 7 === 0 ? 0.02 : 0])
          await client.query('commit')
        }
      }
      client.release()
      writing--
    }
    const readers = [1, 7, 200].map((limit) => readAll(store, () => writing === 0, limit))
    await Promise.all(Array.from({ length: writers }, write))
    const [first = [], ...others] = await Promise.all(readers)
    expect(first.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: writers * documents * 3 }, (_, index) => index + 1),
    )
    for (const other of others) expect(other).toEqual(first)
    expect(new Set(first.map(({ id }) => id)).size).toBe(first.length)
    const byDocument = new Map<string, string[]>()
    for (const { documentId = '', status = '' } of first)
      byDocument.set(documentId, [...(byDocument.get(documentId) ?? []), status])
    expect(byDocument.size).toBe(writers * documents)
    for (const statuses of byDocument.values())
      expect(statuses).toEqual(['accepted', 'waiting', 'delivered'])
  }, 120_000)

  // On the embedded database, an open transaction keeps every other client waiting.
  describe.skipIf(!serverUrl)('on a PostgreSQL server (set DATABASE_URL)', () => {
    /** Two transactions; the second one commits first. `read` looks between and afterwards. */
    async function commitOutOfOrder<T>(read: () => Promise<T[]>): Promise<T[]> {
      const [slow, quick] = await Promise.all([pool.connect(), pool.connect()])
      const numbers = "insert into naive_events (note) values ('x')"
      await slow.query(`begin; ${numbers}`)
      await move(slow, newUuid(new Date()), 'accepted')
      await quick.query(`begin; ${numbers}`)
      await move(quick, newUuid(new Date()), 'accepted')
      await quick.query('commit')
      const seen = await read()
      await slow.query('commit')
      seen.push(...(await read()))
      slow.release()
      quick.release()
      return seen
    }

    beforeEach(() =>
      pool.query(
        'create table if not exists naive_events (sequence bigserial primary key, note text)',
      ),
    )

    test('an event whose transaction commits late comes late, and is not missed', async () => {
      let after = 0
      const seen = await commitOutOfOrder(async () => {
        await store.numberEvents()
        const page = await store.eventPage({ tenantId, after, limit: 10 })
        after = page.seenTo
        return page.events
      })
      expect(seen.map(({ sequence }) => sequence)).toEqual([1, 2])
    })

    test('a number taken on insert would have been missed', async () => {
      let after = 0
      const seen = await commitOutOfOrder(async () => {
        const { rows } = await pool.query<{ sequence: string }>(
          'select sequence from naive_events where sequence > $1 order by sequence',
          [after],
        )
        after = Number(rows.at(-1)?.sequence ?? after)
        return rows
      })
      expect(seen).toHaveLength(1)
    })
  })
})
