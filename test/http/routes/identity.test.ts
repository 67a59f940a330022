// The smoke test that our users' CI would run, and its twins.

import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { newTokenText } from '../../../src/core/access/token.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const url = '/api/identity/check'
const check = (token?: string, app = test.app) =>
  app.inject({ url, headers: token ? { 'x-api-token': token } : {} })
const { delivery, sending } = test.gateway
const limited = await test.serverWith({
  delivery: { ...delivery, retryDelaysMs: [30_000] },
  sending: { ...sending, connectMs: 4_000, connectionsPerDestination: 6 },
})

/** The same string with one digit changed. */
function withOneDigitChanged(token: string, at: number): string {
  const index = at < 0 ? token.length + at : at
  return token.slice(0, index) + (token[index] === '0' ? '1' : '0') + token.slice(index + 1)
}

describe('GET /api/identity/check', () => {
  it('says who calls and that documents can be accepted', async () => {
    const answer = await check(test.token, limited)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      valid: true,
      token: {
        id: expect.any(String),
        name: 'test',
        scopes: ['documents:write', 'documents:read', 'pdf', 'metrics', 'admin', 'operator'],
        environment: 'live',
      },
      tenant: { id: expect.any(String), name: 'default', participants: ['*'] },
      service: {
        available: true,
        version: '0.0.0',
        network: 'sandbox',
        accessPoint: expect.stringMatching(/^P[A-Z]{2}\d{6}$/),
        certificate: {
          fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
          validFrom: expect.any(String),
          expiresAt: expect.any(String),
        },
        sandbox: { receivers: ['0088:7300010000001'], unregistered: expect.any(String) },
        limits: {
          bodyBytes: 1_000_000,
          multipartBytes: 2_000_000,
          jsonValues: 300_000,
          attachments: 20,
          backlogDocuments: 100_000,
          backlogDocumentsOfTenant: 50_000,
          deliveries: { total: 64, ofTenant: 48, ofEndpoint: 16, ofSlowEndpoint: 4 },
          circuit: { failures: 5, openSeconds: 30, openSecondsMax: 600 },
          attempts: 10,
          retryDelaysSeconds: [30],
          deadlineSeconds: 86_400,
          connectSeconds: 4,
          idleSeconds: 30,
          receiptSeconds: 120,
          connectionsPerDestination: 6,
          connections: 256,
          endpointCacheSeconds: 900,
          endpointMissCacheSeconds: 60,
          bodiesInFlightBytes: 268_435_456,
          longPolls: 5_000,
          longPollsPerToken: 200,
          longPollsPerTenant: 800,
          participantLookups: 32,
          requestsPerSecond: 500,
          requestsBurst: 1_000,
          requestsPerSecondOfTenant: 2_000,
          requestsBurstOfTenant: 4_000,
          tokensOfTenant: 200,
          webhooksOfTenant: 20,
          registrationsOfTenant: 10_000,
        },
      },
    })
  })

  it('needs no scope, and says when the token expires', async () => {
    const expiresAt = new Date(Date.now() + 60_000)
    const answer = await check(await test.makeToken({ scopes: [], expiresAt }))
    expect(answer.statusCode).toBe(200)
    expect(answer.json().token).toMatchObject({ scopes: [], expiresAt: expiresAt.toISOString() })
  })

  it('refuses a call without a token', async () => {
    const answer = await check()
    expectProblem(answer, 401, 'auth.token-missing')
    expect(answer.headers['www-authenticate']).toBe(
      'ApiKey realm="fourcorner", header="X-API-Token"',
    )
    expect((await check(test.token)).headers).not.toHaveProperty('www-authenticate')
  })

  it.each([
    ['that is no token', () => 'hello'],
    ['that nobody issued', () => newTokenText('live')],
    ['whose secret differs in one digit', () => withOneDigitChanged(test.token, -1)],
    [
      'whose public id differs in one digit',
      () => withOneDigitChanged(test.token, 'pgw_live_'.length),
    ],
    ['of another environment', () => test.token.replace('pgw_live_', 'pgw_test_')],
    ['with something after it', () => `${test.token}0`],
    ['that comes twice', () => `${test.token}, ${test.token}`],
  ])('refuses a token %s', async (_, token) => {
    expectProblem(await check(token()), 401, 'auth.token-invalid')
  })

  it('refuses a token that has expired', async () => {
    const token = await test.makeToken({ expiresAt: new Date(Date.now() - 1000) })
    expectProblem(await check(token), 401, 'auth.token-expired')
  })

  it('refuses a token that was revoked, and only that one', async () => {
    const token = await test.makeToken()
    expect((await check(token)).statusCode).toBe(200)
    await test.gateway.store.revokeToken(token.split('_')[2]!, { actor: 'test', at: new Date() })
    expectProblem(await check(token), 401, 'auth.token-revoked')
    expect((await check(test.token)).statusCode).toBe(200)
  })

  it('answers 503 while the process is stopping', async () => {
    const server = await test.serverWith({ draining: { now: true } })
    const answer = await server.inject({ url, headers: { 'x-api-token': test.token } })
    expectProblem(answer, 503, 'service.unavailable')
    expect(answer.json()).toMatchObject({
      retryable: true,
      detail: expect.stringContaining('stopping'),
    })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('answers 503 while the database does not respond', async () => {
    const store = { ...test.gateway.store, isReady: async () => false }
    const server = await test.serverWith({ store })
    expectProblem(
      await server.inject({ url, headers: { 'x-api-token': test.token } }),
      503,
      'service.unavailable',
    )
  })

  it('answers 503 when the database goes away during the call, and logs it once', async () => {
    const store = {
      ...test.gateway.store,
      isReady: async () => false,
      tokenByPublicId: async () => {
        throw new Error('connect ECONNREFUSED secret-host:5432')
      },
    }
    const before = test.logged.length
    const server = await test.serverWith({ store })
    const answer = await server.inject({ url, headers: { 'x-api-token': test.token } })
    expectProblem(answer, 503, 'service.unavailable')
    expect(answer.body).not.toContain('secret-host')
    expect(test.logged).toHaveLength(before + 1)
  })

  it('announces the end of our own certificate, as readiness does', async () => {
    const end = Date.parse(test.gateway.peppolAccess.keys.certificate.validTo)
    const now = () => new Date(end - 6 * 86_400_000)
    const fault = 'The next keystore cannot be opened.'
    const server = await test.serverWith({ now, otherCertificates: () => ({ fault }) })
    const warnings = [expect.stringMatching(/^Our own access point certificate expires at /), fault]
    const { service } = (
      await server.inject({ url, headers: { 'x-api-token': test.token } })
    ).json()
    expect(service).toMatchObject({ certificate: { noticeDays: 7 }, warnings })
    expect((await server.inject({ url: '/health/ready' })).json()).toMatchObject({
      certificate: { noticeDays: 7 },
      warnings,
    })
  })

  it('answers 503 when our own certificate has expired', async () => {
    const server = await test.serverWith({ now: () => new Date('2199-01-01') })
    const answer = await server.inject({ url, headers: { 'x-api-token': test.token } })
    expectProblem(answer, 503, 'service.unavailable')
    expect(answer.json().detail).toContain('certificate')
  })
})

describe('health', () => {
  it('needs no token', async () => {
    expect((await test.app.inject({ url: '/health/live' })).json()).toEqual({ status: 'live' })
    expect((await test.app.inject({ url: '/health/ready' })).json()).toEqual({
      status: 'ready',
      certificate: expect.objectContaining({ expiresAt: expect.any(String) }),
    })
  })

  it('is alive but not ready while documents cannot be accepted', async () => {
    const draining = { now: true }
    const server = await test.serverWith({ draining })
    expect((await server.inject({ url: '/health/live' })).statusCode).toBe(200)
    expectProblem(await server.inject({ url: '/health/ready' }), 503, 'service.unavailable')
    draining.now = false
    expect((await server.inject({ url: '/health/ready' })).statusCode).toBe(200)
    draining.now = true
    expectProblem(await server.inject({ url: '/health/ready' }), 503, 'service.unavailable')
  })

  it('is not ready before the first token exists, and says why', async () => {
    const starting = { now: true }
    const server = await test.serverWith({ starting })
    expect((await server.inject({ url: '/health/live' })).statusCode).toBe(200)
    const answer = await server.inject({ url: '/health/ready' })
    expectProblem(answer, 503, 'service.unavailable')
    expect(answer.json().detail).toBe('The service is starting: it has no token yet.')
    starting.now = false
    expect((await server.inject({ url: '/health/ready' })).statusCode).toBe(200)
  })

  it('is not ready while the free space is unknown', async () => {
    const freeBytes = () => Promise.reject(new Error('ENOENT'))
    const server = await test.serverWith({ storage: { ...test.gateway.storage, freeBytes } })
    const answer = await server.inject({ url: '/health/ready' })
    expectProblem(answer, 503, 'service.unavailable')
    expect(answer.json().detail).toBe('The free space on the disk of DATA_DIR cannot be read.')
  })

  it.each([
    [undefined, 200],
    [50_000_000, 200],
    [49_999_999, 503],
  ])('is ready while there is room on its disks: %s bytes', async (free, status) => {
    const storage = { ...test.gateway.storage, freeBytes: async () => free }
    const server = await test.serverWith({ storage })
    expect((await server.inject({ url: '/health/live' })).statusCode).toBe(200)
    const answer = await server.inject({ url: '/health/ready' })
    expect(answer.statusCode).toBe(status)
    if (status === 503)
      expect(answer.json().detail).toBe('The disk of DATA_DIR is nearly full: 49 MB free.')
  })
})

describe('X-Request-Id', () => {
  it.each(['my-call_1.x', 'a'.repeat(128)])('is taken over: %s', async (id) => {
    const answer = await test.app.inject({ url, headers: { 'x-request-id': id } })
    expect(answer.headers['x-request-id']).toBe(id)
    expect(answer.json().requestId).toBe(id)
  })

  it.each(['', 'two words', 'a'.repeat(129), 'é', 'a/b'])(
    'is replaced by a new one: %j',
    async (id) => {
      const answer = await test.app.inject({ url, headers: { 'x-request-id': id } })
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  it('differs from call to call', async () => {
    const [one, two] = await Promise.all([check(test.token), check(test.token)])
    expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id'])
  })
})

describe('a request with a bad token', () => {
  it('is answered before a byte of its body has arrived', async () => {
    await test.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = test.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    const head = [
      'POST /api/v1/invoices/submit HTTP/1.1',
      'Host: localhost',
      `X-API-Token: ${newTokenText('live')}`,
      'Content-Type: application/json',
      'Content-Length: 500000',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(data.toString())),
    )
    socket.destroy()
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  })
})
