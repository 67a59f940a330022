// A server whose commits wait for a second node: what that one may not have is answered for by
// nobody, not even when it has come to light on the first one, as it does after a crash.
import { setTimeout } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDatabaseAway, openStore, type Store } from '../../src/store/index.ts'
import { type Postgres, startPostgres } from '../chaos/postgres.ts'
import { serverUrl } from './database.ts'
import { newAccept, newClaim, newTenant, start, withKey } from './records.ts'

describe.skipIf(!serverUrl)('on a PostgreSQL server (set DATABASE_URL)', () => {
  let postgres: Postgres
  let store: Store
  let pool: Pool

  beforeAll(async () => {
    postgres = await startPostgres()
    store = await openStore({ databaseUrl: postgres.url })
    pool = new Pool({ connectionString: postgres.url })
    pool.on('error', () => {})
  })
  afterAll(async () => {
    await store?.close()
    await pool?.end()
    await postgres?.remove()
  })

  async function waitForNode(name: string): Promise<void> {
    await pool.query(`alter system set synchronous_standby_names = '${name}'`)
    await pool.query('select pg_reload_conf()')
    const names = () => pool.query('show synchronous_standby_names').then(({ rows }) => rows[0])
    await expect.poll(names).toEqual({ synchronous_standby_names: name })
  }

  test('an answer is repeated only once the second node has it', async () => {
    const tenantId = await newTenant(store)
    const claim = newClaim(tenantId, 'k')
    await store.claimKey(claim)
    await store.makeMonths(start)
    await waitForNode('b')
    const keyed = withKey(newAccept(tenantId), claim)
    const accepting = store.acceptDocument(keyed).catch(isDatabaseAway)
    const isWaiting = () =>
      pool
        .query(`select from pg_stat_activity where wait_event = 'SyncRep'`)
        .then(({ rowCount }) => rowCount)
    await expect.poll(isWaiting).toBe(1)
    await postgres.crash()
    expect(await accepting).toBe(true)

    const look = () => store.documentById(tenantId, keyed.document.id).catch(() => undefined)
    await expect.poll(look).toBeDefined()
    const again = store.claimKey(newClaim(tenantId, 'k'))
    expect(await Promise.race([again, setTimeout(2_000, 'no answer')])).toBe('no answer')
    await waitForNode('')
    expect(await again).toEqual({ kind: 'answered', answer: keyed.idempotency!.answer })
  })
})
