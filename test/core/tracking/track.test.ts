import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { listRecords, trackDocument, waitForChange } from '../../../src/core/tracking/track.ts'
import { toListQuery } from '../../../src/http/query.ts'
import { openTestGateway } from '../test-gateway.ts'

const testGateway = await openTestGateway()
const { gateway, caller } = testGateway

describe('a list', () => {
  it('goes on where its cursor points', async () => {
    const submitted = []
    for (let number = 0; number < 3; number++)
      submitted.push((await testGateway.submit()).record.id)
    const first = await listRecords(gateway, caller, { sort: 'createdAt', limit: 2 })
    expect(first.page.hasMore).toBe(true)
    const cursor = first.page.nextCursor!
    const rest = await listRecords(gateway, caller, { sort: 'createdAt', limit: 2, cursor })
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(submitted)
    expect(rest.page).toEqual({ hasMore: false })
  })

  it('is of what was sent, unless what was received is wanted', async () => {
    const { id } = (await testGateway.submit()).record
    const listed = async (query: object) =>
      (await listRecords(gateway, caller, { sort: '-createdAt', limit: 1, ...query })).data
    expect(await listed({})).toMatchObject([{ id, direction: 'outbound' }])
    expect(await listed({ direction: ['inbound'] })).toEqual([])
  })

  it.each([
    '',
    'nonsense',
    Buffer.from('-createdAt x y').toString('base64url'),
    Buffer.from(
      'createdAt -271821-04-20T00:00:00.000Z 0192c4b0-0000-7000-8000-000000000000',
    ).toString('base64url'),
  ])('refuses the cursor "%s"', async (cursor) => {
    const listed = listRecords(gateway, caller, { sort: 'createdAt', limit: 2, cursor })
    await expect(listed).rejects.toMatchObject({ code: 'request.invalid-field' })
  })
})

describe('the filter by outcome', () => {
  const idsWith = async (...outcome: ('failed' | 'attention')[]) =>
    (await listRecords(gateway, caller, toListQuery({ outcome }))).data.map(({ id }) => id)

  it(
    'finds a refused document among the failed, and one of unknown fate among those ' +
      'that want attention',
    async () => {
      testGateway.faultPlan.inject('ebms-error')
      const refused = (await testGateway.submit()).record.id
      await testGateway.attempt()
      testGateway.faultPlan.inject('empty-answer')
      const deadline = new Date(gateway.now().getTime() + 20_000).toISOString()
      const unknown = (await testGateway.submit({ options: { deadline } })).record.id
      await testGateway.attempt()
      testGateway.faultPlan.clear()
      expect(await idsWith('failed')).toEqual([refused])
      expect(await idsWith('attention')).toEqual([unknown])
      expect((await idsWith('failed', 'attention')).sort()).toEqual([refused, unknown].sort())
    },
  )
})

describe('a document', () => {
  const stranger = {
    ...caller,
    tenant: { ...caller.tenant, id: '01900000-0000-7000-8000-000000000000' },
  }

  it('is invisible to another tenant', async () => {
    const { record } = await testGateway.submit()
    await expect(trackDocument(gateway, stranger, { id: record.id })).rejects.toMatchObject({
      code: 'document.not-found',
    })
    expect((await trackDocument(gateway, caller, { id: record.id })).id).toBe(record.id)
  })

  it('is waited for until it changes, and no longer than requested', async () => {
    const { record } = await testGateway.submit()
    const unchanged = await waitForChange(gateway, caller, record.id, {
      until: 'change',
      waitMs: 50,
    })
    expect(unchanged.status).toBe('accepted')
    const waiting = waitForChange(gateway, caller, record.id, { until: 'final', waitMs: 20_000 })
    await testGateway.attempt()
    gateway.moved.notify()
    expect((await waiting).status).toBe('delivered')
  })

  it.each([
    ['before the wait begins', 0],
    ['meanwhile', 200],
  ])('is not waited for by a client that has gone: %s', async (_, afterMs) => {
    const { record } = await testGateway.submit()
    const gone = new AbortController()
    const wait = { until: 'change', waitMs: 30_000, signal: gone.signal } as const
    const begun = performance.now()
    const waiting = waitForChange(gateway, caller, record.id, wait)
    if (afterMs > 0) await setTimeout(afterMs)
    gone.abort()
    expect((await waiting).status).toBe('accepted')
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  it('is not waited for while the service stops', async () => {
    const { record } = await testGateway.submit()
    const stopping = { ...gateway, draining: { now: true } }
    const answer = await waitForChange(stopping, caller, record.id, {
      until: 'final',
      waitMs: 20_000,
    })
    expect(answer.status).toBe('accepted')
  })
})
