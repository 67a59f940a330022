// /api/v1/reporting/{month}: what the routes add to core/reports.
import { expect, it } from 'vitest'
import { registerServiceProvider } from '../../../src/core/identity/service-provider.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const { peppolAccess } = test.gateway
await registerServiceProvider(test.gateway)
const url = '/api/v1/reporting/2026-02'
const network = { ...peppolAccess.network, name: 'production' as const }
const onProduction = await test.serverWith({ peppolAccess: { ...peppolAccess, network } })

it('shows, writes and sends the reports of a month', async () => {
  const headers = { 'x-api-token': test.token }
  const written = await test.call({ method: 'POST', url: `${url}/preview` })
  expect(written.statusCode).toBe(200)
  expect(written.json()).toEqual({
    month: '2026-02',
    reports: [
      { report: 'TSR', name: 'tsr-2026-02.xml', xml: expect.stringMatching(/^<Transaction/) },
      { report: 'EUSR', name: 'eusr-2026-02.xml', xml: expect.stringMatching(/^<EndUser/) },
    ],
  })
  expect((await test.call({ url })).json()).toMatchObject({ isOver: true, submitted: [] })
  const sent = await onProduction.inject({ method: 'POST', url: `${url}/submit`, headers })
  expect(sent.statusCode).toBe(202)
  expect(sent.json().reports).toHaveLength(2)
  const { submitted } = (await test.call({ url })).json()
  expect(submitted).toEqual(expect.arrayContaining(sent.json().reports))
})

it('is for operators: an administrator of a tenant is refused', async () => {
  const token = await test.makeToken({ scopes: ['admin', 'documents:read', 'documents:write'] })
  for (const [method, path] of [['GET', url] as const, ['POST', `${url}/submit`] as const])
    expectProblem(
      await test.app.inject({ method, url: path, headers: { 'x-api-token': token } }),
      403,
      'auth.scope-missing',
    )
})

it('is in no list of a tenant', async () => {
  const listed = await test.call({ url: '/api/v1/status' })
  expect(listed.json().data).toEqual([])
})
