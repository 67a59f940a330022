// GET /api/v1/figures: what happened lately, in numbers.
import { expect, it } from 'vitest'
import { submitExamples } from '../../../src/http/reference/examples.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const payload = submitExamples.invoice['application/json']!.usual!.value as object
const figures = (query = '', token = test.token) =>
  test.call({ url: `/api/v1/figures${query}`, headers: { 'x-api-token': token } })

it('counts what a tenant sent, and for operators what all of them sent', async () => {
  test.startDelivering()
  const tenantId = await test.makeTenant('other', ['*'])
  const other = await test.makeToken({ tenantId })
  const headers = { 'X-TestOnly': 'true', Prefer: 'wait=15' }
  for (const token of [test.token, other])
    await test.call({
      ...{ method: 'POST', url: '/api/v1/invoices/submit', payload },
      headers: { ...headers, 'x-api-token': token },
    })
  const mine = (await figures()).json()
  expect(mine).toMatchObject({ of: 'tenant', waiting: 0 })
  for (const period of [mine.lastHour, mine.lastDay]) {
    expect(period).toMatchObject({ accepted: 1, delivered: 1, failed: 0, received: 0 })
    expect(period.steps.at(-1)).toMatchObject({ accepted: 1, medianSeconds: expect.any(Number) })
    expect(period.steps.at(-2)).not.toHaveProperty('medianSeconds')
  }
  const all = (await figures('?of=installation')).json()
  expect(all).toMatchObject({ of: 'installation', lastDay: { accepted: 2, delivered: 2 } })
})

it('shows those of the installation to operators alone', async () => {
  const reader = await test.makeToken({ scopes: ['documents:read', 'metrics', 'admin'] })
  expect((await figures('', reader)).statusCode).toBe(200)
  expectProblem(await figures('?of=installation', reader), 403, 'auth.scope-missing')
  const writer = await test.makeToken({ scopes: ['documents:write'] })
  expectProblem(await figures('', writer), 403, 'auth.scope-missing')
})

it('refuses what it does not know', async () => {
  expectProblem(await figures('?of=everybody'), 400, 'request.invalid-field')
  expectProblem(await figures('?from=2026-01-01'), 400, 'request.unknown-parameter')
})
