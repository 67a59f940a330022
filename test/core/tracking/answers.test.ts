// What other sides say about documents that we sent: what it says, who says it, and whether it
// counts.
import { describe, expect, it } from 'vitest'
import { deliver } from '../../../src/core/deliver/deliver.ts'
import { listInbound, showInbound } from '../../../src/core/receive/inbound.ts'
import { answersTo, answerTo } from '../../../src/core/tracking/answers.ts'
import { readFeed } from '../../../src/core/tracking/feed.ts'
import { historyOf, listRecords, trackDocument } from '../../../src/core/tracking/track.ts'
import { feed } from '../../../src/http/routes/events.ts'
import { answerEntry, inboundRecord } from '../../../src/http/routes/inbound-schemas.ts'
import { documentRecord } from '../../../src/http/routes/record.ts'
import { formatIdentifier } from '../../../src/peppol/index.ts'
import {
  buildInvoiceResponse,
  buildMls,
  type InvoiceResponse,
  invoiceResponseDocumentType,
  invoiceResponseProcess,
  mlsDocumentType,
  mlsProcess,
} from '../../../src/reporting/index.ts'
import type { Document } from '../../../src/store/index.ts'
import { openReceivingGateway, type Sending } from '../arrivals.ts'

const test = await openReceivingGateway()
const { gateway, caller, register, send, submit, attempt, work, pool } = test
const { store } = gateway
const [seller, buyer, stranger] = ['0208:0123456749', '0192:987654325', '0088:7300010000001']

const typeOf = (type: typeof mlsDocumentType) =>
  formatIdentifier(type).split('::').slice(1).join('::')

async function delivered(): Promise<Document> {
  await register()
  const registration = {
    ...{ id: gateway.newId(), participant: seller, tenantId: caller.tenant.id },
    ...{ documentTypes: [], country: 'BE', createdAt: gateway.now(), byOperator: true },
  }
  await store.addRegistration(registration, { actor: 'test', at: gateway.now() })
  await submit()
  return attempt()
}

/** An Invoice Response about `reference`: of the buyer, unless `sending` says otherwise. */
async function respond(
  reference: string,
  { sending = {}, ...more }: Partial<InvoiceResponse> & { sending?: Sending } = {},
): Promise<void> {
  const party = (participant: string) => {
    const [scheme = '', id = ''] = participant.split(':')
    return { endpoint: { scheme, id }, name: 'A party' }
  }
  const content = buildInvoiceResponse({
    ...{ id: gateway.newId(), issuedAt: gateway.now(), code: 'AP', clarifications: [] },
    ...{ sender: party(sending.sender ?? buyer), receiver: party(seller) },
    invoice: { number: reference, issueDate: '2026-11-21', typeCode: '380' },
    ...more,
  })
  const answer = await send({
    ...{ content, sender: buyer, receiver: seller, process: invoiceResponseProcess.value },
    documentType: typeOf(invoiceResponseDocumentType),
    ...sending,
  })
  expect(answer.body.toString()).toContain(':Receipt>')
  await work()
}

const answers = ({ id }: Document) => answersTo(gateway, caller, { id })
const received = async () =>
  (await listInbound(gateway, caller, { limit: 50, sort: '-createdAt' })).data.map((record) =>
    inboundRecord.parse(record),
  )

async function told(): Promise<object[]> {
  const reading = { ...gateway, draining: { now: true } }
  const limits = { waitMs: 0, signal: new AbortController().signal }
  const { data } = feed.parse(await readFeed(reading, caller, { limit: 200 }, limits))
  return data.filter(({ type }) => type === 'document.answered')
}

describe('an Invoice Response of the receiver', () => {
  it('counts, is told once, and has its content', async () => {
    const document = await delivered()
    await respond('F-2026-1', {
      code: 'UQ',
      note: 'Please call us',
      effectiveDate: '2026-11-22',
      clarifications: [
        {
          ...{ list: 'OPStatusReason', code: 'REF', text: 'no such order' },
          conditions: [{ attribute: 'BT-13', description: 'PO 4711' }],
        },
        { list: 'OPStatusAction', code: 'PIN' },
      ],
    })
    const [answer] = await answers(document)
    const expected = {
      id: expect.any(String),
      ...{ kind: 'invoice-response', code: 'UQ', status: 'under-query', at: expect.any(String) },
      from: { participant: buyer, name: 'A party', accessPoint: 'POP900002' },
      counts: true,
      reasons: [
        { code: 'REF', text: 'no such order', conditions: [{ field: 'BT-13', text: 'PO 4711' }] },
      ],
      actions: [{ code: 'PIN' }],
      ...{ note: 'Please call us', effectiveDate: '2026-11-22' },
      links: {
        answer: `/api/v1/documents/${document.id}/answers/${answer!.id}`,
        document: `/api/v1/inbound/${answer!.id}`,
      },
    }
    expect(answerEntry.parse(answer)).toEqual(expected)
    expect(await answerTo(gateway, caller, { id: document.id }, answer!.id)).toEqual(expected)
    expect(await told()).toMatchObject([
      {
        type: 'document.answered',
        data: { documentId: document.id, answerId: answer!.id, status: 'delivered' },
      },
    ])
    // Its work is taken up again, as after the death of a process.
    const again = { documentId: document.id, answerId: answer!.id, at: gateway.now(), actor: 'x' }
    expect(await store.addAnswer({ ...again, kind: 'invoice-response', code: 'UQ' })).toBe(false)
    expect(await told()).toHaveLength(1)
  })

  it('is received under the number of the invoice, and says which document that is', async () => {
    const document = await delivered()
    await respond(document.id)
    const about = { documentId: document.id, number: 'F-2026-1' }
    const [response] = await received()
    expect(response).toMatchObject({ number: 'F-2026-1', about })
    expect(await showInbound(gateway, caller, response!.id)).toMatchObject({ about })
    await respond('F-2026-1')
    const byNumber = { limit: 50, number: ['F-2026-1'], sort: '-createdAt' as const }
    const { data } = await listInbound(gateway, caller, byNumber)
    expect(data).toMatchObject([{ about, number: 'F-2026-1' }])
  })

  it('that it refuses the invoice frees the number of it', async () => {
    const strict = { ...caller, tenant: { ...caller.tenant, duplicates: 'refuse' as const } }
    await delivered()
    await respond('F-2026-1', {
      code: 'RE',
      clarifications: [{ list: 'OPStatusReason', code: 'PRI' }],
    })
    expect((await submit({ caller: strict })).record.status).toBe('accepted')
  })

  it('that overtakes the receipt is heard when that has come', async () => {
    await delivered()
    const { record } = await submit()
    const [job] = await test.claim()
    await respond(record.id)
    expect(await answersTo(gateway, caller, record)).toEqual([])
    await deliver(gateway, job!)
    test.clock.aheadMs += 6_000
    await work()
    expect(await answersTo(gateway, caller, record)).toMatchObject([{ counts: true }])
  })

  it('is cut where it is long', async () => {
    const document = await delivered()
    const clarifications = Array.from({ length: 120 }, () => ({
      ...{ list: 'OPStatusReason' as const, code: 'OTH' as const, text: 'x'.repeat(1_500) },
      conditions: [{ attribute: 'BT-1', description: 'y'.repeat(1_500) }],
    }))
    await respond('F-2026-1', { code: 'UQ', clarifications, note: 'z'.repeat(2_000) })
    const [answer] = await answers(document)
    expect(answer!.reasons).toHaveLength(100)
    expect(answer!.reasons?.[0]?.text).toHaveLength(1_000)
    expect(answer!.reasons?.[99]?.conditions?.[0]?.text).toHaveLength(1_000)
    expect(answer!.note).toHaveLength(1_000)
  })
})

describe('an Invoice Response of another side', () => {
  const refusal = {
    code: 'RE' as const,
    clarifications: [{ list: 'OPStatusReason' as const, code: 'PRI' as const }],
  }

  it.each([
    ['from another participant, by id', { sender: stranger }, true, /^from 0088:7300010000001 to/],
    [
      'through another access point, by id',
      { keys: gateway.peppolAccess.keys },
      true,
      /^from POP900001, but the document went to POP900002$/,
    ],
    [
      'through another access point, by number',
      { keys: gateway.peppolAccess.keys },
      false,
      /^from POP900001/,
    ],
  ] as const)('%s, is kept with a doubt and changes nothing', async (_, sending, byId, doubt) => {
    const strict = { ...caller, tenant: { ...caller.tenant, duplicates: 'refuse' as const } }
    const document = await delivered()
    await respond(byId ? document.id : 'F-2026-1', { ...refusal, sending })
    expect(await answers(document)).toMatchObject([
      {
        ...{ code: 'RE', status: 'rejected', counts: false, doubt: expect.stringMatching(doubt) },
        from: {
          participant: 'sender' in sending ? sending.sender : buyer,
          accessPoint: 'keys' in sending ? 'POP900001' : 'POP900002',
        },
      },
    ])
    expect(await told()).toEqual([])
    await expect(submit({ caller: strict })).rejects.toMatchObject({ code: 'document.duplicate' })
    // The receiver is heard all the same.
    await respond('F-2026-1', refusal)
    expect((await answers(document)).map(({ counts }) => counts)).toEqual([false, true])
    expect(await told()).toHaveLength(1)
  })

  it('is kept twenty times, and no more', async () => {
    const document = await delivered()
    for (let n = 0; n < 22; n++) await respond(document.id, { sending: { sender: stranger } })
    expect(await answers(document)).toHaveLength(20)
    expect(await test.events(document.id)).toHaveLength(23)
    await respond('F-2026-1')
    expect(await answers(document)).toHaveLength(21)
  })

  it('about a document that was not sent yet does not count', async () => {
    await delivered()
    const { record } = await submit()
    await respond(record.id)
    expect(await answersTo(gateway, caller, record)).toMatchObject([{ counts: false }])
  })
})

async function refuse(document: Document, issues = 1, text = 'No such customer'): Promise<void> {
  const content = buildMls({
    ...{ id: gateway.newId(), issuedAt: gateway.now(), code: 'RE', documentId: document.id },
    ...{ sender: '900002', receiver: '900001', description: text },
    issues: Array.from({ length: issues }, () => ({
      line: '/Invoice',
      text,
      reason: 'BV' as const,
    })),
  })
  const documentType = typeOf(mlsDocumentType)
  await send({ receiver: '0242:900001', content, documentType, process: mlsProcess.value })
  await work()
}

describe('a Message Level Status', () => {
  it('says why in the record of the document, and not in lists', async () => {
    const document = await delivered()
    await refuse(document)
    const mls = {
      ...{ status: 'rejected', code: 'RE', reason: 'No such customer' },
      issues: [{ location: '/Invoice', text: 'No such customer', code: 'BV' }],
    }
    const record = await trackDocument(gateway, caller, { id: document.id })
    expect(documentRecord.parse(record)).toMatchObject({ mls })
    expect((await historyOf(gateway, caller, { id: document.id })).document).toMatchObject({ mls })
    const [listed] = (await listRecords(gateway, caller, { limit: 1, sort: '-createdAt' })).data
    expect(listed?.mls).not.toHaveProperty('issues')
    expect(await answers(document)).toMatchObject([
      {
        ...{ kind: 'mls', status: 'rejected', counts: true, reason: 'No such customer' },
        from: { participant: buyer, accessPoint: 'POP900002' },
      },
    ])
  })

  it('of many issues and long texts is cut', async () => {
    const document = await delivered()
    await refuse(document, 150, 'x'.repeat(1_200))
    const { mls } = await trackDocument(gateway, caller, { id: document.id })
    expect(mls.issues).toHaveLength(100)
    expect(mls.issues?.[0]?.text).toHaveLength(1_000)
    expect(mls.reason).toHaveLength(1_000)
  })

  it('outlives its file, and one of an earlier version is read from it', async () => {
    const document = await delivered()
    await refuse(document)
    const shown = () => trackDocument(gateway, caller, { id: document.id })
    const { mls } = await shown()
    await pool.query(`update answers set said = null where kind = 'mls'`)
    expect(await shown()).toMatchObject({ mls })
    await pool.query('delete from payload_chunks')
    expect((await shown()).mls).not.toHaveProperty('reason')
    await pool.query(`update answers set said = '{"reason": "kept"}' where kind = 'mls'`)
    expect(await shown()).toMatchObject({ mls: { reason: 'kept' } })
  })
})

it('an answer is found by the id of its document alone, and by no other tenant', async () => {
  const document = await delivered()
  await respond(document.id)
  const [answer] = await answers(document)
  const notFound = { code: 'document.not-found' }
  const reference = { id: document.id }
  await expect(answerTo(gateway, caller, reference, gateway.newId())).rejects.toMatchObject(
    notFound,
  )
  const other = { ...caller, tenant: { ...caller.tenant, id: gateway.newId() } }
  await expect(answerTo(gateway, other, reference, answer!.id)).rejects.toMatchObject(notFound)
})
