// Events on their way to webhooks, against a receiver on this machine that verifies signatures with
// the library of Standard Webhooks.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import type { Caller, Gateway } from '../../../src/core/gateway.ts'
import { emptyLookupCache } from '../../../src/core/runtime/lookup-cache.ts'
import { deliverEvent, startDispatch } from '../../../src/core/webhooks/dispatch-webhooks.ts'
import {
  changeWebhook,
  createWebhook,
  type IssuedWebhook,
  listDeliveries,
  redeliver,
  rotateSecret,
  showWebhook,
  testWebhook,
} from '../../../src/core/webhooks/webhooks.ts'
import { openMetrics } from '../../../src/http/routes/metrics.ts'
import type { ClaimedDelivery } from '../../../src/store/index.ts'
import { listenHttp } from '../../net/listen.ts'
import { sharedSimulation } from '../../sandbox/shared.ts'
import { testDatabase } from '../../store/database.ts'
import { newAccept } from '../../store/records.ts'
import { openGatewayRecord } from '../gateway-record.ts'

type Call = { path: string; headers: IncomingHttpHeaders; body: string }

const calls: Call[] = []
let answer = (_: Call, response: ServerResponse): unknown => response.writeHead(204).end()
const server = createServer(async (request, response) => {
  const call = { path: request.url!, headers: request.headers, body: await text(request) }
  calls.push(call)
  answer(call, response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const { store } = await testDatabase()
const clock = { aheadMs: 0 }
const logged: string[] = []
const report = (_: object, message: string) => void logged.push(message)
const gateway = openGatewayRecord({
  store,
  peppolAccess: { ...(await sharedSimulation()), ...emptyLookupCache() },
  simulation: () => Promise.reject(new Error('not here')),
  log: { info: () => {}, warn: report, error: report },
  now: () => new Date(Date.now() + clock.aheadMs),
})
let caller: Caller

beforeEach(async () => {
  await testDatabase()
  clock.aheadMs = 0
  calls.length = 0
  answer = (_, response) => response.writeHead(204).end()
  caller = await newCaller('main')
})

async function newCaller(name: string): Promise<Caller> {
  const tenant = await store.ensureTenant(
    { id: gateway.newId(), name, participants: ['*'], duplicates: 'warn' },
    { actor: 'test', at: gateway.now() },
  )
  return { tenant, token: { id: 'x', name: 'x', scopes: [], environment: 'test' } }
}

const hook = (path = '/', wish: object = {}): Promise<IssuedWebhook> =>
  createWebhook(gateway, caller, { url: `${origin}${path}`, ...wish })

async function accept(): Promise<string> {
  const now = gateway.now()
  const accepted = newAccept(caller.tenant.id, { createdAt: now })
  await store.acceptDocument({ ...accepted, files: [] })
  return accepted.document.id
}

const cancel = (documentId: string) =>
  store.cancelDocument({
    ...{ documentId, tenantId: caller.tenant.id, now: gateway.now() },
    move: { to: 'cancelled', event: 'cancelled', actor: 'x' },
  })

async function claim(free = 64, freeForSlow = 32): Promise<ClaimedDelivery[]> {
  await store.numberEvents()
  const { slots, leaseMs } = limits.webhooks
  const now = gateway.now()
  return store.claimDeliveries({ owner: 'node', now, leaseMs, free, freeForSlow, slots })
}

/** Sends what is due now, once. */
async function sendDue(): Promise<number> {
  const claimed = await claim()
  await Promise.all(claimed.map((delivery) => deliverEvent(gateway, delivery)))
  return claimed.length
}

const fail = (_: Call, response: ServerResponse) => response.writeHead(500).end('broken\0\u0007')
const later = (seconds: number) => {
  clock.aheadMs += seconds * 1000
}
const logOf = async (webhook: { id: string }) =>
  (await listDeliveries(gateway, caller, webhook.id, { limit: 50 })).data

const verified = (secret: string, { body, headers }: Call, changed: object = {}) =>
  new Webhook(secret).verify(body, { ...headers, ...changed } as Record<string, string>)

describe('a call', () => {
  test('carries the event of the feed, signed for the library of Standard Webhooks', async () => {
    const { secret } = await hook('/erp?a=b')
    const documentId = await accept()
    expect(await sendDue()).toBe(1)
    const [call] = calls
    expect(call).toMatchObject({
      path: '/erp?a=b',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'fourcorner/0.0.0',
        'webhook-id': JSON.parse(call!.body).id,
      },
    })
    expect(verified(secret, call!)).toMatchObject({
      type: 'document.accepted',
      sequence: 1,
      data: { documentId, status: 'accepted', outcome: 'in-progress' },
    })
  })

  test.each<[string, (call: Call, secret: string) => unknown]>([
    ['with another secret', (call) => verified('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', call)],
    [
      'with another body',
      (call, secret) =>
        verified(secret, { ...call, body: call.body.replace('accepted', 'failed') }),
    ],
    ['with another id', (call, secret) => verified(secret, call, { 'webhook-id': 'x' })],
    [
      'of six minutes ago',
      (call, secret) => {
        const timestamp = String(Number(call.headers['webhook-timestamp']) - 360)
        return verified(secret, call, { 'webhook-timestamp': timestamp })
      },
    ],
  ])('%s is refused by it', async (_, verify) => {
    const { secret } = await hook()
    await accept()
    await sendDue()
    expect(() => verify(calls[0]!, secret)).toThrow()
  })

  test('is signed with the secret before a rotation too, for a day', async () => {
    const webhook = await hook()
    const next = await rotateSecret(gateway, caller, webhook.id)
    expect(next.secret).not.toBe(webhook.secret)
    await accept()
    await sendDue()
    for (const secret of [webhook.secret, next.secret]) verified(secret, calls[0]!)
    later(24 * 3_600 + 1)
    await accept()
    await sendDue()
    const timestamp = { 'webhook-timestamp': calls[1]!.headers['webhook-timestamp'] }
    expect(calls[1]!.headers['webhook-signature']).not.toContain(' ')
    expect(() => verified(webhook.secret, calls[1]!, timestamp)).toThrow(/signature|new/)
  })

  test('that meets a redirect has failed: it is not followed', async () => {
    const webhook = await hook()
    answer = (_, response) => response.writeHead(307, { location: `${origin}/else` }).end()
    await accept()
    await sendDue()
    expect(calls.map(({ path }) => path)).toEqual(['/'])
    const [delivery] = await logOf(webhook)
    expect(delivery).toMatchObject({
      status: 'waiting',
      attempts: [{ httpStatus: 307, error: expect.stringContaining('not followed') }],
    })
  })

  test('takes any 2xx, and reads only the beginning of a long answer', async () => {
    const webhook = await hook()
    answer = (_, response) => response.writeHead(202).end('é'.repeat(5_000_000))
    await accept()
    await sendDue()
    const [delivery] = await logOf(webhook)
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ httpStatus: 202 }] })
    expect(delivery!.attempts[0]!.body).toBe('é'.repeat(1_000))
    expect(delivery!.attempts[0]).not.toHaveProperty('error')
  })

  test('to nobody has failed, and says why', async () => {
    const gone = await listenHttp(() => {})
    await gone.close()
    const webhook = await createWebhook(gateway, caller, { url: `${gone.url}/` })
    await accept()
    await sendDue()
    const [delivery] = await logOf(webhook)
    expect(delivery!.attempts).toMatchObject([{ error: expect.stringContaining('ECONNREFUSED') }])
  })
})

describe('who gets an event', () => {
  test('webhooks of its tenant, that want its type', async () => {
    await hook('/all')
    await hook('/ends', { types: ['document.cancelled'] })
    const mine = caller
    caller = await newCaller('other')
    await hook('/other')
    caller = mine
    await cancel(await accept())
    while ((await sendDue()) > 0);
    expect(calls.map(({ path }) => path).sort()).toEqual(['/all', '/all', '/ends'])
  })

  test('a test event goes to one webhook', async () => {
    const { id } = await hook('/one')
    await hook('/two')
    await testWebhook(gateway, caller, id)
    await sendDue()
    expect(calls.map(({ path }) => path)).toEqual(['/one'])
    expect(JSON.parse(calls[0]!.body)).toMatchObject({
      type: 'webhook.test',
      data: { webhookId: id },
    })
  })

  test('not a disabled one: what happened meanwhile is not sent later', async () => {
    const { id } = await hook()
    await changeWebhook(gateway, caller, id, { enabled: false })
    expect(await showWebhook(gateway, caller, id)).toMatchObject({
      enabled: false,
      disabled: { reason: 'It was disabled by request.' },
    })
    await accept()
    expect(await sendDue()).toBe(0)
    await changeWebhook(gateway, caller, id, { enabled: true })
    expect(await showWebhook(gateway, caller, id)).not.toHaveProperty('disabled')
    expect(await sendDue()).toBe(0)
    await accept()
    expect(await sendDue()).toBe(1)
  })
})

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe('the order', () => {
  test('of one document: a later event waits for the earlier, other documents do not', async () => {
    await hook()
    answer = fail
    const first = await accept()
    await cancel(first)
    expect(await sendDue()).toBe(1)
    answer = (_, response) => response.writeHead(200).end()
    const other = await accept()
    expect(await sendDue()).toBe(1)
    later(7)
    while ((await sendDue()) > 0);
    const told = calls.map(({ body }) => JSON.parse(body))
    expect(told.map(({ type, data }) => [type, data.documentId])).toEqual([
      ['document.accepted', first],
      ['document.accepted', other],
      ['document.accepted', first],
      ['document.cancelled', first],
    ])
  })

  test('of different documents: by number, at most sixteen at a time', async () => {
    await hook()
    for (let count = 0; count < 20; count++) await accept()
    const claimed = await claim()
    expect(claimed.map(({ event }) => event.sequence)).toEqual(upTo(16))
    expect(await claim()).toEqual([])
    await deliverEvent(gateway, claimed[0]!)
    expect((await claim()).map(({ event }) => event.sequence)).toEqual([17])
  })

  test('one at a time while the webhook fails, or is slow', async () => {
    await hook()
    for (let count = 0; count < 40; count++) await accept()
    answer = fail
    expect(await sendDue()).toBe(16)
    const [only, ...more] = await claim()
    expect(more).toEqual([])
    answer = (_, response) => response.writeHead(200).end()
    await deliverEvent(gateway, only!)
    expect(await claim()).toHaveLength(16)
    later(3)
    expect(await claim()).toEqual([])
  })

  test('a success is noted once a minute, and at once after a failure', async () => {
    const { id } = await hook()
    const afterOneMore = async () => {
      await accept()
      await sendDue()
      return showWebhook(gateway, caller, id)
    }
    const { lastSuccessAt } = await afterOneMore()
    expect(await afterOneMore()).toMatchObject({ lastSuccessAt })
    answer = fail
    expect(await afterOneMore()).toMatchObject({ failures: 1, lastSuccessAt })
    answer = (_, response) => response.writeHead(200).end()
    const { failures, lastSuccessAt: second } = await afterOneMore()
    expect(failures).toBe(0)
    expect(second).not.toBe(lastSuccessAt)
    later(61)
    expect((await afterOneMore()).lastSuccessAt).not.toBe(second)
  })

  test('as before after a single failure', async () => {
    await hook()
    await accept()
    answer = fail
    expect(await sendDue()).toBe(1)
    for (let count = 0; count < 20; count++) await accept()
    const claimed = await claim()
    expect(claimed).toHaveLength(16)
    expect(claimed.map(({ isSlow }) => isSlow)).not.toContain(true)
  })

  test('webhooks take turns, and those that fail have a part of the slots only', async () => {
    const broken = await Promise.all([hook('/a'), hook('/b'), hook('/c')])
    answer = fail
    for (let failures = 0; failures < 2; failures++) {
      await accept()
      await sendDue()
    }
    const works = await hook('/works')
    for (let count = 0; count < 20; count++) await accept()
    const claimed = await claim(64, 2)
    expect(claimed.filter(({ webhookId }) => webhookId === works.id)).toHaveLength(16)
    const failing = claimed.map(({ webhookId }) => webhookId).filter((id) => id !== works.id)
    expect(failing).toHaveLength(2)
    const [third, ...more] = await claim(64, 1)
    expect(more).toEqual([])
    expect([...failing, third!.webhookId].sort()).toEqual(broken.map(({ id }) => id).sort())
  })
})

describe('tenants', () => {
  const ofTenant = async (name: string, hooks: number, events: number): Promise<Set<string>> => {
    caller = await newCaller(name)
    const made: IssuedWebhook[] = []
    for (let count = 0; count < hooks; count++) made.push(await hook(`/${name}/${count}`))
    for (let count = 0; count < events; count++) await accept()
    return new Set(made.map(({ id }) => id))
  }
  const countOf = (claimed: readonly ClaimedDelivery[], webhooks: Set<string>) =>
    claimed.filter(({ webhookId }) => webhooks.has(webhookId)).length

  test('have a part of the slots each, however many webhooks they have', async () => {
    const many = await ofTenant('many', 5, 20)
    const few = await ofTenant('few', 1, 20)
    const claimed = await claim()
    expect([countOf(claimed, many), countOf(claimed, few)]).toEqual([48, 16])
    expect(await claim()).toEqual([])
  })

  test('with fewer deliveries under way come first', async () => {
    const many = await ofTenant('many', 4, 20)
    const claimed = await claim(20)
    expect(countOf(claimed, many)).toBe(20)
    // Its third webhook has waited longest of all.
    later(1)
    const few = await ofTenant('few', 1, 20)
    expect(countOf(await claim(10), few)).toBe(10)
  })

  test('keep one slot for a webhook that was slow, also when it takes everything', async () => {
    const slow = await hook('/slow')
    for (let count = 0; count < 20; count++) await accept()
    const [first] = await claim(1)
    answer = (_, response) => {
      later(2)
      response.writeHead(200).end()
    }
    await deliverEvent(gateway, first!)
    answer = (_, response) => response.writeHead(204).end()
    const next = await claim()
    expect(next.map(({ webhookId, isSlow }) => [webhookId, isSlow])).toEqual([[slow.id, true]])
    await deliverEvent(gateway, next[0]!)
    expect(await claim()).toHaveLength(1)
    // It has been quick for a minute.
    later(61)
    const [again, ...rest] = await claim()
    expect([again!.isSlow, rest.length]).toEqual([false, 15])
  })
})

describe('an attempt that fails', () => {
  test('is repeated by the schedule; then the webhook is disabled and says why', async () => {
    const webhook = await hook()
    answer = fail
    await accept()
    const waitsMs: number[] = []
    for (let attempt = 1; attempt <= 10; attempt++) {
      const before = gateway.now().getTime()
      expect(await sendDue()).toBe(1)
      const { nextAttemptAt } = (await logOf(webhook))[0]!
      if (!nextAttemptAt) break
      waitsMs.push(Date.parse(nextAttemptAt) - before)
      later(waitsMs.at(-1)! / 1000 - 1)
      expect(await sendDue()).toBe(0)
      later(2)
    }
    expect(waitsMs).toHaveLength(9)
    for (const [index, wanted] of limits.webhooks.retryDelaysMs.entries()) {
      expect(waitsMs[index]).toBeGreaterThan(wanted * 0.8 - 1)
      expect(waitsMs[index]).toBeLessThan(wanted * 1.2 + 1_000)
    }
    const ids = calls.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
    expect(await logOf(webhook)).toMatchObject([
      { status: 'failed', attempts: { length: 10, 9: { error: 'HTTP 500', body: 'broken' } } },
    ])
    expect(await showWebhook(gateway, caller, webhook.id)).toMatchObject({
      enabled: false,
      failures: 10,
      disabled: { reason: expect.stringContaining('HTTP 500') },
    })
  })

  test('is counted by what becomes of the delivery', async () => {
    const metrics = openMetrics()
    const send = async () => deliverEvent({ ...gateway, metrics }, (await claim())[0]!)
    await hook()
    await accept()
    answer = fail
    for (let attempt = 1; attempt <= 9; attempt++) {
      await send()
      later(30 * 3_600)
    }
    answer = (_, response) => response.writeHead(204).end()
    await send()
    await hook('/gone')
    await accept()
    answer = (_, response) => response.writeHead(410).end()
    await send()
    const { text } = await metrics.print({ certificateDays: 1, revocationsStale: 0 })
    const counts = text.matchAll(/^fourcorner_webhook_seconds_count\{outcome="(\w+)"\} (\d+)/gm)
    expect(Object.fromEntries([...counts].map(([, outcome, count]) => [outcome, count]))).toEqual({
      waiting: '9',
      delivered: '1',
      failed: '1',
    })
  })

  test('leaves the webhook enabled when something else arrived since it began', async () => {
    const webhook = await hook()
    answer = fail
    await accept()
    for (let attempt = 1; attempt < 10; attempt++) {
      await sendDue()
      later(30 * 3_600)
    }
    later(-30 * 3_600 + 60)
    answer = (_, response) => response.writeHead(200).end()
    await accept()
    expect(await sendDue()).toBe(1)
    later(30 * 3_600)
    answer = fail
    expect(await sendDue()).toBe(1)
    const [second, first] = await logOf(webhook)
    expect([first?.status, second?.status]).toEqual(['failed', 'delivered'])
    expect(await showWebhook(gateway, caller, webhook.id)).toMatchObject({ enabled: true })
  })

  test('with 410 disables at once; sent again by hand once it is enabled', async () => {
    const webhook = await hook()
    answer = (_, response) => response.writeHead(410).end()
    await accept()
    await sendDue()
    const [gone] = await logOf(webhook)
    expect(gone).toMatchObject({ status: 'failed' })
    expect(await showWebhook(gateway, caller, webhook.id)).toMatchObject({
      enabled: false,
      disabled: { reason: expect.stringContaining('410') },
    })
    answer = (_, response) => response.writeHead(200).end()
    await changeWebhook(gateway, caller, webhook.id, { enabled: true })
    await redeliver(gateway, caller, { id: webhook.id, deliveryId: gone!.id })
    expect(await sendDue()).toBe(1)
    expect(calls[1]!.headers['webhook-id']).toBe(gone!.id)
    expect(await logOf(webhook)).toMatchObject([{ status: 'delivered', attempts: { length: 2 } }])
  })

  test('is repeated later when the receiver asks for it', async () => {
    const webhook = await hook()
    answer = (_, response) => response.writeHead(503, { 'retry-after': '600' }).end()
    await accept()
    await sendDue()
    const { nextAttemptAt } = (await logOf(webhook))[0]!
    expect(Date.parse(nextAttemptAt!) - gateway.now().getTime()).toBeGreaterThan(590_000)
  })
})

describe('several processes', () => {
  test('never send one event at the same time', async () => {
    for (let count = 0; count < 6; count++) await hook(`/${count}`)
    for (let count = 0; count < 4; count++) await accept()
    await store.numberEvents()
    const claims = (await Promise.all([claim(8), claim(8), claim(8), claim(8)])).flat()
    const names = claims.map(({ webhookId, event }) => `${webhookId} ${event.id}`)
    expect(new Set(names).size).toBe(claims.length)
    while ((await claim()).length > 0);
  })

  test('take over what another one left behind; it can record nothing any more', async () => {
    const webhook = await hook()
    await accept()
    const [stale] = await claim()
    later(29)
    expect(await claim()).toEqual([])
    later(2)
    const [again] = await claim()
    expect(again).toMatchObject({ webhookId: webhook.id, epoch: stale!.epoch + 1 })
    await deliverEvent(gateway, stale!)
    expect(logged.at(-1)).toContain('another process took over')
    expect(await logOf(webhook)).toMatchObject([{ status: 'waiting', attempts: [] }])
    await deliverEvent(gateway, again!)
    expect(await logOf(webhook)).toMatchObject([{ status: 'delivered', attempts: { length: 1 } }])
  })
})

describe('what has happened', () => {
  test('is not for a webhook that is created afterwards', async () => {
    await accept()
    await hook()
    expect(await sendDue()).toBe(0)
    await accept()
    expect(await sendDue()).toBe(1)
  })

  test('is for a webhook as it was then, however it is changed afterwards', async () => {
    const { id } = await hook()
    await accept()
    await changeWebhook(gateway, caller, id, { enabled: false })
    await accept()
    await accept()
    await changeWebhook(gateway, caller, id, { enabled: true })
    expect(await sendDue()).toBe(1)
  })
})

describe('the dispatcher', () => {
  const start = (change: Partial<Gateway> = {}) => {
    const dispatch = startDispatch({ ...gateway, ...change }, 'node')
    onTestFinished(() => dispatch.stop(5_000))
  }

  test('sends what happens, as soon as it is told', async () => {
    const { secret } = await hook()
    start({
      webhooks: { ...gateway.webhooks, limits: { ...limits.webhooks, lookAgainMs: 60_000 } },
    })
    await cancel(await accept())
    gateway.events.notify(caller.tenant.id)
    await expect.poll(() => calls.length, { timeout: 10_000 }).toBe(2)
    expect(calls.map((call) => (verified(secret, call) as { type: string }).type)).toEqual([
      'document.accepted',
      'document.cancelled',
    ])
  })

  test('goes on with what waits for a slot without the rest of an idle one', async () => {
    await hook()
    // However long a busy machine takes, nobody is slow: a slow one would rest.
    const slots = { ...limits.webhooks.slots, slowMs: 60_000 }
    const { ofWebhook } = slots
    for (let event = 0; event < 3 * ofWebhook; event++) await accept()
    const idle = { lookAgainMs: 60_000, restMs: 60_000, slots }
    start({ webhooks: { ...gateway.webhooks, limits: { ...limits.webhooks, ...idle } } })
    await expect.poll(() => calls.length, { timeout: 10_000 }).toBe(3 * ofWebhook)
  })

  describe('while documents come', () => {
    /** How often events are numbered then. */
    async function numbering(): Promise<() => number> {
      let times = 0
      const number = () => {
        times++
        return gateway.events.number()
      }
      const ofTest = { ...limits.webhooks, lookAgainMs: 60_000, restMs: 1 }
      start({
        events: { ...gateway.events, number },
        webhooks: { ...gateway.webhooks, limits: ofTest },
      })
      for (let come = 0; come < 20; come++) {
        await accept()
        gateway.events.notify(caller.tenant.id)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      return () => times
    }

    test('looks again and again where there is a webhook', async () => {
      await hook()
      await expect.poll(await numbering()).toBeGreaterThan(1)
    })

    test('rests where there is none', async () => {
      expect((await numbering())()).toBe(1)
    })

    test('rests where it is disabled', async () => {
      const { id } = await hook()
      await changeWebhook(gateway, caller, id, { enabled: false })
      expect((await numbering())()).toBe(1)
    })
  })

  test('calls a webhook that is created while it rests', async () => {
    start({ webhooks: { ...gateway.webhooks, limits: { ...limits.webhooks, lookAgainMs: 50 } } })
    await accept()
    await hook()
    await accept()
    gateway.events.notify(caller.tenant.id)
    await expect.poll(() => calls.length).toBe(1)
  })

  test('calls nobody without the key of the secrets, and numbers events all the same', async () => {
    const webhook = await hook()
    const webhooks = { ...gateway.webhooks, secretsKey: Promise.resolve(undefined) }
    start({ webhooks })
    await accept()
    gateway.events.notify(caller.tenant.id)
    await expect.poll(() => logOf(webhook)).toMatchObject([{ status: 'waiting', attempts: [] }])
    expect(calls).toEqual([])
  })
})
