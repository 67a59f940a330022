// GET /api/v1/events.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { submitExamples } from '../../../src/http/reference/examples.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const invoice = submitExamples.invoice['application/json']!.usual!.value as object

/** A tenant with a feed of its own. */
async function client(name: string) {
  const token = await test.makeToken({ tenantId: await test.makeTenant(name, ['*']) })
  const headers = { 'x-api-token': token }
  return {
    headers,
    read: (query = '') => test.call({ url: `/api/v1/events${query}`, headers }),
    submit: async (query = ''): Promise<string> => {
      const url = `/api/v1/invoices/submit${query}`
      return (await test.call({ method: 'POST', url, headers, payload: invoice })).json().id
    },
    cancel: (id: string) =>
      test.call({ method: 'POST', url: `/api/v1/documents/${id}/cancel`, headers }),
  }
}

describe('the feed', () => {
  it('tells what happened, thin and in order', async () => {
    const { read, submit, cancel } = await client('order')
    const id = await submit('?clientId=client-7&reference=order-7')
    await cancel(id)
    const answer = await read()
    expect(answer.statusCode).toBe(200)
    const of = { documentId: id, clientId: 'client-7', reference: 'order-7' }
    const told = { id: expect.any(String), createdAt: expect.stringMatching(/^20.*Z$/) }
    expect(answer.json()).toEqual({
      data: [
        {
          ...told,
          type: 'document.accepted',
          sequence: 1,
          data: { ...of, status: 'accepted', outcome: 'in-progress' },
        },
        {
          ...told,
          type: 'document.cancelled',
          sequence: 2,
          data: { ...of, status: 'cancelled', outcome: 'failed' },
        },
      ],
      page: { nextCursor: '2', hasMore: false },
    })
  })

  it('comes in pages that follow each other, and always says where to go on', async () => {
    const { read, submit } = await client('pages')
    expect((await read()).json()).toEqual({ data: [], page: { nextCursor: '0', hasMore: false } })
    for (let count = 0; count < 5; count++) await submit()
    let page = { nextCursor: '0', hasMore: true }
    const seen: number[] = []
    while (page.hasMore) {
      const answer = (await read(`?limit=2&after=${page.nextCursor}`)).json()
      for (const { sequence } of answer.data) seen.push(sequence)
      page = answer.page
    }
    expect(seen).toEqual([1, 2, 3, 4, 5])
    expect((await read(`?after=${page.nextCursor}`)).json()).toEqual({ data: [], page })
  })

  it('is filtered by type', async () => {
    const { read, submit, cancel } = await client('types')
    await cancel(await submit())
    await submit()
    const types = async (query: string) =>
      (await read(query)).json().data.map(({ type }: { type: string }) => type)
    expect(await types('?type=document.cancelled')).toEqual(['document.cancelled'])
    expect(await types('?type=document.accepted&type=document.cancelled')).toHaveLength(3)
    const none = await read('?type=document.failed')
    expect(none.json()).toEqual({ data: [], page: { nextCursor: '3', hasMore: false } })
  })

  it('is that of one tenant, and needs the scope documents:read', async () => {
    const one = await client('one')
    const other = await client('other')
    await one.submit()
    expect((await other.read()).json().data).toEqual([])
    const token = await test.makeToken({ scopes: ['documents:write'] })
    const refused = await test.call({ url: '/api/v1/events', headers: { 'x-api-token': token } })
    expectProblem(refused, 403, 'auth.scope-missing')
  })

  it('says so when it no longer goes back to a cursor, or never went so far', async () => {
    const { read, submit } = await client('expired')
    await submit()
    await submit()
    expectProblem(await read('?after=3'), 410, 'events.cursor-expired')
    const soon = new Date(Date.now() + 31 * 24 * 3_600_000)
    await test.gateway.events.forget(soon)
    await submit()
    const expired = await read('?after=1')
    expectProblem(expired, 410, 'events.cursor-expired')
    expect(expired.json().detail).toContain('after=2')
    for (const query of ['?after=2', ''])
      expect((await read(query)).json().data).toMatchObject([{ sequence: 3 }])
  })

  it.each(['after=x', 'after=-1', 'after=1.5', 'limit=0', 'type=document.lost', 'wait=31'])(
    'refuses %s',
    async (query) => {
      const { read } = await client('refused')
      expectProblem(await read(`?${query}`), 400, 'request.invalid-field')
    },
  )
})

describe('with wait', () => {
  it('answers as soon as there is an event', async () => {
    const { read, submit } = await client('waits')
    const before = Date.now()
    const [answer] = await Promise.all([read('?wait=20'), submit()])
    expect(answer.json().data).toMatchObject([{ type: 'document.accepted' }])
    expect(Date.now() - before).toBeLessThan(10_000)
  })

  it('notices what another process did', async () => {
    const { read, submit } = await client('elsewhere')
    const waiting = read('?wait=20')
    const elsewhere = { ...test.gateway.events, notify() {} }
    const server = await test.serverWith({ events: elsewhere })
    const { headers } = await client('elsewhere')
    const url = '/api/v1/invoices/submit'
    await server.inject({ method: 'POST', url, headers, payload: invoice })
    expect((await waiting).json().data).toMatchObject([{ sequence: 1 }])
    expect(await submit()).toEqual(expect.any(String))
  })

  it('answers with nothing when the time is over, or it waits for other types', async () => {
    const { read, submit } = await client('patience')
    const [answer] = await Promise.all([read('?wait=1&type=document.failed'), submit()])
    expect(answer.json()).toEqual({ data: [], page: { nextCursor: '1', hasMore: false } })
  })

  it('ends with its connection', async () => {
    const { headers } = await client('gone')
    const waiting: AbortSignal[] = []
    const follow = (id: string) => {
      const follower = test.gateway.events.following.follow(id)
      return {
        ...follower,
        next: (...[seen, ms, signal]: Parameters<typeof follower.next>) => {
          if (signal) waiting.push(signal)
          return follower.next(seen, ms, signal)
        },
      }
    }
    const following = { ...test.gateway.events.following, follow }
    const events = { ...test.gateway.events, following }
    const server = await test.serverWith({ events })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `GET /api/v1/events?wait=30 HTTP/1.1\r\nHost: x\r\n` +
        `X-API-Token: ${headers['x-api-token']}\r\n\r\n`,
    )
    await expect.poll(() => waiting.length).toBe(1)
    socket.destroy()
    await expect.poll(() => waiting[0]?.aborted).toBe(true)
  })

  it('answers at once beyond the number of long polls', async () => {
    const requests = { ...test.gateway.requests, longPollsMax: 0 }
    const server = await test.serverWith({ requests })
    const { headers } = await client('capped')
    const before = Date.now()
    expect((await server.inject({ url: '/api/v1/events?wait=30', headers })).statusCode).toBe(200)
    expect(Date.now() - before).toBeLessThan(5_000)
  })
})
