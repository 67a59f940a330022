// A delivery that its submission starts: the message is stored with the document, and sent.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startWork, type Work } from '../../../src/core/deliver/work.ts'
import type { DeliverySlot, Gateway } from '../../../src/core/gateway.ts'
import { toRecord } from '../../../src/core/record.ts'
import { trackDocument, waitForChange } from '../../../src/core/tracking/track.ts'
import { openMetrics } from '../../../src/http/routes/metrics.ts'
import type { RevocationOf } from '../../../src/peppol/index.ts'
import type { Accept, Store } from '../../../src/store/index.ts'
import { invoice, jsonBody, openTestGateway } from '../test-gateway.ts'

const test = await openTestGateway()
const { gateway, caller, faultPlan, clock, events, arrivals } = test
const { store } = gateway
const original = { ...store }
const { deliverySlots } = gateway
let work: Work | undefined

/** Of the documents that were to begin with their submission, whether they did. */
const start: boolean[] = []
let claimed = 0

/** While the line is held, work takes nothing from it: a claim under way leaves no slot free. */
const line = { isHeld: false, claims: 0 }

beforeEach(() => {
  start.length = 0
  claimed = 0
  line.isHeld = false
  gateway.metrics = openMetrics()
  store.acceptDocument = async (accept) => {
    const outcome = await original.acceptDocument(accept)
    if (accept.job?.start) start.push('start' in outcome)
    return outcome
  }
  store.claimJobs = async (claim) => {
    if (line.isHeld && claim.owner === 'here') return { jobs: [], isMoreDue: false }
    line.claims++
    const claims = await original.claimJobs(claim).finally(() => line.claims--)
    claimed += claims.jobs.length
    return claims
  }
})

afterEach(async () => {
  await work?.stop(5_000)
  work = undefined
  faultPlan.clear()
  gateway.deliverySlots = deliverySlots
  delete store.payloadStore
  Object.assign(store, original)
})

async function statusOf(id: string): Promise<string> {
  const change = { until: 'final', waitMs: 15_000 } as const
  return (await waitForChange(gateway, caller, id, change)).status
}

async function submitted(change: Parameters<typeof test.submit>[0] = {}): Promise<string> {
  return (await test.submit(change)).record.id
}

/** Work has started, and knows where the receiver is; the line is held. */
async function begin(on: Partial<typeof gateway> = {}): Promise<void> {
  work = startWork({ ...gateway, ...on }, 'here')
  expect(await statusOf(await submitted())).toBe('delivered')
  expect([start, claimed]).toEqual([[], 1])
  claimed = 0
  line.isHeld = true
  await expect.poll(() => line.claims).toBe(0)
}

function releaseLine(): void {
  line.isHeld = false
  gateway.queued.notify()
}

describe('a document for a receiver whom we know', () => {
  it('is sent without standing in line, and its history is that of any other', async () => {
    await begin()
    const { record } = await test.submit()
    expect(record).toMatchObject({ status: 'accepted', attempts: 0 })
    expect(await statusOf(record.id)).toBe('delivered')
    expect([start, claimed]).toEqual([[true], 0])
    expect(await events(record.id)).toEqual(['submitted', 'claimed', 'delivered'])
    const document = await store.documentById(caller.tenant.id, record.id)
    expect(toRecord(document!)).toMatchObject({ certainty: 'confirmed', attempts: 1 })
    const kinds = (await store.filesOf(record.id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['submitted', 'ubl', 'sbd', 'as4-request', 'as4-response'])
    const sent = arrivals().filter((one) => one.messageId === document!.as4!.messageId)
    expect(sent).toMatchObject([{ instanceIdentifier: record.id }])
  })

  it('is one of many, none of which is sent twice, and some of which need no claim', async () => {
    await begin()
    const count = 3 * gateway.delivery.slots.ofEndpoint
    // Those who find no slot may be the first to be stored; then all the others stand behind them.
    const first = await submitted()
    expect(start).toEqual([true])
    releaseLine()
    const others = await Promise.all(Array.from({ length: count - 1 }, () => submitted()))
    const ids = [first, ...others]
    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'delivered'))
    const attempts = await Promise.all(ids.map((id) => store.attemptsOf(id)))
    expect(attempts.map(({ length }) => length)).toEqual(ids.map(() => 1))
    expect(start.filter(Boolean).length + claimed).toBe(count)
  })

  it('waits as any other when its receiver does not take it', async () => {
    await begin()
    faultPlan.inject('http-503')
    const id = await submitted()
    const change = { until: 'change', waitMs: 10_000, since: new Date(0).toISOString() } as const
    await expect
      .poll(async () => (await waitForChange(gateway, caller, id, change)).status)
      .toBe('waiting')
    const { waiting, certainty } = await trackDocument(gateway, caller, { id })
    expect([waiting?.reason, certainty, start]).toEqual(['receipt-unknown', 'unknown', [true]])
    expect(await events(id)).toEqual(['submitted', 'claimed', 'postponed'])
  })

  it('keeps its lease while an answer is slow, and ends before the work does', async () => {
    const on = { ...gateway, delivery: { ...gateway.delivery, leaseRenewMs: 10 } }
    await begin(on)
    faultPlan.inject('slow')
    const { id } = (await test.submit({}, on)).record
    const leaseEnds = async () => (await test.pool.query('select run_at from jobs')).rows[0]?.run_at
    clock.aheadMs += 10 * gateway.delivery.leaseMs
    await expect.poll(leaseEnds).toSatisfy((at: Date) => at > gateway.now())
    expect(await test.claim()).toEqual([])
    const stopping = work!.stop(10_000)
    expect(await trackDocument(gateway, caller, { id })).toMatchObject({ status: 'sending' })
    faultPlan.clear()
    await stopping
    expect(await trackDocument(gateway, caller, { id })).toMatchObject({ status: 'delivered' })
  })
})

/** Work that sends nothing; what became of its slots. */
function startNothing(): string[] {
  const ends: string[] = []
  const slot: DeliverySlot = {
    owner: 'another',
    use: () => void ends.push('used'),
    release: () => void ends.push('released'),
    rest: () => void ends.push('rests'),
  }
  gateway.deliverySlots = { ...deliverySlots, tryTake: () => slot }
  return ends
}

/** How many of the deliveries that submissions have started ended so. */
async function startedDeliveries(): Promise<object> {
  const counts = (await gateway.metrics.counts()) as Count[]
  const { values = [] } =
    counts.find(({ name }) => name === 'fourcorner_started_deliveries_total') ?? {}
  return Object.fromEntries(values.map(({ labels, value }) => [labels.result, value]))
}
type Count = { name: string; values: { labels: { result?: string }; value: number }[] }

describe('the process dies once the document is stored', () => {
  it('and another one sends the same bytes again, since they may have been sent', async () => {
    await begin()
    await work!.stop(5_000)
    const left = startNothing()
    const id = await submitted()
    expect(left).toEqual(['used'])
    const [made] = await store.attemptsOf(id)
    clock.aheadMs += gateway.delivery.leaseMs + 1
    const document = await test.attempt()
    expect(document).toMatchObject({ status: 'delivered', attempts: 2 })
    expect(document.as4?.messageId).toBe(made!.messageId)
    const files = await store.filesOf(id)
    expect(files.filter(({ kind }) => kind === 'as4-request')).toHaveLength(1)
    expect(await events(id)).toEqual([
      ...['submitted', 'claimed', 'lease-ran-out', 'claimed', 'delivered'],
    ])
  })
})

describe('a document stands in line', () => {
  const large = {
    id: 'A',
    filename: 'a.pdf',
    mimeType: 'application/pdf',
    content: Buffer.alloc(60_000).toString('base64'),
  }

  it.each<[string, () => Parameters<typeof test.submit>[0] | Promise<void>]>([
    [
      'when its receiver was not looked up lately',
      async () => gateway.peppolAccess.endpoints.clear(),
    ],
    ['when this process has stopped its work', () => work!.stop(5_000)],
    ['when it is large', () => ({ body: jsonBody({ ...invoice(), attachments: [large] }) })],
    ['when it is a test', () => ({ testOnly: true })],
    [
      'when its bytes are objects, which would be left over',
      async () => void Object.assign(store, { payloadStore: { fault: () => undefined } }),
    ],
  ])('%s', async (_, prepare) => {
    await begin()
    const change = await prepare()
    const accepts: Accept[] = []
    const { acceptDocument } = store
    store.acceptDocument = (accept) => {
      accepts.push(accept)
      return acceptDocument(accept)
    }
    await submitted(change ?? {})
    expect(accepts.map(({ job }) => job?.start)).toEqual([undefined])
  })

  it('when nobody can say soon whether to trust its endpoint', async () => {
    const asked = { now: false, release: () => {} }
    const released = new Promise<void>((resolve) => {
      asked.release = resolve
    })
    const { peppolAccess } = gateway
    const revocationOf: RevocationOf = async () => {
      if (asked.now) await released
      return 'good'
    }
    const on = { ...gateway, peppolAccess: { ...peppolAccess, revocationOf } }
    await begin({ peppolAccess: on.peppolAccess })
    asked.now = true
    const asks = performance.now()
    const { record } = await test.submit({}, on)
    expect(performance.now() - asks).toBeLessThan(2_000)
    expect([record.status, start]).toEqual(['accepted', []])
    asked.release()
    releaseLine()
    expect(await statusOf(record.id)).toBe('delivered')
    expect([start, claimed]).toEqual([[], 1])
  })

  it('when its deadline passes before it could be sent', async () => {
    await begin()
    let accepted: Accept | undefined
    store.acceptDocument = (accept) => {
      accepted = accept
      return original.acceptDocument(accept)
    }
    const { newId } = gateway
    const at = new Date(gateway.now().getTime() + 60_000)
    const late = {
      ...gateway,
      newId(of?: Date) {
        const id = newId(of)
        // The id of the attempt is the next one after that of the document.
        if (!of) clock.aheadMs += 61_000
        return id
      },
    }
    await test.submit({ options: { deadline: at.toISOString() } }, late)
    expect(accepted!.job).toMatchObject({ lane: expect.stringContaining('http') })
    expect(accepted!.job!.start).toBeUndefined()
  })

  it('when its endpoint may no longer be trusted, and its attempt says why', async () => {
    const refusing = { now: false }
    const { peppolAccess } = gateway
    const revocationOf: RevocationOf = async (of) =>
      refusing.now && of.fingerprint256 === test.receiverKeys.certificate.fingerprint256
        ? 'revoked'
        : 'good'
    const on = { ...gateway, peppolAccess: { ...peppolAccess, revocationOf } }
    await begin({ peppolAccess: on.peppolAccess })
    refusing.now = true
    const { record } = await test.submit({}, on)
    releaseLine()
    expect(await statusOf(record.id)).toBe('failed')
    expect([start, claimed]).toEqual([[], 1])
    const { failure } = await trackDocument(gateway, caller, { id: record.id })
    expect(failure?.code).toBe('certificate.revoked')
  })
})

describe('a slot that a submission has taken', () => {
  it('is waited for when the work stops: it may be used yet', async () => {
    await begin()
    const slot = deliverySlots.tryTake('a lane')!
    let hasStopped = false
    const stopping = work!.stop(5_000).then(() => {
      hasStopped = true
    })
    await expect.poll(() => deliverySlots.tryTake('another lane')).toBeUndefined()
    await new Promise((later) => setTimeout(later, 100))
    expect(hasStopped).toBe(false)
    slot.release()
    await stopping
  })
})

describe('the slot of a document whose delivery does not start', () => {
  it.each<[string, string, Store['acceptDocument']]>([
    ['rests', 'when it is queued', async () => ({ kind: 'stored' })],
    [
      'released',
      'when it was refused',
      async ({ document: holder }) => ({ kind: 'taken', what: 'number', holder }),
    ],
    [
      'released',
      'when it cannot be stored',
      () => Promise.reject(new Error('the database is away')),
    ],
  ])('%s %s', async (how, _, acceptDocument) => {
    await begin()
    await work!.stop(5_000)
    const left = startNothing()
    store.acceptDocument = acceptDocument
    await test.submit().catch(() => {})
    expect(left).toEqual([how])
  })

  it('released when it is unknown whether its number came before', async () => {
    await begin()
    await work!.stop(5_000)
    const left = startNothing()
    store.sameNumber = () => Promise.reject(new Error('the database is away'))
    await expect(test.submit(takingDuplicates)).rejects.toThrow('the database is away')
    expect([left, start]).toEqual([['released'], []])
  })
})

const takingDuplicates = {
  caller: { ...caller, tenant: { ...caller.tenant, duplicates: 'warn' as const } },
}

describe('a tenant whose duplicates are taken', () => {
  it('is told of an earlier one that is looked for while the message is made', async () => {
    await begin()
    const earlier = { id: gateway.newId(), status: 'delivered' as const }
    // Only when a slot is taken, just before the message is made, does the answer come.
    store.sameNumber = () =>
      new Promise((resolve) => {
        const tryTake = (lane: string) => {
          resolve(earlier)
          return deliverySlots.tryTake(lane)
        }
        gateway.deliverySlots = { ...deliverySlots, tryTake }
      })
    const { record } = await test.submit(takingDuplicates)
    expect(record.warnings).toEqual([expect.stringContaining(earlier.id)])
    expect(start).toEqual([true])
    expect(await statusOf(record.id)).toBe('delivered')
    const { warnings } = await trackDocument(gateway, caller, { id: record.id })
    expect(warnings).toEqual(record.warnings)
  })
})

describe('what became of started deliveries is counted', () => {
  it('as sent', async () => {
    await begin()
    expect(await startedDeliveries()).toEqual({})
    const id = await submitted()
    expect(await startedDeliveries()).toEqual({ sent: 1 })
    expect(await statusOf(id)).toBe('delivered')
  })

  it('as enqueued, when the queue has no slot for it after all', async () => {
    await begin()
    const { acceptDocument } = store
    store.acceptDocument = ({ job, ...accept }) => {
      const { start: _, ...queued } = job!
      return acceptDocument({ ...accept, job: queued })
    }
    const id = await submitted()
    expect(await startedDeliveries()).toEqual({ enqueued: 1 })
    releaseLine()
    expect(await statusOf(id)).toBe('delivered')
  })

  it('as enqueued, when its endpoint may not be sent to', async () => {
    await begin()
    const { peppolAccess } = gateway
    const on = { ...gateway, peppolAccess: { ...peppolAccess, revocationOf: revoked } }
    await test.submit({}, on)
    expect(await startedDeliveries()).toEqual({ enqueued: 1 })
  })
  const revoked: RevocationOf = async () => 'revoked'

  it('as abandoned, when the document cannot be stored', async () => {
    await begin()
    store.acceptDocument = () => Promise.reject(new Error('the database is away'))
    await expect(test.submit()).rejects.toThrow('the database is away')
    expect(await startedDeliveries()).toEqual({ abandoned: 1 })
  })

  it('as failed, with a line in the log, and the queue delivers the document', async () => {
    await begin()
    const logged: { facts: object; message: string }[] = []
    const fault = new TypeError('a defect of ours')
    const broken: Gateway = {
      ...gateway,
      log: { ...gateway.log, error: (facts, message) => void logged.push({ facts, message }) },
      peppolAccess: { ...gateway.peppolAccess, revocationOf: () => Promise.reject(fault) },
    }
    const { record } = await test.submit({}, broken)
    expect([record.status, start]).toEqual(['accepted', []])
    expect(await startedDeliveries()).toEqual({ failed: 1 })
    const message = 'a delivery could not be started: the document is queued'
    const facts = { err: fault, documentId: record.id }
    expect(logged).toEqual([{ facts: expect.objectContaining(facts), message }])
    releaseLine()
    expect(await statusOf(record.id)).toBe('delivered')
    expect(claimed).toBe(1)
    await work!.stop(5_000)
  })
})
