// The clock of the machine jumps by an hour while documents are sent: nothing is lost, nothing is
// received twice, and the audit log stays whole.
import { beforeEach, expect, it } from 'vitest'
import { startWork } from '../../src/core/deliver/work.ts'
import { signAudit } from '../../src/core/evidence/sign-audit.ts'
import { verifyAudit } from '../../src/core/evidence/verify-audit.ts'
import { waitForChange } from '../../src/core/tracking/track.ts'
import { openTestGateway } from './test-gateway.ts'

const testGateway = await openTestGateway()
const { gateway, caller, clock, submit, faultPlan, arrivals, events } = testGateway
const hourMs = 3_600_000

beforeEach(() => {
  clock.aheadMs = 0
})

const finalStatus = async (id: string) =>
  (await waitForChange(gateway, caller, id, { until: 'final', waitMs: 15_000 })).status

async function faultsInLog(): Promise<string[]> {
  await signAudit(gateway)
  const faults: string[] = []
  for await (const { detail } of verifyAudit(
    {
      store: gateway.store,
      trust: gateway.peppolAccess.network.trust,
      seatId: 'POP900001',
    },
    [],
  ))
    faults.push(detail)
  return faults
}

it('ahead: what is being sent is taken over, repeated, and known to its receiver', async () => {
  const before = arrivals().length
  faultPlan.inject('slow')
  const first = startWork(gateway, 'first')
  const { record } = await submit()
  await expect.poll(() => arrivals().length).toBe(before + 1)
  clock.aheadMs = hourMs
  const second = startWork(gateway, 'second')
  await expect.poll(() => arrivals().length).toBe(before + 2)
  faultPlan.clear()
  expect(await finalStatus(record.id)).toBe('delivered')
  await Promise.all([first.stop(5_000), second.stop(5_000)])

  const [once, again] = arrivals().slice(before)
  expect(once).not.toHaveProperty('repeat')
  expect(again).toMatchObject({ messageId: once!.messageId, repeat: true })
  expect(await events(record.id)).toEqual([
    ...['submitted', 'claimed', 'lease-ran-out', 'claimed', 'delivered'],
  ])
  expect(await faultsInLog()).toEqual([])
})

it('back: what was submitted before waits until then, what comes now is sent now', async () => {
  const before = arrivals().length
  const { record: early } = await submit()
  await signAudit(gateway)
  clock.aheadMs = -hourMs
  const work = startWork(gateway, 'worker')
  const { record: late } = await submit()
  expect(await finalStatus(late.id)).toBe('delivered')
  expect(await events(early.id)).toEqual(['submitted'])
  expect(await faultsInLog()).toEqual([])

  clock.aheadMs = 0
  expect(await finalStatus(early.id)).toBe('delivered')
  await work.stop(5_000)
  expect(arrivals().slice(before)).toHaveLength(2)
  expect(arrivals().slice(before)).not.toContainEqual(expect.objectContaining({ repeat: true }))
  expect(await faultsInLog()).toEqual([])
})

it('back, while it is sent: the lease is kept, and the receipt counts', async () => {
  const before = arrivals().length
  faultPlan.inject('slow')
  const work = startWork(gateway, 'worker')
  const { record } = await submit()
  await expect.poll(() => arrivals().length).toBe(before + 1)
  clock.aheadMs = -hourMs
  expect(await testGateway.claim()).toEqual([])
  faultPlan.clear()
  expect(await finalStatus(record.id)).toBe('delivered')
  await work.stop(5_000)
  expect(arrivals()).toHaveLength(before + 1)
  expect(await faultsInLog()).toEqual([])
})
