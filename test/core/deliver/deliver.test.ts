import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { As4Error, buildErrorSignal } from '../../../src/as4/index.ts'
import { toRecord } from '../../../src/core/record.ts'
import type { Fault } from '../../sandbox/fault-plan.ts'
import { invoice, jsonBody, openTestGateway } from '../test-gateway.ts'

const testGateway = await openTestGateway()
const { gateway, sandbox, faultPlan, clock } = testGateway
const { store } = gateway
const afterAllWaits = 25 * 3_600_000

afterEach(() => faultPlan.clear())

describe('a document that its receiver accepts', () => {
  it('is delivered with a verified receipt, and every step is recorded', async () => {
    const { record } = await testGateway.submit()
    expect(record).toMatchObject({
      status: 'accepted',
      outcome: 'in-progress',
      certainty: 'not-sent',
      attempts: 0,
    })
    const document = await testGateway.attempt()
    expect(toRecord(document)).toMatchObject({
      status: 'delivered',
      outcome: 'succeeded',
      certainty: 'confirmed',
      attempts: 1,
    })
    expect(await testGateway.events(document.id)).toEqual(['submitted', 'claimed', 'delivered'])
    const kinds = (await store.filesOf(document.id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['submitted', 'ubl', 'sbd', 'as4-request', 'as4-response'])
  })

  it('reaches the receiver byte for byte, under its instance identifier', async () => {
    await testGateway.submit()
    const document = await testGateway.attempt()
    const arrival = testGateway
      .arrivals()
      .find(({ messageId }) => messageId === document.as4?.messageId)
    expect(arrival?.instanceIdentifier).toBe(document.instanceIdentifier)
    const folder = join(sandbox.inbox, String(arrival?.number).padStart(6, '0'))
    const ubl = await store.latestFile(document.id, 'ubl')
    expect(readFileSync(join(folder, 'document.xml')).equals(ubl!.bytes)).toBe(true)
    const receipt = await store.latestFile(document.id, 'as4-response')
    expect(readFileSync(join(folder, 'receipt.xml')).equals(receipt!.bytes)).toBe(true)
  })

  it('reaches the receiver when it is large, and the request is kept as sent', async () => {
    // Random bytes stay large when compressed.
    const content = randomBytes(2_000_000).toString('base64')
    const file = { id: 'A', filename: 'a.pdf', mimeType: 'application/pdf', content }
    const { record } = await testGateway.submit({
      body: jsonBody({ ...invoice(), attachments: [file] }),
    })
    faultPlan.inject('http-503')
    expect((await testGateway.attempt()).certainty).toBe('unknown')
    const request = await store.latestFile(record.id, 'as4-request')
    expect(request!.bytes.length).toBeGreaterThan(2_000_000)
    faultPlan.clear()
    clock.aheadMs += 60_000
    // The receipt is checked against the request as it was kept.
    const document = await testGateway.attempt()
    expect(document.status).toBe('delivered')
    const arrival = testGateway
      .arrivals()
      .find(({ messageId }) => messageId === document.as4?.messageId)
    const folder = join(sandbox.inbox, String(arrival?.number).padStart(6, '0'))
    const ubl = await store.latestFile(document.id, 'ubl')
    expect(readFileSync(join(folder, 'document.xml')).equals(ubl!.bytes)).toBe(true)
  }, 60_000)

  it('leaves no job behind', async () => {
    await testGateway.submit()
    await testGateway.attempt()
    clock.aheadMs += afterAllWaits
    expect(await testGateway.claim()).toEqual([])
  })
})

describe('an answer that proves nothing', () => {
  const uncertain: [Fault, string][] = [
    ['receipt-bad-signature', 'as4.receipt-signature-invalid'],
    ['receipt-part-missing', 'as4.receipt-digest-mismatch'],
    ['receipt-by-stranger', 'as4.receipt-signature-invalid'],
    ['receipt-by-neighbour', 'as4.receipt-signature-invalid'],
    ['receipt-for-another', 'as4.receipt-wrong-reference'],
    ['receipt-unsigned', 'as4.receipt-signature-invalid'],
    ['empty-answer', 'as4.receipt-missing'],
    ['http-503', 'transport.http-status'],
    ['hang-up', 'as4.receipt-missing'],
  ]
  it.each(uncertain)('%s leaves the document undelivered (%s)', async (fault, code) => {
    faultPlan.inject(fault)
    await testGateway.submit()
    const document = await testGateway.attempt()
    expect(document).toMatchObject({
      status: 'waiting',
      certainty: 'unknown',
      waiting: { reason: 'receipt-unknown' },
    })
    expect((await store.attemptsOf(document.id)).map(({ outcome }) => outcome)).toEqual([code])

    faultPlan.clear()
    clock.aheadMs += 60_000
    expect((await testGateway.attempt()).status).toBe('delivered')
  })

  it('is followed by the same MessageId and bytes, so the document arrives once', async () => {
    faultPlan.inject('hang-up')
    const { record } = await testGateway.submit()
    const first = await testGateway.attempt()
    faultPlan.clear()
    clock.aheadMs += 60_000
    const second = await testGateway.attempt()
    expect(second).toMatchObject({ id: record.id, status: 'delivered', attempts: 2 })
    expect(second.as4?.messageId).toBe(first.as4?.messageId)
    const arrived = testGateway
      .arrivals()
      .filter(({ messageId }) => messageId === first.as4?.messageId)
    expect(arrived.map(({ repeat }) => repeat ?? false)).toEqual([false, true])
    const requests = (await store.filesOf(record.id)).filter(({ kind }) => kind === 'as4-request')
    expect(requests).toHaveLength(1)
  })

  it('ends in attention when time runs out: it is unknown whether it arrived', async () => {
    faultPlan.inject('empty-answer')
    await testGateway.submit({
      options: { deadline: new Date(gateway.now().getTime() + 20_000).toISOString() },
    })
    const document = await testGateway.attempt()
    expect(document.failure).toMatchObject({ code: 'delivery.window-exhausted', retryable: true })
    expect(toRecord(document)).toMatchObject({
      status: 'failed',
      certainty: 'unknown',
      outcome: 'attention',
    })
  })

  it('is what a refusal of a repeated message is: the first copy may have arrived', async () => {
    faultPlan.inject('hang-up')
    await testGateway.submit()
    await testGateway.attempt()
    faultPlan.inject('ebms-error')
    clock.aheadMs += 60_000
    expect(await testGateway.attempt()).toMatchObject({
      status: 'waiting',
      certainty: 'unknown',
      waiting: { reason: 'receipt-unknown' },
    })
    faultPlan.clear()
    clock.aheadMs += 200_000
    expect((await testGateway.attempt()).status).toBe('delivered')
  })
})

describe('a test document', () => {
  it('is tried again when the simulated network cannot be opened', async () => {
    await testGateway.submit({ testOnly: true })
    const simulation = () => Promise.reject(new Error('no entropy'))
    expect(await testGateway.attempt({ ...gateway, simulation })).toMatchObject({
      status: 'waiting',
      certainty: 'not-sent',
      waiting: { reason: 'retry-backoff' },
    })
  })
})

describe('a refusal', () => {
  it('by the other access point ends the document, with the reason given', async () => {
    faultPlan.inject('ebms-error')
    await testGateway.submit()
    const document = await testGateway.attempt()
    expect(document.failure?.code).toBe('as4.error')
    expect(document.failure?.detail).toContain('EBMS:0004')
    expect(toRecord(document)).toMatchObject({
      status: 'failed',
      certainty: 'refused',
      outcome: 'failed',
    })
  })

  it.each(['EBMS:0005', 'EBMS:0202'] as const)(
    'that is temporary, %s, is followed by a new message for the same document',
    async (code) => {
      const error = new As4Error(code, 'the back end is away')
      const { body } = await buildErrorSignal(error, {
        keys: gateway.peppolAccess.keys,
        messageId: 'error@test',
        timestamp: gateway.now(),
      })
      const contentType = 'application/soap+xml'
      const post = async () => ({ kind: 'answered', status: 500, contentType, body }) as const
      await testGateway.submit()
      const peppolAccess = { ...gateway.peppolAccess, post }
      const first = await testGateway.attempt({ ...gateway, peppolAccess })
      expect(toRecord(first)).toMatchObject({
        status: 'waiting',
        certainty: 'refused',
        outcome: 'in-progress',
        waiting: { reason: 'retry-backoff' },
      })
      clock.aheadMs += 60_000
      const second = await testGateway.attempt()
      expect(second).toMatchObject({ status: 'delivered', certainty: 'confirmed' })
      expect(second.as4?.messageId).not.toBe(first.as4?.messageId)
      expect(second.instanceIdentifier).toBe(first.instanceIdentifier)
    },
  )

  it('by the network, which knows no such receiver, ends it before a byte has left', async () => {
    const before = testGateway.arrivals().length
    const [scheme, id] = sandbox.unregistered.split(':') as [string, string]
    await testGateway.submit({ body: jsonBody(invoice({ scheme, id })) })
    const document = await testGateway.attempt()
    expect(document).toMatchObject({ status: 'failed', certainty: 'not-sent', attempts: 1 })
    expect(document.failure).toMatchObject({ code: 'receiver.not-registered', retryable: false })
    expect(document.failure!.detail).toMatch(/ is not registered in the network\.$/)
    expect(testGateway.arrivals()).toHaveLength(before)
    expect((await store.filesOf(document.id)).map(({ kind }) => kind)).toEqual(['submitted', 'ubl'])
  })

  it('in the sandbox says which receivers it knows, ten at most', async () => {
    const [scheme, id] = sandbox.unregistered.split(':') as [string, string]
    const receivers = Array.from({ length: 12 }, (_, at) => `9915:receiver${at}`)
    const service = { ...gateway.service, sandbox: { ...sandbox, receivers } }
    await testGateway.submit({ body: jsonBody(invoice({ scheme, id })) })
    const { failure } = await testGateway.attempt({ ...gateway, service })
    const named = receivers.slice(0, 10).join(', ')
    expect(failure!.detail).toContain(`network. The sandbox has ${named}.`)
    await testGateway.submit()
    const post = async () =>
      ({ kind: 'failed', reason: 'connect-failed', bodySent: false, detail: 'refused' }) as const
    const peppolAccess = { ...gateway.peppolAccess, post }
    const other = await testGateway.attempt({ ...gateway, service, peppolAccess })
    expect(JSON.stringify(toRecord(other))).not.toContain('The sandbox has')
  })
})

describe('a message that did not leave', () => {
  it('is made anew with another MessageId and the same SBD', async () => {
    const unreachable = async () =>
      ({ kind: 'failed', reason: 'connect-failed', bodySent: false, detail: 'refused' }) as const
    await testGateway.submit()
    const first = await testGateway.attempt({
      ...gateway,
      peppolAccess: { ...gateway.peppolAccess, post: unreachable },
    })
    expect(first).toMatchObject({
      status: 'waiting',
      certainty: 'not-sent',
      waiting: { reason: 'retry-backoff' },
    })
    clock.aheadMs += 60_000
    const second = await testGateway.attempt()
    expect(second.status).toBe('delivered')
    expect(second.as4?.messageId).not.toBe(first.as4?.messageId)
    const kinds = (await store.filesOf(second.id)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'sbd')).toHaveLength(1)
    const arrival = testGateway.arrivals().at(-1)
    expect(arrival?.instanceIdentifier).toBe(first.instanceIdentifier)
  })

  it('waits when a part of the network is unreachable', async () => {
    const resolveNaptr = async () => ({ kind: 'failed', detail: 'SERVFAIL' }) as const
    await testGateway.submit()
    const peppolAccess = { ...gateway.peppolAccess, endpoints: new Map(), resolveNaptr }
    const document = await testGateway.attempt({ ...gateway, peppolAccess })
    expect(document).toMatchObject({ status: 'waiting', waiting: { reason: 'dns-unavailable' } })
    clock.aheadMs += 60_000
    expect((await testGateway.attempt()).status).toBe('delivered')
  })

  it('is not sent after its deadline', async () => {
    const before = testGateway.arrivals().length
    await testGateway.submit({
      options: { deadline: new Date(gateway.now().getTime() + 5_000).toISOString() },
    })
    clock.aheadMs += 6_000
    const document = await testGateway.attempt()
    expect(document.failure?.code).toBe('delivery.window-exhausted')
    expect(document.certainty).toBe('not-sent')
    expect(testGateway.arrivals()).toHaveLength(before)
  })
})

describe('a process that dies while it sends', () => {
  it('leaves a lease that runs out; the next process sends the stored bytes again', async () => {
    await testGateway.submit()
    const [job] = await testGateway.claim()
    const dying = {
      ...gateway,
      store: { ...store, finishAttempt: () => Promise.reject(new Error('killed')) },
    }
    const { deliver } = await import('../../../src/core/deliver/deliver.ts')
    await expect(deliver(dying, job!)).rejects.toThrow('killed')
    clock.aheadMs += 16_000
    const document = await testGateway.attempt()
    expect(document).toMatchObject({ status: 'delivered', attempts: 2 })
    expect(await testGateway.events(document.id)).toEqual([
      'submitted',
      'claimed',
      'lease-ran-out',
      'claimed',
      'delivered',
    ])
    const arrived = testGateway
      .arrivals()
      .filter(({ instanceIdentifier }) => instanceIdentifier === document.instanceIdentifier)
    expect(arrived.map(({ repeat }) => repeat ?? false)).toEqual([false, true])
  })

  it('cannot write any more once another one has taken over', async () => {
    await testGateway.submit()
    const [lost] = await testGateway.claim()
    clock.aheadMs += 16_000
    const [taken] = await testGateway.claim()
    const { deliver } = await import('../../../src/core/deliver/deliver.ts')
    const before = testGateway.arrivals().length
    await deliver(gateway, lost!)
    expect(testGateway.arrivals()).toHaveLength(before)
    await deliver(gateway, taken!)
    expect(
      (await store.documentById(testGateway.caller.tenant.id, lost!.document.id))?.status,
    ).toBe('delivered')
  })
})

describe('a test document', () => {
  it('is signed, encrypted and receipted inside the process, and reaches nobody', async () => {
    const before = testGateway.arrivals().length
    const touched = () => Promise.reject(new Error('the network was touched'))
    const sealed = { ...gateway.peppolAccess, resolveNaptr: touched, get: touched, post: touched }
    const { record } = await testGateway.submit({ testOnly: true })
    expect(record.test).toBe(true)
    const document = await testGateway.attempt({ ...gateway, peppolAccess: sealed })
    expect(document).toMatchObject({ status: 'delivered', test: true })
    expect(testGateway.arrivals()).toHaveLength(before)
  })
})

describe('a bug of ours', () => {
  it('is logged and retried, with the bytes that may have left', async () => {
    const post = () => Promise.reject(new TypeError('a bug'))
    await testGateway.submit()
    const document = await testGateway.attempt({
      ...gateway,
      peppolAccess: { ...gateway.peppolAccess, post },
    })
    expect(document).toMatchObject({ status: 'waiting', certainty: 'unknown' })
    expect(testGateway.warnings).toContainEqual(
      expect.objectContaining({ err: expect.objectContaining({ message: 'a bug' }) }),
    )
    clock.aheadMs += 60_000
    expect((await testGateway.attempt()).status).toBe('delivered')
  })
})

describe('the log of a delivery', () => {
  async function linesOf(change: object): Promise<object[]> {
    const lines: object[] = []
    const keep = (facts: object) => void lines.push(facts)
    const logged = { ...gateway, log: { info: keep, warn: keep, error: keep } }
    const { record } = await testGateway.submit(change)
    await testGateway.attempt(logged)
    expect(lines.length).toBeGreaterThanOrEqual(3)
    const about = { documentId: record.id, tenantId: testGateway.caller.tenant.id }
    for (const line of lines) expect(line).toMatchObject(about)
    return lines
  }

  it('names the document, its tenant and the trace of its caller in each line', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    for (const line of await linesOf({ traceparent })) expect(line).toMatchObject({ traceparent })
  })

  it('names no trace when the caller began none', async () => {
    for (const line of await linesOf({})) expect(line).not.toHaveProperty('traceparent')
  })
})
