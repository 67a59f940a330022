// The report to a tax authority about a document that was received: stored as it is opened.
import { afterAll, beforeEach, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { Problem } from '../../../src/problem.ts'
import type { Document, TaxReporting } from '../../../src/store/index.ts'
import { openValidator } from '../../../src/validation/index.ts'
import { invoiceNamed, openReceivingGateway, receiver, type Sending } from '../arrivals.ts'
import { invoice } from '../test-gateway.ts'

const test = await openReceivingGateway()
const { gateway, caller, pool, send, inbound, register } = test
const { store } = gateway

const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())
const validating = { ...gateway, validate: validator.validate }

const slovakia: TaxReporting = {
  ...{ regime: 'sk', participants: [receiver], receiver: '0242:000773' },
  ...{ authority: { id: 'SK' }, from: '2026-01-01', holdOutcome: false, overdueMinutes: 25 },
}

const reporting = (entry: TaxReporting) =>
  store.changeTenant(
    { id: caller.tenant.id, taxReporting: [entry] },
    { actor: 'test', at: new Date() },
  )

beforeEach(async () => {
  await register()
  await reporting(slovakia)
})

/** A valid invoice for the receiver. */
async function validInvoice(): Promise<Buffer> {
  const given = { ...invoice({ scheme: '0208', id: '0685660237' }), buyerReference: 'PO 4711' }
  const options = { day: '2026-11-29', kind: 'invoice' as const }
  const body = { format: 'json', bytes: Buffer.from(JSON.stringify(given)) } as const
  return (await gateway.intake.read(body, options)).ubl
}

function asInEmirates(invoice: string): Sending {
  const emirates = 'urn:peppol:pint:billing-1@ae-1'
  const process = 'urn:peppol:bis:billing'
  const content = invoice
    .replace(/(<cbc:CustomizationID>)[^<]*/, `$1${emirates}`)
    .replace(/(<cbc:ProfileID>)[^<]*/, `$1${process}`)
  const documentType =
    'peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##' +
    `${emirates}::2.1`
  return { content: Buffer.from(content), documentType, process }
}

async function receivedAndReported(): Promise<[Document, Document | undefined]> {
  const [document] = await inbound()
  const { documentId } = document!.taxReport ?? {}
  return [
    document!,
    documentId ? await store.documentById(caller.tenant.id, documentId) : undefined,
  ]
}

it('a valid one is reported for its receiver, when it is opened', async () => {
  await send({ content: await validInvoice() })
  const [arrived] = await inbound()
  expect(arrived).toMatchObject({ status: 'received' })
  expect(arrived!.taxReport).toBeUndefined()
  await test.work(validating)
  const [document, report] = await receivedAndReported()
  expect(document).toMatchObject({
    ...{ status: 'available', validation: { verdict: 'valid' } },
    taxReport: { status: 'pending', regime: 'sk', role: 'receiver' },
  })
  expect(document.taxReport?.detail).toBeUndefined()
  expect(report).toMatchObject({
    ...{ sender: { id: receiver }, receiver: { id: '0242:000773' }, countryC1: 'SK' },
    reports: { documentId: document.id, role: 'receiver', type: 'submit', sequence: 1 },
  })
  const { bytes } = (await store.latestFile(report!.id, 'ubl'))!
  expect(bytes.toString()).toContain('<pxs:ReporterRole>C3</pxs:ReporterRole>')
  expect(await test.events(document.id)).toEqual(['received', 'opened', 'tax-report-pending'])
})

it('one that is not valid is not reported in Slovakia, and says why', async () => {
  await send({ content: invoiceNamed('F-1'), mlsType: 'ALWAYS_SEND' })
  await test.work(validating)
  const [document, report] = await receivedAndReported()
  expect(document).toMatchObject({
    ...{ status: 'available', validation: { verdict: 'invalid' }, mls: { status: 'awaited' } },
    taxReport: { status: 'not-applicable', detail: 'It is not valid.' },
  })
  expect(report).toBeUndefined()
  expect((await pool.query('select from tax_reports')).rowCount).toBe(0)
})

it('one that is not valid is reported as that in the Emirates', async () => {
  await reporting({ ...slovakia, regime: 'ae' })
  await send(asInEmirates(invoiceNamed('F-1').toString()))
  await test.work(validating)
  const [document, report] = await receivedAndReported()
  expect(document.validation.verdict).toBe('invalid')
  expect(document.taxReport).toMatchObject({ status: 'pending', regime: 'ae' })
  expect(report!.reports).toMatchObject({ type: 'failed', role: 'receiver' })
  const { bytes } = (await store.latestFile(report!.id, 'ubl'))!
  expect(bytes.toString()).toContain('<pxs:DocumentTypeCode>F</pxs:DocumentTypeCode>')
  expect(bytes.toString()).toContain('<cbc:ID>F-1</cbc:ID>')
})

it('one for whose type there are no rules is reported with that doubt', async () => {
  await reporting({ ...slovakia, regime: 'ae' })
  const content = (await validInvoice())
    .toString()
    .replace('</cbc:ID>', `</cbc:ID><cbc:UUID>${crypto.randomUUID()}</cbc:UUID>`)
  await send(asInEmirates(content))
  await test.work(validating)
  const [document, report] = await receivedAndReported()
  expect(document.taxReport).toMatchObject({
    ...{ status: 'pending', detail: 'It was not validated before.' },
  })
  expect(report!.reports).toMatchObject({ type: 'submit' })
  // It is said for as long as the report is on its way.
  await pool.query(`update states set status = 'sending' where document_id = $1`, [report!.id])
  await pool.query(
    `update states set status = 'delivered', completed_at = updated_at where document_id = $1`,
    [report!.id],
  )
  expect((await receivedAndReported())[0].taxReport).toMatchObject({
    ...{ status: 'sent', detail: 'It was not validated before.' },
  })
})

it('one that lacks what a report must say has none, and says what', async () => {
  await reporting({ ...slovakia, regime: 'ae' })
  await send(asInEmirates((await validInvoice()).toString()))
  await test.work(validating)
  const [document, report] = await receivedAndReported()
  expect(document.taxReport).toMatchObject({
    ...{ status: 'failed', detail: 'ibr-tdd-27: Invoice has no UUID' },
  })
  expect(report).toBeUndefined()
  expect(await test.events(document.id)).toEqual(['received', 'opened', 'tax-report-failed'])
})

/** Where no report can be built, for that reason. */
const unable = (code: 'service.unavailable' | 'request.too-large') => ({
  ...validating,
  intake: { ...gateway.intake, taxData: () => Promise.reject(new Problem(code)) },
})

it('waits while nothing can be built, and is opened without a report in the end', async () => {
  const busy = unable('service.unavailable')
  await send({ content: await validInvoice() })
  await test.work(busy)
  expect((await inbound())[0]).toMatchObject({ status: 'received' })
  test.clock.aheadMs += gateway.mls.tenantMs + 60_000
  await test.work(busy)
  const [document, report] = await receivedAndReported()
  expect(document).toMatchObject({ status: 'available', taxReport: { status: 'failed' } })
  expect(report).toBeUndefined()
})

it('is opened at once where it is too large for a report', async () => {
  await send({ content: await validInvoice() })
  await test.work(unable('request.too-large'))
  const [document] = await receivedAndReported()
  expect(document).toMatchObject({ status: 'available', taxReport: { status: 'failed' } })
})

it('what others receive is opened at once, and not reported', async () => {
  await reporting({ ...slovakia, participants: ['0208:0123456749'] })
  await send({ content: await validInvoice() })
  const [document] = await inbound()
  expect(document!.status).toBe('available')
  expect(document!.taxReport).toBeUndefined()
})

it('the same message again makes no second report', async () => {
  const sending = { content: await validInvoice(), messageId: 'one@ap.example' }
  await send({ ...sending, instanceIdentifier: 'instance-1' })
  await test.work(validating)
  await send({ ...sending, instanceIdentifier: 'instance-1', messageId: 'two@ap.example' })
  await test.work(validating)
  expect(await inbound()).toHaveLength(1)
  expect((await pool.query('select from tax_reports')).rowCount).toBe(1)
})
