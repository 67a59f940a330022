// The report to a tax authority about a document that is sent: stored with it, and followed by it.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { deliver } from '../../../src/core/deliver/deliver.ts'
import type { Caller } from '../../../src/core/gateway.ts'
import { cancelDocument } from '../../../src/core/operations/cancel.ts'
import { reportAgain } from '../../../src/core/operations/report-again.ts'
import { playMls } from '../../../src/core/receive/play-mls.ts'
import { markOverdue } from '../../../src/core/receive/work-inbound.ts'
import {
  listTaxReports,
  reportsOfDocument,
  taxReportLines,
} from '../../../src/core/tracking/tax-reports.ts'
import type { Document, TaxReporting } from '../../../src/store/index.ts'
import { openValidator } from '../../../src/validation/index.ts'
import { invoice, jsonBody, openTestGateway } from '../test-gateway.ts'

const test = await openTestGateway()
const { pool, clock } = test
const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())
const gateway = { ...test.gateway, validate: validator.validate }
const { store } = gateway

const slovakia: TaxReporting = {
  ...{ regime: 'sk', participants: ['0208:0123456749'], receiver: '0242:000773' },
  ...{ authority: { id: 'SK' }, from: '2026-01-01', holdOutcome: false, overdueMinutes: 25 },
}
const tenant = { ...test.caller.tenant, taxReporting: [slovakia] }
const caller: Caller = { ...test.caller, tenant }

beforeEach(async () => {
  clock.aheadMs = 0
  await store.changeTenant(
    { id: tenant.id, taxReporting: [slovakia] },
    { actor: 'test', at: new Date() },
  )
})

const documentOf = async (id: string) => (await store.documentById(tenant.id, id))!

async function reportOf(id: string): Promise<Document> {
  const { taxReport } = await documentOf(id)
  return documentOf(taxReport!.documentId!)
}

async function toldOf(): Promise<string[]> {
  await store.numberEvents()
  const { events } = await store.eventPage({ tenantId: tenant.id, limit: 50 })
  return events.map(({ type, documentId }) => `${type} ${documentId}`)
}

describe('what a reporting participant sends', () => {
  it('is stored with its report, which names it', async () => {
    const { record } = await test.submit({ caller })
    expect(record.taxReport).toMatchObject({ status: 'pending', regime: 'sk', role: 'sender' })
    const report = await reportOf(record.id)
    expect(report).toMatchObject({
      ...{ kind: 'other', direction: 'outbound', tenantId: tenant.id, mlsType: 'ALWAYS_SEND' },
      ...{ sender: { id: '0208:0123456749' }, receiver: { id: '0242:000773' } },
      ...{ processId: 'cenbii-procid-ubl::urn:peppol:taxreporting' },
      reports: { documentId: record.id, role: 'sender', type: 'submit', sequence: 1 },
    })
    const { bytes } = (await store.latestFile(report.id, 'ubl'))!
    expect(bytes.toString()).toContain('<pxs:TaxDataTypeCode>S</pxs:TaxDataTypeCode>')
    expect(await test.events(record.id)).toEqual(['submitted', 'tax-report-pending'])
    const { rows } = await pool.query('select document_id, report_id from tax_reports')
    expect(rows).toEqual([{ document_id: record.id, report_id: report.id }])
  })

  it('tells of it by its own events alone', async () => {
    const { record } = await test.submit({ caller })
    expect(await toldOf()).toEqual([
      `document.accepted ${record.id}`,
      `document.tax-report.pending ${record.id}`,
    ])
  })

  it('has no report where the day has not come, or the tenant has no such setting', async () => {
    const later = { ...tenant, taxReporting: [{ ...slovakia, from: '2999-01-01' }] }
    const { record } = await test.submit({ caller: { ...caller, tenant: later } })
    const { record: other } = await test.submit({
      caller: test.caller,
      body: jsonBody({ ...invoice(), number: 'F-2' }),
    })
    expect([record.taxReport, other.taxReport]).toEqual([undefined, undefined])
    expect((await pool.query('select from tax_reports')).rowCount).toBe(0)
  })
})

/**
 * Sends all that is due, as often as it is, and plays the statuses that are. After ten rounds, days
 * pass.
 */
async function settle(rounds = 10): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const jobs = await test.claim()
    for (const job of jobs) await deliver(gateway, job)
    await markOverdue(gateway)
    const played = await store.claimInbound({
      ...{ owner: 'test', now: gateway.now(), leaseMs: 60_000, limit: 100 },
    })
    for (const claim of played) await playMls(gateway, claim)
    clock.aheadMs += round < 10 ? 300_000 : 12 * 3_600_000
  }
}

const about = async (id: string) =>
  (await test.events(id)).filter((event) => event.startsWith('tax-report'))

describe('what becomes of a report is told by what it reports', () => {
  it.each([
    ['tax-accepted', 'accepted', ['sent', 'accepted']],
    ['tax-rejected', 'rejected', ['sent', 'rejected']],
    ['tax-late', 'accepted', ['sent', 'overdue', 'accepted']],
    ['tax-unreachable', 'failed', ['failed']],
  ])('%s: %s', async (name, status, moves) => {
    const { record } = await test.submit({ caller, testOnly: true, scenario: { name, speed: 1 } })
    await settle(name === 'tax-unreachable' ? 40 : 10)
    const document = await documentOf(record.id)
    expect(document).toMatchObject({ status: 'delivered', taxReport: { status } })
    expect(document.mls).toBeUndefined()
    const expected = ['pending', ...moves].map((one) => `tax-report-${one}`)
    expect(await about(record.id)).toEqual(expected)
    const told = (await toldOf()).filter((line) => line.includes('tax-report'))
    const types = ['pending', ...moves].map((one) => `document.tax-report.${one} ${record.id}`)
    expect(told).toEqual(types)
    expect(await toldOf()).not.toContainEqual(
      expect.stringContaining((await reportOf(record.id)).id),
    )
  })

  it('a report is tried for as long as its deadline, whatever the number of attempts', async () => {
    const scenario = { name: 'tax-unreachable', speed: 1 }
    const { record } = await test.submit({ caller, testOnly: true, scenario })
    await settle(40)
    const report = await reportOf(record.id)
    expect(report.attempts).toBeGreaterThan(gateway.delivery.attemptsMax)
    expect(report.failure?.code).toBe('delivery.window-exhausted')
  })
})

describe('a report that cannot be judged', () => {
  it('waits, and is judged before it leaves', async () => {
    await test.submit({ caller, testOnly: true })
    // A validator that does not work: that of the shared gateway.
    for (const job of await test.claim()) await deliver(test.gateway, job)
    const { documents } = await store.listDocuments(tenant.id, {
      ...{ kind: ['taxReport' as const], sort: 'createdAt' as const, limit: 10 },
    })
    expect(documents).toMatchObject([
      { status: 'waiting', waiting: { reason: 'validator-unavailable' }, certainty: 'not-sent' },
    ])
    clock.aheadMs += 3_600_000
    for (const job of await test.claim()) await deliver(gateway, job)
    expect(await documentOf(documents[0]!.id)).toMatchObject({ status: 'delivered' })
  })
})

describe('a document that lacks what its report must say', () => {
  it('is refused, with the rule of the report and the place', async () => {
    const foreign = { ...slovakia, authority: { id: ' ' } }
    const refused = test.submit({
      caller: { ...caller, tenant: { ...tenant, taxReporting: [foreign] } },
    })
    await expect(refused).rejects.toMatchObject({
      code: 'document.not-reportable',
      errors: [{ rule: 'ibr-tdd-13' }],
    })
    expect((await pool.query('select from tax_reports')).rowCount).toBe(0)
    expect((await pool.query('select from jobs')).rowCount).toBe(0)
  })
})

describe('lists', () => {
  it('leave reports out unless they are asked for', async () => {
    const { record } = await test.submit({ caller })
    const report = await reportOf(record.id)
    const idsOf = async (query: object) => {
      const list = { sort: '-createdAt' as const, limit: 10, ...query }
      return (await store.listDocuments(tenant.id, list)).documents.map(({ id }) => id)
    }
    for (const sort of ['-createdAt', '-updatedAt', 'createdAt', 'updatedAt'])
      expect(await idsOf({ sort })).toEqual([record.id])
    expect(await idsOf({ status: ['accepted'] })).toEqual([record.id])
    expect(await idsOf({ kind: ['other'] })).toEqual([])
    expect(await idsOf({ kind: ['taxReport'] })).toEqual([report.id])
    expect(await idsOf({ taxReport: ['pending'] })).toEqual([record.id])
    expect(await idsOf({ taxReport: ['accepted'] })).toEqual([])
  })
})

describe('a cancelled document', () => {
  it('takes a report with it that has not left', async () => {
    const { record } = await test.submit({ caller })
    await cancelDocument(gateway, caller, { id: record.id })
    expect(await documentOf(record.id)).toMatchObject({
      status: 'cancelled',
      taxReport: { status: 'withdrawn' },
    })
    expect(await reportOf(record.id)).toMatchObject({ status: 'cancelled' })
    expect((await pool.query('select from jobs')).rowCount).toBe(0)
    expect((await pool.query('select from tax_reports')).rowCount).toBe(1)
  })

  it('is none that is a report', async () => {
    const { record } = await test.submit({ caller })
    const { documentId } = record.taxReport!
    const cancelling = cancelDocument(gateway, caller, { id: documentId! })
    await expect(cancelling).rejects.toMatchObject({ code: 'document.not-cancellable' })
  })

  it('has a report withdrawn that has left', async () => {
    const { record } = await test.submit({
      ...{ caller, testOnly: true, scenario: { name: 'smp-down', speed: 1 } },
    })
    for (const job of await test.claim()) await deliver(gateway, job)
    expect(await documentOf(record.id)).toMatchObject({
      ...{ status: 'waiting', taxReport: { status: 'sent' } },
    })
    const first = await reportOf(record.id)
    await cancelDocument(gateway, caller, { id: record.id })
    expect(await documentOf(record.id)).toMatchObject({
      ...{ status: 'cancelled', taxReport: { status: 'pending' } },
    })
    const withdrawal = await reportOf(record.id)
    expect(withdrawal.reports).toMatchObject({ type: 'withdraw', sequence: 2 })
    const { bytes } = (await store.latestFile(withdrawal.id, 'ubl'))!
    expect(bytes.toString()).toContain('<pxs:TaxDataTypeCode>D</pxs:TaxDataTypeCode>')
    await settle()
    expect((await documentOf(record.id)).taxReport).toMatchObject({ status: 'withdrawn' })
    // What the authority says of the first one is no longer told.
    expect((await documentOf(first.id)).mls?.status).toBe('accepted')
    expect(await about(record.id)).toEqual(
      ['pending', 'sent', 'pending', 'sent', 'withdrawn'].map((one) => `tax-report-${one}`),
    )
  })

  it('that cannot be cancelled keeps its report', async () => {
    const { record } = await test.submit({ caller, testOnly: true })
    await settle()
    const cancelling = cancelDocument(gateway, caller, { id: record.id })
    await expect(cancelling).rejects.toMatchObject({ code: 'document.not-cancellable' })
    expect((await documentOf(record.id)).taxReport).toMatchObject({ status: 'accepted' })
    expect((await pool.query('select from tax_reports')).rowCount).toBe(1)
  })
})

describe('a person', () => {
  const sentAndAccepted = async (scenario?: string) => {
    const played = scenario ? { scenario: { name: scenario, speed: 1 } } : {}
    const { record } = await test.submit({ caller, testOnly: true, ...played })
    await settle()
    return record.id
  }

  it('has a document reported again that the authority refused', async () => {
    const id = await sentAndAccepted('tax-rejected')
    const wish = { action: 'resubmit', idempotencyKey: 'again' } as const
    const { record, replayed } = await reportAgain(gateway, caller, { id }, wish)
    expect([replayed, record.taxReport?.status]).toEqual([false, 'pending'])
    const { record: same, replayed: isSame } = await reportAgain(gateway, caller, { id }, wish)
    expect([isSame, same]).toEqual([true, record])
    const second = await reportOf(id)
    expect(second.reports).toMatchObject({ type: 'resubmit', sequence: 2 })
    const { bytes } = (await store.latestFile(second.id, 'ubl'))!
    expect(bytes.toString()).toContain('<pxs:TaxDataTypeCode>R</pxs:TaxDataTypeCode>')
    await settle()
    const { reports, taxReport } = await reportsOfDocument(gateway, caller, { id })
    expect(reports).toMatchObject([
      { type: 'submit', sequence: 1, mls: { status: 'rejected', code: 'RE' } },
      { type: 'resubmit', sequence: 2, mls: { status: 'rejected' } },
    ])
    expect(taxReport).toMatchObject({ status: 'rejected', documentId: second.id })
  })

  it('has a report withdrawn that the authority accepted, once', async () => {
    const id = await sentAndAccepted()
    await reportAgain(gateway, caller, { id }, { action: 'withdraw' })
    const another = reportAgain(gateway, caller, { id }, { action: 'withdraw' })
    await expect(another).rejects.toMatchObject({ code: 'tax-report.in-progress' })
    await settle()
    expect((await documentOf(id)).taxReport).toMatchObject({ status: 'withdrawn', code: 'AP' })
    const late = reportAgain(gateway, caller, { id }, { action: 'withdraw' })
    await expect(late).rejects.toMatchObject({ code: 'tax-report.not-possible' })
  })

  it('takes a report back that has not left, and has it sent to another receiver', async () => {
    const { record } = await test.submit({ caller })
    const first = record.taxReport!.documentId!
    const wish = { action: 'withdraw', idempotencyKey: 'back' } as const
    for (const _ of ['once', 'again']) {
      const { record: back } = await reportAgain(gateway, caller, { id: record.id }, wish)
      expect(back.taxReport).toMatchObject({ status: 'withdrawn', documentId: first })
    }
    expect((await pool.query('select from tax_reports')).rowCount).toBe(1)
    const elsewhere = { ...slovakia, receiver: '0242:000774' }
    const corrected = { ...caller, tenant: { ...tenant, taxReporting: [elsewhere] } }
    const again = { action: 'resubmit' } as const
    await reportAgain(gateway, corrected, { id: record.id }, again)
    expect(await reportOf(record.id)).toMatchObject({
      ...{ status: 'accepted', receiver: { id: '0242:000774' }, reports: { type: 'resubmit' } },
    })
  })

  it('and another at the same moment make one report', async () => {
    const id = await sentAndAccepted()
    const both = await Promise.allSettled(
      ['one', 'two'].map((idempotencyKey) =>
        reportAgain(gateway, caller, { id }, { action: 'withdraw', idempotencyKey }),
      ),
    )
    const refused = both.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'tax-report.in-progress' } }])
    expect((await pool.query('select from tax_reports')).rowCount).toBe(2)
  })

  it('cannot report what was not reported', async () => {
    const { record } = await test.submit({ caller: test.caller })
    const asked = reportAgain(gateway, caller, { id: record.id }, { action: 'resubmit' })
    await expect(asked).rejects.toMatchObject({ code: 'tax-report.not-possible' })
  })

  it('lists the reports of a time, and exports them', async () => {
    const id = await sentAndAccepted()
    const list = (filter: object) => listTaxReports(gateway, caller, filter, { limit: 10 })
    const { data } = await list({})
    expect(data).toMatchObject([
      {
        documentId: id,
        number: 'F-2026-1',
        regime: 'sk',
        role: 'sender',
        status: 'accepted',
        test: true,
      },
    ])
    expect((await list({ status: ['rejected'] })).data).toEqual([])
    expect((await list({ to: new Date('2026-01-01') })).data).toEqual([])
    const lines: string[] = []
    for await (const piece of taxReportLines(gateway, caller, {})) lines.push(piece)
    expect(lines.join('').split('\r\n')).toHaveLength(3)
    expect(lines[1]).toContain(`,${id},F-2026-1,`)
  })
})
