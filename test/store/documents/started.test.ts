// Deliveries that begin with their document, in place of standing in line: where there is a place,
// and nobody else has to wait for it.
import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { numberDigest } from '../../../src/store/documents/documents.ts'
import { type Accept, type Accepted, isChainIntact } from '../../../src/store/index.ts'
import { serverUrl, testDatabase } from '../database.ts'
import {
  claimBy,
  claimJobs,
  laneUnknown,
  newAccept,
  newAttempt,
  newClaim,
  newFile,
  newTenant,
  after as second,
  withKey,
} from '../records.ts'

const { store, pool, empty } = await testDatabase()
const { slots } = limits.delivery
const lane = 'https://ap.test/as4'
let tenantId: string

beforeEach(async () => {
  await empty()
  tenantId = await newTenant(store)
})

/** A document whose message is made. */
function newBegun(wish: { lane?: string; tenant?: string; owner?: string } = {}): Accept {
  const { tenant = tenantId, owner = 'node-1' } = wish
  const accept = newAccept(tenant, { number: randomUUID() })
  const start = {
    ...{ owner, at: second(1), slots, leaseUntil: second(16) },
    move: { to: 'sending', event: 'claimed', actor: owner } as const,
    attempt: newAttempt({ messageId: 'm@ap.test', endpointUrl: lane, accessPoint: 'POP000306' }),
    files: [
      newFile({ kind: 'sbd', name: 'sbd.xml', bytes: Buffer.from('<sbd/>') }),
      newFile({ kind: 'as4-request', name: 'as4-request.mime', bytes: Buffer.from('mime') }),
    ],
  }
  return { ...accept, job: { ...accept.job!, lane: wish.lane ?? lane, start } }
}

const begins = (outcome: Accepted) => outcome.kind === 'stored' && outcome.start !== undefined

async function accept(wish: Parameters<typeof newBegun>[0] = {}) {
  return begins(await store.acceptDocument(newBegun(wish)))
}

async function facts({ document: { id } }: Accept) {
  const [stored, lines, attempts, files] = await Promise.all([
    store.documentById(tenantId, id),
    store.auditOf(id),
    store.attemptsOf(id),
    store.filesOf(id),
  ])
  return { stored: stored!, lines, attempts, kinds: files.map(({ kind }) => kind) }
}

describe('a document that begins at once', () => {
  test('is stored as being sent, with its attempt and the bytes that are sent', async () => {
    const start = newBegun()
    const { document, job } = start
    expect(await store.acceptDocument(start)).toEqual({
      kind: 'stored',
      start: { jobId: expect.stringMatching(/^\d+$/), epoch: 1 },
    })
    const { stored, lines, attempts, kinds } = await facts(start)
    expect(stored).toMatchObject({ status: 'sending', certainty: 'not-sent', attempts: 1 })
    expect(kinds).toEqual(['ubl', 'sbd', 'as4-request'])
    expect(attempts).toEqual([job!.start!.attempt])
    expect(lines).toMatchObject([
      { sequence: 1, to: 'accepted', event: 'submitted', at: document.createdAt },
      { sequence: 2, from: 'accepted', to: 'sending', event: 'claimed', actor: 'node-1' },
    ])
    expect(isChainIntact(document.id, lines)).toBe(true)
    // The first line is about what was submitted, and about nothing else.
    const [alone] = await acceptAlone()
    expect(lines.map(({ filesSha256 }) => filesSha256)).toEqual([alone!.filesSha256, undefined])
    const request = await store.latestFile(document.id, 'as4-request')
    expect(request!.bytes.toString()).toBe('mime')
    expect(request!.file.sha256).toBe(createHash('sha256').update('mime').digest('hex'))
    await store.numberEvents()
    const { events } = await store.eventPage({ tenantId, limit: 10 })
    expect(events.map(({ type }) => type)).toEqual(['document.accepted', 'document.accepted'])
  })

  async function acceptAlone() {
    const alone = newAccept(tenantId, { number: randomUUID() })
    await store.acceptDocument(alone)
    return store.auditOf(alone.document.id)
  }

  test('belongs to who asked, who may end it', async () => {
    const start = newBegun()
    const { document, job } = start
    const outcome = await store.acceptDocument(start)
    expect(await claimJobs(store, claimBy('node-2', second(2)))).toEqual([])
    const end = {
      documentId: document.id,
      attempt: { ...job!.start!.attempt, endedAt: second(3), outcome: 'delivered' },
      ...{ at: second(3), completedAt: second(3), certainty: 'confirmed' as const, files: [] },
      move: { to: 'delivered', event: 'delivered', actor: 'delivery' } as const,
      lane: laneUnknown,
    }
    const { jobId, epoch } = (outcome as Extract<Accepted, { kind: 'stored' }>).start!
    expect(await store.finishAttempt({ ...end, jobId, epoch: epoch + 1 })).toBe(false)
    expect(await store.finishAttempt({ ...end, jobId, epoch })).toBe(true)
    expect((await facts(start)).stored).toMatchObject({ status: 'delivered', attempts: 1 })
    expect(await store.backlog()).toEqual(new Map())
  })

  test('is taken over when its lease has run out, and may have been sent', async () => {
    const start = newBegun()
    await store.acceptDocument(start)
    const [job] = await claimJobs(store, claimBy('node-2', second(17)))
    expect(job).toMatchObject({ epoch: 2, document: { id: start.document.id, attempts: 1 } })
    const { stored, lines, attempts } = await facts(start)
    expect(stored.certainty).toBe('unknown')
    expect(lines.map(({ event }) => event)).toEqual([
      ...['submitted', 'claimed', 'lease-ran-out', 'claimed'],
    ])
    expect(attempts).toMatchObject([{ outcome: 'lease-ran-out', endedAt: second(17) }])
  })

  test('holds a place, as one that was claimed does', async () => {
    const all = Array.from({ length: 20 }, () => newBegun())
    const outcomes = await Promise.all(all.map(store.acceptDocument))
    expect(outcomes.filter(begins)).toHaveLength(slots.ofEndpoint)
    expect(await claimJobs(store, claimBy('node-1', second(2), 64))).toEqual([])
    const others = await Promise.all(
      Array.from({ length: 40 }, (_, number) => accept({ lane: `https://${number % 3}.test` })),
    )
    expect(others.filter(Boolean)).toHaveLength(slots.ofTenant - slots.ofEndpoint)
    const another = await newTenant(store, 'another')
    expect(await accept({ lane: 'https://4.test', tenant: another })).toBe(true)
  })

  test('takes no more than its share, while another process lacks deliveries', async () => {
    await claimJobs(store, claimBy('node-2', second(0)))
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => accept()))
    expect(outcomes.filter(Boolean)).toHaveLength(slots.ofEndpoint / 2)
  })
})

describe('a document stands in line', () => {
  test('and nothing of its attempt is stored', async () => {
    await store.acceptDocument(newAccept(tenantId, { number: 'before' }))
    const start = newBegun()
    expect(await store.acceptDocument(start)).toEqual({ kind: 'stored' })
    const { stored, lines, attempts, kinds } = await facts(start)
    expect(stored).toMatchObject({ status: 'accepted', attempts: 0 })
    expect(stored.updatedAt).toEqual(start.document.createdAt)
    expect(lines.map(({ event }) => event)).toEqual(['submitted'])
    expect([attempts, kinds]).toEqual([[], ['ubl']])
    const { rows } = await pool.query('select count(*)::integer as count from payload_chunks')
    expect(rows).toEqual([{ count: 2 }])
    // In its turn it is claimed as any other.
    const jobs = await claimJobs(store, claimBy('node-1', second(2)))
    expect(jobs.map(({ epoch }) => epoch)).toEqual([1, 1])
  })

  const other = 'https://other.test'
  const another = () => store.acceptDocument(newAccept(tenantId, { number: randomUUID() }))
  const claim = (seconds: number, limit = 64) =>
    claimJobs(store, claimBy('node-1', second(seconds), limit))

  test.each<[string, () => Promise<unknown>]>([
    ['where another one does', another],
    [
      'where one is due for its next attempt',
      async () => {
        await another()
        await pool.query('update jobs set is_retry = true')
      },
    ],
    [
      'where one of another tenant does',
      async () => {
        const tenant = await newTenant(store, 'another')
        await store.acceptDocument(newAccept(tenant))
      },
    ],
    [
      'where one has lost its holder',
      async () => {
        await another()
        await claimJobs(store, { ...claimBy('dead', second(0)), leaseMs: 500 })
      },
    ],
    ['while everything is paused', () => store.pauseQueue({ since: second(0), actor: 'a' })],
    [
      'while its receiver is paused',
      () => store.pauseQueue({ receiver: '9930:de987654321', since: second(0), actor: 'a' }),
    ],
    [
      'while the circuit of its endpoint is open',
      () => pool.query('insert into lanes values ($1, 5, 1, $2)', [lane, second(600)]),
    ],
  ])('%s', async (_, prepare) => {
    expect(await accept({ lane: other })).toBe(true)
    await prepare()
    expect(await accept()).toBe(false)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['those in line want to go elsewhere', another],
    [
      'those in its lane wait for a later time',
      async () => {
        await another()
        await another()
        await pool.query(`update jobs set run_at = $1, lane = $2`, [second(60), other])
      },
    ],
    [
      'others are paused',
      async () => {
        await store.pauseQueue({ receiver: '0192:other', since: second(0), actor: 'a' })
        await store.pauseRestored({ since: second(0), actor: 'a' })
      },
    ],
  ])('unless %s', async (_, prepare) => {
    await prepare()
    expect(await accept({ lane: other })).toBe(true)
  })

  test('when it has more bytes than one statement stores', async () => {
    const start = newBegun()
    const large = newFile({ kind: 'submitted', bytes: Buffer.alloc(600_000, 'a') })
    expect(begins(await store.acceptDocument({ ...start, files: [large] }))).toBe(false)
    expect((await facts(start)).kinds).toEqual(['submitted'])
  })

  test('where its endpoint has failed and all that it may take is under way', async () => {
    await pool.query('insert into lanes values ($1, 1)', [lane])
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => accept()))
    expect(outcomes.filter(Boolean)).toHaveLength(slots.ofSlowEndpoint)
  })

  test('when all slots are taken by those that were claimed', async () => {
    for (let count = 0; count < slots.ofEndpoint; count++) await another()
    expect(await claim(1)).toHaveLength(slots.ofEndpoint)
    expect(await accept()).toBe(false)
  })

  // The embedded database has one session, in which nobody meets anybody.
  describe.skipIf(!serverUrl)('when it meets', () => {
    test('a claim, for which it does not wait', async () => {
      const claiming = await pool.connect()
      await claiming.query('begin; select pg_advisory_xact_lock(4207003)')
      expect(await accept()).toBe(false)
      await claiming.query('commit')
      claiming.release()
      await pool.query('delete from jobs')
      expect(await accept()).toBe(true)
    })

    const locks = async () => {
      const { rows } = await pool.query(
        `select count(*) filter (where not granted)::integer as waiting,
                count(*) filter (where locktype = 'advisory')::integer as claims
         from pg_locks where database = (select oid from pg_database
           where datname = current_database()) or locktype = 'transactionid'`,
      )
      return rows[0]
    }

    test('another one with its number, and claims do not wait for them', async () => {
      const start = newBegun()
      const storing = await pool.connect()
      await storing.query('begin')
      await storing.query('insert into document_numbers values ($1, $2, $3)', [
        ...[tenantId, numberDigest(start.document), randomUUID()],
      ])
      await another()
      const storedAfter = store.acceptDocument(start)
      // It holds the lock of claims for a moment, and then waits without it.
      await expect.poll(locks, { timeout: 10_000 }).toEqual({ waiting: 1, claims: 0 })
      expect(await claim(1)).toHaveLength(1)
      await storing.query('rollback')
      storing.release()
      expect(begins(await storedAfter)).toBe(false)
      expect((await facts(start)).stored.status).toBe('accepted')
    })
  })
})

describe('nothing is stored', () => {
  test('of one whose Idempotency-Key was lost, beside one that begins', async () => {
    const claim = newClaim(tenantId, 'key')
    await store.claimKey(claim)
    const lost = withKey(newBegun(), newClaim(tenantId, 'key'))
    const held = newBegun()
    const outcomes = await Promise.all([lost, held].map(store.acceptDocument))
    expect(outcomes).toMatchObject([{ kind: 'key-lost' }, { kind: 'stored', start: {} }])
    expect(await store.attemptsOf(lost.document.id)).toEqual([])
    expect(await store.documentById(tenantId, lost.document.id)).toBeUndefined()
  })

  test('of one whose number is taken, and the others of its batch begin', async () => {
    const first = newBegun()
    await store.acceptDocument(first)
    const same = newBegun()
    const { number } = first.document
    const taken = {
      ...same,
      allowDuplicate: false,
      document: { ...same.document, ...(number ? { number } : {}) },
    }
    const outcomes = await Promise.all([newBegun(), taken, newBegun()].map(store.acceptDocument))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['stored', 'taken', 'stored'])
    expect(outcomes.map(begins)).toEqual([true, false, true])
    expect(await store.attemptsOf(taken.document.id)).toEqual([])
  })
})
