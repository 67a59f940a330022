import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../database.ts'
import {
  acceptAs,
  after,
  claimBy,
  claimJobs,
  claimOf,
  claimOne,
  laneUnknown,
  newAccept,
  newAcceptOfOther,
  newAttempt,
  newFile,
  newTenant,
  start,
} from '../records.ts'

const { store, nextRunAt, pool } = await testDatabase()
let tenantId: string

beforeEach(async () => {
  await testDatabase()
  tenantId = await newTenant(store)
})

async function acceptMany(count: number): Promise<string[]> {
  const accepts = Array.from({ length: count }, (_, index) =>
    newAccept(tenantId, { createdAt: after(index / 1000) }),
  ).map((accept, index) => ({ ...accept, job: { ...accept.job!, lane: `lane ${index % 4}` } }))
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
    lane: 'https://ap.test/as4',
    bytes: 4,
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
  await store.acceptDocument({
    ...newAccept(tenantId),
    job: { runAt: after(10), lane: 'a', bytes: 4 },
  })
  expect(await claimJobs(store, claimBy('node-1', after(9.999)))).toEqual([])
  await claimOne(store, after(10))
  expect(await claimJobs(store, claimBy('node-2', after(24.999)))).toEqual([])
  expect(await nextRunAt()).toEqual(after(25))
})

test('the jobs that fell due first are claimed first, and no more than asked for', async () => {
  const ids = await acceptMany(5)
  const first = await claimJobs(store, claimBy('node-1', after(1), 2))
  const rest = await claimJobs(store, claimBy('node-1', after(1), 10))
  expect(first.map(({ document }) => document.id)).toEqual(ids.slice(0, 2))
  expect(rest.map(({ document }) => document.id)).toEqual(ids.slice(2))
})

test('a claim takes the record from whoever stored it, once and unchanged', async () => {
  const accept = newAccept(tenantId)
  await store.acceptDocument(accept)
  const asked: string[] = []
  const recent = (id: string) => {
    asked.push(id)
    return accept.document
  }
  const [job] = await claimJobs(store, { ...claimBy('node-1', after(1)), recent })
  expect(asked).toEqual([accept.document.id])
  expect(job!.document).toEqual(await store.documentById(tenantId, accept.document.id))

  // The lease ran out: somebody else may have changed it since.
  const [again] = await claimJobs(store, { ...claimBy('node-1', after(16)), recent })
  expect(asked).toHaveLength(1)
  expect(again!.document).toEqual(await store.documentById(tenantId, accept.document.id))
})

test('a document that its caller retries is read again: it has changed', async () => {
  const accept = newAccept(tenantId)
  const failure = { code: 'receiver.not-found', detail: 'x', retryable: true }
  const document = { ...accept.document, status: 'failed', failure, attempts: 3 } as const
  await acceptAs({ store, pool }, { ...accept, document })
  const retried = { to: 'waiting', event: 'retried', actor: 'token:a' } as const
  const retry = { now: after(1), lane: 'a', deadline: after(99), allowDuplicate: true }
  expect(await store.retryDocument({ document, move: retried, ...retry })).toEqual({
    kind: 'retried',
  })
  const recent = () => {
    throw new Error('it was asked')
  }
  const [job] = await claimJobs(store, { ...claimBy('node-1', after(2)), recent })
  expect(job!.document).toEqual(await store.documentById(tenantId, document.id))
})

test('a claim reads the record when whoever stored it has it no more', async () => {
  const accept = newAccept(tenantId)
  await store.acceptDocument(accept)
  const recent = () => undefined
  const [job] = await claimJobs(store, { ...claimBy('node-1', after(1)), recent })
  expect(job!.document).toEqual(await store.documentById(tenantId, accept.document.id))
})

test('two owners that claim at once never get the same job', async () => {
  const ids = await acceptMany(40)
  const claims = Array.from({ length: 16 }, (_, index) =>
    claimJobs(store, claimBy(`node-${index % 2}`, after(1), 5)),
  )
  const jobs = (await Promise.all(claims)).flat()
  // Jobs locked by another claim at that moment are left for the next one.
  for (let more = await claimJobs(store, claimBy('node-0', after(1), 40)); more.length > 0; ) {
    jobs.push(...more)
    more = await claimJobs(store, claimBy('node-0', after(1), 40))
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
  expect(await store.recordAttempt({ ...claimOf(lost), attempt, files: [newFile()] })).toBe(true)

  const job = await claimOne(store, after(20), 'node-2')
  expect(job.document).toMatchObject({ certainty: 'unknown', attempts: 1 })
  expect(await store.attemptsOf(job.document.id)).toStrictEqual([
    { ...attempt, endedAt: after(20), outcome: 'lease-ran-out' },
  ])

  const third = await claimOne(store, after(40), 'node-3')
  expect(third.document.certainty).toBe('unknown')
})

test('an attempt that was closed says nothing about the next lease', async () => {
  await store.acceptDocument(newAccept(tenantId))
  const first = await claimOne(store, start)
  const move = { to: 'waiting', event: 'postponed', actor: 'node-1' } as const
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
    lane: laneUnknown,
  } as const
  expect(await store.finishAttempt({ ...end, nextRunAt: after(30) })).toBe(true)
  expect(await claimJobs(store, claimBy('node-1', after(29)))).toEqual([])

  expect(await claimOne(store, after(30))).toMatchObject({
    document: { certainty: 'not-sent' },
  })
  expect(await claimOne(store, after(45))).toMatchObject({
    document: { certainty: 'not-sent' },
  })
})

test('a renewed lease is kept as long as it was renewed for', async () => {
  await store.acceptDocument(newAccept(tenantId))
  const { jobId, epoch, document } = await claimOne(store, start, 'node-1')
  const lease = { jobId, documentId: document.id, owner: 'node-1', epoch, until: after(20) }
  expect(await store.renewLease(lease)).toBe(true)
  expect(await claimJobs(store, claimBy('node-2', after(19)))).toEqual([])
  expect(await claimJobs(store, claimBy('node-2', after(20)))).toHaveLength(1)
})

test('a lease is not renewed for another owner, an earlier epoch or a lost job', async () => {
  await store.acceptDocument(newAccept(tenantId))
  const lost = await claimOne(store, start, 'node-1')
  const held = await claimOne(store, after(15), 'node-1')
  const lease = {
    jobId: held.jobId,
    documentId: held.document.id,
    owner: 'node-1',
    epoch: held.epoch,
    until: after(60),
  }
  expect(await store.renewLease({ ...lease, owner: 'node-2' })).toBe(false)
  expect(await store.renewLease({ ...lease, epoch: lost.epoch })).toBe(false)
  expect(await store.renewLease({ ...lease, jobId: '999999999' })).toBe(false)
  expect(await nextRunAt()).toEqual(after(30))
  expect(await store.renewLease(lease)).toBe(true)
})

test('a document has at most one delivery', async () => {
  const { document, ...rest } = newAccept(tenantId)
  await store.acceptDocument({ document, ...rest })
  const again = pool.query(
    `insert into jobs (document_id, tenant_id, lane, receiver_id, bytes, run_at, deadline)
     select document_id, tenant_id, lane, receiver_id, bytes, run_at, deadline from jobs`,
  )
  await expect(again).rejects.toThrow(/jobs_pkey/)
})

test('a document of another kind is put back in line whatever its number', async () => {
  const failure = { code: 'receiver.not-registered', detail: 'no such name', retryable: true }
  const wish = { number: 'ORD-1' }
  const failed = newAcceptOfOther(tenantId, { ...wish, status: 'failed', failure })
  await acceptAs({ store, pool }, failed)
  await store.acceptDocument(newAcceptOfOther(tenantId, wish))
  const again = {
    document: failed.document,
    move: { to: 'waiting', event: 'retried', actor: 'token:abc' },
    now: after(1),
    lane: 'https://ap.test/as4',
    deadline: after(60),
    allowDuplicate: false,
  } as const
  expect(await store.retryDocument(again)).toEqual({ kind: 'retried' })
})

test('a document that failed is not put back in line while another has its reference', async () => {
  const failure = { code: 'receiver.not-registered', detail: 'no such name', retryable: true }
  const failed = newAccept(tenantId, { status: 'failed', reference: 'R-1', failure })
  await acceptAs({ store, pool }, failed)
  const again = {
    document: failed.document,
    move: { to: 'waiting', event: 'retried', actor: 'token:abc' },
    now: after(1),
    lane: 'https://ap.test/as4',
    deadline: after(60),
    allowDuplicate: true,
  } as const
  const holder = newAccept(tenantId, { reference: 'R-1' })
  await store.acceptDocument(holder)
  expect(await store.retryDocument(again)).toMatchObject({
    kind: 'taken',
    what: 'reference',
    holder: { id: holder.document.id },
  })
  expect(await store.documentById(tenantId, failed.document.id)).toMatchObject({
    status: 'failed',
  })

  const cancel = { to: 'cancelled', event: 'cancelled', actor: 'token:abc' } as const
  const { id: documentId } = holder.document
  await store.cancelDocument({ documentId, tenantId, move: cancel, now: after(2) })
  expect(await store.retryDocument(again)).toEqual({ kind: 'retried' })
})
