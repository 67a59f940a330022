// A document that certainly did not arrive goes to another receiver, once, as a new document.
import { afterEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../../src/core/gateway.ts'
import { cancelDocument } from '../../../src/core/operations/cancel.ts'
import { sendAgain } from '../../../src/core/operations/send-again.ts'
import { sendToAnother } from '../../../src/core/operations/send-to-another.ts'
import { trackDocument } from '../../../src/core/tracking/track.ts'
import { unregistered } from '../../../src/sandbox/participants.ts'
import { invoice, jsonBody, openTestGateway } from '../test-gateway.ts'

const testGateway = await openTestGateway()
const { gateway, caller, faultPlan } = testGateway
const stranger: Caller = { ...caller, tenant: { ...caller.tenant, id: gateway.newId() } }
const another = '0088:7300010000001'
const nowhere = { scheme: unregistered.slice(0, 4), id: unregistered.slice(5) }
let count = 0

afterEach(() => faultPlan.clear())

type Change = Parameters<typeof testGateway.submit>[0]

async function cancelled(change: Change = {}): Promise<string> {
  const body = jsonBody({ ...invoice(), number: `S-${++count}` })
  const { record } = await testGateway.submit({ body, ...change })
  await cancelDocument(gateway, caller, record)
  return record.id
}

const send = (id: string, receiver = another, by = caller, idempotencyKey?: string) =>
  sendToAnother(gateway, by, { id }, { receiver, ...(idempotencyKey ? { idempotencyKey } : {}) })
const xmlOf = async (id: string) =>
  (await gateway.store.latestFile(id, 'ubl'))!.bytes.toString('utf8')

describe('a document that did not arrive', () => {
  it('is sent to another receiver as a new one, and the two name each other', async () => {
    const id = await cancelled({ options: { clientId: 'shop' } })
    const { record } = await send(id)
    expect(record).toMatchObject({
      ...{ status: 'accepted', receiver: { id: another }, clientId: 'shop' },
      number: `S-${count}`,
    })
    const [before, after] = [
      await trackDocument(gateway, caller, { id }),
      await trackDocument(gateway, caller, record),
    ]
    expect(before).toMatchObject({ status: 'cancelled', sentAnewAs: record.id })
    expect(before).not.toHaveProperty('attention')
    expect(after).toMatchObject({ sentInsteadOf: id, sender: before.sender })
    const [old, made] = [await xmlOf(id), await xmlOf(record.id)]
    expect(made).toContain('<cbc:EndpointID schemeID="0088">7300010000001<')
    const endpoint = /<cbc:EndpointID[^>]*>[^<]*</g
    expect(made.replace(endpoint, '')).toBe(old.replace(endpoint, ''))
    expect(await testGateway.attempt()).toMatchObject({ id: record.id, status: 'delivered' })
  })

  it('takes its reference along, which leads to the new one', async () => {
    const reference = `ref-${gateway.newId()}`
    const id = await cancelled({ options: { reference } })
    const { record } = await send(id)
    expect(await trackDocument(gateway, caller, { reference })).toMatchObject({ id: record.id })
    expect(await trackDocument(gateway, caller, { id })).toMatchObject({ sentAnewAs: record.id })
    expect(await trackDocument(gateway, caller, record)).toMatchObject({ sentInsteadOf: id })
  })

  it('may have failed for good', async () => {
    const body = jsonBody({ ...invoice(nowhere), number: 'S-failed' })
    const { record } = await testGateway.submit({ body })
    expect(await testGateway.attempt()).toMatchObject({ status: 'failed', certainty: 'not-sent' })
    expect((await send(record.id)).record.receiver.id).toBe(another)
  })

  it('keeps the digits of its numbers, and the files that came beside it', async () => {
    const text = JSON.stringify({ ...invoice(), number: 'S-digits' })
    const bytes = Buffer.from(text.replace('"quantity":"4"', '"quantity":1.500'))
    const attached = [
      { name: 'plan.pdf', mediaType: 'application/pdf', bytes: Buffer.from('%PDF-1.7') },
    ]
    const id = await cancelled({ body: { format: 'json', bytes, attached } })
    const { record } = await send(id)
    const files = await gateway.store.filesOf(record.id)
    expect(files.map(({ kind, name }) => [kind, name])).toContainEqual(['attachment', 'plan.pdf'])
    const submitted = await gateway.store.latestFile(record.id, 'submitted')
    expect(submitted!.bytes.toString()).toContain('"quantity":1.500')
  })
})

describe('another receiver is refused', () => {
  const refused = async (sent: Promise<unknown>, code: string) =>
    expect(sent).rejects.toMatchObject({ code })
  const countAll = async () => (await testGateway.pool.query('select from documents')).rowCount!

  it('for a second time, of two who ask at once as well', async () => {
    const id = await cancelled()
    const before = await countAll()
    const both = await Promise.allSettled([send(id), send(id)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const rejected = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(['document.not-retryable', 'document.duplicate']).toContain(rejected.reason.code)
    await refused(send(id), 'document.duplicate')
    expect(await countAll()).toBe(before + 1)
    const again = await cancelled()
    const first = await send(again, another, caller, 'once')
    await refused(send(again, another, caller, 'other'), 'document.duplicate')
    expect((await trackDocument(gateway, caller, { id: again })).sentAnewAs).toBe(first.record.id)
  })

  it('while it is on its way, and once it has arrived or may have', async () => {
    const body = jsonBody({ ...invoice(), number: 'S-way' })
    const { record } = await testGateway.submit({ body })
    await refused(send(record.id), 'document.not-retryable')
    await testGateway.attempt()
    await refused(send(record.id), 'document.not-retryable')
    const deadline = new Date(gateway.now().getTime() + 20_000).toISOString()
    const unclear = await testGateway.submit({
      body: jsonBody({ ...invoice(), number: 'S-unclear' }),
      options: { deadline },
    })
    faultPlan.inject('empty-answer')
    await testGateway.attempt()
    expect((await trackDocument(gateway, caller, unclear.record)).certainty).toBe('unknown')
    await refused(send(unclear.record.id), 'document.not-retryable')
  })

  it('for what was tried again in between', async () => {
    const get = async () => ({ kind: 'failed', reason: 'timeout', detail: 'no answer' }) as const
    const peppolAccess = { ...gateway.peppolAccess, get, endpoints: new Map() }
    const deadline = new Date(gateway.now().getTime() + 20_000).toISOString()
    const body = jsonBody({ ...invoice(), number: 'S-again' })
    const { record } = await testGateway.submit({ body, options: { deadline } })
    await testGateway.attempt({ ...gateway, peppolAccess })
    expect(await trackDocument(gateway, caller, record)).toMatchObject({
      ...{ status: 'failed', certainty: 'not-sent' },
    })
    const store = {
      ...gateway.store,
      filesOf: async (id: string) => {
        await sendAgain(gateway, caller, record)
        return gateway.store.filesOf(id)
      },
    }
    const late = sendToAnother({ ...gateway, store }, caller, record, { receiver: another })
    await refused(late, 'document.not-retryable')
    expect(await trackDocument(gateway, caller, record)).not.toHaveProperty('sentAnewAs')
  })

  it('for what was submitted as XML, and for the receiver that it had', async () => {
    const json = await cancelled()
    const bytes = (await gateway.store.latestFile(json, 'ubl'))!.bytes
    const xml = await cancelled({ body: { format: 'xml', bytes, mediaType: 'application/xml' } })
    await refused(send(xml), 'document.type-mismatch')
    const id = await cancelled()
    const { receiver } = await trackDocument(gateway, caller, { id })
    await refused(send(id, receiver.id), 'request.invalid-field')
    await refused(send(id, 'no one'), 'participant.id-invalid')
    await refused(send(id, '0208:0123456748'), 'participant.checksum-failed')
  })

  it('to other tenants, and to a test token for what is live', async () => {
    const id = await cancelled()
    await refused(send(id, another, stranger), 'document.not-found')
    await refused(send(id, another, { ...caller, testOnly: true }), 'auth.environment-mismatch')
    const test = await cancelled({ testOnly: true })
    const { record } = await send(test, another, { ...caller, testOnly: true })
    expect(record.test).toBe(true)
    expect(await trackDocument(gateway, caller, { id })).not.toHaveProperty('sentAnewAs')
  })
})
