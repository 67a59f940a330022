// Message Level Status about documents that we sent: who may say it, and what follows.
import { describe, expect, it } from 'vitest'
import { serviceTenantId } from '../../../src/core/identity/service-provider.ts'
import { openArrival } from '../../../src/core/receive/open-arrival.ts'
import { markOverdue } from '../../../src/core/receive/work-inbound.ts'
import { trackDocument } from '../../../src/core/tracking/track.ts'
import { formatIdentifier } from '../../../src/peppol/index.ts'
import { buildMls, mlsDocumentType, mlsProcess } from '../../../src/reporting/index.ts'
import type { Document } from '../../../src/store/index.ts'
import { openReceivingGateway, type Sending } from '../arrivals.ts'

const test = await openReceivingGateway()
const { gateway, caller, clock, register, send, submit, attempt, work, events, faultPlan } = test
const { store } = gateway

type Code = 'AP' | 'AB' | 'RE'

/** A Message Level Status from the second access point, which receives what is sent here. */
async function deliverStatus(code: Code, documentId: string, more: Sending = {}): Promise<void> {
  const content = buildMls({
    ...{ id: gateway.newId(), issuedAt: gateway.now(), code, documentId },
    ...{ sender: '900002', receiver: '900001' },
    ...(code === 'RE' ? { description: 'No such customer' } : {}),
    issues: code === 'RE' ? [{ line: 'NA', text: 'No such customer', reason: 'FD' as const }] : [],
  })
  const answer = await send({
    ...{ receiver: '0242:900001', content },
    documentType: formatIdentifier(mlsDocumentType).split('::').slice(1).join('::'),
    process: mlsProcess.value,
    ...more,
  })
  expect(answer.body.toString()).toContain(':Receipt>')
}

async function report(code: Code, documentId: string, more: Sending = {}): Promise<void> {
  await deliverStatus(code, documentId, more)
  await work()
}

/** The statuses that were received, newest first. */
async function received(): Promise<Document[]> {
  const list = { direction: ['inbound' as const], sort: '-createdAt' as const, limit: 20 }
  return (await store.listDocuments(serviceTenantId, list)).documents
}

async function delivered(): Promise<Document> {
  await register()
  await submit()
  return attempt()
}

const shown = (document: Document) => trackDocument(gateway, caller, { id: document.id })

describe('a document that was delivered', () => {
  it('awaits its Message Level Status, and its outcome is a success meanwhile', async () => {
    const document = await delivered()
    expect(document.instanceIdentifier).toBe(document.id)
    expect(await shown(document)).toMatchObject({
      status: 'delivered',
      outcome: 'succeeded',
      mls: { status: 'awaited', dueAt: expect.any(String) },
    })
  })

  it.each([
    ['AP', 'accepted', 'succeeded'],
    ['AB', 'acknowledged', 'succeeded'],
    ['RE', 'rejected', 'rejected'],
  ] as const)('%s: it is %s, and its outcome %s', async (code, status, outcome) => {
    const document = await delivered()
    await report(code, document.id)
    expect(await shown(document)).toMatchObject({
      status: 'delivered',
      outcome,
      mls: { status, code },
    })
    expect(await events(document.id)).toEqual(['submitted', 'claimed', 'delivered', 'mls-received'])
    expect(await store.answersTo(document.id)).toMatchObject([{ kind: 'mls', code }])
    expect(await store.latestFile(document.id, 'mls')).toBeDefined()
    await store.numberEvents()
    const { events: told } = await store.eventPage({ tenantId: caller.tenant.id, limit: 10 })
    expect(told.at(-1)).toMatchObject({ type: 'document.mls.received', mlsStatus: status })
  })

  it('gets it in one write with the end of the work on what it came as', async () => {
    const document = await delivered()
    const before = gateway.now()
    await deliverStatus('AP', document.id)
    const claim = { owner: 'slow', leaseMs: 60_000, limit: 10 }
    const [slow] = await store.claimInbound({ ...claim, now: gateway.now() })
    clock.aheadMs += 120_000
    // Another process takes it over.
    const [next] = await store.claimInbound({ ...claim, owner: 'next', now: gateway.now() })
    expect(next!.documentId).toBe(slow!.documentId)
    await openArrival(gateway, slow!)
    expect(await shown(document)).toMatchObject({ mls: { status: 'awaited' } })
    expect((await received())[0]).toMatchObject({ status: 'received' })
    await openArrival(gateway, next!)
    expect(await shown(document)).toMatchObject({ mls: { status: 'accepted' } })
    const [arrived] = await received()
    expect(arrived).toMatchObject({ status: 'acknowledged', completedAt: expect.any(Date) })
    expect(await events(arrived!.id)).toEqual(['received', 'opened', 'acknowledged'])
    expect(arrived!.createdAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
    clock.aheadMs += 120_000
    expect(await store.claimInbound({ ...claim, now: gateway.now() })).toEqual([])
  })

  it('gets it beside others that get theirs', async () => {
    await register()
    const documents: Document[] = []
    while (documents.length < 5) {
      await submit()
      documents.push(await attempt())
    }
    const codes = ['AP', 'AB', 'RE', 'AP', 'AB'] as const
    await Promise.all(codes.map((code, at) => deliverStatus(code, documents[at]!.id)))
    const claim = { owner: 'test', now: gateway.now(), leaseMs: 60_000, limit: 10 }
    const claims = await store.claimInbound(claim)
    await Promise.all(claims.map((each) => openArrival(gateway, each)))
    for (const [at, document] of documents.entries()) {
      expect(await shown(document)).toMatchObject({ mls: { code: codes[at] } })
      const file = await store.latestFile(document.id, 'mls')
      expect(file!.bytes.toString()).toContain(document.id)
    }
    const statuses = (await received()).map(({ status }) => status)
    expect(statuses).toEqual(codes.map(() => 'acknowledged'))
  })

  it('keeps the first Message Level Status, and notes the second', async () => {
    const document = await delivered()
    await report('AP', document.id)
    await report('RE', document.id)
    expect(await shown(document)).toMatchObject({ outcome: 'succeeded', mls: { code: 'AP' } })
    expect((await events(document.id)).at(-1)).toBe('mls-ignored')
  })

  it('heeds none from an access point that it did not go to', async () => {
    const document = await delivered()
    await report('RE', document.id, { keys: gateway.peppolAccess.keys })
    expect(await shown(document)).toMatchObject({
      outcome: 'succeeded',
      mls: { status: 'awaited' },
    })
    expect((await events(document.id)).at(-1)).toBe('mls-ignored')
    await report('AP', document.id)
    expect(await shown(document)).toMatchObject({ mls: { code: 'AP' } })
  })

  it('is overdue when none came in time, and heeds one that comes later', async () => {
    const document = await delivered()
    await markOverdue(gateway)
    expect(await shown(document)).toMatchObject({ mls: { status: 'awaited' } })
    clock.aheadMs += gateway.mls.overdueMs
    await markOverdue(gateway)
    expect(await shown(document)).toMatchObject({
      status: 'delivered',
      outcome: 'succeeded',
      mls: { status: 'overdue' },
    })
    await report('AB', document.id)
    expect(await shown(document)).toMatchObject({ mls: { status: 'acknowledged' } })
    expect(await events(document.id)).toEqual([
      ...['submitted', 'claimed', 'delivered', 'mls-overdue', 'mls-received'],
    ])
  })

  it('may be submitted again under its number once it is refused', async () => {
    const strict = { ...caller, tenant: { ...caller.tenant, duplicates: 'refuse' as const } }
    const document = await delivered()
    await expect(submit({ caller: strict })).rejects.toMatchObject({ code: 'document.duplicate' })
    await report('RE', document.id)
    expect((await submit({ caller: strict })).record.status).toBe('accepted')
  })
})

describe('a document whose receipt was lost', () => {
  async function lost(): Promise<Document> {
    await register()
    await submit()
    faultPlan.inject('hang-up')
    const document = await attempt()
    faultPlan.clear()
    expect(document).toMatchObject({ status: 'waiting', certainty: 'unknown' })
    return document
  }

  it('is delivered when a Message Level Status proves it, and is not sent again', async () => {
    const document = await lost()
    await report('AP', document.id)
    expect(await shown(document)).toMatchObject({
      status: 'delivered',
      certainty: 'confirmed',
      outcome: 'succeeded',
      mls: { code: 'AP' },
    })
    expect((await events(document.id)).slice(-2)).toEqual(['confirmed', 'mls-received'])
    clock.aheadMs += 3_600_000
    expect(await test.claim()).toEqual([])
  })

  it('is not, when somebody else says so', async () => {
    const document = await lost()
    await report('AP', document.id, { keys: gateway.peppolAccess.keys })
    expect(await shown(document)).toMatchObject({ status: 'waiting', certainty: 'unknown' })
  })
})

it('a document that has not been sent yet heeds no Message Level Status', async () => {
  await register()
  const { record } = await submit()
  await report('AP', record.id)
  expect(await events(record.id)).toEqual(['submitted', 'mls-ignored'])
  expect((await attempt()).status).toBe('delivered')
})

describe('about a document that was never sent', () => {
  it.each([
    ['no document', async () => gateway.newId()],
    ['no id at all', async () => 'F-2026-1'],
    [
      'a document that certainly did not arrive',
      async () => {
        await submit({ testOnly: true })
        return (await attempt()).id
      },
    ],
  ])('%s: the message is kept, and changes nothing', async (_, about) => {
    await register()
    await report('AP', await about())
    const { rows } = await test.pool.query(
      `select status, kind from records where direction = 'inbound'`,
    )
    expect(rows).toEqual([{ status: 'acknowledged', kind: 'other' }])
  })
})
