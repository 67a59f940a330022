// Invoice Responses that a tenant sends about what it received.
import { describe, expect, it } from 'vitest'
import type { Gateway } from '../../../src/core/gateway.ts'
import { type ResponseWish, respond } from '../../../src/core/receive/respond.ts'
import { emptyLookupCache } from '../../../src/core/runtime/lookup-cache.ts'
import { answersTo } from '../../../src/core/tracking/answers.ts'
import { readStatusMessage } from '../../../src/reporting/index.ts'
import type { Document } from '../../../src/store/index.ts'
import { newArrival, receiveDocument } from '../../store/records.ts'
import { invoiceNamed, openReceivingGateway, receiver } from '../arrivals.ts'

const test = await openReceivingGateway()
const { gateway, caller, register, send, inbound, work, pool } = test
const { store } = gateway
const seller = '0192:987654325'

async function receivedInvoice(): Promise<Document> {
  await register()
  await send()
  await work()
  return (await inbound())[0]!
}

/** Another one, with some facts changed. */
function received(changes: Partial<Document>, content = invoiceNamed('F-2')): Promise<string> {
  const parties = { sender: { id: seller }, receiver: { id: receiver } }
  return receiveDocument(store, newArrival(caller.tenant.id, { ...parties, ...changes }, content))
}

function answer(
  id: string,
  wish: ResponseWish,
  { on = gateway, ...settings }: { on?: Gateway; idempotencyKey?: string; by?: typeof caller } = {},
) {
  const { by = caller, ...same } = settings
  return respond(on, by, id, { wish, validation: 'off', ...same })
}

const saidIn = async (documentId: string) =>
  readStatusMessage((await store.latestFile(documentId, 'ubl'))!.bytes)

async function countSent(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from documents where direction = 'outbound'`,
  )
  return rows[0]!.count
}

describe('a response', () => {
  it('reaches the sender of the invoice, and is an answer to it', async () => {
    const invoice = await receivedInvoice()
    const { record } = await answer(invoice.id, { status: 'accepted' })
    expect(record).toMatchObject({
      ...{ type: 'other', direction: 'outbound', status: 'accepted', test: false },
      ...{ sender: { id: receiver }, receiver: { id: seller } },
    })
    const delivered = await test.attempt()
    expect(delivered).toMatchObject({ id: record.id, status: 'delivered', countryC1: 'BE' })
    const instances = test.arrivals().map(({ instanceIdentifier }) => instanceIdentifier)
    expect(instances).toContain(delivered.instanceIdentifier)
    expect(await saidIn(record.id)).toMatchObject({ kind: 'invoice-response', code: 'AP' })
    expect((await store.latestFile(record.id, 'ubl'))!.bytes.toString()).toMatch(
      /<cac:DocumentReference><cbc:ID>F-1<.*<cbc:DocumentTypeCode>380</s,
    )
    expect(await answersTo(gateway, caller, { id: invoice.id })).toMatchObject([
      { id: record.id, kind: 'invoice-response', code: 'AP' },
    ])
    expect(await test.events(invoice.id)).toContain('answered')
  })

  it('says why, and what the seller is asked to do', async () => {
    const invoice = await receivedInvoice()
    const conditions = [{ field: 'BT-13', text: 'PO 4711' }]
    const { record } = await answer(invoice.id, {
      status: 'under-query',
      reasons: [{ code: 'REF', text: 'no such order', conditions }],
      actions: [{ code: 'PIN' }],
      note: 'Please call us',
      effectiveDate: '2026-11-22',
    })
    const bytes = (await store.latestFile(record.id, 'ubl'))!.bytes.toString()
    for (const part of [
      '<cbc:ResponseCode>UQ<',
      'listID="OPStatusReason">REF<',
      'listID="OPStatusAction">PIN<',
      '<cbc:AttributeID>BT-13</cbc:AttributeID><cbc:Description>PO 4711<',
      '<cbc:Note>Please call us<',
      '<cbc:EffectiveDate>2026-11-22<',
    ])
      expect(bytes).toContain(part)
  })

  it('may follow another one', async () => {
    const { id } = await receivedInvoice()
    await answer(id, { status: 'in-process' })
    await answer(id, { status: 'paid' })
    const answers = await answersTo(gateway, caller, { id })
    expect(answers.map(({ code }) => code).sort()).toEqual(['IP', 'PD'])
  })

  it('with an Idempotency-Key is sent once; another wish under that key is refused', async () => {
    const { id } = await receivedInvoice()
    const idempotencyKey = 'once'
    const first = await answer(id, { status: 'accepted' }, { idempotencyKey })
    const again = await answer(id, { status: 'accepted' }, { idempotencyKey })
    expect(again).toEqual({ record: first.record, replayed: true })
    await expect(answer(id, { status: 'paid' }, { idempotencyKey })).rejects.toMatchObject({
      code: 'idempotency.key-reused',
    })
    expect(await countSent()).toBe(1)
    await answer(id, { status: 'accepted' }, { idempotencyKey: 'twice' })
    expect(await countSent()).toBe(2)
  })
})

describe('nothing is sent', () => {
  const refused = async (
    id: string,
    code: string,
    wish: ResponseWish = { status: 'accepted' },
    settings: Parameters<typeof answer>[2] = {},
  ) => {
    const error = await answer(id, wish, settings).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ code })
    expect(await countSent()).toBe(0)
    return error as { detail?: string; errors?: unknown }
  }

  it('when the response would break a rule, which is named', async () => {
    const { id } = await receivedInvoice()
    const { errors } = await refused(id, 'request.invalid-field', { status: 'rejected' })
    expect(errors).toMatchObject([{ rule: 'PEPPOL-T111-R001' }])
    const half = { code: 'PPD', text: 'half of it' } as const
    const said = await refused(id, 'request.invalid-field', { status: 'accepted', reasons: [half] })
    const message = 'a payment in part needs the status PD'
    const rule = 'PEPPOL-T111-R005'
    expect(said).toMatchObject({
      detail: `${message} (${rule}).`,
      errors: [{ rule, severity: 'error', message }],
    })
    await answer(id, { status: 'rejected', reasons: [{ code: 'QUA' }] })
    expect(await countSent()).toBe(1)
  })

  it('about what is no invoice, or cannot be read as one', async () => {
    await register()
    const order = await received({ kind: 'other' })
    const broken = await received({}, Buffer.from('<Invoice/>'))
    await refused(order, 'document.type-mismatch')
    await refused(broken, 'document.type-mismatch')
    await answer(await received({}), { status: 'accepted' })
  })

  it('to a sender who is not registered for it, or while nobody can say', async () => {
    await register()
    const stranger = await received({ sender: { id: test.sandbox.unregistered } })
    const { detail } = await refused(stranger, 'receiver.takes-no-response')
    expect(detail).toContain(test.sandbox.unregistered)
    // Registered, but for Message Level Status alone.
    const provider = await received({ sender: { id: '0242:900002' } })
    const unsupported = await refused(provider, 'receiver.takes-no-response')
    expect(unsupported).toMatchObject({ cause: { code: 'receiver.document-type-unsupported' } })
    const id = await received({})
    const on = {
      ...gateway,
      peppolAccess: {
        ...gateway.peppolAccess,
        ...emptyLookupCache(),
        resolveNaptr: async () => ({ kind: 'failed', detail: 'SERVFAIL' }) as const,
      },
    }
    await refused(id, 'lookup.dns-failed', { status: 'accepted' }, { on })
    await answer(id, { status: 'accepted' })
  })

  it('by a tenant that has no such document, or may not send for its receiver', async () => {
    const { id } = await receivedInvoice()
    const { tenant } = caller
    const stranger = { ...caller, tenant: { ...tenant, id: gateway.newId() } }
    await refused(id, 'document.not-found', { status: 'accepted' }, { by: stranger })
    const limited = { ...caller, tenant: { ...tenant, participants: [seller] } }
    await refused(id, 'participant.sender-not-allowed', { status: 'accepted' }, { by: limited })
    const allowed = { ...caller, tenant: { ...tenant, participants: [receiver] } }
    await answer(id, { status: 'accepted' }, { by: allowed })
  })

  it('before the document is opened, or while it is unknown where our participant is', async () => {
    const arrival = newArrival(caller.tenant.id, { sender: { id: seller } }, invoiceNamed('F-3'))
    await store.keepArrival(arrival)
    await refused(arrival.document.id, 'document.not-available')
    const id = await received({ receiver: { id: '0208:0202239951' } })
    const { detail } = await refused(id, 'request.missing-field')
    expect(detail).toContain('0208:0202239951')
    const stated = { receiver: { id: '0208:0202239951', country: 'BE' } }
    await answer(await received(stated), { status: 'accepted' })
  })

  it('without the rules that its caller wants it held against', async () => {
    const { id } = await receivedInvoice()
    const wish = { status: 'accepted' } as const
    const unavailable = { code: 'validation.unavailable' }
    await expect(respond(gateway, caller, id, { wish, validation: 'true' })).rejects.toMatchObject(
      unavailable,
    )
    expect(await countSent()).toBe(0)
  })
})
