// Whose delivery goes next, and how many go at once: the slots of endpoints and tenants.
import { beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import type { ClaimedJob, LaneEnd } from '../../../src/store/index.ts'
import { testDatabase } from '../database.ts'
import {
  claimBy,
  claimJobs,
  claimOf,
  laneUnknown,
  newAccept,
  newAttempt,
  newTenant,
  after as second,
  start,
} from '../records.ts'

const { store, pool } = await testDatabase()
const { slots } = limits.delivery
let tenantId: string

beforeEach(async () => {
  await testDatabase()
  tenantId = await newTenant(store)
})

type Wish = { lane?: string; tenant?: string; at?: number; receiver?: string; deadline?: Date }

async function accept({ lane = 'a', tenant = tenantId, at = 0, receiver, deadline }: Wish = {}) {
  const accepted = newAccept(tenant, {
    createdAt: second(at),
    ...(receiver ? { receiver: { id: receiver } } : {}),
    ...(deadline ? { deadline } : {}),
  })
  await store.acceptDocument({ ...accepted, job: { runAt: second(at), lane, bytes: 4 } })
  return accepted.document.id
}

async function acceptMany(count: number, wish: Wish = {}): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      accept({ ...wish, at: (wish.at ?? 0) + index / 1000 }),
    ),
  )
}

async function claim(seconds: number, limit = 64, owner = 'node-1'): Promise<ClaimedJob[]> {
  return claimJobs(store, claimBy(owner, second(seconds), limit))
}

async function renew(jobs: ClaimedJob[], seconds: number, owner = 'node-1'): Promise<void> {
  for (const { jobId, epoch, document } of jobs)
    await store.renewLease({
      jobId,
      epoch,
      owner,
      documentId: document.id,
      until: second(seconds + 15),
    })
}

type Ended = Partial<Pick<LaneEnd, 'health' | 'closedUntil'>> & { again?: number }

async function end(job: ClaimedJob, seconds: number, { again, ...ended }: Ended = {}) {
  const at = second(seconds)
  const next = again === undefined ? undefined : second(again)
  const written = await store.finishAttempt({
    ...claimOf(job),
    attempt: newAttempt({ number: job.document.attempts + 1, endedAt: at, outcome: 'x' }),
    at,
    certainty: 'not-sent',
    files: [],
    lane: { ...laneUnknown, name: job.lane, ...ended },
    ...(next
      ? {
          move: { to: 'waiting', event: 'postponed', actor: 'delivery' },
          waiting: { reason: 'retry-backoff', since: at, nextAttemptAt: next },
          nextRunAt: next,
        }
      : { move: { to: 'failed', event: 'failed', actor: 'delivery' }, completedAt: at }),
  })
  expect(written).toBe(true)
}

const lanesOf = (jobs: ClaimedJob[]) => jobs.map(({ lane }) => lane)
const tenantsOf = (jobs: ClaimedJob[]) => jobs.map(({ document }) => document.tenantId)
const count = <T>(values: T[], wanted: T) => values.filter((value) => value === wanted).length

describe('an endpoint', () => {
  test('has 16 slots, over all nodes, and the rest are for others', async () => {
    await acceptMany(40, { lane: 'a' })
    await acceptMany(3, { lane: 'b', at: 1 })
    const first = await claim(2, 10, 'node-1')
    const second = await claim(2, 64, 'node-2')
    const lanes = lanesOf([...first, ...second])
    expect(count(lanes, 'a')).toBe(slots.ofEndpoint)
    expect(count(lanes, 'b')).toBe(3)
    expect(await claim(3)).toEqual([])
  })

  test('has none for what is due after that, and the claim says so', async () => {
    const isMoreDue = async (seconds: number, limit = 64) =>
      (await store.claimJobs(claimBy('node-1', second(seconds), limit))).isMoreDue
    await acceptMany(17)
    expect(await isMoreDue(1)).toBe(true)
    expect(await isMoreDue(1)).toBe(true)
    await acceptMany(3, { lane: 'b' })
    expect(await isMoreDue(1, 2)).toBe(true)
    expect(await isMoreDue(1)).toBe(true)
  })

  test('has room for all that is due, and the claim says so', async () => {
    await acceptMany(16)
    await accept({ lane: 'b', at: 60 })
    await accept({ lane: 'c', receiver: '0192:paused' })
    await store.pauseQueue({ receiver: '0192:paused', since: second(0), actor: 'test' })
    const { jobs, isMoreDue } = await store.claimJobs(claimBy('node-1', second(1), 64))
    expect(jobs).toHaveLength(16)
    expect(isMoreDue).toBe(false)
    expect((await store.claimJobs(claimBy('node-1', second(1), 64))).isMoreDue).toBe(false)
  })

  test('has a slot again when a delivery to it ends', async () => {
    await acceptMany(20)
    const [job] = await claim(1)
    await end(job!, 2)
    expect(await claim(2)).toHaveLength(1)
  })

  test('has four slots while a delivery to it takes longer than 5 seconds', async () => {
    await acceptMany(20)
    const jobs = await claim(0.1)
    await renew(jobs, 6)
    for (const job of jobs.slice(0, 13)) await end(job, 6)
    expect(await claim(6)).toHaveLength(1)
  })

  test('has all its slots as long as none takes longer', async () => {
    await acceptMany(20)
    const jobs = await claim(0.1)
    for (const job of jobs.slice(0, 13)) await end(job, 5)
    expect(await claim(5)).toHaveLength(4)
  })

  test('has four slots after a failure, and all of them after a success', async () => {
    await acceptMany(40)
    const [failing, working, ...others] = await claim(1, 5)
    for (const job of others) await end(job, 1)
    await end(failing!, 1, { health: 'fails' })
    const more = await claim(1)
    expect(more).toHaveLength(slots.ofSlowEndpoint - 1)
    await end(working!, 1, { health: 'works' })
    expect(await claim(1)).toHaveLength(slots.ofEndpoint - more.length)
  })
})

describe('the circuit of an endpoint', () => {
  /** Deliveries fail one by one until the circuit opens at second 1. */
  async function open(): Promise<void> {
    await acceptMany(20)
    for (let failures = 0; failures < slots.failuresMax; failures++) {
      const [job] = await claim(1, 1)
      await end(job!, 1, { health: 'fails' })
    }
  }

  test('opens after five failures in a row, for 30 seconds', async () => {
    await open()
    expect(await claim(1)).toEqual([])
    expect(await claim(30.999)).toEqual([])
    expect(await claim(31)).toHaveLength(1)
  })

  test('does not open when a delivery succeeds in between', async () => {
    await acceptMany(20)
    for (const health of ['fails', 'fails', 'fails', 'fails', 'works', 'fails'] as const) {
      const [job] = await claim(1, 1)
      await end(job!, 1, { health })
    }
    expect(await claim(1)).toHaveLength(slots.ofSlowEndpoint)
  })

  test('says of every document that is due why it waits, and until when, in its log', async () => {
    await open()
    const late = await accept({ at: 1 })
    await claim(2)
    const document = await store.documentById(tenantId, late)
    expect(document).toMatchObject({
      status: 'waiting',
      waiting: { reason: 'receiver-circuit-open', since: second(2), nextAttemptAt: second(31) },
      attempts: 0,
    })
    expect(await store.auditOf(late)).toMatchObject([
      { to: 'accepted' },
      { from: 'accepted', to: 'waiting', event: 'held', detail: 'receiver-circuit-open' },
    ])
  })

  test('says so once, and since when, however often it opens', async () => {
    await open()
    const late = await accept({ at: 1 })
    await claim(2)
    const [probe] = await claim(31)
    await end(probe!, 31, { health: 'fails' })
    await claim(32)
    expect((await store.documentById(tenantId, late))?.waiting).toEqual({
      reason: 'receiver-circuit-open',
      since: second(2),
      nextAttemptAt: second(91),
    })
    expect(await store.auditOf(late)).toHaveLength(2)
  })

  test('lets one delivery through as a probe, for all nodes', async () => {
    await open()
    await claim(2)
    expect(await claim(31, 64, 'node-1')).toHaveLength(1)
    expect(await claim(31, 64, 'node-2')).toEqual([])
  })

  test('closes when the probe succeeds: everything goes on', async () => {
    await open()
    const [probe] = await claim(31)
    await end(probe!, 32, { health: 'works' })
    expect(await claim(32)).toHaveLength(14)
  })

  test('opens for twice as long each time the probe fails, up to ten minutes', async () => {
    await open()
    let at = 31
    for (const seconds of [60, 120, 240, 480, 600, 600]) {
      const [probe] = await claim(at)
      await end(probe!, at, { health: 'fails' })
      expect(await claim(at + seconds - 0.001)).toEqual([])
      at += seconds
    }
    expect(await claim(at)).toHaveLength(1)
  })

  const failing = async () => (await store.failingLanes()).map(({ lane }) => lane)

  test('is reported with its failures, its next probe and what waits for it', async () => {
    await open()
    const before = (await store.failingLanes())[0]!.documents
    await acceptMany(2)
    expect(await store.failingLanes()).toEqual([
      { lane: 'a', failures: slots.failuresMax, openUntil: second(31), documents: before + 2 },
    ])
  })

  test('is reported until the endpoint works', async () => {
    await accept({ lane: 'b' })
    expect(await failing()).toEqual([])
    await end((await claim(0))[0]!, 0, { health: 'fails' })
    await open()
    await accept({ lane: 'b' })
    expect(await failing()).toEqual(['a'])
    const probe = (await claim(31)).find(({ lane }) => lane === 'a')
    await end(probe!, 32, { health: 'works' })
    expect(await failing()).toEqual([])
  })

  test('is not reported when no document waits for the endpoint any more', async () => {
    await acceptMany(slots.failuresMax)
    for (let failures = 0; failures < slots.failuresMax; failures++) {
      const [job] = await claim(1, 1)
      await end(job!, 1, { health: 'fails' })
    }
    expect(await failing()).toEqual([])
    await accept()
    expect(await failing()).toEqual(['a'])
  })

  test('is not kept open by deliveries that had start before', async () => {
    await acceptMany(20)
    for (const job of await claim(1)) await end(job, 1, { health: 'fails' })
    expect(await claim(31)).toHaveLength(1)
  })

  test('does not concern another endpoint', async () => {
    await open()
    await accept({ lane: 'b' })
    expect(lanesOf(await claim(2))).toEqual(['b'])
  })

  test('stays open for as long as the receiver asks', async () => {
    await acceptMany(2)
    const [job] = await claim(1, 1)
    await end(job!, 1, { health: 'fails', closedUntil: second(90) })
    expect(await claim(89)).toEqual([])
    expect(await claim(90)).toHaveLength(1)
  })

  test('does not keep a document past its deadline', async () => {
    await open()
    const id = await accept({ at: 1, deadline: second(20) })
    await claim(2)
    expect((await claim(20)).map(({ document }) => document.id)).toEqual([id])
  })
})

describe('a tenant', () => {
  test('has 48 of 64 slots; another one gets the rest, however late it comes', async () => {
    const other = await newTenant(store, 'other')
    for (const lane of ['a', 'b', 'c', 'd']) await acceptMany(16, { lane })
    const flood = await claim(1)
    expect(flood).toHaveLength(slots.ofTenant)
    for (const lane of ['e', 'f']) await acceptMany(8, { lane, tenant: other, at: 1 })
    const rest = await claim(2, 16)
    expect(tenantsOf(rest)).toEqual(Array(16).fill(other))
  })

  test('takes turns with another one at the same endpoint', async () => {
    const other = await newTenant(store, 'other')
    await acceptMany(100)
    await acceptMany(4, { tenant: other, at: 1 })
    const jobs = await claim(2, 8)
    expect(count(tenantsOf(jobs), other)).toBe(4)
    expect(count(tenantsOf(jobs), tenantId)).toBe(4)
  })

  test('that has less under way goes first', async () => {
    const other = await newTenant(store, 'other')
    await acceptMany(20)
    await claim(1, 5)
    await acceptMany(3, { lane: 'b', tenant: other, at: 1 })
    expect(tenantsOf(await claim(2, 3))).toEqual([other, other, other])
  })
})

describe('a node that lacks deliveries', () => {
  const lanes = ['a', 'b', 'c', 'd']

  test('is given its share of a tenant, slot by slot as they fall free', async () => {
    for (const lane of lanes) await acceptMany(40, { lane })
    const jobs = await claim(1, 64, 'node-1')
    expect(jobs).toHaveLength(slots.ofTenant)
    expect(await claim(1, 64, 'node-2')).toEqual([])
    for (const job of jobs.slice(0, 20)) await end(job, 1)
    expect(await claim(1, 36, 'node-1')).toEqual([])
    expect(await claim(1, 64, 'node-2')).toHaveLength(20)
    for (const job of jobs.slice(20, 28)) await end(job, 2)
    expect(await claim(2, 44, 'node-1')).toHaveLength(24 - 20)
    expect(await claim(2, 44, 'node-2')).toHaveLength(24 - 20)
    expect(await claim(2, 40, 'node-1')).toEqual([])
  })

  test('is given its share of an endpoint', async () => {
    await acceptMany(40)
    const jobs = await claim(1, 64, 'node-1')
    expect(jobs).toHaveLength(slots.ofEndpoint)
    for (const node of ['node-2', 'node-3']) expect(await claim(1, 64, node)).toEqual([])
    for (const job of jobs) await end(job, 1)
    // Of three nodes; the last one gets what is left.
    for (const [node, share] of [
      ['node-1', 6],
      ['node-2', 6],
      ['node-3', 4],
    ] as const)
      expect(await claim(1, 64, node)).toHaveLength(share)
  })

  test('is forgotten 2.5 seconds after its last claim', async () => {
    await acceptMany(40)
    expect(await claim(0, 64, 'node-2')).toHaveLength(1)
    expect(await claim(1, 64, 'node-1')).toHaveLength(slots.ofEndpoint / 2)
    expect(await claim(2.499, 64, 'node-1')).toEqual([])
    expect(await claim(2.5, 64, 'node-1')).toHaveLength(slots.ofEndpoint / 2 - 1)
  })

  test('is forgotten when the clock goes back, and counts when it claims again', async () => {
    await acceptMany(40)
    expect(await claim(3_600, 64, 'node-2')).toHaveLength(slots.ofEndpoint)
    await acceptMany(40, { lane: 'b' })
    const jobs = await claim(1, 10, 'node-1')
    expect(jobs).toHaveLength(10)
    expect(await claim(1, 64, 'node-2')).toHaveLength(slots.ofEndpoint - 10)
    for (const job of jobs) await end(job, 1)
    expect(await claim(1, 64, 'node-1')).toHaveLength(slots.ofEndpoint / 2)
  })

  test('that has no free place takes nothing from others', async () => {
    await acceptMany(40)
    expect(await claim(1, 4, 'node-2')).toHaveLength(4)
    expect(await claim(1, 64, 'node-1')).toHaveLength(slots.ofEndpoint - 4)
  })
})

describe('a first attempt', () => {
  test('goes before a retry that fell due earlier, within a minute', async () => {
    const retried = await accept()
    const [job] = await claim(0)
    await end(job!, 0, { again: 5 })
    const fresh = await accept({ at: 30 })
    expect((await claim(31, 1))[0]?.document.id).toBe(fresh)
    expect((await claim(31, 1))[0]?.document.id).toBe(retried)
  })

  test('goes after a retry that has been due for a minute', async () => {
    const retried = await accept()
    const [job] = await claim(0)
    await end(job!, 0, { again: 5 })
    await accept({ at: 30 })
    expect((await claim(65, 1))[0]?.document.id).toBe(retried)
  })
})

describe('a pause', () => {
  const receiver = '0208:0000000097'

  test('holds what is for this receiver, and nothing else, until it is resumed', async () => {
    const held = await accept({ receiver })
    const other = await accept()
    await store.pauseQueue({ receiver, since: start, actor: 'token:1' })
    const [job, ...more] = await claim(1)
    expect([job?.document.id, more]).toEqual([other, []])
    await end(job!, 1)
    expect(await store.documentById(tenantId, held)).toMatchObject({
      status: 'waiting',
      waiting: { reason: 'paused', nextAttemptAt: second(86_400) },
    })
    expect(await claim(3600)).toEqual([])

    expect(await store.resumeQueue({ receiver, now: second(3601), actor: 'test' })).toBe(true)
    expect((await claim(3601)).map(({ document }) => document.id)).toEqual([held])
    expect(await store.resumeQueue({ receiver, now: second(3602), actor: 'test' })).toBe(false)
  })

  test('ends after a claim that saw it, and releases what that puts back', async () => {
    const id = await accept({ receiver })
    await store.pauseQueue({ receiver, since: start, actor: 'token:1' })
    const { owner, now, limit, moves } = claimBy('node-1', second(1), 64)
    const client = await pool.connect()
    await client.query('begin')
    await client.query('select from claim_deliveries($1, $2, $3, $1, $4, $5)', [
      ...[now, owner, limit, JSON.stringify(slots), JSON.stringify(moves)],
    ])
    const resumed = store.resumeQueue({ receiver, now: second(2), actor: 'test' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    await client.query('commit')
    client.release()
    expect(await resumed).toBe(true)
    expect((await claim(2)).map(({ document }) => document.id)).toEqual([id])
  })

  test('of everybody outlasts that of one receiver', async () => {
    await accept({ receiver })
    await store.pauseQueue({ since: start, actor: 'token:1' })
    await store.pauseQueue({ receiver, since: second(1), actor: 'token:1' })
    expect(await claim(2)).toEqual([])
    await store.resumeQueue({ receiver, now: second(3), actor: 'test' })
    expect(await claim(3)).toEqual([])
    expect(await store.pauses()).toMatchObject([{ since: start, actor: 'token:1' }])
    await store.resumeQueue({ now: second(4), actor: 'test' })
    expect(await claim(4)).toHaveLength(1)
  })

  test('ends at the deadline: the document is given up then, not sent', async () => {
    const id = await accept({ receiver, deadline: second(60) })
    await store.pauseQueue({ since: start, actor: 'token:1' })
    expect(await claim(59)).toEqual([])
    const [job] = await claim(60)
    expect(job?.document).toMatchObject({ id, deadline: second(60) })
  })
})

describe('another lane', () => {
  const move = { to: 'waiting', event: 'postponed', actor: 'delivery' } as const

  function change(job: ClaimedJob, lane: string, seconds: number): Promise<boolean> {
    const { jobId, epoch, document } = job
    const claimed = { jobId, epoch, documentId: document.id }
    return store.changeLane({ ...claimed, lane, now: second(seconds), slots, move })
  }

  test('is entered while it has room, and counts there', async () => {
    await acceptMany(16, { lane: 'lookup' })
    const jobs = await claim(1)
    for (const job of jobs) expect(await change(job, 'a', 1)).toBe(true)
    await acceptMany(2, { lane: 'a' })
    expect(await claim(2)).toEqual([])
    await acceptMany(1, { lane: 'lookup' })
    expect(await claim(2)).toHaveLength(1)
  })

  test('without room puts the document back in line there, with no attempt', async () => {
    await acceptMany(16, { lane: 'a' })
    await claim(1)
    const id = await accept({ lane: 'lookup' })
    const [job] = await claim(2)
    expect(await change(job!, 'a', 2)).toBe(false)
    expect(await store.documentById(tenantId, id)).toMatchObject({
      status: 'waiting',
      waiting: { reason: 'first-attempt', nextAttemptAt: second(2) },
      attempts: 0,
    })
    expect(await claim(3)).toEqual([])
  })

  test('without room tells why a document waits that was tried before', async () => {
    await acceptMany(16, { lane: 'a' })
    const busy = await claim(1)
    const id = await accept({ lane: 'lookup', at: 1 })
    const [first] = await claim(2)
    await end(first!, 2, { again: 30 })
    await renew(busy, 29)
    const [again] = await claim(30)
    expect(again?.document).toMatchObject({ id, attempts: 1 })
    expect(await change(again!, 'a', 30)).toBe(false)
    expect(await store.documentById(tenantId, id)).toMatchObject({
      waiting: { reason: 'retry-backoff' },
    })
  })

  test('is not entered with a claim that was lost', async () => {
    await accept({ lane: 'lookup' })
    const [lost] = await claim(1)
    await claim(17)
    expect(await change(lost!, 'a', 17)).toBe(false)
    expect(await store.auditOf(lost!.document.id)).toHaveLength(4)
  })
})

test('what a claim reads does not grow with what waits for a busy endpoint', async () => {
  await acceptMany(16, { lane: 'busy' })
  await claim(1)
  // A claim looks at as many as there are slots, and at no more.
  await acceptMany(slots.total, { lane: 'busy' })
  const before = await blocksOfClaim()
  await acceptMany(600, { lane: 'busy' })
  expect(before).toBeGreaterThan(0)
  expect(await blocksOfClaim()).toBeLessThan(3 * before)
})

test('a claim counts the room of an endpoint once, whatever is due for it', async () => {
  await acceptMany(12)
  expect(await callsOfClaim()).toEqual({ rooms: 1, pauses: 0 })
  await store.pauseQueue({ receiver: '0208:1', since: second(0), actor: 'operator' })
  expect(await callsOfClaim()).toEqual({ rooms: 1, pauses: 12 })
})

test('what a claim chooses from is planned as one statement', async () => {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain select * from next_jobs('node-1', $1, 64, $2, 1, false)`,
    [start, JSON.stringify(slots)],
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Recursive Union')
  expect(plan).not.toContain('Function Scan')
})

/** How often a claim, which is rolled back, asks for the room of a lane and for pauses. */
async function callsOfClaim(): Promise<{ rooms: number; pauses: number }> {
  const { owner, now, limit, moves } = claimBy('node-1', second(2), 64)
  const client = await pool.connect()
  const callsOf = async (name: string) => {
    const { rows } = await client.query<{ calls: string | null }>(
      'select pg_stat_get_xact_function_calls($1::regproc) as calls',
      [name],
    )
    return Number(rows[0]!.calls)
  }
  try {
    await client.query(`begin; set local track_functions = 'pl'`)
    const [rooms, pauses] = [await callsOf('lane_room'), await callsOf('is_paused')]
    await client.query('select from claim_deliveries($1, $2, $3, $1, $4, $5)', [
      ...[now, owner, limit, JSON.stringify(slots), JSON.stringify(moves)],
    ])
    return {
      rooms: (await callsOf('lane_room')) - rooms,
      pauses: (await callsOf('is_paused')) - pauses,
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** The blocks of tables and indexes that a claim reads. It is rolled back. */
async function blocksOfClaim(): Promise<number> {
  const { owner, now, limit, moves } = claimBy('node-1', second(2), 64)
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
      `explain (analyze, buffers, format json)
       select * from claim_deliveries($1, $2, $3, $1, $4, $5)`,
      [now, owner, limit, JSON.stringify(slots), JSON.stringify(moves)],
    )
    const [{ Plan: plan } = { Plan: {} }] = rows[0]!['QUERY PLAN']
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
