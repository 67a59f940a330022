// Two processes on one database: what one does wakes the other, long before its next look.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { startWork } from '../../../src/core/deliver/work.ts'
import { openWaking } from '../../../src/core/runtime/waking.ts'
import { openStore } from '../../../src/store/index.ts'
import { reached, serverUrl, testDatabase } from '../../store/database.ts'
import { openTestGateway } from '../test-gateway.ts'

const lookAgainMs = 60_000

async function openTwo() {
  const one = await openTestGateway()
  const { url } = await testDatabase()
  const store = await openStore(reached(url))
  const log = { info() {}, warn() {}, error() {} }
  const { close, ...waking } = openWaking(store, { lookAgainMs, eventsKeptMs: 1e9, log })
  const delivery = { ...limits.delivery, lookAgainMs }
  const other = { ...one.gateway, ...waking, store, delivery }
  afterAll(async () => {
    await close()
    await store.close()
  })
  return { one, other, store }
}

describe.skipIf(!serverUrl)('on a PostgreSQL server (set DATABASE_URL)', async () => {
  // What is skipped is collected all the same.
  const { one, other, store } = serverUrl
    ? await openTwo()
    : ({} as Awaited<ReturnType<typeof openTwo>>)

  /** Until the other process has gone to sleep. */
  const asleep = () => new Promise((resolve) => setTimeout(resolve, 500))

  test('a document accepted here is claimed there at once', async () => {
    const work = startWork(other, 'other')
    onTestFinished(() => work.stop(10_000))
    await asleep()
    const began = Date.now()
    const { record } = await one.submit()
    const claimed = () => one.events(record.id)
    await expect.poll(claimed, { interval: 10, timeout: 10_000 }).toContain('claimed')
    expect(Date.now() - began).toBeLessThan(5_000)
    await expect.poll(claimed, { timeout: 20_000 }).toContain('delivered')
  })

  test('a long poll there ends when the document moves here', async () => {
    const { record } = await one.submit()
    const { id, updatedAt, status } = record
    const document = other.following.follow(id)
    const feed = other.events.following.follow(one.caller.tenant.id)
    const [{ last = 0 } = {}] = await store.lastEvents([one.caller.tenant.id])
    const began = Date.now()
    const waits = [document.next({ updatedAt, status }, 30_000), feed.next({ last }, 30_000)]
    await asleep()
    await one.attempt()
    one.gateway.events.notify(one.caller.tenant.id)
    await Promise.all(waits)
    expect(Date.now() - began).toBeLessThan(10_000)
  })
})
