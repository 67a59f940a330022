import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import {
  after,
  claimBy,
  claimOf,
  claimOne,
  newAccept,
  newAttempt,
  newFile,
  newTenant,
  start,
} from './records.ts'

const { store, nextRunAt, pool } = await testDatabase()
let tenantId: string

beforeEach(async () => {
  await testDatabase()
  tenantId = await newTenant(store)
})

async function acceptMany(count: number): Promise<string[]> {
  const accepts = Array.from({ length: count }, (_, index) =>
    newAccept(tenantId, { createdAt: after(index / 1000) }),
  )
  await Promise.all(accepts.map((accept) => store.acceptDocument(accept)))
  return accepts.map(({ document }) => document.id)
}

test('a claim moves the document to sending, with its audit line', async () => {
  const accept = newAccept(tenantId)
  await store.acceptDocument(accept)
  const job = await claimOne(store, after(5))

  expect(job).toStrictEqual({
    jobId: job.jobId,
    epoch: 1,
    document: { ...accept.document, status: 'sending', updatedAt: after(5) },
  })
  expect(await store.documentById(tenantId, accept.document.id)).toStrictEqual(job.document)
  expect((await store.auditOf(accept.document.id))[1]).toMatchObject({
    sequence: 2,
    at: after(5),
    from: 'accepted',
    to: 'sending',
    event: 'claimed',
    actor: 'node-1',
  })
})

test('a job that is not due, or held by a live lease, is not claimed', async () => {
  await store.acceptDocument({ ...newAccept(tenantId), job: { runAt: after(10) } })
  expect(await store.claimJobs(claimBy('node-1', after(9.999)))).toEqual([])
  await claimOne(store, after(10))
  expect(await store.claimJobs(claimBy('node-2', after(24.999)))).toEqual([])
  expect(await nextRunAt()).toEqual(after(25))
})

test('the jobs that fell due first are claimed first, and no more than asked for', async () => {
  const ids = await acceptMany(5)
  const first = await store.claimJobs(claimBy('node-1', after(1), 2))
  const rest = await store.claimJobs(claimBy('node-1', after(1), 10))
  expect(first.map(({ document }) => document.id)).toEqual(ids.slice(0, 2))
  expect(rest.map(({ document }) => document.id)).toEqual(ids.slice(2))
})

test('two owners that claim at once never get the same job', async () => {
  const ids = await acceptMany(40)
  const claims = Array.from({ length: 16 }, (_, index) =>
    store.claimJobs(claimBy(`node-${index % 2}`, after(1), 5)),
  )
  const jobs = (await Promise.all(claims)).flat()
  // Jobs locked by another claim at that moment are left for the next one.
  for (let more = await store.claimJobs(claimBy('node-0', after(1), 40)); more.length > 0; ) {
    jobs.push(...more)
    more = await store.claimJobs(claimBy('node-0', after(1), 40))
  }

  expect(jobs.map(({ document }) => document.id).sort()).toEqual([...ids].sort())
  expect(jobs.every(({ epoch }) => epoch === 1)).toBe(true)
  const { rows } = await pool.query(
    `select count(*)::integer as lines from audit where event = 'claimed'`,
  )
  expect(rows).toEqual([{ lines: 40 }])
})

test('a lease that ran out before an attempt was open leaves the document not sent', async () => {
  await store.acceptDocument(newAccept(tenantId))
  const lost = await claimOne(store, start, 'node-1')
  const job = await claimOne(store, after(15), 'node-2')

  expect(job).toMatchObject({ jobId: lost.jobId, epoch: 2 })
  expect(job.document).toMatchObject({ status: 'sending', certainty: 'not-sent', attempts: 0 })
  expect(await store.auditOf(job.document.id)).toMatchObject([
    { to: 'accepted' },
    { from: 'accepted', to: 'sending', event: 'claimed', actor: 'node-1' },
    { from: 'sending', to: 'waiting', event: 'lease-ran-out', actor: 'node-2', at: after(15) },
    { from: 'waiting', to: 'sending', event: 'claimed', actor: 'node-2', at: after(15) },
  ])
})

test('a lease that ran out over an open attempt makes the certainty unknown', async () => {
  await store.acceptDocument(newAccept(tenantId))
  const lost = await claimOne(store, start, 'node-1')
  const attempt = newAttempt({ messageId: 'm1@x', endpointUrl: 'https://ap.example/as4' })
  const request = newFile({ kind: 'as4-request' })
  expect(await store.recordAttempt({ ...claimOf(lost), attempt, files: [request] })).toBe(true)

  const job = await claimOne(store, after(20), 'node-2')
  expect(job.document).toMatchObject({ certainty: 'unknown', attempts: 1 })
  expect(await store.attemptsOf(job.document.id)).toStrictEqual([
    { ...attempt, requestFileId: request.id, endedAt: after(20), outcome: 'lease-ran-out' },
  ])

  const third = await claimOne(store, after(40), 'node-3')
  expect(third.document.certainty).toBe('unknown')
})

test('an attempt that was closed says nothing about the next lease', async () => {
  await store.acceptDocument(newAccept(tenantId))
  const first = await claimOne(store, start)
  const move = { to: 'waiting', event: 'failed-before-send', actor: 'node-1' } as const
  const waiting = { reason: 'retry-backoff', since: after(1), nextAttemptAt: after(30) } as const
  const attempt = newAttempt({ endedAt: after(1), outcome: 'transport.connect-failed' })
  const end = {
    ...claimOf(first),
    attempt,
    move,
    at: after(1),
    certainty: 'not-sent',
    waiting,
    files: [],
  } as const
  expect(await store.finishAttempt({ ...end, nextRunAt: after(30) })).toBe(true)
  expect(await store.claimJobs(claimBy('node-1', after(29)))).toEqual([])

  expect(await claimOne(store, after(30))).toMatchObject({
    document: { certainty: 'not-sent' },
  })
  expect(await claimOne(store, after(45))).toMatchObject({
    document: { certainty: 'not-sent' },
  })
})

test('a renewed lease is kept as long as it was renewed for', async () => {
  await store.acceptDocument(newAccept(tenantId))
  const { jobId, epoch } = await claimOne(store, start, 'node-1')
  expect(await store.renewLease({ jobId, owner: 'node-1', epoch, until: after(20) })).toBe(true)
  expect(await store.claimJobs(claimBy('node-2', after(19)))).toEqual([])
  expect(await store.claimJobs(claimBy('node-2', after(20)))).toHaveLength(1)
})

test('a lease is not renewed for another owner, an earlier epoch or a lost job', async () => {
  await store.acceptDocument(newAccept(tenantId))
  const lost = await claimOne(store, start, 'node-1')
  const held = await claimOne(store, after(15), 'node-1')
  const lease = { jobId: held.jobId, owner: 'node-1', epoch: held.epoch, until: after(60) }
  expect(await store.renewLease({ ...lease, owner: 'node-2' })).toBe(false)
  expect(await store.renewLease({ ...lease, epoch: lost.epoch })).toBe(false)
  expect(await store.renewLease({ ...lease, jobId: '999999999' })).toBe(false)
  expect(await nextRunAt()).toEqual(after(30))
  expect(await store.renewLease(lease)).toBe(true)
})

test('a document in a final state is never drawn back by a stray job', async () => {
  const { document, ...rest } = newAccept(tenantId, { status: 'delivered' })
  await store.acceptDocument({ document, ...rest })
  expect(await store.claimJobs(claimBy('node-1', after(1)))).toEqual([])
  expect(await store.documentById(tenantId, document.id)).toStrictEqual(document)
  expect(await store.auditOf(document.id)).toHaveLength(1)
})

test('a document has at most one delivery', async () => {
  const { document, ...rest } = newAccept(tenantId)
  await store.acceptDocument({ document, ...rest })
  const insert = `insert into jobs (kind, document_id, run_at) values ('deliver', $1, $2)`
  await expect(pool.query(insert, [document.id, start])).rejects.toThrow(/jobs_one_delivery/)
  await expect(pool.query(insert, [randomUUID(), start])).rejects.toThrow(/foreign key/)
})
