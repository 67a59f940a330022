// /api/v1/webhooks: what an administrator of a tenant can do, and cannot.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { deliverEvent } from '../../../src/core/webhooks/dispatch-webhooks.ts'
import { openPosting } from '../../../src/net/index.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const url = '/api/v1/webhooks'
const target = 'https://erp.example.com/peppol'

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  test.call({ method, url: path, ...(payload ? { payload } : {}) })

async function create(wish: object = {}) {
  const answer = await call('POST', url, { url: target, ...wish })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

const receiver = createServer((request, response) => {
  request.resume()
  response.end('taken')
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(() => receiver.close())
const reachable = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`

/** Sends what is due, as the dispatcher does. */
async function dispatch(): Promise<void> {
  const { store, webhooks, now } = test.gateway
  const { slots, leaseMs } = webhooks.limits
  await store.numberEvents()
  const free = { free: 9, freeForSlow: 9 }
  const due = await store.claimDeliveries({ owner: 'x', now: now(), leaseMs, slots, ...free })
  for (const delivery of due) await deliverEvent(test.gateway, delivery)
}

describe('a webhook', () => {
  it('is created with a secret that is shown once, and not stored as it is', async () => {
    const answer = await call('POST', url, { url: target, description: 'ERP' })
    expect(answer.statusCode).toBe(201)
    const { secret, ...record } = answer.json()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(record).toEqual({
      id: expect.any(String),
      url: target,
      description: 'ERP',
      types: [],
      enabled: true,
      failures: 0,
      createdAt: expect.any(String),
    })
    expect(answer.headers.location).toBe(`${url}/${record.id}`)
    expect((await call('GET', `${url}/${record.id}`)).json()).toEqual(record)
    const stored = await test.gateway.store.anyWebhookSecret()
    expect(stored!.secret.toString('latin1')).not.toContain('whsec_')
  })

  it('is listed, newest first and page by page', async () => {
    const first = await create()
    const second = await create()
    const list = (await call('GET', `${url}?limit=1`)).json()
    expect(list.data).toMatchObject([{ id: second.id }])
    const next = (await call('GET', `${url}?limit=1&cursor=${list.page.nextCursor}`)).json()
    expect(next.data).toMatchObject([{ id: first.id }])
    expect(next.data[0]).not.toHaveProperty('secret')
    expectProblem(await call('GET', `${url}?cursor=x`), 400, 'request.invalid-field')
  })

  it('is changed in what is given, and deleted', async () => {
    const { id } = await create({ description: 'before' })
    const types = ['document.failed']
    const changed = await call('PATCH', `${url}/${id}`, { types, enabled: false })
    expect(changed.json()).toMatchObject({ types, description: 'before', enabled: false })
    expect((await call('DELETE', `${url}/${id}`)).statusCode).toBe(204)
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/x/redeliver'],
    ] as const) {
      const body = method === 'PATCH' ? {} : undefined
      expectProblem(await call(method, `${url}/${id}${path}`, body), 404, 'webhook.not-found')
    }
  })

  it('gets a new secret, and says until when the old one signs', async () => {
    const { id, secret } = await create()
    const rotated = (await call('POST', `${url}/${id}/rotate-secret`)).json()
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(secret)
    const hours = (Date.parse(rotated.previousSecretUntil) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThan(24.1)
  })

  it('is tested, and its log shows what came back', async () => {
    const { id } = await create({ url: reachable })
    const asked = await call('POST', `${url}/${id}/test`)
    expect(asked.statusCode).toBe(202)
    expect(asked.body).toBe('')
    await dispatch()
    const { data, page } = (await call('GET', `${url}/${id}/deliveries`)).json()
    expect(page).toEqual({ hasMore: false })
    expect(data).toEqual([
      {
        id: expect.any(String),
        type: 'webhook.test',
        sequence: expect.any(Number),
        createdAt: expect.any(String),
        status: 'delivered',
        attempts: [
          {
            at: expect.any(String),
            durationMs: expect.any(Number),
            httpStatus: 200,
            body: 'taken',
          },
        ],
      },
    ])
    const again = await call('POST', `${url}/${id}/deliveries/${data[0].id}/redeliver`)
    expect(again.statusCode).toBe(202)
    expect(again.json()).toMatchObject({ status: 'waiting', nextAttemptAt: expect.any(String) })
    const nothing = test.gateway.newId()
    expectProblem(
      await call('POST', `${url}/${id}/deliveries/${nothing}/redeliver`),
      404,
      'webhook.not-found',
    )
  })

  it('needs the scope admin', async () => {
    const token = await test.makeToken({ scopes: ['documents:read', 'operator'] })
    const refused = await test.call({ url, headers: { 'x-api-token': token } })
    expectProblem(refused, 403, 'auth.scope-missing')
  })

  it('is one of at most twenty', async () => {
    const tenantId = await test.makeTenant('many', ['*'])
    const headers = { 'x-api-token': await test.makeToken({ tenantId }) }
    const another = () => test.call({ method: 'POST', url, headers, payload: { url: target } })
    for (let count = 0; count < 20; count++) expect((await another()).statusCode).toBe(201)
    expectProblem(await another(), 409, 'webhook.limit-reached')
  })
})

describe('what is refused', () => {
  it.each([
    [{ types: [] }, 'request.missing-field'],
    [{ url: '' }, 'request.invalid-field'],
    [{ url: target, types: ['document.lost'] }, 'request.invalid-field'],
    [{ url: target, types: ['webhook.test'] }, 'request.invalid-field'],
    [{ url: target, enabled: 'no' }, 'request.unknown-field'],
    [{ url: target, secret: 'whsec_mine' }, 'request.unknown-field'],
  ] as const)('%j: %s', async (body, code) => {
    expectProblem(await call('POST', url, body), 400, code)
  })

  it('a URL that leads into our own network, on creation and on every change', async () => {
    const posting = openPosting({ limits: limits.webhooks.sending, insecureAllowed: false })
    const webhooks = { ...test.gateway.webhooks, ...posting }
    const server = await test.serverWith({ webhooks })
    const headers = { 'x-api-token': test.token }
    const { id } = await create()
    for (const refused of ['https://127.0.0.1/', 'https://[::1]/', 'http://93.184.215.14/']) {
      const payload = { url: refused }
      const created = await server.inject({ method: 'POST', url, headers, payload })
      expectProblem(created, 422, 'webhook.url-refused')
      expect(created.json().errors).toMatchObject([{ pointer: '/url', value: refused }])
      expect(created.json().detail).toMatch(/^url is "http.+ need WEBHOOKS_ALLOW_INSECURE=true\.$/)
      const path = `${url}/${id}`
      const changed = await server.inject({ method: 'PATCH', url: path, headers, payload })
      expectProblem(changed, 422, 'webhook.url-refused')
    }
    const payload = { url: 'https://93.184.215.14/' }
    const taken = await server.inject({ method: 'POST', url, headers, payload })
    expect(taken.statusCode).toBe(201)
    await posting.close()
  })

  it('any, while there is no key for secrets', async () => {
    const secretsKey = Promise.resolve(undefined)
    const webhooks = { ...test.gateway.webhooks, secretsKey, isKeyNamed: false }
    const server = await test.serverWith({ webhooks })
    const headers = { 'x-api-token': test.token }
    const { id } = await create()
    const make = 'SECRETS_KEY_FILE is not set, so no webhook can be made or called. Make a key'
    const ready = await server.inject({ url: '/health/ready' })
    expect(ready.statusCode).toBe(200)
    expect(ready.json().warnings).toContainEqual(expect.stringContaining(make))
    const other = await test.serverWith({ webhooks: { ...webhooks, isKeyNamed: true } })
    expect((await other.inject({ url: '/health/ready' })).json().warnings).toContainEqual(
      expect.stringMatching(/another key .* Put that key back/),
    )
    const usual = await test.serverWith({})
    const { warnings = [] } = (await usual.inject({ url: '/health/ready' })).json()
    expect(warnings.join()).not.toContain('webhook')
    for (const path of [url, `${url}/${id}/rotate-secret`]) {
      const payload = path === url ? { payload: { url: target } } : {}
      const answer = await server.inject({ method: 'POST', url: path, headers, ...payload })
      expectProblem(answer, 503, 'webhook.unavailable')
      expect(answer.json()).toMatchObject({ detail: expect.stringContaining(make) })
      expect(answer.json().retryable).toBe(false)
    }
  })
})
