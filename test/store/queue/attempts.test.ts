import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { AttemptEnd, ClaimedJob } from '../../../src/store/index.ts'
import { testDatabase } from '../database.ts'
import {
  after,
  claimOf,
  claimOne,
  laneUnknown,
  newAccept,
  newAttempt,
  newFile,
  newTenant,
  start,
} from '../records.ts'

const { store, nextRunAt } = await testDatabase()
let tenantId: string
let job: ClaimedJob

beforeEach(async () => {
  await testDatabase()
  tenantId = await newTenant(store)
  await store.acceptDocument(newAccept(tenantId))
  job = await claimOne(store, start)
})

const waiting = { reason: 'receipt-unknown', since: after(3), nextAttemptAt: after(30) } as const
const as4 = { messageId: 'm1@x', sentAt: after(2), accessPoint: 'PBE000001' }

function ending(changes: Partial<AttemptEnd> = {}): AttemptEnd {
  return {
    ...claimOf(job),
    attempt: newAttempt({ endedAt: after(3), outcome: 'delivered' }),
    move: { to: 'delivered', event: 'delivered', actor: 'node-1', detail: 'r1@y' },
    at: after(3),
    certainty: 'confirmed',
    ...(changes.nextRunAt ? {} : { completedAt: after(3) }),
    files: [newFile({ kind: 'as4-response', name: 'receipt.xml' })],
    lane: laneUnknown,
    ...changes,
  }
}

test('an attempt exists, open and counted, before anything is sent', async () => {
  const attempt = newAttempt({
    messageId: 'm1@x',
    endpointUrl: 'https://ap.example/as4',
    certificateFingerprint: 'ab12',
    accessPoint: 'PBE000001',
  })
  const files = [
    newFile({ kind: 'sbd' }),
    newFile({ kind: 'as4-request', bytes: Buffer.from('mime') }),
  ]
  expect(await store.recordAttempt({ ...claimOf(job), attempt, files })).toBe(true)

  expect(await store.attemptsOf(job.document.id)).toStrictEqual([attempt])
  expect((await store.latestFile(job.document.id, 'as4-request'))?.bytes.toString()).toBe('mime')
  expect(await store.documentById(tenantId, job.document.id)).toMatchObject({
    attempts: 1,
    updatedAt: after(1),
  })
})

test('a delivery closes the attempt, moves the document and ends the job', async () => {
  const attempt = newAttempt({ messageId: 'm1@x' })
  const request = newFile({ kind: 'as4-request' })
  await store.recordAttempt({ ...claimOf(job), attempt, files: [request] })
  const closed = { ...attempt, endedAt: after(3), outcome: 'delivered', httpStatus: 200 }
  const facts = { ...as4, receiptId: 'r1@y', receivedAt: after(3) }
  expect(await store.finishAttempt(ending({ attempt: closed, as4: facts }))).toBe(true)

  expect(await store.attemptsOf(job.document.id)).toStrictEqual([closed])
  expect(await store.documentById(tenantId, job.document.id)).toStrictEqual({
    ...job.document,
    status: 'delivered',
    certainty: 'confirmed',
    as4: facts,
    attempts: 1,
    updatedAt: after(3),
    completedAt: after(3),
  })
  expect((await store.auditOf(job.document.id)).at(-1)).toMatchObject({
    from: 'sending',
    to: 'delivered',
    event: 'delivered',
    attempt: 1,
    detail: 'r1@y',
  })
  expect((await store.filesOf(job.document.id)).map(({ kind }) => kind)).toEqual([
    'ubl',
    'as4-request',
    'as4-response',
  ])
  expect(await nextRunAt()).toBeUndefined()
  expect(await store.backlog()).toEqual(new Map())
})

test('an attempt that ended before it was recorded is stored when it is finished', async () => {
  const attempt = newAttempt({
    endedAt: after(2),
    outcome: 'as4.error',
    detail: 'refused',
    httpStatus: 500,
    ebmsErrors: [{ code: 'EBMS:0004', severity: 'failure', detail: 'ä' }],
  })
  const failure = { code: 'receiver.not-registered', detail: 'no such name', retryable: false }
  const move = { to: 'failed', event: 'failed', actor: 'node-1' } as const
  await store.finishAttempt(ending({ attempt, move, failure, certainty: 'not-sent', files: [] }))

  expect(await store.attemptsOf(job.document.id)).toStrictEqual([attempt])
  const document = await store.documentById(tenantId, job.document.id)
  expect(document).toMatchObject({ status: 'failed', failure, attempts: 1, completedAt: after(3) })
  expect(document).not.toHaveProperty('waiting')
  expect(document).not.toHaveProperty('as4')
})

test('a waiting document keeps its job, and what is known of the sending', async () => {
  const move = { to: 'waiting', event: 'postponed', actor: 'node-1' } as const
  const end = { move, waiting, certainty: 'unknown', as4, nextRunAt: after(30) } as const
  expect(await store.finishAttempt(ending(end))).toBe(true)
  expect(await store.documentById(tenantId, job.document.id)).toMatchObject({
    status: 'waiting',
    waiting,
    as4,
  })
  expect(await nextRunAt()).toEqual(after(30))

  job = await claimOne(store, after(30))
  expect(job.document).not.toHaveProperty('waiting')
  const attempt = newAttempt({ number: 2, endedAt: after(31), outcome: 'lookup.dns-failed' })
  await store.finishAttempt(ending({ ...end, attempt, at: after(31), files: [] }))
  expect(await store.documentById(tenantId, job.document.id)).toMatchObject({ attempts: 2, as4 })
})

test('a worker that lost the lease writes nothing: neither an attempt nor an end', async () => {
  const lost = job
  job = await claimOne(store, after(15), 'node-2')
  const before = await store.documentById(tenantId, job.document.id)

  const files = [newFile({ kind: 'as4-request', bytes: Buffer.alloc(3_000_000, 1) })]
  expect(await store.recordAttempt({ ...claimOf(lost), attempt: newAttempt(), files })).toBe(false)
  expect(await store.finishAttempt(ending(claimOf(lost)))).toBe(false)

  expect(await store.documentById(tenantId, job.document.id)).toStrictEqual(before)
  expect(await store.attemptsOf(job.document.id)).toEqual([])
  expect(await store.filesOf(job.document.id)).toHaveLength(1)
  expect(await store.auditOf(job.document.id)).toHaveLength(4)
  expect(await store.finishAttempt(ending())).toBe(true)
})

// A process that stood still may have claimed again what its earlier claim is still working on.
test('what a claim that ran out writes beside the one after it is not taken for that', async () => {
  const old = claimOf(job)
  const claim = claimOf(await claimOne(store, after(16)))
  const files = () => [newFile({ kind: 'as4-request' })]
  const [stale, current] = [newAttempt({ messageId: 'm1@x' }), newAttempt({ messageId: 'm2@x' })]
  const recorded = await Promise.all([
    store.recordAttempt({ ...old, attempt: stale, files: files() }),
    store.recordAttempt({ ...claim, attempt: current, files: files() }),
  ])
  expect(recorded).toEqual([false, true])
  expect(await store.attemptsOf(job.document.id)).toStrictEqual([current])
  expect(await store.filesOf(job.document.id)).toHaveLength(2)

  const ended = await Promise.all([
    store.finishAttempt(ending({ ...old, attempt: stale })),
    store.finishAttempt(ending({ ...claim, attempt: current })),
  ])
  expect(ended).toEqual([false, true])
  expect(await store.attemptsOf(job.document.id)).toMatchObject([{ messageId: 'm2@x' }])
  expect(await store.filesOf(job.document.id)).toHaveLength(3)
})

test('a claim is void for another document, after its end, or once released', async () => {
  const other = newAccept(tenantId)
  await store.acceptDocument(other)
  const attempt = newAttempt()
  expect(
    await store.recordAttempt({
      ...claimOf(job),
      documentId: other.document.id,
      attempt,
      files: [],
    }),
  ).toBe(false)
  expect(
    await store.recordAttempt({ ...claimOf(job), documentId: randomUUID(), attempt, files: [] }),
  ).toBe(false)

  const move = { to: 'waiting', event: 'postponed', actor: 'node-1' } as const
  expect(await store.finishAttempt(ending({ move, waiting, nextRunAt: after(30) }))).toBe(true)
  expect(await store.finishAttempt(ending({ attempt: newAttempt({ number: 2 }) }))).toBe(false)

  expect(await nextRunAt()).toEqual(other.job?.runAt)
  expect(await store.attemptsOf(job.document.id)).toHaveLength(1)
})

test('when one part of an end cannot be stored, no part is', async () => {
  const large = newFile({ kind: 'attachment', bytes: Buffer.alloc(3_000_000, 1) })
  await expect(
    store.finishAttempt(ending({ files: [large, newFile({ name: 'a\0b' })] })),
  ).rejects.toThrow()
  expect(await store.documentById(tenantId, job.document.id)).toStrictEqual(job.document)
  expect(await store.attemptsOf(job.document.id)).toEqual([])
  expect(await nextRunAt()).toEqual(after(15))
  expect(await store.finishAttempt(ending({ files: [large] }))).toBe(true)
})
