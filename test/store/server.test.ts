// What only a server can do to us: connections that break during a statement, and two gateways
// at the same moment.
import { setTimeout } from 'node:timers/promises'
import { Pool } from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { statesOf } from '../../src/core/status.ts'
import { isDatabaseAway, openStore } from '../../src/store/index.ts'
import { claimJobs as claimOn } from '../../src/store/queue/jobs.ts'
import { poolerUrl, serverUrl, testDatabase } from './database.ts'
import {
  after,
  claimBy,
  claimJobs,
  claimOf,
  claimOne,
  newAccept,
  newAttempt,
  newFile,
  newTenant,
  start,
} from './records.ts'

const { store, pool, url } = await testDatabase()

beforeEach(() => testDatabase())

describe.skipIf(!serverUrl)('on a PostgreSQL server (set DATABASE_URL)', () => {
  /** Ends all connections of the store from outside, as a restart of the server does. */
  const breakConnections = () =>
    pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'fourcorner'`,
    )

  test('connections that break fail their statements, and the next ones work', async () => {
    const tenantId = await newTenant(store)
    let broken = 0
    for (let round = 0; round < 10; round++) {
      const accept = {
        ...newAccept(tenantId),
        files: [newFile({ bytes: Buffer.alloc(10_000_000, 'x') })],
      }
      const reads = Array.from({ length: 8 }, () => store.listTokens())
      const working = Promise.allSettled([store.acceptDocument(accept), ...reads])
      await setTimeout(round * 15)
      await breakConnections()
      const [accepted, ...read] = await working
      const rejected = [accepted, ...read].filter((outcome) => outcome?.status === 'rejected')
      for (const { reason } of rejected)
        expect(isDatabaseAway(reason) ? 'lost' : reason).toBe('lost')
      broken += rejected.length
      const look = () => store.documentById(tenantId, accept.document.id)
      await expect.poll(() => look().then(() => 'answered', isDatabaseAway)).toBe('answered')
      const stored = await look()
      // The reverse is possible: the answer to a commit can be lost with its connection.
      if (accepted?.status === 'fulfilled') expect(stored).toBeDefined()
    }
    expect(broken).toBeGreaterThan(0)
  })

  // Compiled, the statement of this list would take some hundreds of milliseconds.
  test.skipIf(poolerUrl)('statements are not compiled, however dear they seem', async () => {
    const tenantId = await newTenant(store)
    const dear = ['jit_above_cost', 'jit_inline_above_cost', 'jit_optimize_above_cost']
    const { rows } = await pool.query('select current_database() as name')
    for (const each of dear) await pool.query(`alter database ${rows[0].name} set ${each} = 0`)
    const another = await openStore({ databaseUrl: url })
    onTestFinished(() => another.close())
    const states = statesOf(['rejected'])
    let leastMs = Number.POSITIVE_INFINITY
    for (let round = 0; round < 5; round++) {
      const start = performance.now()
      await another.listDocuments(tenantId, { states, sort: '-createdAt', limit: 50 })
      leastMs = Math.min(leastMs, performance.now() - start)
    }
    expect(leastMs).toBeLessThan(100)
  })

  test.skipIf(poolerUrl)('bytes are compressed by LZ4, where the server has it', async () => {
    const accept = {
      ...newAccept(await newTenant(store)),
      files: [newFile({ bytes: Buffer.alloc(10_000, '<cbc:ID>1</cbc:ID>') })],
    }
    await store.acceptDocument(accept)
    const { rows } = await pool.query(
      `select pg_column_compression(bytes) as compression, 'lz4' = any (enumvals) as "hasLz4"
       from payload_chunks, pg_settings where pg_settings.name = 'default_toast_compression'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].compression).toBe(rows[0].hasLz4 ? 'lz4' : 'pglz')
  })

  // A session keeps what it began with, as one with a node does that another has replaced. Those
  // of a pooler are not ours to give up.
  test.skipIf(poolerUrl)('sessions with a node that takes no writes are given up', async () => {
    const tenantId = await newTenant(store)
    const accept = () =>
      store.acceptDocument(newAccept(tenantId)).then(
        ({ kind }) => kind,
        (error: { code?: string }) => (isDatabaseAway(error) ? error.code : error),
      )
    const setReadOnly = (value: 'on' | 'off') =>
      pool.query(
        `do $$ begin execute format(
           'alter database %I set default_transaction_read_only = ${value}', current_database());
         end $$`,
      )
    await setReadOnly('on')
    onTestFinished(() => setReadOnly('off').then())
    await breakConnections()
    await expect.poll(accept).toBe('25006')
    expect(await store.isReady()).toBe(false)
    await setReadOnly('off')
    await expect.poll(accept).toBe('stored')
    await expect.poll(() => store.isReady()).toBe(true)
  })

  test('a claim that meets an attempt being stored leaves the job to its holder', async () => {
    const tenantId = await newTenant(store)
    await store.acceptDocument(newAccept(tenantId))
    const job = await claimOne(store, start, 'first')
    const slow = await slowClaims(pool.options.connectionString ?? '')

    // The lease has run out, and the second claim has start to look for such jobs …
    const claiming = claimOn(slow, claimBy('second', after(16)))
    await expect.poll(isClaiming).toBe(true)
    // … when the first stores its attempt after all, and goes on to send.
    const attempt = newAttempt({ messageId: 'first@a' })
    const files = [newFile({ kind: 'as4-request' })]
    expect(
      await store.recordAttempt({ ...claimOf(job), attempt, files, leaseUntil: after(31) }),
    ).toBe(true)
    expect((await claiming).jobs).toEqual([])
    await slow.end()
  })

  test('nodes that claim at the same moment together take no more than the slots', async () => {
    const tenantId = await newTenant(store)
    await Promise.all(Array.from({ length: 60 }, () => store.acceptDocument(newAccept(tenantId))))
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, node) =>
        claimJobs(store, claimBy(`node-${node}`, after(1), 8)),
      ),
    )
    const owners = claims.map((jobs) => jobs.length)
    expect(owners.reduce((sum, count) => sum + count, 0)).toBe(16)
    expect(Math.max(...owners)).toBeLessThanOrEqual(8)
  })

  async function isClaiming(): Promise<boolean> {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where application_name = 'slow' and state = 'active' and ` +
        `wait_event = 'PgSleep'`,
    )
    return rowCount === 1
  }
})

/** A pool whose claims pause between their snapshot and their locks. */
async function slowClaims(connectionString: string): Promise<Pool> {
  const slow = new Pool({ connectionString, application_name: 'slow' })
  const { rows } = await pool.query<{ claim: string; lease: string }>(
    `select pg_get_functiondef('claim_deliveries'::regproc) as claim,
            pg_get_functiondef('lease_jobs'::regproc) as lease`,
  )
  const { claim, lease } = rows[0]!
  const pausing = lease
    .replace('lease_jobs', 'pausing_lease_jobs')
    .replace(
      /(and job\.run_at <= now_at)(\s+for update of job skip locked)/,
      '$1 and (select pg_sleep(1)) is not null$2',
    )
  expect(pausing).toContain('pg_sleep')
  await pool.query(pausing)
  const calling = claim
    .replace('claim_deliveries', 'pausing_claim_deliveries')
    .replace('from lease_jobs', 'from pausing_lease_jobs')
  expect(calling).toContain('from pausing_lease_jobs')
  await pool.query(calling)
  slow.on('connect', (client) => {
    const query = client.query.bind(client) as (config: { text: string }) => unknown
    const slowed = (config: { text: string }) =>
      query({ ...config, text: config.text.replace('claim_d', 'pausing_claim_d') })
    Object.assign(client, { query: slowed })
  })
  return slow
}
