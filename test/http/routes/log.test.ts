// GET /api/v1/log, through the calls that leave its lines: who did what, for whom to see.
import { expect, it } from 'vitest'
import { logEvents } from '../../../src/core/access/installation-log.ts'
import { scopes } from '../../../src/core/access/token.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const path = '/api/v1/log'
const tenantId = await test.makeTenant('logged', ['0208:0123456749'])
const another = await test.makeTenant('another', ['*'])
const admin = await test.makeToken({ tenantId, scopes: scopes.filter((one) => one !== 'operator') })
const operator = await test.makeToken({ tenantId, scopes: ['operator'] })

const by = async (
  token: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) => test.call({ method, url, headers: { 'x-api-token': token }, ...(payload ? { payload } : {}) })
const idOf = async (token: string) =>
  (await by(token, 'GET', '/api/identity/check')).json().token.id

async function lines(token: string, query = ''): Promise<Record<string, unknown>[]> {
  const answer = await by(token, 'GET', `${path}?limit=200${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json().data
}
const told = async (token: string, query = '') =>
  (await lines(token, query)).map(({ event, actor }) => `${event} ${actor}`).reverse()

it('tells an administrator who changed what belongs to the tenant', async () => {
  const before = (await lines(admin)).length
  const actor = `token:${await idOf(admin)}`
  const made = (await by(admin, 'POST', '/api/v1/tokens', { name: 'made', scopes: [] })).json()
  await by(admin, 'PATCH', `/api/v1/tokens/${made.id}`, { name: 'renamed' })
  await by(admin, 'POST', `/api/v1/tokens/${made.id}/rotate`, {})
  await by(admin, 'DELETE', `/api/v1/tokens/${made.id}`)
  const registration = '/api/v1/registrations/0208:0123456749'
  await by(admin, 'POST', '/api/v1/registrations', {
    ...{ participant: '0208:0123456749', documentTypes: 'all' },
  })
  await by(admin, 'PUT', registration, { documentTypes: 'all', country: 'BE' })
  await by(admin, 'DELETE', registration)
  const url = 'https://erp.example.com/geheim?key=geheim'
  const hook = (await by(admin, 'POST', '/api/v1/webhooks', { url })).json()
  const webhook = `/api/v1/webhooks/${hook.id}`
  await by(admin, 'PATCH', webhook, { enabled: false })
  await by(admin, 'PATCH', webhook, { enabled: true })
  await by(admin, 'POST', `${webhook}/rotate-secret`)
  await by(admin, 'DELETE', webhook)
  expect((await told(admin)).slice(before)).toEqual(
    [
      ...['token.created', 'token.changed', 'token.rotated', 'token.created', 'token.revoked'],
      ...['registration.added', 'registration.changed', 'registration.removed'],
      ...['webhook.created', 'webhook.disabled', 'webhook.enabled', 'webhook.secret-rotated'],
      'webhook.deleted',
    ].map((event) => `${event} ${actor}`),
  )
  const text = JSON.stringify(await lines(admin))
  for (const secret of [made.token.split('_')[3], hook.secret, 'geheim'])
    expect(text).not.toContain(secret)
  const first = (await lines(admin, '&event=token.created')).find(
    ({ subject }) => subject === made.id,
  )
  expect(first).toMatchObject({ tenantId, detail: { name: 'made', scopes: [] } })
  expect(Object.keys(first!)).not.toContain('chain')
})

it('tells an operator of tenants and pauses, and of other tenants', async () => {
  const actor = `token:${await idOf(operator)}`
  const wish = { name: 'short-lived', participants: [] }
  const { id } = (await by(operator, 'POST', '/api/v1/tenants', wish)).json()
  await by(operator, 'PATCH', `/api/v1/tenants/${id}`, { duplicates: 'warn' })
  await by(operator, 'DELETE', `/api/v1/tenants/${id}`)
  const receiver = '0208:0202239951'
  await by(operator, 'POST', '/api/v1/queue/pause', { receiver })
  await by(operator, 'POST', '/api/v1/queue/resume', { receiver })
  const tenant = ['created', 'changed', 'removed'].map((what) => `tenant.${what} ${actor}`)
  expect(await told(operator, `&tenantId=${id}`)).toEqual(tenant)
  expect((await told(operator, '&tenantId=installation')).slice(-5)).toEqual([
    ...tenant,
    ...[`queue.paused ${actor}`, `queue.resumed ${actor}`],
  ])
  const all = await lines(operator, '&tenantId=all')
  expect(all.slice(0, 2).map(({ tenantId: of }) => of)).toEqual([null, null])
  expect(all.filter(({ tenantId: of }) => of === id)).toHaveLength(3)
  expect(await told(operator, `&tenantId=all&event=queue.paused&event=queue.resumed`)).toEqual([
    ...[`queue.paused ${actor}`, `queue.resumed ${actor}`],
  ])
})

it('shows an administrator nothing of others, and others nothing', async () => {
  for (const of of ['all', 'installation', another])
    expectProblem(await by(admin, 'GET', `${path}?tenantId=${of}`), 403, 'auth.scope-missing')
  expect((await by(admin, 'GET', `${path}?tenantId=${tenantId}`)).statusCode).toBe(200)
  const reader = await test.makeToken({ tenantId, scopes: ['documents:read'] })
  expectProblem(await by(reader, 'GET', path), 403, 'auth.scope-missing')
  expect((await lines(admin)).every((line) => line.tenantId === tenantId)).toBe(true)
})

it('leads from page to page, and refuses what is no filter', async () => {
  const first = await by(admin, 'GET', `${path}?limit=1`)
  const { data, page } = first.json()
  expect(first.headers.link).toBe(`<${path}?limit=1&cursor=${page.nextCursor}>; rel="next"`)
  const next = (await by(admin, 'GET', `${path}?limit=1&cursor=${page.nextCursor}`)).json()
  expect(next.data[0].sequence).toBe(data[0].sequence - 1)
  expect(next.data[0].hash).toBe(data[0].previousHash)
  expect(await lines(admin, `&to=${data[0].at}`)).not.toContainEqual(data[0])
  expect(await lines(admin, `&from=${data[0].at}`)).toContainEqual(data[0])
  for (const query of ['event=x', 'from=x', 'cursor=x', 'tenantId='])
    expectProblem(await by(admin, 'GET', `${path}?${query}`), 400, 'request.invalid-field')
  expectProblem(await by(admin, 'GET', `${path}?x=1`), 400, 'request.unknown-parameter')
})

it('names every event that the triggers write', async () => {
  const written = new Set((await lines(operator, '&tenantId=all')).map(({ event }) => event))
  expect(logEvents).toEqual(expect.arrayContaining([...written]))
  const unwritten = logEvents.filter((event) => !written.has(event))
  const asked = ['publish-asked', 'withdraw-asked', 'identified']
  expect(unwritten).toEqual([
    'token.removed',
    ...asked.map((one) => `registration.${one}`),
    ...['asked', 'key-given', 'taken', 'finished', 'cancelled', 'failed'].map((to) => `move.${to}`),
    ...['webhook.changed', 'report.submitted'],
  ])
})
