// Documents that had to be reported to a tax authority, and have no report.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../../src/core/gateway.ts'
import { findUnreported } from '../../../src/core/reporting/find-unreported.ts'
import type { TaxReporting } from '../../../src/store/index.ts'
import { invoice, jsonBody, openTestGateway } from '../test-gateway.ts'

const test = await openTestGateway()
const { gateway, pool, clock } = test
const { store, now } = gateway
const minuteMs = 60_000

const slovakia: TaxReporting = {
  ...{ regime: 'sk', participants: ['0208:0123456749'], receiver: '0242:000773' },
  ...{ authority: { id: 'SK' }, from: '2026-01-01', holdOutcome: false, overdueMinutes: 25 },
}
const reporting: Caller = {
  ...test.caller,
  tenant: { ...test.caller.tenant, taxReporting: [slovakia] },
}

const setTo = (taxReporting: TaxReporting[]) =>
  store.changeTenant({ id: test.caller.tenant.id, taxReporting }, { actor: 'test', at: new Date() })

beforeEach(async () => {
  clock.aheadMs = 0
  await setTo([slovakia])
})

async function look(): Promise<{ found: number; counted: number[]; named: object[] }> {
  const counted: number[] = []
  const named: object[] = []
  const found = await findUnreported({
    ...{ store, now },
    metrics: { ...gateway.metrics, unreportedFound: (count) => counted.push(count) },
    log: { ...gateway.log, error: (facts: object) => named.push(facts) },
  })
  return { found, counted, named }
}

const submitted = (caller: Caller, change: object = {}) =>
  test.submit({ caller, body: jsonBody({ ...invoice(), number: crypto.randomUUID() }), ...change })

describe('the daily look', () => {
  it('finds what was accepted without its report, and names it', async () => {
    clock.aheadMs = 20 * minuteMs
    await submitted(reporting)
    const { record } = await submitted(test.caller)
    const { id: tenantId } = test.caller.tenant
    expect(await look()).toEqual({
      ...{ found: 1, counted: [1] },
      named: [{ tenantId, documents: 1, ids: [record.id] }],
    })
  })

  it('finds nothing where all have one', async () => {
    clock.aheadMs = 20 * minuteMs
    await submitted(reporting)
    expect(await look()).toEqual({ found: 0, counted: [], named: [] })
  })

  it('leaves out what was accepted before the setting, and right after it', async () => {
    await submitted(test.caller)
    clock.aheadMs = 10 * minuteMs
    await submitted(test.caller)
    clock.aheadMs = 60 * minuteMs
    expect((await look()).found).toBe(0)
  })

  it('goes by changes of this setting alone', async () => {
    clock.aheadMs = 20 * minuteMs
    await submitted(test.caller)
    const by = { actor: 'test', at: new Date(Date.now() + 30 * minuteMs) }
    await store.changeTenant({ id: test.caller.tenant.id, name: 'another name' }, by)
    expect((await look()).found).toBe(1)
  })

  it('leaves out what need not be reported', async () => {
    clock.aheadMs = 20 * minuteMs
    await submitted(test.caller, { testOnly: true })
    await setTo([{ ...slovakia, from: '2999-01-01' }])
    clock.aheadMs = 60 * minuteMs
    await submitted(test.caller)
    expect((await look()).found).toBe(0)
    await setTo([])
    expect((await look()).found).toBe(0)
  })

  it('looks no further back than some days, and at all pages', async () => {
    clock.aheadMs = 20 * minuteMs
    await submitted(test.caller)
    clock.aheadMs += 2 * 24 * 60 * minuteMs
    expect((await look()).found).toBe(1)
    clock.aheadMs += 2 * 24 * 60 * minuteMs
    expect((await look()).found).toBe(0)
  })
})

describe('the levels', () => {
  it('count reports without an end, and tell the age of the oldest', async () => {
    expect(await store.taxReportLevels(now())).toEqual({ counts: [], oldestSeconds: 0 })
    await submitted(reporting)
    clock.aheadMs = 10 * minuteMs
    await submitted(reporting)
    const { counts, oldestSeconds } = await store.taxReportLevels(now())
    expect(counts).toEqual([{ regime: 'sk', status: 'pending', count: 2 }])
    expect(oldestSeconds).toBeGreaterThanOrEqual(600)
    expect(oldestSeconds).toBeLessThan(900)
  })

  it('count those that failed, and none that was accepted', async () => {
    await submitted(reporting)
    await submitted(reporting)
    await submitted(reporting)
    const statuses = ['failed', 'accepted', 'rejected']
    const { rows } = await pool.query<{ document_id: string }>(
      'select document_id from states where tax_report is not null',
    )
    for (const [index, { document_id: id }] of rows.entries())
      await pool.query(
        `update states set tax_report = tax_report || jsonb_build_object('status', $2::text)
         where document_id = $1`,
        [id, statuses[index]],
      )
    expect(await store.taxReportLevels(now())).toEqual({
      counts: [
        { regime: 'sk', status: 'failed', count: 1 },
        { regime: 'sk', status: 'rejected', count: 1 },
      ],
      oldestSeconds: 0,
    })
  })
})
