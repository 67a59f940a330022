// What a document contained is removed when its time has come, and what became of it stays.
import { describe, expect, it } from 'vitest'
import { evidenceOf } from '../../../src/core/evidence/evidence.ts'
import { removeOldBytes } from '../../../src/core/evidence/retention.ts'
import { verifyAudit } from '../../../src/core/evidence/verify-audit.ts'
import { sendAgain } from '../../../src/core/operations/send-again.ts'
import { printStored } from '../../../src/core/tracking/print.ts'
import { fileContent, filesOf, historyOf } from '../../../src/core/tracking/track.ts'
import { openTestGateway } from '../test-gateway.ts'

const { gateway, caller, clock, submit, attempt, claim, pool, faultPlan } = await openTestGateway()
const dayMs = 24 * 3_600_000
const retaining = { ...gateway, retention: { days: 30, daysMin: 1, everyMs: 3_600_000 } }

async function chunks(): Promise<number> {
  const { rows } = await pool.query('select count(*)::integer as count from payload_chunks')
  return rows[0].count
}

async function delivered(): Promise<{ id: string }> {
  const { record } = await submit()
  expect((await attempt()).status).toBe('delivered')
  return record
}

describe('after RETENTION_DAYS', () => {
  it('the bytes are gone; record, files, digests and the audit log stay', async () => {
    const document = await delivered()
    const before = await filesOf(gateway, caller, document)
    clock.aheadMs += 62 * dayMs
    await removeOldBytes(retaining)
    expect(await chunks()).toBe(0)
    expect(await filesOf(gateway, caller, document)).toEqual(before)
    const { auditLog } = await historyOf(gateway, caller, document)
    expect(auditLog).toHaveLength(3)
    const { trust } = gateway.peppolAccess.network
    const verifying = verifyAudit({ store: gateway.store, trust, seatId: 'POP900001' })
    expect(await verifying.next()).toMatchObject({ done: true })
  })

  it('whoever asks for them is told so', async () => {
    const document = await delivered()
    const { files } = await filesOf(gateway, caller, document)
    const gone = { code: 'document.content-removed' }
    const asked = [
      () => fileContent(gateway, caller, document.id, files[0]!.id),
      () => evidenceOf(gateway, caller, document),
      () => printStored(gateway, caller, document, {}),
    ]
    await expect(asked[0]!()).resolves.toBeDefined()
    clock.aheadMs += 62 * dayMs
    await removeOldBytes(retaining)
    for (const ask of asked) await expect(ask()).rejects.toMatchObject(gone)
  })

  it('a failed document cannot be tried again', async () => {
    faultPlan.inject('ebms-error')
    const { record } = await submit()
    await attempt()
    faultPlan.clear()
    clock.aheadMs += 62 * dayMs
    await removeOldBytes(retaining)
    await expect(sendAgain(gateway, caller, record)).rejects.toMatchObject({
      code: 'document.not-retryable',
      detail: 'Its bytes were removed after RETENTION_DAYS.',
    })
  })
})

it('a day before, nothing is removed, nor without RETENTION_DAYS', async () => {
  await delivered()
  const before = await chunks()
  expect(before).toBeGreaterThan(0)
  clock.aheadMs += 29 * dayMs
  await removeOldBytes(retaining)
  expect(await chunks()).toBe(before)
  clock.aheadMs += 33 * dayMs
  await removeOldBytes(gateway)
  expect(await chunks()).toBe(before)
})

describe.each([
  ['emptying the table of its month', 1_000],
  ['rows, when too much of its month is open', 0],
])('by %s', (_, leftMax) => {
  it('an open document keeps its bytes until it is done for as long', async () => {
    while (gateway.now().getUTCDate() !== 25) clock.aheadMs += dayMs
    const done = await delivered()
    const deadline = new Date(gateway.now().getTime() + 20 * dayMs).toISOString()
    const { record } = await submit({ options: { deadline } })
    await gateway.store.pauseQueue({ since: gateway.now(), actor: 'test' })
    expect(await claim()).toEqual([])
    clock.aheadMs += 10 * dayMs
    await remove(leftMax)
    expect(await gateway.store.areBytesKept(done.id)).toBe(false)
    expect(await gateway.store.areBytesKept(record.id)).toBe(true)

    await gateway.store.resumeQueue({ now: gateway.now(), actor: 'test' })
    expect((await attempt()).status).toBe('delivered')
    clock.aheadMs += 2 * dayMs
    await remove(leftMax)
    expect(await gateway.store.areBytesKept(record.id)).toBe(false)
  })

  async function remove(most: number): Promise<void> {
    const { store } = gateway
    const removeOldMonth = (before: Date) => store.removeOldMonth(before, most)
    await removeOldBytes({
      ...{ ...gateway, store: { ...store, removeOldMonth } },
      retention: { days: 1, daysMin: 1, everyMs: 0 },
    })
  }
})

it('bytes that came later than their month stay until theirs goes', async () => {
  while (gateway.now().getUTCDate() !== 28) clock.aheadMs += dayMs
  const deadline = new Date(gateway.now().getTime() + 20 * dayMs).toISOString()
  const { record } = await submit({ options: { deadline } })
  clock.aheadMs += 5 * dayMs
  expect((await attempt()).status).toBe('delivered')
  const all = await chunks()
  clock.aheadMs += 30 * dayMs
  await removeOldBytes(retaining)
  const left = await chunks()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(all)
  clock.aheadMs += 31 * dayMs
  await removeOldBytes(retaining)
  expect(await chunks()).toBe(0)
  expect(await gateway.store.areBytesKept(record.id)).toBe(false)
})

describe('a tenant with days of its own', () => {
  const by = () => ({ actor: 'test', at: gateway.now() })
  const own = (retentionDays: number | null) =>
    gateway.store.changeTenant({ id: caller.tenant.id, retentionDays }, by())
  const isKept = ({ id }: { id: string }) => gateway.store.areBytesKept(id)
  /** At the beginning of a month, which is over in 31 days at most. */
  const begin = () => {
    while (gateway.now().getUTCDate() !== 2) clock.aheadMs += dayMs
  }
  const later = async (days: number, on: Parameters<typeof removeOldBytes>[0] = retaining) => {
    clock.aheadMs += days * dayMs
    await removeOldBytes(on)
  }

  it('keeps its bytes for longer than others, whose bytes go when they would', async () => {
    begin()
    const another = { ...caller, tenant: { ...caller.tenant, id: gateway.newId(), name: 'other' } }
    await gateway.store.ensureTenant(another.tenant, by())
    await own(100)
    const document = await delivered()
    const { record } = await submit({ caller: another })
    await gateway.store.cancelDocument({
      ...{ documentId: record.id, tenantId: another.tenant.id, now: gateway.now() },
      move: { to: 'cancelled', event: 'cancelled', actor: 'test' },
    })
    await later(62)
    expect([await isKept(document), await isKept(record)]).toEqual([true, false])
    await later(37)
    expect(await isKept(document)).toBe(true)
    await later(2)
    expect(await isKept(document)).toBe(false)
  })

  it('keeps them for less, also where RETENTION_DAYS is not set', async () => {
    begin()
    await own(7)
    const [first, second] = [await delivered(), await delivered()]
    await later(6, gateway)
    expect(await isKept(first)).toBe(true)
    await later(2, gateway)
    expect([await isKept(first), await isKept(second)]).toEqual([false, false])
  })

  it('keeps what is open until it has been done for as long', async () => {
    begin()
    await own(7)
    const deadline = new Date(gateway.now().getTime() + 25 * dayMs).toISOString()
    const { record } = await submit({ options: { deadline } })
    await later(10)
    expect(await isKept(record)).toBe(true)
    expect((await attempt()).status).toBe('delivered')
    await later(6)
    expect(await isKept(record)).toBe(true)
    await later(2)
    expect(await isKept(record)).toBe(false)
  })

  it('that gives them up is as the others again, for what is stored already too', async () => {
    begin()
    await own(1000)
    const document = await delivered()
    await later(62)
    expect(await isKept(document)).toBe(true)
    await own(null)
    await later(1)
    expect(await isKept(document)).toBe(false)
  })
})

it('of all processes one does it, once in its time', async () => {
  const now = gateway.now()
  const schedule = { name: 'retention', everyMs: 1_000 }
  const asked = await Promise.all(
    Array.from({ length: 8 }, () => gateway.store.claimSchedule({ ...schedule, now })),
  )
  expect(asked.filter(Boolean)).toHaveLength(1)
  const soon = new Date(now.getTime() + 999)
  expect(await gateway.store.claimSchedule({ ...schedule, now: soon })).toBe(false)
  const later = new Date(now.getTime() + 1_000)
  expect(await gateway.store.claimSchedule({ ...schedule, now: later })).toBe(true)
})
