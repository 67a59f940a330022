// GET /api/v1/rules/forecasts: the forecasts of a tenant, or of the installation.
import { expect, it } from 'vitest'
import { openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const { store, newId } = test.gateway
const path = '/api/v1/rules/forecasts'

async function added(tenantId: string | undefined, days: number): Promise<string> {
  const createdAt = new Date('2027-01-01T00:00:00Z')
  // More days, a later id: two of one millisecond would have no order.
  const id = newId(new Date(createdAt.getTime() + days))
  const forecast = await store.addForecast({
    ...{ id, actor: 'test', rulesDay: '2027-02-24', days, createdAt, underWayMax: 100 },
    ...(tenantId ? { tenantId } : {}),
  })
  return forecast!.id
}

async function listOf(token: string, query = '') {
  const headers = { 'x-api-token': token }
  const answer = await test.app.inject({ url: `${path}${query}`, headers })
  return { answer, ids: (answer.json().data as { id: string }[] | undefined)?.map(({ id }) => id) }
}

it('are listed newest first, without rules, in pages', async () => {
  const tenantId = await test.makeTenant('own', ['*'])
  const token = await test.makeToken({ tenantId, scopes: ['admin'] })
  const ids = [
    await added(tenantId, 1),
    await added(tenantId, 2),
    await added(tenantId, 3),
  ].reverse()
  const first = await listOf(token, '?limit=2')
  expect(first.ids).toEqual(ids.slice(0, 2))
  const { data, page } = first.answer.json()
  expect(data[0]).toEqual({
    ...{ id: ids[0], on: '2027-02-24', days: 3, of: 'tenant', status: 'running', progress: 0 },
    createdAt: '2027-01-01T00:00:00.000Z',
    documents: { judged: 0, refused: 0, withoutBytes: 0, notJudged: 0 },
  })
  const query = `?limit=2&cursor=${page.nextCursor}`
  expect(first.answer.headers.link).toBe(`<${path}${query}>; rel="next"`)
  const last = await listOf(token, query)
  expect(last.ids).toEqual(ids.slice(2))
  expect(last.answer.json().page).toEqual({ hasMore: false })
})

it('are those of the tenant; of the installation for operators alone', async () => {
  const tenantId = await test.makeTenant('one', ['*'])
  const otherId = await test.makeTenant('other', ['*'])
  const own = await added(tenantId, 4)
  const all = await added(undefined, 4)
  const admin = await test.makeToken({ tenantId, scopes: ['admin'] })
  expect((await listOf(admin)).ids).toEqual([own])
  const refused = await listOf(admin, '?of=installation')
  expect(refused.answer.statusCode).toBe(403)
  expect(refused.answer.json().code).toBe('auth.scope-missing')
  const other = await test.makeToken({ tenantId: otherId, scopes: ['admin'] })
  expect((await listOf(other)).ids).toEqual([])
  const operator = await test.makeToken({ tenantId, scopes: ['operator'] })
  expect((await listOf(operator)).ids).toEqual([all])
  expect((await listOf(operator, '?of=tenant')).ids).toEqual([own])
})

it.each(['?of=all', '?limit=0', '?cursor=x', '?x=1'])('refuses %s', async (query) => {
  const { answer } = await listOf(test.token, query)
  expect(answer.statusCode).toBe(400)
})
