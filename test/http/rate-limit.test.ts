// How many calls a token has, and how many guesses an address.
import { describe, expect, it } from 'vitest'
import { newTokenText } from '../../src/core/access/token.ts'
import { expectProblem, openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const url = '/api/identity/check'

/** A server with few calls, whose time stands still, and which counts what it asks the database. */
async function openServer(change: Parameters<typeof test.serverWith>[0] = {}) {
  const clock = { ms: Date.now() }
  const asked = { count: 0 }
  const { store } = test.gateway
  const app = await test.serverWith({
    rates: {
      perToken: { perSecond: 2, burst: 4 },
      perTenant: { perSecond: 3, burst: 6 },
      failuresPerAddress: { perSecond: 1, burst: 3 },
    },
    store: {
      ...store,
      tokenByPublicId: (publicId) => {
        asked.count++
        return store.tokenByPublicId(publicId)
      },
    },
    now: () => new Date(clock.ms),
    ...change,
  })
  const call = (token: string | undefined, more: object = {}, path = url) =>
    app.inject({
      url: path,
      headers: { ...(token ? { 'x-api-token': token } : {}), ...more },
    })
  return { call, clock, asked }
}

const limitsOf = ({ headers }: { headers: object }) => {
  const { ratelimit, 'ratelimit-policy': policy } = headers as Record<string, string>
  return [policy, ratelimit]
}

describe('the calls of a token', () => {
  it('are counted in each answer, and refused beyond the burst until time has passed', async () => {
    const { call, clock } = await openServer()
    for (const expected of ['r=3;t=1', 'r=2;t=1', 'r=1;t=2', 'r=0;t=2']) {
      const answer = await call(test.token)
      expect(answer.statusCode).toBe(200)
      expect(limitsOf(answer)).toEqual(['"token";q=4;w=2', `"token";${expected}`])
    }
    const refused = await call(test.token)
    expectProblem(refused, 429, 'rate.limited')
    expect(refused.json()).toMatchObject({ retryable: true })
    expect(refused.headers['retry-after']).toBe('1')
    expect(limitsOf(refused)).toEqual(['"token";q=4;w=2', '"token";r=0;t=2'])
    clock.ms += 500
    expect((await call(test.token)).statusCode).toBe(200)
    expect((await call(test.token)).statusCode).toBe(429)
  })

  it('are not those of another token, nor of the other routes', async () => {
    const { call } = await openServer()
    const other = await test.makeToken()
    for (let time = 0; time < 4; time++) expect((await call(test.token)).statusCode).toBe(200)
    expect((await call(test.token)).statusCode).toBe(429)
    expect((await call(other)).statusCode).toBe(200)
    const health = await call(undefined, {}, '/health/live')
    expect(health.statusCode).toBe(200)
    expect(limitsOf(health)).toEqual([undefined, undefined])
  })

  it("are a tenant's too, however many tokens it has", async () => {
    const { call } = await openServer()
    const statuses: number[] = []
    let last = await call(test.token)
    for (let time = 0; time < 6; time++) {
      last = await call(await test.makeToken())
      statuses.push(last.statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(limitsOf(last)).toEqual(['"tenant";q=6;w=2', '"tenant";r=0;t=2'])
    expect(last.json().detail).toBe('This tenant has 3 calls a second, and 6 at once.')
    const tenantId = await test.makeTenant('neighbour', ['0088:7300010000001'])
    expect((await call(await test.makeToken({ tenantId }))).statusCode).toBe(200)
  })

  it('count when they come at once', async () => {
    const { call, asked } = await openServer()
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(test.token)))
    const served = answers.filter(({ statusCode }) => statusCode === 200)
    expect(served).toHaveLength(4)
    asked.count = 0
    await call(test.token)
    expect(asked.count).toBe(0)
  })

  it('are told when another problem is the answer', async () => {
    const { call } = await openServer()
    const answer = await call(await test.makeToken({ scopes: [] }), {}, '/api/v1/status')
    expectProblem(answer, 403, 'auth.scope-missing')
    expect(limitsOf(answer)).toEqual(['"token";q=4;w=2', '"token";r=3;t=1'])
  })
})

describe('tokens that are not valid', () => {
  it('cost the database so many queries per address', async () => {
    const { call, clock, asked } = await openServer()
    for (const left of [2, 1, 0]) {
      const answer = await call(newTokenText('live'))
      expectProblem(answer, 401, 'auth.token-invalid')
      expect(limitsOf(answer)).toEqual(['"address";q=3;w=3', `"address";r=${left};t=${3 - left}`])
    }
    expect(asked.count).toBe(3)
    expectProblem(await call(newTokenText('live')), 429, 'rate.limited')
    expect(asked.count).toBe(3)
    clock.ms += 1_000
    expectProblem(await call(newTokenText('live')), 401, 'auth.token-invalid')
  })

  it('keep out no valid token at the same address, used before or not', async () => {
    const { call } = await openServer()
    const valid = await test.makeToken()
    const fresh = await test.makeToken()
    const [, , publicId] = (await test.makeToken()).split('_')
    expect((await call(valid)).statusCode).toBe(200)
    for (let time = 0; time < 4; time++) await call(newTokenText('live'))
    expect((await call(valid)).statusCode).toBe(200)
    expect((await call(fresh)).statusCode).toBe(200)
    // A public id alone is no token.
    const guess = `pgw_live_${publicId}_${'0'.repeat(64)}`
    for (let time = 0; time < 3; time++) expectProblem(await call(guess), 401, 'auth.token-invalid')
    expectProblem(await call(guess), 429, 'rate.limited')
    expectProblem(await call(newTokenText('live')), 429, 'rate.limited')
  })

  it('are those of the address that a trusted proxy gives', async () => {
    const { call } = await openServer({ trustedProxies: ['127.0.0.1'] })
    const from = (address: string) => call(newTokenText('live'), { 'x-forwarded-for': address })
    for (let time = 0; time < 3; time++) await from('192.0.2.1')
    expect((await from('192.0.2.1')).statusCode).toBe(429)
    expect((await from('192.0.2.2')).statusCode).toBe(401)
  })

  it('are expired and revoked ones too, but not calls without any', async () => {
    const { call, clock } = await openServer()
    const expiresAt = new Date(clock.ms - 1)
    const expired = await test.makeToken({ expiresAt })
    const revoked = await test.makeToken()
    expect((await call(revoked)).statusCode).toBe(200)
    await test.gateway.store.revokeToken(revoked.split('_')[2]!, { actor: 'test', at: new Date() })
    for (let time = 0; time < 5; time++)
      expectProblem(await call(undefined), 401, 'auth.token-missing')
    expectProblem(await call(expired), 401, 'auth.token-expired')
    expectProblem(await call(revoked), 401, 'auth.token-revoked')
    expectProblem(await call(revoked), 401, 'auth.token-revoked')
    for (const token of [expired, revoked]) expectProblem(await call(token), 429, 'rate.limited')
  })
})
