// POST …/cancel, …/retry, /queue/pause, /queue/resume; GET /queue/pauses.
import { describe, expect, it } from 'vitest'
import { scopes } from '../../../src/core/access/token.ts'
import { submitExamples } from '../../../src/http/reference/examples.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const invoice = submitExamples.invoice['application/json']!.usual!.value as object
const withoutOperator = await test.makeToken({
  scopes: scopes.filter((scope) => scope !== 'operator'),
})
const reader = await test.makeToken({ scopes: ['documents:read'] })

async function submit(query = ''): Promise<string> {
  const answer = await test.call({
    method: 'POST',
    url: `/api/v1/invoices/submit${query}`,
    headers: { 'content-type': 'application/json' },
    payload: invoice,
  })
  expect(answer.statusCode).toBe(202)
  return answer.json().id
}

const post = (url: string, body?: object, token?: string) =>
  test.call({
    method: 'POST',
    url,
    ...(body ? { payload: body } : {}),
    headers: { ...(token ? { 'x-api-token': token } : {}) },
  })

describe('POST /api/v1/documents/{id}/cancel', () => {
  it('cancels once, by id or by reference', async () => {
    const id = await submit('?reference=to-cancel')
    const answer = await post('/api/v1/documents/to-cancel/cancel')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ id, status: 'cancelled' })
    const again = await post(`/api/v1/documents/${id}/cancel`)
    expectProblem(again, 409, 'document.not-cancellable')
  })

  it('needs the scope documents:write, and a document of the same tenant', async () => {
    const id = await submit()
    expectProblem(
      await post(`/api/v1/documents/${id}/cancel`, undefined, reader),
      403,
      'auth.scope-missing',
    )
    const tenantId = await test.makeTenant('stranger', ['*'])
    const stranger = await test.makeToken({ tenantId })
    const theirs = await post(`/api/v1/documents/${id}/cancel`, undefined, stranger)
    expectProblem(theirs, 404, 'document.not-found')
  })
})

describe('POST /api/v1/documents/{id}/retry', () => {
  it('is refused for a document that has not failed', async () => {
    const id = await submit()
    expectProblem(await post(`/api/v1/documents/${id}/retry`), 409, 'document.not-retryable')
  })
})

describe('POST /api/v1/queue/pause and /resume, and GET /pauses', () => {
  const inForce = (token?: string) =>
    test.call({
      url: '/api/v1/queue/pauses',
      headers: token ? { 'x-api-token': token } : {},
    })

  it('tell the pauses in force', async () => {
    const receiver = '0208:0000000097'
    const paused = await post('/api/v1/queue/pause', { receiver })
    expect(paused.json()).toMatchObject({ data: [{ receiver }] })
    const both = await post('/api/v1/queue/pause', {})
    expect(both.json().data).toHaveLength(2)
    expect((await inForce()).json()).toEqual(both.json())
    expect((await post('/api/v1/queue/resume', {})).json().data).toHaveLength(1)
    expect((await post('/api/v1/queue/resume', { receiver })).json()).toEqual({ data: [] })
    expect((await inForce()).json()).toEqual({ data: [] })
  })

  it('take no body as an empty one, but none of another type', async () => {
    expect((await post('/api/v1/queue/pause')).json().data).toMatchObject([{ receiver: null }])
    const url = '/api/v1/queue/resume'
    const headers = { 'content-type': 'application/json' }
    expect((await test.call({ method: 'POST', url, headers })).json()).toEqual({ data: [] })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type }
      const other = await test.call({ method: 'POST', url, headers, payload: '{}' })
      expectProblem(other, 415, 'request.unsupported-media-type')
    }
    const untyped = { 'transfer-encoding': 'chunked' }
    const unnamed = await test.call({ method: 'POST', url, headers: untyped, payload: '{}' })
    expectProblem(unnamed, 415, 'request.unsupported-media-type')
  })

  it('need the scope operator', async () => {
    for (const path of ['/api/v1/queue/pause', '/api/v1/queue/resume'])
      expectProblem(await post(path, {}, withoutOperator), 403, 'auth.scope-missing')
    expectProblem(await inForce(withoutOperator), 403, 'auth.scope-missing')
  })

  it('refuse what is no participant, and what they do not know', async () => {
    const wrong = await post('/api/v1/queue/pause', { receiver: 'x' })
    expectProblem(wrong, 422, 'participant.id-invalid')
    const unknown = await post('/api/v1/queue/pause', { tenant: 'x' })
    expectProblem(unknown, 400, 'request.unknown-field')
  })
})

describe('GET /api/v1/queue/circuits', () => {
  const circuits = (app = test.app, token = test.token) =>
    app.inject({ url: '/api/v1/queue/circuits', headers: { 'x-api-token': token } })

  it('tells which endpoints do not work, and leaves out those that are played', async () => {
    expect((await circuits()).json()).toEqual({ data: [] })
    const openUntil = new Date('2026-03-01T10:00:00.000Z')
    const broken = { lane: 'https://ap.example/as4', failures: 7, documents: 3 }
    const failingLanes = async () => [
      { ...broken, openUntil },
      { lane: 'simulation of timeout', failures: 5, documents: 1 },
    ]
    const app = await test.serverWith({ store: { ...test.gateway.store, failingLanes } })
    expect((await circuits(app)).json()).toEqual({
      data: [{ ...broken, openUntil: openUntil.toISOString() }],
    })
  })

  it('needs the scope operator', async () => {
    expectProblem(await circuits(test.app, withoutOperator), 403, 'auth.scope-missing')
  })
})

describe('a second document with the same number', () => {
  async function sender(duplicates: 'warn' | 'refuse') {
    const tenantId = await test.makeTenant(duplicates, ['*'], duplicates)
    const token = await test.makeToken({ tenantId })
    const call = (url: string, payload?: object) =>
      test.call({
        method: payload ? 'POST' : 'GET',
        url,
        ...(payload ? { payload } : {}),
        headers: { 'x-api-token': token },
      })
    const submit = (query = '') => call(`/api/v1/invoices/submit${query}`, invoice)
    return { submit, show: (id: string) => call(`/api/v1/status/${id}`) }
  }

  it('is taken with a warning for a tenant that is only warned', async () => {
    const { submit, show } = await sender('warn')
    const first = (await submit()).json()
    const second = await submit()
    expect(second.statusCode).toBe(202)
    expect(second.json().warnings).toEqual([expect.stringContaining(first.id)])
    expect((await show(second.json().id)).json()).toEqual(second.json())
    expect((await show(first.id)).json()).not.toHaveProperty('warnings')
  })

  it('is refused for any other tenant, unless it says that this is meant', async () => {
    const { submit } = await sender('refuse')
    const { id } = (await submit()).json()
    const second = await submit()
    expectProblem(second, 409, 'document.duplicate')
    expect(second.json()).toMatchObject({
      documentId: id,
      detail: expect.stringContaining('allowDuplicate=true'),
    })
    const meant = await submit('?allowDuplicate=true')
    expect(meant.statusCode).toBe(202)
    expect(meant.json()).not.toHaveProperty('warnings')
  })
})
