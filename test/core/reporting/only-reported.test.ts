// What goes to a buyer on no network: it is reported to the tax authority, and to no access point.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { deliver } from '../../../src/core/deliver/deliver.ts'
import type { Caller } from '../../../src/core/gateway.ts'
import { cancelDocument } from '../../../src/core/operations/cancel.ts'
import { playMls } from '../../../src/core/receive/play-mls.ts'
import { outcomeOf } from '../../../src/core/status.ts'
import type { Submission } from '../../../src/core/submit/submission.ts'
import type { TaxReporting } from '../../../src/store/index.ts'
import { openValidator } from '../../../src/validation/index.ts'
import { invoice, openTestGateway } from '../test-gateway.ts'

const test = await openTestGateway()
const { pool, clock } = test
const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())
const gateway = { ...test.gateway, validate: validator.validate }
const { store } = gateway

const emirates: TaxReporting = {
  ...{ regime: 'ae', participants: ['0208:0123456749'], receiver: '0242:000773' },
  ...{ from: '2026-01-01', holdOutcome: false, overdueMinutes: 25 },
}
const tenant = { ...test.caller.tenant, taxReporting: [emirates] }
const caller: Caller = { ...test.caller, tenant }

beforeEach(() => {
  clock.aheadMs = 0
})

/** An invoice of PINT AE to that buyer. */
async function submitTo(buyer: string, change: Partial<Submission> = {}) {
  const given = invoice({ scheme: '0235', id: buyer })
  const body = { format: 'json', bytes: Buffer.from(JSON.stringify(given)) } as const
  const { ubl } = await gateway.intake.read(body, { day: '2026-11-29', kind: 'invoice' })
  const xml = ubl
    .toString()
    .replace('</cbc:ID>', `</cbc:ID><cbc:UUID>${crypto.randomUUID()}</cbc:UUID>`)
    .replace(/(<cbc:CustomizationID>)[^<]*/, '$1urn:peppol:pint:billing-1@ae-1')
    .replace(/(<cbc:ProfileID>)[^<]*/, '$1urn:peppol:bis:billing')
  return test.submit({
    ...{ caller, body: { format: 'xml', bytes: Buffer.from(xml), mediaType: 'application/xml' } },
    ...change,
  })
}

async function settle(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    for (const job of await test.claim()) await deliver(gateway, job)
    const played = await store.claimInbound({
      ...{ owner: 'test', now: gateway.now(), leaseMs: 60_000, limit: 100 },
    })
    for (const claim of played) await playMls(gateway, claim)
    clock.aheadMs += 300_000
  }
}

const documentOf = async (id: string) => (await store.documentById(tenant.id, id))!

describe('an invoice for a buyer on no network', () => {
  it.each(['9900000097', '9900000098', '9900000099'])(
    'to 0235:%s waits for its report, and has no delivery of its own',
    async (buyer) => {
      const { record } = await submitTo(buyer)
      expect(record).toMatchObject({ status: 'waiting', waiting: { reason: 'tax-report' } })
      expect(await test.events(record.id)).toEqual(['submitted', 'tax-report-pending', 'held'])
      const { rows } = await pool.query('select document_id from jobs')
      const reportId = record.taxReport?.documentId
      expect(rows).toEqual([{ document_id: reportId }])
      const { bytes } = (await store.latestFile(reportId!, 'ubl'))!
      expect(bytes.toString()).toContain('<pxs:DocumentScope>INP</pxs:DocumentScope>')
      expect(bytes.toString()).not.toContain('TransportHeaderID')
    },
  )

  it('is reported when the authority accepts the report', async () => {
    const { record } = await submitTo('9900000099', { testOnly: true })
    await settle()
    const document = await documentOf(record.id)
    expect(document).toMatchObject({
      ...{ status: 'reported', certainty: 'not-sent', taxReport: { status: 'accepted' } },
      ...{ completedAt: expect.any(Date), attempts: 0 },
    })
    expect(document.waiting).toBeUndefined()
    expect(outcomeOf(document)).toBe('succeeded')
    expect((await test.events(record.id)).slice(-2)).toEqual(['tax-report-accepted', 'reported'])
    await store.numberEvents()
    const { events } = await store.eventPage({ tenantId: tenant.id, limit: 50 })
    expect(events.at(-1)).toMatchObject({ type: 'document.reported', documentId: record.id })
  })

  it('has failed when the authority refuses the report', async () => {
    const scenario = { name: 'tax-rejected', speed: 1 }
    const { record } = await submitTo('9900000099', { testOnly: true, scenario })
    await settle()
    expect(await documentOf(record.id)).toMatchObject({
      status: 'failed',
      failure: { code: 'tax-report.rejected', retryable: false },
      taxReport: { status: 'rejected' },
    })
  })

  it('is cancelled with its report, as long as that has not left', async () => {
    const { record } = await submitTo('9900000099')
    const cancelled = await cancelDocument(gateway, caller, { id: record.id })
    expect(cancelled).toMatchObject({ status: 'cancelled', taxReport: { status: 'withdrawn' } })
    expect((await pool.query('select from jobs')).rowCount).toBe(0)
    const { record: sent } = await submitTo('9900000099', { testOnly: true })
    await settle()
    const late = cancelDocument(gateway, caller, { id: sent.id })
    await expect(late).rejects.toMatchObject({ code: 'document.not-cancellable' })
  })

  it('is refused where nothing is reported for its sender', async () => {
    await expect(submitTo('9900000099', { caller: test.caller })).rejects.toMatchObject({
      code: 'participant.id-invalid',
      errors: [{ value: '0235:9900000099' }],
    })
    expect((await pool.query('select from documents')).rowCount).toBe(0)
  })
})
