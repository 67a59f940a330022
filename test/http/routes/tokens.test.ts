// /api/v1/tokens: what an administrator of one tenant can do, and cannot.
import { describe, expect, it } from 'vitest'
import type { Scope } from '../../../src/core/access/token.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const url = '/api/v1/tokens'
const clock = { aheadMs: 0 }
const now = () => new Date(Date.now() + clock.aheadMs)
const app = await test.serverWith({ now })

const administrator = (scopes: Scope[], environment: 'live' | 'test' = 'live') =>
  test.makeToken({ scopes, environment })

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  token = test.token,
) {
  const headers = { 'x-api-token': token }
  return app.inject({ method, url: path, headers, ...(payload ? { payload } : {}) })
}

async function create(wish: object = {}, token?: string) {
  const answer = await call('POST', url, { name: 'made', scopes: ['pdf'], ...wish }, token)
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

const check = (token: string) => call('GET', '/api/identity/check', undefined, token)

describe('POST /api/v1/tokens', () => {
  it('makes a token that works, and shows its text once', async () => {
    const scopes = ['documents:read', 'pdf', 'pdf']
    const answer = await call('POST', url, { name: 'ERP', scopes, environment: 'test' })
    expect(answer.statusCode).toBe(201)
    const { token, ...record } = answer.json()
    expect(record).toEqual({
      id: expect.any(String),
      publicId: token.split('_')[2],
      name: 'ERP',
      scopes: ['documents:read', 'pdf'],
      environment: 'test',
      createdAt: expect.any(String),
    })
    expect(answer.headers.location).toBe(`${url}/${record.id}`)
    expect((await call('GET', `${url}/${record.id}`)).json()).toEqual(record)
    expect((await check(token)).json()).toMatchObject({
      token: { id: record.id, scopes: ['documents:read', 'pdf'], environment: 'test' },
      tenant: { name: 'default' },
    })
    expect((await call('GET', `${url}/${record.id}`)).json()).toHaveProperty('lastUsedAt')
  })

  it('grants no scope that the caller does not have', async () => {
    const admin = await administrator(['admin', 'pdf'])
    const more = { name: 'x', scopes: ['pdf', 'operator', 'documents:read'] }
    const refused = await call('POST', url, more, admin)
    expectProblem(refused, 403, 'auth.scope-missing')
    expect(refused.json().detail).toBe("Your own token lacks 'operator', 'documents:read'.")
    expect(await create({ scopes: ['pdf', 'admin'] }, admin)).toMatchObject({
      scopes: ['pdf', 'admin'],
    })
  })

  it('makes no live token for a test token', async () => {
    const admin = await administrator(['admin'], 'test')
    const live = { name: 'x', scopes: [], environment: 'live' }
    expectProblem(await call('POST', url, live, admin), 403, 'auth.environment-mismatch')
    expect(await create({ scopes: [] }, admin)).toMatchObject({ environment: 'test' })
  })

  it('takes an end in the future only', async () => {
    const at = (ms: number) => new Date(now().getTime() + ms).toISOString()
    const past = await call('POST', url, { name: 'x', scopes: [], expiresAt: at(-1) })
    expectProblem(past, 400, 'request.invalid-field')
    expect(past.json().errors[0].pointer).toBe('/expiresAt')
    const { token } = await create({ expiresAt: at(60_000) })
    expect((await check(token)).statusCode).toBe(200)
    clock.aheadMs += 60_001
    expectProblem(await check(token), 401, 'auth.token-expired')
  })

  it.each([
    [{ name: 'x' }, 'request.missing-field'],
    [{ name: '', scopes: [] }, 'request.invalid-field'],
    [{ name: 'x', scopes: ['root'] }, 'request.invalid-field'],
    [{ name: 'x', scopes: [], tenantId: 'x' }, 'request.unknown-field'],
  ] as const)('refuses %j', async (body, code) => {
    expectProblem(await call('POST', url, body), 400, code)
  })
})

describe('GET /api/v1/tokens', () => {
  it('lists those of the own tenant, newest first, page by page', async () => {
    const tenantId = await test.makeTenant('listed', [])
    const token = await test.makeToken({ tenantId })
    for (const name of ['a', 'b', 'c']) await create({ name }, token)
    const names: string[] = []
    for (let next: string | undefined = `${url}?limit=3`; next; ) {
      const answer = await call('GET', next, undefined, token)
      names.push(...answer.json().data.map(({ name }: { name: string }) => name))
      const link = answer.headers.link as string | undefined
      expect(answer.json().page.hasMore).toBe(link !== undefined)
      next = link && /^<(.*)>; rel="next"$/.exec(link)![1]
    }
    expect(names).toEqual(['c', 'b', 'a', 'test'])
    expect((await call('GET', url, undefined, token)).body).not.toMatch(/secret|[0-9a-f]{64}/)
  })

  it('takes no cursor of another list', async () => {
    const cursor = Buffer.from(`tenants ${test.gateway.newId()}`).toString('base64url')
    expectProblem(await call('GET', `${url}?cursor=${cursor}`), 400, 'request.invalid-field')
  })
})

describe('PATCH /api/v1/tokens/{id}', () => {
  it('changes the name and the end, and nothing else', async () => {
    const { id, token, ...before } = await create({ name: 'old' })
    const expiresAt = new Date(now().getTime() + 3_600_000).toISOString()
    const renamed = await call('PATCH', `${url}/${id}`, { name: 'new' })
    expect(renamed.json()).toEqual({ id, ...before, name: 'new' })
    const ended = await call('PATCH', `${url}/${id}`, { expiresAt })
    expect(ended.json()).toEqual({ id, ...before, name: 'new', expiresAt })
    expectProblem(
      await call('PATCH', `${url}/${id}`, { scopes: ['admin'] }),
      400,
      'request.unknown-field',
    )
  })

  it('needs every scope that the token has', async () => {
    const { id } = await create({ scopes: ['operator'] })
    const admin = await administrator(['admin'])
    expectProblem(
      await call('PATCH', `${url}/${id}`, { name: 'x' }, admin),
      403,
      'auth.scope-missing',
    )
  })

  it('does not bring a revoked token back', async () => {
    const { id } = await create()
    await call('DELETE', `${url}/${id}`)
    expectProblem(await call('PATCH', `${url}/${id}`, { name: 'x' }), 409, 'token.not-valid')
  })
})

describe('DELETE /api/v1/tokens/{id}', () => {
  it('ends a token at once, also on another node, and again does no harm', async () => {
    const { id, token } = await create()
    const otherNode = await test.serverWith({})
    const there = () =>
      otherNode.inject({ url: '/api/identity/check', headers: { 'x-api-token': token } })
    expect((await there()).statusCode).toBe(200)
    const answer = await call('DELETE', `${url}/${id}`)
    expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 204, body: '' })
    expectProblem(await there(), 401, 'auth.token-revoked')
    const { revokedAt } = (await call('GET', `${url}/${id}`)).json()
    expect(revokedAt).toEqual(expect.any(String))
    expect((await call('DELETE', `${url}/${id}`)).statusCode).toBe(204)
    expect((await call('GET', `${url}/${id}`)).json().revokedAt).toBe(revokedAt)
  })

  it('may end the own token', async () => {
    const { id, token } = await create({ scopes: ['admin'] })
    expect((await call('DELETE', `${url}/${id}`, undefined, token)).statusCode).toBe(204)
    expectProblem(await check(token), 401, 'auth.token-revoked')
  })
})

describe('POST /api/v1/tokens/{id}/rotate', () => {
  it('makes a token like it, and lets the old one work until the overlap is over', async () => {
    const { id, token } = await create({ name: 'ERP', scopes: ['pdf', 'documents:read'] })
    const answer = await call('POST', `${url}/${id}/rotate`, { overlapSeconds: 60 })
    expect(answer.statusCode).toBe(201)
    const next = answer.json()
    expect(next).toMatchObject({ name: 'ERP', scopes: ['pdf', 'documents:read'] })
    expect(next.id).not.toBe(id)
    expect(next).not.toHaveProperty('expiresAt')
    clock.aheadMs += 59_000
    expect((await check(token)).statusCode).toBe(200)
    clock.aheadMs += 1_000
    expectProblem(await check(token), 401, 'auth.token-expired')
    expect((await check(next.token)).statusCode).toBe(200)
  })

  it('gives the new one the life of the old one, and the old one no longer life', async () => {
    const start = now().getTime()
    const expiresAt = new Date(start + 3_600_000).toISOString()
    const { id } = await create({ expiresAt })
    clock.aheadMs += 1_800_000
    const next = (await call('POST', `${url}/${id}/rotate`, {})).json()
    const leftMs = Date.parse(next.expiresAt) - now().getTime()
    expect(leftMs).toBeGreaterThan(3_590_000)
    expect(leftMs).toBeLessThan(3_600_001)
    expect((await call('GET', `${url}/${id}`)).json().expiresAt).toBe(expiresAt)
  })

  it('lets the old one work for a day by default, and a week at most', async () => {
    const { id } = await create()
    await call('POST', `${url}/${id}/rotate`)
    const { expiresAt } = (await call('GET', `${url}/${id}`)).json()
    expect((Date.parse(expiresAt) - now().getTime()) / 3_600_000).toBeCloseTo(24, 1)
    const week = 7 * 86_400
    const more = await call('POST', `${url}/${id}/rotate`, { overlapSeconds: week + 1 })
    expectProblem(more, 400, 'request.invalid-field')
    const most = await call('POST', `${url}/${id}/rotate`, { overlapSeconds: week })
    expect(most.statusCode).toBe(201)
  })

  it('gives nobody a scope that they do not have', async () => {
    const { id, token } = await create({ scopes: ['operator'] })
    const admin = await administrator(['admin', 'pdf'])
    const refused = await call('POST', `${url}/${id}/rotate`, {}, admin)
    expectProblem(refused, 403, 'auth.scope-missing')
    expect((await check(token)).json().token).not.toHaveProperty('expiresAt')
    const live = await create({ scopes: ['admin'] })
    const tester = await administrator(['admin'], 'test')
    const mismatch = await call('POST', `${url}/${live.id}/rotate`, {}, tester)
    expectProblem(mismatch, 403, 'auth.environment-mismatch')
  })

  it('is refused for a token that was revoked, or has expired', async () => {
    const revoked = await create()
    await call('DELETE', `${url}/${revoked.id}`)
    const expired = await create({ expiresAt: new Date(now().getTime() + 1_000).toISOString() })
    clock.aheadMs += 1_000
    for (const { id } of [revoked, expired])
      expectProblem(await call('POST', `${url}/${id}/rotate`, {}), 409, 'token.not-valid')
  })
})

describe('a token that ends', () => {
  const inMs = (ms: number) => new Date(now().getTime() + ms)
  const hourMs = 3_600_000

  async function endingAdmin(lifeMs = hourMs) {
    const ends = inMs(lifeMs).toISOString()
    const made = await create({ scopes: ['admin', 'operator', 'pdf'], expiresAt: ends })
    return { admin: made.token as string, own: made.id as string, ends }
  }

  function expectOwnEnd(answer: Awaited<ReturnType<typeof call>>, ends: string) {
    expectProblem(answer, 422, 'request.invalid-field')
    expect(answer.json().errors).toMatchObject([{ pointer: '/expiresAt', expected: ends }])
    expect(answer.json().detail).toContain(ends)
  }

  it('makes none that ends later, for its own tenant or another one', async () => {
    const { admin, ends } = await endingAdmin()
    const tenantId = await test.makeTenant('of a token that ends', [])
    for (const path of [url, `/api/v1/tenants/${tenantId}/tokens`]) {
      const wish = { name: 'later', scopes: ['pdf'] }
      const later = { ...wish, expiresAt: inMs(hourMs + 1_000).toISOString() }
      expectOwnEnd(await call('POST', path, later, admin), ends)
      const plain = await call('POST', path, wish, admin)
      expect({ status: plain.statusCode, body: plain.json() }).toMatchObject({
        status: 201,
        body: { expiresAt: ends },
      })
      const sooner = inMs(60_000).toISOString()
      const made = await call('POST', path, { ...wish, expiresAt: sooner }, admin)
      expect(made.json()).toMatchObject({ expiresAt: sooner })
    }
  })

  it('gives none a later end, itself included', async () => {
    const { admin, own, ends } = await endingAdmin()
    const other = await create()
    const later = { expiresAt: '2099-01-01T00:00:00.000Z' }
    for (const id of [own, other.id])
      expectOwnEnd(await call('PATCH', `${url}/${id}`, later, admin), ends)
    expect((await call('GET', `${url}/${own}`)).json().expiresAt).toBe(ends)
    expect((await call('GET', `${url}/${other.id}`)).json()).not.toHaveProperty('expiresAt')
    const renamed = await call('PATCH', `${url}/${other.id}`, { name: 'renamed' }, admin)
    expect(renamed.statusCode).toBe(200)
    const ended = await call('PATCH', `${url}/${other.id}`, { expiresAt: ends }, admin)
    expect(ended.json()).toMatchObject({ expiresAt: ends })
  })

  it('rotates no other one into one that ends later', async () => {
    const { admin, ends } = await endingAdmin()
    const endless = await create()
    const longer = await create({ expiresAt: inMs(2 * hourMs).toISOString() })
    const shorter = await create({ expiresAt: inMs(hourMs / 2).toISOString() })
    for (const { id } of [endless, longer])
      expectOwnEnd(await call('POST', `${url}/${id}/rotate`, {}, admin), ends)
    expect((await check(endless.token)).json().token).not.toHaveProperty('expiresAt')
    const rotated = await call('POST', `${url}/${shorter.id}/rotate`, {}, admin)
    expect(rotated.statusCode).toBe(201)
    expect(Date.parse(rotated.json().expiresAt)).toBeLessThanOrEqual(Date.parse(ends))
  })

  it('rotates itself, for as long as it was meant to live', async () => {
    const { admin, own, ends } = await endingAdmin()
    clock.aheadMs += hourMs / 2
    const next = (await call('POST', `${url}/${own}/rotate`, {}, admin)).json()
    const moreMs = Date.parse(next.expiresAt) - Date.parse(ends)
    expect(moreMs / hourMs).toBeCloseTo(0.5, 2)
    expect((await check(next.token)).statusCode).toBe(200)
  })

  it('does not come back once it has ended', async () => {
    const { id, token } = await create({ expiresAt: inMs(1_000).toISOString() })
    clock.aheadMs += 1_000
    for (const change of [{ expiresAt: inMs(hourMs).toISOString() }, { name: 'again' }])
      expectProblem(await call('PATCH', `${url}/${id}`, change), 409, 'token.not-valid')
    expectProblem(await check(token), 401, 'auth.token-expired')
  })
})
