// A request with an Idempotency-Key while the first one with it is under way.
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Gateway } from '../../src/core/gateway.ts'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { testDatabase } from '../store/database.ts'
import { expectProblem, openTestGateway } from './gateway.ts'

const { pool } = await testDatabase()
const test = await openTestGateway()
const invoice = submitExamples.invoice['application/json']!.usual!.value as object

type Server = Awaited<ReturnType<typeof test.serverWith>>

const releases: (() => void)[] = []
afterEach(() => {
  for (const release of releases.splice(0)) release()
})

/** A node whose validation takes until it is told to go on, and how many have begun. */
async function slowNode(change: Partial<Gateway> = {}) {
  const begun = { count: 0 }
  let goOn = () => {}
  const told = new Promise<void>((resolve) => {
    goOn = resolve
  })
  releases.push(() => goOn())
  const validate: Gateway['validate'] = async (...asked) => {
    begun.count++
    await told
    return test.gateway.validate(...asked)
  }
  const server = await test.serverWith({ validate, ...change })
  return { server, goOn, isValidating: () => vi.waitFor(() => expect(begun.count).toBe(1), 10_000) }
}

async function submit(
  server: Server,
  key: string,
  { payload = invoice, validation = 'report' }: { payload?: object; validation?: string } = {},
) {
  return server.inject({
    method: 'POST',
    url: '/api/v1/invoices/submit',
    headers: {
      'x-api-token': test.token,
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-validation': validation,
    },
    payload,
  })
}

describe('while the first request is under way', () => {
  it('the same one is told to wait, on every node, and then gets the first answer', async () => {
    const first = await slowNode()
    const rows = await test.countRows()
    const answering = submit(first.server, 'held')
    await first.isValidating()
    for (const node of [first.server, test.app]) {
      const early = await submit(node, 'held')
      expectProblem(early, 409, 'idempotency.in-progress')
      expect(early.headers['retry-after']).toBe('1')
      expect(early.json().retryable).toBe(true)
    }
    expect((await submit(test.app, 'another')).statusCode).toBe(202)
    first.goOn()
    const answer = await answering
    expect(answer.statusCode).toBe(202)
    const again = await submit(test.app, 'held')
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.rawPayload.equals(answer.rawPayload)).toBe(true)
    expect(await test.countRows()).toBe(rows + 4)
  })

  it('another one is refused for good', async () => {
    const first = await slowNode()
    const answering = submit(first.server, 'other-body')
    await first.isValidating()
    const other = await submit(test.app, 'other-body', { payload: { ...invoice, number: '2' } })
    expectProblem(other, 422, 'idempotency.key-reused')
    first.goOn()
    expect((await answering).statusCode).toBe(202)
  })
})

describe('a node that dies', () => {
  it('gives way when its lease is over, and stores nothing when it wakes up', async () => {
    const clock = { aheadMs: 0 }
    const now = () => new Date(Date.now() + clock.aheadMs)
    const first = await slowNode()
    const other = await test.serverWith({ now })
    const rows = await test.countRows()
    const frozen = submit(first.server, 'dead')
    await first.isValidating()
    clock.aheadMs = 25_000
    expectProblem(await submit(other, 'dead'), 409, 'idempotency.in-progress')
    clock.aheadMs = 30_000
    const answer = await submit(other, 'dead')
    expect(answer.statusCode).toBe(202)
    first.goOn()
    expectProblem(await frozen, 409, 'idempotency.in-progress')
    expect(await test.countRows()).toBe(rows + 2)
    expect((await submit(first.server, 'dead')).rawPayload.equals(answer.rawPayload)).toBe(true)
  })

  it('is not one whose validation takes long: its lease is renewed', async () => {
    const clock = { aheadMs: 0 }
    const now = () => new Date(Date.now() + clock.aheadMs)
    const submission = { ...test.gateway.submission, idempotencyRenewMs: 5 }
    const first = await slowNode({ now, submission })
    const answering = submit(first.server, 'long')
    await first.isValidating()
    clock.aheadMs = 25_000
    await vi.waitFor(async () => {
      const { rows } = await pool.query("select expires_at from idempotency where key = 'long'")
      expect(rows[0].expires_at.getTime()).toBeGreaterThan(Date.now() + 50_000)
    }, 10_000)
    clock.aheadMs = 50_000
    const other = await test.serverWith({ now })
    expectProblem(await submit(other, 'long'), 409, 'idempotency.in-progress')
    first.goOn()
    expect((await answering).statusCode).toBe(202)
  })
})

const { seller } = invoice as { seller: object }
const mistyped = { ...seller, endpoint: { scheme: '0208', id: '0123456748' } }

describe('a request that is refused and leaves nothing', () => {
  it.each([
    ['its-shape', 400, { payload: { ...invoice, colour: 'red' } }],
    ['a-header', 400, { validation: 'perhaps' }],
    ['its-size', 413, { payload: { ...invoice, note: 'x'.repeat(1_000_000) } }],
    ['its-sender', 422, { payload: { ...invoice, seller: mistyped } }],
  ] as const)('for %s leaves its key to the corrected one', async (why, status, wrong) => {
    const refused = await submit(test.app, why, wrong)
    expect([refused.statusCode, refused.body]).toEqual([status, expect.any(String)])
    const { rows } = await pool.query('select from idempotency where key = $1', [why])
    expect(rows).toEqual([])
    const corrected = await submit(test.app, why)
    expect(corrected.statusCode).toBe(202)
    expect(corrected.headers['idempotency-replayed']).toBeUndefined()
  })

  it('leaves its key also when the release fails, once the lease is over', async () => {
    const clock = { aheadMs: 0 }
    const now = () => new Date(Date.now() + clock.aheadMs)
    const releaseKey = () => Promise.reject(new Error('the database is away'))
    const failing = await test.serverWith({ store: { ...test.gateway.store, releaseKey } })
    const wrong = { ...invoice, colour: 'red' }
    const refused = await submit(failing, 'release', { payload: wrong })
    expectProblem(refused, 400, 'request.unknown-field')
    const other = await test.serverWith({ now })
    expectProblem(await submit(other, 'release'), 422, 'idempotency.key-reused')
    clock.aheadMs = 30_000
    expect((await submit(other, 'release')).statusCode).toBe(202)
  })
})
