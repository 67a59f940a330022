// What processes tell each other: only a server passes it on.
import { afterEach, describe, expect, test } from 'vitest'
import { openStore } from '../../src/store/index.ts'
import { reached, serverUrl, testDatabase } from './database.ts'

const { store, pool, url } = await testDatabase()
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()))
})

async function openNode() {
  const heard: string[] = []
  const node = await openStore(reached(url))
  const notices = node.openNotices((notice) => void heard.push(notice))
  opened.push({
    close: async () => {
      await notices.close()
      await node.close()
    },
  })
  // It hears everything once when it begins to listen.
  await expect.poll(() => heard.length).toBe(2)
  heard.length = 0
  return { ...notices, heard }
}

// Other tests have databases of their own on the same server.
const ours = "application_name = 'fourcorner notices' and datname = current_database()"
const listeners = () => pool.query(`select pid from pg_stat_activity where ${ours}`)

describe.skipIf(!serverUrl)('on a PostgreSQL server (set DATABASE_URL)', () => {
  test('a notice is heard by every other process, and not by the one that sent it', async () => {
    const [one, two, three] = await Promise.all([openNode(), openNode(), openNode()])
    one.send('queued')
    await expect.poll(() => [two.heard, three.heard]).toEqual([['queued'], ['queued']])
    two.send('happened')
    await expect.poll(() => one.heard).toEqual(['happened'])
    expect(two.heard).toEqual(['queued'])
  })

  test('many at a time are one', async () => {
    const [one, two] = await Promise.all([openNode(), openNode()])
    for (let count = 0; count < 1_000; count++) one.send(count % 2 ? 'queued' : 'happened')
    await expect.poll(() => two.heard.sort()).toEqual(['happened', 'queued'])
    one.send('queued')
    await expect.poll(() => two.heard.length).toBe(3)
  })

  test('a connection that broke is made again, and something may have been missed', async () => {
    const [one, two] = await Promise.all([openNode(), openNode()])
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`)
    await expect.poll(() => two.heard, { timeout: 10_000 }).toEqual(['queued', 'happened'])
    await expect.poll(() => one.heard.length, { timeout: 10_000 }).toBe(2)
    two.heard.length = 0
    one.send('queued')
    await expect.poll(() => two.heard).toEqual(['queued'])
  })

  test('closing ends the connection', async () => {
    const node = await openNode()
    // Those of the test before may still be ending.
    await expect.poll(async () => (await listeners()).rowCount).toBe(1)
    await opened.pop()!.close()
    await expect.poll(async () => (await listeners()).rowCount).toBe(0)
    node.send('queued')
  })
})

test.skipIf(serverUrl)('the embedded database has nobody to tell', async () => {
  const notices = store.openNotices(() => {
    throw new Error('nobody should be heard')
  })
  notices.send('queued')
  await notices.close()
})
