// What processes tell each other: only a server passes it on.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openStore } from '../../../src/store/index.ts'
import { reached, serverUrl, testDatabase } from '../database.ts'
import { newTenant } from '../records.ts'

const { store, pool, url } = await testDatabase()
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()))
})

async function openNode(at = reached(url)) {
  const heard: string[] = []
  const node = await openStore(at)
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
  return { ...notices, heard, store: node }
}

/** The same database by the Unix socket of its server, if that is on this machine. */
async function socketUrl(): Promise<string | undefined> {
  const { rows } = await pool.query<{ folders: string; port: string }>(
    `select current_setting('unix_socket_directories') as folders,
            current_setting('port') as port`,
  )
  const { folders, port } = rows[0]!
  const [folder = ''] = folders.split(', ')
  if (!existsSync(join(folder, `.s.PGSQL.${port}`))) return undefined
  const near = new URL(url)
  near.searchParams.set('host', folder)
  near.searchParams.set('port', port)
  return near.href
}

const near = serverUrl && (await socketUrl())

// Other tests have databases of their own on the same server.
const ours = "application_name = 'fourcorner notices' and datname = current_database()"
async function listeners(): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where ${ours}`,
  )
  return rows.map(({ pid }) => pid)
}

describe.skipIf(!serverUrl)('on a PostgreSQL server (set DATABASE_URL)', () => {
  test('a notice is heard by every other process, and not by the one that sent it', async () => {
    const [one, two, three] = await Promise.all([openNode(), openNode(), openNode()])
    one.send('queued')
    await expect.poll(() => [two.heard, three.heard]).toEqual([['queued'], ['queued']])
    two.send('happened')
    await expect.poll(() => one.heard).toEqual(['happened'])
    expect(two.heard).toEqual(['queued'])
  })

  test.skipIf(!near)('the Unix socket of a server on this machine does as well', async () => {
    const [one, two] = await Promise.all([openNode(), openNode({ databaseUrl: near! })])
    one.send('queued')
    await expect.poll(() => two.heard).toEqual(['queued'])
    two.send('happened')
    await expect.poll(() => one.heard).toEqual(['happened'])
    expect(await store.tenantById(await newTenant(two.store))).toBeDefined()
    const sessions = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name like 'fourcorner%'
         and client_addr is null`,
    )
    expect(sessions.rowCount).toBeGreaterThanOrEqual(2)
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
    // Those of the tests before may still be ending.
    const before = await listeners()
    const ownOnes = async () => (await listeners()).filter((pid) => !before.includes(pid))
    const node = await openNode()
    await expect.poll(ownOnes).toHaveLength(1)
    await opened.pop()!.close()
    await expect.poll(ownOnes).toEqual([])
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
