// Which calls share the event loop by tenant, and what they pay while others wait.
import { expect, it } from 'vitest'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { type InlineWork, openInlineWork } from '../../src/threads/index.ts'
import { newAccept } from '../store/records.ts'
import { openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const invoice = submitExamples.invoice['application/json']!.usual!.value as object
const { tenant } = (await test.call({ url: '/api/identity/check' })).json() as {
  tenant: { id: string }
}

/** A server whose pieces of work are noted by their owner. */
async function openNoting() {
  const owners: (string | undefined)[] = []
  const work = openInlineWork()
  const inlineWork: InlineWork = {
    ...work,
    run(asker, piece) {
      owners.push(asker?.owner)
      return work.run(asker, piece)
    },
  }
  const app = await test.serverWith({ inlineWork })
  const call = (url: string, payload?: object) =>
    app.inject({
      url,
      headers: { 'x-api-token': test.token },
      ...(payload ? { method: 'POST', payload } : {}),
    })
  return { owners, call }
}

it('a long list and the metrics are pieces of work, a short list is none', async () => {
  const { owners, call } = await openNoting()
  for (let count = 0; count < 21; count++)
    await test.gateway.store.acceptDocument({ ...newAccept(tenant.id), files: [] })
  const long = await call('/api/v1/status?limit=21')
  expect(long.json().data).toHaveLength(21)
  expect(owners).toEqual([tenant.id])
  expect((await call('/metrics')).statusCode).toBe(200)
  expect(owners).toEqual([tenant.id, tenant.id])
  expect((await call('/api/v1/status?limit=20')).json().data).toHaveLength(20)
  expect(owners).toHaveLength(2)
})

it('a validation pays for what it takes while another tenant has a call under way', async () => {
  let ms = 0
  const stands = new Date()
  const inlineWork = openInlineWork(() => ms)
  const app = await test.serverWith({
    inlineWork,
    // No call comes back with time.
    ...{ now: () => stands, rates: test.gateway.rates },
    intake: {
      ...test.gateway.intake,
      read: (body, options) =>
        inlineWork.run(options.asker, () => {
          ms += 30
          return test.gateway.intake.read(body, options)
        }),
    },
  })
  const validate = async () => {
    const headers = { 'x-api-token': test.token }
    const options = { method: 'POST' as const, url: '/api/v1/validate', headers, payload: invoice }
    const answer = await app.inject(options)
    expect(answer.statusCode).toBe(200)
    const next = await app.inject({ url: '/api/identity/check', headers })
    return (
      Number(/r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1]) -
      Number(/r=(\d+)/.exec(String(next.headers.ratelimit))?.[1])
    )
  }
  // The difference is one for the call that asks.
  expect(await validate()).toBe(1)
  // It has rested.
  ms += 30
  const other = inlineWork.enter('another tenant')
  expect(await validate()).toBe(2)
  other.leave()
})
