// A server behind PgBouncer in transaction mode: each transaction may meet another session.
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { openStore } from '../../src/store/index.ts'
import { poolerUrl, reached, testDatabase } from './database.ts'
import { claimBy, claimJobs } from './records.ts'

const { url, pool } = await testDatabase()
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()))
})

async function open(options: Parameters<typeof openStore>[0]) {
  const store = await openStore(options)
  opened.push(store)
  return store
}

describe.skipIf(!poolerUrl)('behind a pooler (set POOLER_URL)', () => {
  const through = () => {
    const options = reached(url)
    if (!('databaseUrl' in options)) throw new Error('no server')
    return options
  }
  // The connections of two nodes share the few sessions of the pooler.
  const claimOften = async (options: Parameters<typeof openStore>[0]) => {
    const nodes = await Promise.all([open(options), open(options)])
    const claims = nodes.flatMap((node, number) =>
      Array.from({ length: 50 }, () => claimJobs(node, claimBy(`node ${number}`, new Date()))),
    )
    const outcomes = await Promise.allSettled(claims)
    return outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [String(outcome.reason)] : [],
    )
  }

  test('no statement depends on its session', async () => {
    expect(await claimOften(through())).toEqual([])
  })

  test('statements with names would', async () => {
    const { databaseUrl } = through()
    expect(await claimOften({ databaseUrl })).toContainEqual(
      expect.stringMatching(/prepared statement "\w+" does not exist/),
    )
  })

  test('nodes tell each other past the pooler, where they may', async () => {
    const [one, two] = await Promise.all([open(through()), open(through())])
    const heard: string[] = []
    const ears = [one.openNotices(() => {}), two.openNotices((notice) => void heard.push(notice))]
    await expect.poll(() => heard.length).toBe(2)
    ears[0]!.send('queued')
    await expect.poll(() => heard.length).toBe(3)
    await Promise.all(ears.map((ear) => ear.close()))
  })

  test('without a way past it, nobody listens', async () => {
    const { directUrl, ...alone } = through()
    expect(directUrl).toBe(url)
    const store = await open(alone)
    const { rows } = await pool.query<{ since: string }>('select now()::text as since')
    store.openNotices(() => {}).send('queued')
    await pause(100)
    // Those of the test before may still be ending.
    const listening = await pool.query(
      `select state, wait_event, query from pg_stat_activity
       where application_name = 'fourcorner notices' and datname = current_database()
         and backend_start >= $1`,
      [rows[0]!.since],
    )
    expect(listening.rows).toEqual([])
  })
})
