import { describe, expect, it } from 'vitest'
import { trackDocument, waitForChange } from '../../src/core/track.ts'
import { startWork } from '../../src/core/work.ts'
import { openTestGateway } from './test-gateway.ts'

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
    testGateway.faultPlan.inject('slow')
    const brief = { ...gateway, delivery: { ...gateway.delivery, leaseMs: 600, leaseRenewMs: 100 } }
    const worker = startWork(brief, 'patient')
    const { record } = await testGateway.submit()
    await waitForChange(gateway, caller, record.id, { until: 'final', waitMs: 1_500 })
    testGateway.faultPlan.clear()
    expect(await finalStates([record.id])).toEqual(['delivered'])
    await worker.stop(5_000)
    expect(await testGateway.events(record.id)).toEqual(['submitted', 'claimed', 'delivered'])
  })
})
