// What goes wrong outside of any one call's own rules.
import { describe, expect, it } from 'vitest'
import { expectProblem, openTestGateway } from './gateway.ts'

const test = await openTestGateway()

describe('a fault of ours', () => {
  it('is answered 500, tells nothing of our insides, and is logged once with the id of the call', async () => {
    const store = {
      ...test.gateway.store,
      listDocuments: async () => {
        throw new Error('column "secret" does not exist at /srv/secret.ts:1')
      },
    }
    const server = await test.serverWith({ store })
    const before = test.logged.length
    const headers = { 'x-api-token': test.token, 'x-request-id': 'find-me' }
    const answer = await server.inject({ url: '/api/v1/status', headers })
    expectProblem(answer, 500, 'internal.unexpected')
    expect(answer.body).not.toContain('secret')
    expect(answer.json()).toMatchObject({ retryable: false, requestId: 'find-me' })
    expect(test.logged.slice(before)).toEqual([
      {
        message: expect.any(String),
        facts: { requestId: 'find-me', method: 'GET', route: '/api/v1/status', err: expect.any(Error) },
      },
    ])
    expect(JSON.stringify(test.logged)).not.toContain(test.token)
  })

  it('is a lost connection of ours, not one of the caller', async () => {
    const store = {
      ...test.gateway.store,
      listDocuments: async () => {
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      },
    }
    const server = await test.serverWith({ store })
    const answer = await server.inject({ url: '/api/v1/status', headers: { 'x-api-token': test.token } })
    expectProblem(answer, 500, 'internal.unexpected')
  })

  it('is an answer that is not as the reference says', async () => {
    const store = {
      ...test.gateway.store,
      queue: async () => ({ depth: -1, byReason: {}, byReceiver: [], documents: [] }),
    }
    const server = await test.serverWith({ store })
    const answer = await server.inject({
      url: '/api/v1/status/queue',
      headers: { 'x-api-token': test.token },
    })
    expectProblem(answer, 500, 'internal.unexpected')
  })

  it('is not what a caller did wrong: that is not logged', async () => {
    const before = test.logged.length
    expectProblem(await test.call({ url: '/api/v1/status?x=1' }), 400, 'request.unknown-parameter')
    expect(test.logged).toHaveLength(before)
  })
})

describe('a path', () => {
  it.each(['/', '/api', '/api/v1/nothing', '/api/v1/status/a/b', '/%zz', '/api/v1/status/%E0%A4'])(
    'that does not exist is answered as such: %s',
    async (url) => {
      expectProblem(await test.call({ url }), 404, 'request.not-found')
    },
  )

  it.each([
    ['GET', '/api/v1/invoices/submit', 'POST'],
    ['DELETE', '/api/v1/status/x', 'GET, HEAD'],
    ['POST', '/api/identity/check', 'GET, HEAD'],
    ['PUT', '/health/live', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/credit-notes/files', 'POST'],
  ] as const)('that exists names its methods: %s %s', async (method, url, allow) => {
    const answer = await test.call({ method, url })
    expectProblem(answer, 405, 'request.method-not-allowed')
    expect(answer.headers.allow).toBe(allow)
  })

  it('does not show its query in the problem', async () => {
    const answer = await test.call({ url: '/api/v1/nothing?token=abc' })
    expect(answer.json().instance).toBe('/api/v1/nothing')
    expect(answer.body).not.toContain('abc')
  })
})

describe('an answer', () => {
  it('does not say what made it', async () => {
    const { headers } = await test.call({ url: '/api/identity/check' })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  })

  it('is the same whatever a proxy claims to have seen', async () => {
    const headers = {
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    }
    const answer = await test.call({ url: '/openapi.json', headers })
    expect(answer.body).not.toContain('evil.example')
  })
})
