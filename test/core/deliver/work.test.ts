import { describe, expect, it } from 'vitest'
import { startWork } from '../../../src/core/deliver/work.ts'
import type { Gateway } from '../../../src/core/gateway.ts'
import { makeNotifier } from '../../../src/core/runtime/notifier.ts'
import { listRecords, trackDocument, waitForChange } from '../../../src/core/tracking/track.ts'
import type { Store } from '../../../src/store/index.ts'
import { invoice, jsonBody, openTestGateway } from '../test-gateway.ts'

const testGateway = await openTestGateway()
const { gateway, caller } = testGateway

const finalStates = (ids: string[]) =>
  Promise.all(
    ids.map(
      async (id) =>
        (await waitForChange(gateway, caller, id, { until: 'final', waitMs: 15_000 })).status,
    ),
  )

describe('the work', () => {
  it('delivers each document once although two workers claim at the same time', async () => {
    const submitted = await Promise.all(Array.from({ length: 12 }, () => testGateway.submit()))
    const ids = submitted.map(({ record }) => record.id)
    const workers = ['one', 'two'].map((owner) => startWork(gateway, owner))
    expect(await finalStates(ids)).toEqual(ids.map(() => 'delivered'))
    await Promise.all(workers.map((worker) => worker.stop(5_000)))
    const attempts = await Promise.all(ids.map((id) => gateway.store.attemptsOf(id)))
    expect(attempts.map((made) => made.length)).toEqual(ids.map(() => 1))
  })

  it('begins at once when a document is submitted to an idle worker', async () => {
    const worker = startWork(gateway, 'idle')
    const { record } = await testGateway.submit()
    expect(await finalStates([record.id])).toEqual(['delivered'])
    await worker.stop(5_000)
  })

  it('goes on when a delivery ends, however many wait for one endpoint', async () => {
    const count = 2 * gateway.delivery.slots.ofEndpoint + 3
    const submitted = await Promise.all(Array.from({ length: count }, () => testGateway.submit()))
    const ids = submitted.map(({ record }) => record.id)
    // Nothing else wakes it.
    const delivery = { ...gateway.delivery, lookAgainMs: 600_000 }
    const worker = startWork({ ...gateway, delivery }, 'waiting')
    expect(await finalStates(ids)).toEqual(ids.map(() => 'delivered'))
    await worker.stop(5_000)
  })

  it('claims now and then while something is left in line, however often woken', async () => {
    let claims = 0
    const store: Store = {
      ...gateway.store,
      claimJobs(claim) {
        claims++
        return gateway.store.claimJobs(claim)
      },
    }
    const queued = makeNotifier()
    const slots = { ...gateway.delivery.slots, ofEndpoint: 0 }
    const delivery = { ...gateway.delivery, slots, claimAgainMs: 50 }
    await testGateway.submit()
    const worker = startWork({ ...gateway, store, queued, delivery }, 'full')
    const waking = setInterval(() => queued.notify(), 1)
    await new Promise((later) => setTimeout(later, 300))
    clearInterval(waking)
    await worker.stop(5_000)
    expect(claims).toBeGreaterThan(1)
    expect(claims).toBeLessThanOrEqual(7)
  })

  it('finishes work in progress before it stops, and takes no more', async () => {
    testGateway.faultPlan.inject('slow')
    const worker = startWork(gateway, 'stopping')
    const { record } = await testGateway.submit()
    const sending = await waitForChange(gateway, caller, record.id, {
      until: 'change',
      waitMs: 10_000,
      since: record.updatedAt,
    })
    expect(sending.status).toBe('sending')
    const stopping = worker.stop(10_000)
    const { record: late } = await testGateway.submit()
    testGateway.faultPlan.clear()
    await stopping
    expect((await trackDocument(gateway, caller, { id: record.id })).status).toBe('delivered')
    expect((await trackDocument(gateway, caller, { id: late.id })).status).toBe('accepted')
  })

  it('keeps its lease while an answer is slow', async () => {
    const renewed = makeNotifier()
    const store: Store = {
      ...gateway.store,
      async renewLease(lease) {
        const isHeld = await gateway.store.renewLease(lease)
        // Only renewals after the clock moved count.
        if (lease.until > gateway.now()) renewed.notify()
        return isHeld
      },
    }
    const { work, id } = await startSlowly({ ...gateway, store }, 10)
    const renewals = renewed.subscribe()
    testGateway.clock.aheadMs += 10 * gateway.delivery.leaseMs
    await renewals.next(10_000)
    renewals.stop()
    expect(await testGateway.claim()).toEqual([])
    testGateway.faultPlan.clear()
    expect(await finalStates([id])).toEqual(['delivered'])
    await work.stop(5_000)
    expect(await testGateway.events(id)).toEqual(['submitted', 'claimed', 'delivered'])
  })

  it('loses a lease that it does not renew', async () => {
    const { work, id } = await startSlowly(gateway, 1_000_000)
    testGateway.clock.aheadMs += 10 * gateway.delivery.leaseMs
    expect((await testGateway.claim()).map(({ document }) => document.id)).toEqual([id])
    testGateway.faultPlan.clear()
    await work.stop(5_000)
  })

  /** A worker in the middle of a delivery, whose receiver does not answer yet. */
  async function startSlowly(on: Gateway, leaseRenewMs: number) {
    testGateway.faultPlan.inject('slow')
    const work = startWork({ ...on, delivery: { ...on.delivery, leaseRenewMs } }, 'patient')
    const { record } = await testGateway.submit()
    const { id, updatedAt: since } = record
    const change = { until: 'change', waitMs: 10_000, since } as const
    expect((await waitForChange(gateway, caller, id, change)).status).toBe('sending')
    // Until its attempt is stored, which renews the lease.
    await expect.poll(() => gateway.store.attemptsOf(id)).toHaveLength(1)
    return { work, id }
  }

  it('keeps slots for others while an endpoint never answers', async () => {
    const dead = { scheme: '0088', id: '7300010000001' }
    const { gateway: hung, hang, release } = hanging('http://dead.test/as4')
    await testGateway.submit({ body: jsonBody(invoice(dead)) })
    await testGateway.attempt(hung)
    await hang(dead.id)
    for (let count = 0; count < 80; count++)
      await testGateway.submit({ body: jsonBody(invoice(dead)) }, hung)
    const work = startWork(hung, 'patient')
    const { record } = await testGateway.submit({}, hung)
    expect(await finalStates([record.id])).toEqual(['delivered'])
    // Whoever claimed before has had a share until it was forgotten.
    const listed = () =>
      listRecords(gateway, caller, { status: ['sending'], sort: 'createdAt', limit: 200 })
    await expect
      .poll(async () => (await listed()).data.length)
      .toBe(gateway.delivery.slots.ofEndpoint)
    release()
    await work.stop(5_000)
  })

  /** A gateway for which one receiver's endpoint is this one, which takes a message and hangs. */
  function hanging(url: string) {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { peppolAccess } = gateway
    const post: Gateway['peppolAccess']['post'] = async (to, request) => {
      if (to !== url) return peppolAccess.post(to, request)
      await released
      return { kind: 'failed', reason: 'timeout', bodySent: true, detail: 'no answer' }
    }
    const hung: Gateway = { ...gateway, peppolAccess: { ...peppolAccess, post } }
    async function hang(receiver: string): Promise<void> {
      for (const [key, kept] of peppolAccess.endpoints) {
        if (key.includes(receiver)) kept.answer = Promise.resolve({ ...(await kept.answer), url })
      }
    }
    return { gateway: hung, hang, release }
  }
})
