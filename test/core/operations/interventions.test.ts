// Cancel, try again, pause: what callers and operators do to documents on their way.
import { afterEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../../src/core/gateway.ts'
import { cancelDocument } from '../../../src/core/operations/cancel.ts'
import { pauseSending, resumeSending } from '../../../src/core/operations/pause.ts'
import { sendAgain } from '../../../src/core/operations/send-again.ts'
import { trackDocument } from '../../../src/core/tracking/track.ts'
import { invoice, jsonBody, openTestGateway } from '../test-gateway.ts'

const testGateway = await openTestGateway()
const { gateway, caller, faultPlan, clock } = testGateway
const stranger: Caller = { ...caller, tenant: { ...caller.tenant, id: gateway.newId() } }

afterEach(() => faultPlan.clear())

/** A document that failed, and may have arrived. */
async function giveUp(): Promise<string> {
  const deadline = new Date(gateway.now().getTime() + 20_000).toISOString()
  const { record } = await testGateway.submit({ options: { deadline } })
  faultPlan.inject('empty-answer')
  await testGateway.attempt()
  faultPlan.clear()
  expect(await trackDocument(gateway, caller, record)).toMatchObject({
    status: 'failed',
    outcome: 'attention',
  })
  return record.id
}

async function messageIdsOf(id: string): Promise<(string | undefined)[]> {
  const attempts = await gateway.store.attemptsOf(id)
  return attempts.map(({ messageId }) => messageId).filter((messageId) => messageId)
}

describe('a document', () => {
  it('can be cancelled before its first attempt, and is never sent', async () => {
    const { record } = await testGateway.submit()
    expect(await cancelDocument(gateway, caller, record)).toMatchObject({
      status: 'cancelled',
      outcome: 'failed',
      completedAt: expect.any(String),
    })
    expect(await testGateway.claim()).toEqual([])
    expect(await testGateway.events(record.id)).toEqual(['submitted', 'cancelled'])
    const [, line] = await gateway.store.auditOf(record.id)
    expect(line).toMatchObject({ actor: `token:${caller.token.id}`, from: 'accepted' })
  })

  it('can be cancelled while it waits, if nothing of it has left', async () => {
    const { record } = await testGateway.submit()
    const get = async () => ({ kind: 'failed', reason: 'timeout', detail: 'no answer' }) as const
    const peppolAccess = { ...gateway.peppolAccess, get, endpoints: new Map() }
    expect(await testGateway.attempt({ ...gateway, peppolAccess })).toMatchObject({
      status: 'waiting',
      certainty: 'not-sent',
    })
    expect(await cancelDocument(gateway, caller, record)).toMatchObject({ status: 'cancelled' })
  })

  it.each(['being sent', 'sent, perhaps', 'delivered', 'cancelled'])(
    'cannot be cancelled once it is %s',
    async (state) => {
      const { record } = await testGateway.submit()
      if (state === 'being sent') await testGateway.claim()
      if (state === 'sent, perhaps') {
        faultPlan.inject('empty-answer')
        await testGateway.attempt()
      }
      if (state === 'delivered') await testGateway.attempt()
      if (state === 'cancelled') await cancelDocument(gateway, caller, record)
      const before = await trackDocument(gateway, caller, record)
      await expect(cancelDocument(gateway, caller, record)).rejects.toMatchObject({
        code: 'document.not-cancellable',
        documentId: record.id,
      })
      expect(await trackDocument(gateway, caller, record)).toEqual(before)
    },
  )

  it('can be cancelled or tried again by its own tenant only', async () => {
    const { record } = await testGateway.submit()
    const notFound = { code: 'document.not-found' }
    await expect(cancelDocument(gateway, stranger, record)).rejects.toMatchObject(notFound)
    await expect(sendAgain(gateway, stranger, record)).rejects.toMatchObject(notFound)
    expect(await testGateway.events(record.id)).toEqual(['submitted'])
  })
})

describe('a failed document that is tried again', () => {
  it('gets a new deadline, all attempts again, and a new message', async () => {
    const id = await giveUp()
    const [first] = await messageIdsOf(id)
    const record = await sendAgain(gateway, caller, { id })
    expect(record).toMatchObject({
      status: 'waiting',
      outcome: 'in-progress',
      certainty: 'unknown',
      waiting: { reason: 'first-attempt' },
    })
    expect(record).not.toHaveProperty('failure')
    const givesUpInMs = Date.parse(record.waiting!.givesUpAt) - gateway.now().getTime()
    expect(givesUpInMs).toBeGreaterThan(gateway.delivery.deadlineMs - 60_000)

    const delivered = await testGateway.attempt()
    expect(delivered).toMatchObject({ status: 'delivered', certainty: 'confirmed' })
    const messageIds = await messageIdsOf(id)
    expect(messageIds).toEqual([first, delivered.as4?.messageId])
    expect(delivered.as4?.messageId).not.toBe(first)
  })

  it('keeps its instance identifier, by which the receiver recognises it', async () => {
    const id = await giveUp()
    await sendAgain(gateway, caller, { id })
    const { instanceIdentifier } = await testGateway.attempt()
    const arrivals = testGateway
      .arrivals()
      .filter((one) => one.instanceIdentifier === instanceIdentifier)
    expect(arrivals.length).toBeGreaterThan(0)
  })

  it('repeats the new message, not the old one, while its fate is unknown', async () => {
    const id = await giveUp()
    const [old] = await messageIdsOf(id)
    await sendAgain(gateway, caller, { id })
    faultPlan.inject('empty-answer')
    await testGateway.attempt()
    clock.aheadMs += 60_000
    faultPlan.clear()
    await testGateway.attempt()
    const [, second, third] = await messageIdsOf(id)
    expect(second).toBe(third)
    expect(second).not.toBe(old)
  })

  it('counts its attempts from anew', async () => {
    const id = await giveUp()
    await sendAgain(gateway, caller, { id })
    faultPlan.inject('empty-answer')
    const { attempts, waiting } = await testGateway.attempt()
    const waitMs = waiting!.nextAttemptAt.getTime() - gateway.now().getTime()
    expect(attempts).toBe(2)
    expect(waitMs).toBeLessThan(1.2 * gateway.delivery.retryDelaysMs[0]!)
  })

  it('must have failed', async () => {
    const { record } = await testGateway.submit()
    const refusal = { code: 'document.not-retryable' }
    await expect(sendAgain(gateway, caller, record)).rejects.toMatchObject(refusal)
    await testGateway.attempt()
    await expect(sendAgain(gateway, caller, record)).rejects.toMatchObject(refusal)
    expect(await testGateway.events(record.id)).toEqual(['submitted', 'claimed', 'delivered'])
  })

  it('must have failed for something that may change', async () => {
    const body = jsonBody(invoice({ scheme: '0192', id: '000000000' }))
    const { record } = await testGateway.submit({ body, options: { receiver: '0192:991825827' } })
    const get = async () =>
      ({ kind: 'answered', status: 404, contentType: '', body: Buffer.alloc(0) }) as const
    const peppolAccess = { ...gateway.peppolAccess, get, endpoints: new Map() }
    const { failure } = await testGateway.attempt({ ...gateway, peppolAccess })
    expect(failure).toMatchObject({ retryable: false })
    await expect(sendAgain(gateway, caller, record)).rejects.toMatchObject({
      code: 'document.not-retryable',
      detail: expect.stringContaining(failure!.code),
    })
  })

  it('must still own its reference', async () => {
    const options = { reference: `again ${gateway.newId()}` }
    const { record } = await testGateway.submit({ options })
    faultPlan.inject('ebms-error')
    expect(await testGateway.attempt()).toMatchObject({ status: 'failed' })
    faultPlan.clear()
    const { record: second } = await testGateway.submit({ options })
    await expect(sendAgain(gateway, caller, record)).rejects.toMatchObject({
      code: 'document.duplicate',
      documentId: second.id,
    })
    expect(await trackDocument(gateway, caller, record)).toMatchObject({ status: 'failed' })
  })
})

describe('a pause', () => {
  it('is taken in any form of the participant, told, and ended', async () => {
    const receiver = 'iso6523-actorid-upis::0192:987654325'
    const paused = await pauseSending(gateway, caller, receiver)
    expect(paused).toEqual([
      {
        ...{ receiver: '0192:987654325', since: expect.any(String), waiting: 0 },
        actor: `token:${caller.token.id}`,
      },
    ])
    const { record } = await testGateway.submit()
    expect(await testGateway.claim()).toEqual([])
    expect(await trackDocument(gateway, caller, record)).toMatchObject({
      waiting: { reason: 'paused' },
    })
    expect(await resumeSending(gateway, caller, receiver)).toEqual([])
    expect(await testGateway.attempt()).toMatchObject({ id: record.id, status: 'delivered' })
  })

  it('after a restore holds what was open, and nothing that comes later', async () => {
    const { record: open } = await testGateway.submit()
    const { record: known } = await testGateway.submit()
    const pause = { since: gateway.now(), actor: 'start --paused-after-restore' }
    expect(await gateway.store.pauseRestored(pause)).toBe(2)
    // A second start with the same option must not hold what was submitted meanwhile.
    const { record: later } = await testGateway.submit()
    expect(await gateway.store.pauseRestored(pause)).toBeUndefined()

    expect(await testGateway.attempt()).toMatchObject({ id: later.id, status: 'delivered' })
    expect(await trackDocument(gateway, caller, open)).toMatchObject({
      waiting: { reason: 'paused' },
      attempts: 0,
    })
    // An operator who knows that one was delivered after the backup cancels it.
    expect(await cancelDocument(gateway, caller, known)).toMatchObject({ status: 'cancelled' })
    expect(await resumeSending(gateway, caller, undefined)).toEqual([])
    expect(await testGateway.attempt()).toMatchObject({ id: open.id, status: 'delivered' })
  })

  it('after a restore holds at once what would have been tried again later', async () => {
    const { record } = await testGateway.submit()
    faultPlan.inject('hang-up')
    const waiting = await testGateway.attempt()
    expect(waiting).toMatchObject({ waiting: { reason: 'receipt-unknown' } })
    faultPlan.clear()
    await gateway.store.pauseRestored({ since: gateway.now(), actor: 'start' })
    expect(await testGateway.claim()).toEqual([])
    expect(await trackDocument(gateway, caller, record)).toMatchObject({
      waiting: { reason: 'paused' },
      certainty: 'unknown',
    })
  })

  it('after a restore is listed as such', async () => {
    const since = gateway.now()
    await gateway.store.pauseRestored({ since, actor: 'start' })
    clock.aheadMs += 1
    expect(await pauseSending(gateway, caller, undefined)).toEqual([
      {
        ...{ receiver: null, restored: true, since: since.toISOString(), actor: 'start' },
        waiting: expect.any(Number),
      },
      {
        ...{ receiver: null, since: expect.any(String), actor: `token:${caller.token.id}` },
        waiting: expect.any(Number),
      },
    ])
    expect(await resumeSending(gateway, caller, undefined)).toEqual([])
  })

  it('of no participant is refused', async () => {
    await expect(pauseSending(gateway, caller, 'somebody')).rejects.toMatchObject({
      code: 'participant.id-invalid',
    })
  })
})

describe('an endpoint that fails', () => {
  it('is left alone after five failures, and no attempt is counted meanwhile', async () => {
    faultPlan.inject('hang-up')
    for (let failures = 0; failures < 5; failures++) {
      await testGateway.submit()
      await testGateway.attempt()
    }
    faultPlan.clear()
    const { record } = await testGateway.submit()
    // It is looked up, and then waits in line.
    expect(await testGateway.attempt()).toMatchObject({ waiting: { reason: 'first-attempt' } })
    expect(await testGateway.claim()).toEqual([])
    expect(await trackDocument(gateway, caller, record)).toMatchObject({
      status: 'waiting',
      waiting: { reason: 'receiver-circuit-open' },
      attempts: 0,
    })
  })

  it('is left alone for as long as it asks', async () => {
    const post: typeof gateway.peppolAccess.post = async () => ({
      kind: 'answered',
      status: 503,
      contentType: 'text/plain',
      retryAfter: '900',
      body: Buffer.from('later'),
    })
    await testGateway.submit()
    const peppolAccess = { ...gateway.peppolAccess, post }
    const document = await testGateway.attempt({ ...gateway, peppolAccess })
    const waitMs = document.waiting!.nextAttemptAt.getTime() - gateway.now().getTime()
    expect(waitMs).toBeGreaterThan(895_000)

    await testGateway.submit()
    expect(await testGateway.attempt()).toMatchObject({ attempts: 0 })
    clock.aheadMs += 890_000
    expect(await testGateway.claim()).toEqual([])
    clock.aheadMs += 20_000
    expect((await testGateway.claim()).length).toBeGreaterThan(0)
  })
})
