// Evidence of documents in every state: what a gateway made is never said to be wrong.
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { evidenceOf } from '../../../src/core/evidence/evidence.ts'
import { verifyEvidence } from '../../../src/core/evidence/verify-evidence.ts'
import { cancelDocument } from '../../../src/core/operations/cancel.ts'
import { sendAgain } from '../../../src/core/operations/send-again.ts'
import { acknowledge } from '../../../src/core/receive/inbound.ts'
import { sayWord } from '../../../src/core/receive/say-word.ts'
import { formatIdentifier } from '../../../src/peppol/index.ts'
import {
  buildMls,
  mlsDocumentType,
  mlsProcess,
  readStatusMessage,
} from '../../../src/reporting/index.ts'
import { invoiceNamed, openReceivingGateway } from '../arrivals.ts'
import { invoice, jsonBody } from '../test-gateway.ts'

const test = await openReceivingGateway()
const { gateway, caller, register, send, submit, attempt, work, faultPlan, clock } = test
const { trust } = gateway.peppolAccess.network

async function zipOf(id: string): Promise<Buffer> {
  const { zip } = await evidenceOf(gateway, caller, { id })
  const pieces: Uint8Array[] = []
  for await (const piece of zip) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The Message Level Status in the evidence of a document. */
async function statusesIn(id: string) {
  const entries = Object.entries(unzipSync(await zipOf(id)))
  return entries.flatMap(([name, bytes]) =>
    name.endsWith('mls.xml') ? [readStatusMessage(Buffer.from(bytes))] : [],
  )
}

async function outcomesOf(id: string): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {}
  const faults: string[] = []
  for await (const { check, outcome, detail } of verifyEvidence(await zipOf(id), () => trust)) {
    outcomes[check] = outcome
    if (outcome === 'wrong') faults.push(`${check}: ${detail}`)
  }
  expect(faults).toEqual([])
  return outcomes
}

const pdf = { name: 'hours.pdf', mediaType: 'application/pdf', bytes: Buffer.from('%PDF-1.7') }

async function report(code: 'AB' | 'RE', documentId: string): Promise<void> {
  const content = buildMls({
    ...{ id: gateway.newId(), issuedAt: gateway.now(), code, documentId },
    ...{ sender: '900002', receiver: '900001' },
    ...(code === 'RE' ? { description: 'No such customer' } : {}),
    issues: code === 'RE' ? [{ line: 'NA', text: 'No such customer', reason: 'FD' as const }] : [],
  })
  await send({
    ...{ receiver: '0242:900001', content, process: mlsProcess.value },
    documentType: formatIdentifier(mlsDocumentType).split('::').slice(1).join('::'),
  })
  await work()
}

it('of a client, with attachments, a reference and a warning', async () => {
  const body = { ...jsonBody(invoice()), attached: [pdf, { ...pdf, name: 'more.pdf' }] }
  await submit({ body })
  await attempt()
  const options = { clientId: 'client-7', reference: 'order-7' }
  const { record } = await submit({ body, options })
  expect(record.warnings).toHaveLength(1)
  await attempt()
  expect(await outcomesOf(record.id)).toMatchObject({ record: 'proven', receipt: 'proven' })
})

it.each(['AB', 'RE'] as const)('that the other side answered %s', async (code) => {
  await register()
  const { record } = await submit()
  await attempt()
  await report(code, record.id)
  expect(await outcomesOf(record.id)).toMatchObject({ record: 'proven', files: 'proven' })
})

it('that was tried twice, confirmed by a status, and given another one', async () => {
  await register()
  const { record } = await submit()
  faultPlan.inject('hang-up')
  await attempt()
  faultPlan.clear()
  expect(await outcomesOf(record.id)).toMatchObject({ record: 'proven', receipt: 'open' })
  await report('AB', record.id)
  await report('RE', record.id)
  // The first status counts, and is the one that is kept.
  expect(await statusesIn(record.id)).toMatchObject([{ code: 'AB', documentId: record.id }])
  expect(await outcomesOf(record.id)).toMatchObject({ record: 'proven' })
})

it('that was given up, retried, and delivered', async () => {
  const { record } = await submit({ body: jsonBody(invoice({ scheme: '0192', id: '987654325' })) })
  faultPlan.inject('ebms-error')
  await attempt()
  faultPlan.clear()
  expect(await outcomesOf(record.id)).toMatchObject({ record: 'proven' })
  await sendAgain(gateway, caller, { id: record.id })
  clock.aheadMs += 1_000
  expect(await outcomesOf(record.id)).toMatchObject({ record: 'proven' })
  await attempt()
  expect(await outcomesOf(record.id)).toMatchObject({ record: 'proven', receipt: 'proven' })
})

it('that was cancelled', async () => {
  const { record } = await submit()
  await cancelDocument(gateway, caller, { id: record.id })
  expect(await outcomesOf(record.id)).toMatchObject({ record: 'proven', message: 'open' })
})

it('that was received, acknowledged, and came again', async () => {
  await register()
  const same = { instanceIdentifier: 'i', content: invoiceNamed('F-1') }
  await send({ ...same, mlsType: 'ALWAYS_SEND' })
  const [document] = await test.inbound()
  expect(await outcomesOf(document!.id)).toMatchObject({ record: 'proven', submission: 'proven' })
  await acknowledge(gateway, caller, document!.id)
  await work()
  await send(same)
  expect(await outcomesOf(document!.id)).toMatchObject({ record: 'proven', files: 'proven' })
})

it('that was received and refused by its receiver, with the status that says so', async () => {
  await register()
  await send({ instanceIdentifier: 'refused' })
  await work()
  const [document] = await test.inbound()
  const issue = { code: 'BV', text: 'There is no such order.' } as const
  await sayWord(gateway, caller, document!.id, { code: 'RE', issues: [issue] })
  expect(await statusesIn(document!.id)).toEqual([])
  await work()
  expect(await statusesIn(document!.id)).toMatchObject([
    { kind: 'mls', code: 'RE', documentId: 'refused', issues: [{ text: issue.text }] },
  ])
  expect(await outcomesOf(document!.id)).toMatchObject({ record: 'proven', files: 'proven' })
})
