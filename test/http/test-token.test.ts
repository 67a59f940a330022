// A test token on the production network: what each route and page lets it do there, and that it
// reaches nothing that is not of test.
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { useSessions } from '../../src/console/sessions.ts'
import { openGate } from '../../src/core/access/admit.ts'
import { useAuth } from '../../src/http/auth.ts'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { browserWith, fieldsOf, textOf } from '../console/console.ts'
import { newArrival, receiveDocument } from '../store/records.ts'
import { expectProblem, openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const { peppolAccess, store } = test.gateway
const network = { ...peppolAccess.network, name: 'production' as const }
const app = await test.serverWith({ peppolAccess: { ...peppolAccess, network } })
const tester = await test.makeToken({ environment: 'test' })
const invoice = submitExamples.invoice['application/json']!.usual!.value as object

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

function call(method: Method, url: string, payload?: object, more: Record<string, string> = {}) {
  const headers = { 'x-api-token': tester, ...more }
  return app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
}

const asLive = { 'x-api-token': test.token }
const ofTest = { 'x-testonly': 'true' }

async function submitted(more: Record<string, string>): Promise<string> {
  const answer = await call('POST', '/api/v1/invoices/submit', invoice, { ...asLive, ...more })
  expect(answer.statusCode).toBe(202)
  return answer.json().id
}

/** A token of this environment, by its id. */
async function issued(environment: 'live' | 'test'): Promise<string> {
  const wish = { name: 'other', scopes: ['pdf'], environment }
  return (await call('POST', '/api/v1/tokens', wish, asLive)).json().id
}

describe('a test token on the production network', () => {
  it('submits, cancels and retries what is of test, and nothing else', async () => {
    const path = '/api/v1/invoices/submit'
    expectProblem(await call('POST', path, invoice), 403, 'auth.environment-mismatch')
    expect((await call('POST', path, invoice, ofTest)).statusCode).toBe(202)
    const [live, own] = [await submitted({}), await submitted(ofTest)]
    for (const action of ['cancel', 'retry'])
      expectProblem(
        await call('POST', `/api/v1/documents/${live}/${action}`),
        403,
        'auth.environment-mismatch',
      )
    expect((await call('GET', `/api/v1/status/${live}`)).json().status).toBe('accepted')
    const cancelled = await call('POST', `/api/v1/documents/${own}/cancel`)
    expect(cancelled.json()).toMatchObject({ status: 'cancelled' })
    const retried = await call('POST', `/api/v1/documents/${own}/retry`)
    expectProblem(retried, 409, 'document.not-retryable')
  })

  it('has to do with test tokens only', async () => {
    const [live, own] = [await issued('live'), await issued('test')]
    const url = `/api/v1/tokens/${live}`
    for (const [method, path, body] of [
      ['GET', url],
      ['PATCH', url, { name: 'mine' }],
      ['POST', `${url}/rotate`, {}],
      ['DELETE', url],
    ] as const)
      expectProblem(await call(method, path, body), 403, 'auth.environment-mismatch')
    expect((await call('GET', url, undefined, asLive)).json()).not.toHaveProperty('revokedAt')
    const listed = await call('GET', '/api/v1/tokens?limit=200')
    const environments = listed.json().data.map((one: { environment: string }) => one.environment)
    expect(new Set(environments)).toEqual(new Set(['test']))
    expect((await call('PATCH', `/api/v1/tokens/${own}`, { name: 'mine' })).statusCode).toBe(200)
    expect((await call('POST', `/api/v1/tokens/${own}/rotate`, {})).statusCode).toBe(201)
    expect((await call('DELETE', `/api/v1/tokens/${own}`)).statusCode).toBe(204)
  })

  it('stores nothing else, and says nothing to the network', async () => {
    const tenantId = (await call('GET', '/api/identity/check')).json().tenant.id
    const inbound = await receiveDocument(store, newArrival(tenantId, { kind: 'other' }))
    const participant = '0208:0685660237'
    for (const [method, path, body] of [
      ['POST', `/api/v1/inbound/${inbound}/acknowledge`],
      ['POST', `/api/v1/inbound/${inbound}/respond`, { status: 'accepted' }],
      ['POST', '/api/v1/reporting/2026-02/submit'],
      ['POST', '/api/v1/reporting/2026-02/preview'],
      ['POST', '/api/v1/queue/pause', {}],
      ['POST', '/api/v1/queue/resume', {}],
      ['GET', '/api/v1/queue/circuits'],
      ['POST', '/api/v1/tenants', { name: 'by a tester' }],
      ['PATCH', `/api/v1/tenants/${tenantId}`, { participants: ['*'] }],
      ['POST', `/api/v1/tenants/${tenantId}/tokens`, { name: 'x', scopes: [] }],
      ['POST', '/api/v1/registrations', { participant, documentTypes: 'all' }],
      ['PUT', `/api/v1/registrations/${participant}`, { documentTypes: 'all' }],
      ['POST', '/api/v1/webhooks', { url: 'https://erp.example.com/' }],
      ['GET', `/api/v1/participants/${participant}`],
    ] as const)
      expectProblem(await call(method, path, body), 403, 'auth.environment-mismatch')
    expect(await store.registrationOf(participant)).toBeUndefined()
    const pauses = await call('GET', '/api/v1/queue/pauses', undefined, asLive)
    expect(pauses.json().data).toEqual([])
    expect((await call('GET', `/api/v1/inbound/${inbound}`)).json().status).not.toBe('acknowledged')
  })

  it('reads, validates and prints', async () => {
    const id = await submitted({})
    for (const path of ['identity/check', 'v1/events', 'v1/status', `v1/status/${id}`])
      expect((await call('GET', `/api/${path}`)).statusCode).toBe(200)
    for (const path of ['status', 'files'])
      expect((await call('POST', `/api/v1/invoices/${path}`, { id })).statusCode).toBe(200)
    const ubl = await call('POST', '/api/v1/convert', invoice, { accept: 'application/xml' })
    expect(ubl.statusCode).toBe(200)
    expect((await call('POST', '/api/v1/validate', invoice)).statusCode).not.toBe(403)
  })

  it('may do in the console what it may do at the API', async () => {
    const browser = browserWith({ app }, tester)
    const page = await browser.open('/console')
    const menu = /<nav.*<\/nav>/s.exec(page.body)![0]
    const paths = [...menu.matchAll(/href="\/console\/?([^"]*)"/g)].map(([, path]) => path)
    // The menu stands twice: beside the page, and folded above it on a phone.
    expect([...new Set(paths)]).toEqual([
      ...['', 'documents', 'inbound', 'send', 'queue', 'forecasts', 'tokens', 'log', 'search'],
    ])
    const [live, own] = [await submitted({}), await submitted(ofTest)]
    for (const path of ['network', 'webhooks', 'tenants', 'reports', 'queue/pause'])
      expect((await browser.open(`/console/${path}`)).statusCode).toBe(403)
    for (const path of [`documents/${live}/cancel`, `documents/${live}/retry`, 'queue/pause']) {
      expect((await browser.open(`/console/${path}`)).statusCode).toBe(403)
      expect((await browser.send(`/console/${path}`)).statusCode).toBe(403)
    }
    expect(textOf(await browser.open(`/console/documents/${live}`))).not.toContain('Cancel')
    expect(textOf(await browser.open(`/console/documents/${own}`))).toContain('Cancel')
    const asked = fieldsOf(await browser.open(`/console/documents/${own}/cancel`))
    expect((await browser.send(`/console/documents/${own}/cancel`, asked)).statusCode).toBe(303)
    const token = await issued('live')
    expect((await browser.send(`/console/tokens/${token}/revoke`)).statusCode).toBe(403)
  })

  it('does as it likes on the sandbox', async () => {
    const there = (method: Method, url: string, payload: object = {}) =>
      test.call({ method, url, headers: { 'x-api-token': tester }, payload })
    expect((await there('POST', '/api/v1/invoices/submit', invoice)).statusCode).toBe(202)
    expect((await there('DELETE', `/api/v1/tokens/${await issued('live')}`)).statusCode).toBe(204)
    const paused = await there('POST', '/api/v1/queue/pause')
    const resumed = await there('POST', '/api/v1/queue/resume')
    expect([paused.statusCode, resumed.statusCode]).toEqual([200, 200])
  })
})

describe('a route or page that does not say what it requires', () => {
  it.each([
    ['a route', (one: ReturnType<typeof fastify>) => useAuth(one, openGate(test.gateway))],
    ['a page', (one: ReturnType<typeof fastify>) => useSessions(one, openGate(test.gateway))],
  ])('stops the start: %s', (_, guard) => {
    const server = fastify()
    guard(server)
    const add = (config: object) => () => server.get('/new', { config }, async () => 'served')
    expect(add({ scope: 'any' })).toThrow('GET /new does not say what a test token may do')
    expect(add({ testToken: 'read' })).toThrow('GET /new does not say which scope it requires')
    expect(add({ scope: 'any', testToken: 'read' })).not.toThrow()
  })
})
