// What one connection may take from all others, with no token, or with one that anybody could have.
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { buildServer } from '../../src/http/server.ts'
import { expectProblem, openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const example = submitExamples.invoice['application/json']!.usual!.value as object
const invoice = (number: string) => ({ ...example, number })

async function connectTo(server: typeof test.app): Promise<Socket> {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  return socket
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`

/** Everything received until the connection ends, or `ms` have passed without a byte. */
async function read(socket: Socket): Promise<string> {
  let all = ''
  for await (const piece of socket) all += piece
  return all
}

function post(body: string[], headers: string): string[] {
  const head = `POST /api/v1/validate HTTP/1.1\r\nHost: a\r\nX-API-Token: ${test.token}\r\n`
  return [`${head}Content-Type: application/json\r\n${headers}\r\n\r\n`, ...body]
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const chunked = 'Transfer-Encoding: chunked\r\nConnection: close'
const document = '{"number":"1"}'

describe('pipelined requests', () => {
  it('are begun one by one, as the answers go out', async () => {
    let begun = 0
    const isReady = async () => {
      begun++
      return true
    }
    const slow = await test.serverWith({
      store: { ...test.gateway.store, isReady },
      requests: { ...limits.requests, readinessMs: 0 },
    })
    const many = await connectTo(slow)
    many.pause()
    many.write(get('/openapi.json').repeat(100) + get('/health/ready').repeat(100))
    // The first answers fill the socket; the rest wait for the client to read.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(begun).toBe(0)
    many.resume()
    const answers = read(many)
    many.write(get('/health/live', 'Connection: close\r\n'))
    expect((await answers).match(/HTTP\/1\.1 200/g)).toHaveLength(201)
    expect(begun).toBe(100)
  })

  it('do not query the database for each readiness check', async () => {
    let asked = 0
    const isReady = async () => {
      asked++
      return true
    }
    const server = await test.serverWith({ store: { ...test.gateway.store, isReady } })
    const socket = await connectTo(server)
    socket.write(get('/health/ready').repeat(200) + get('/health/ready', 'Connection: close\r\n'))
    expect((await read(socket)).match(/HTTP\/1\.1 200/g)).toHaveLength(201)
    expect(asked).toBeLessThanOrEqual(3)
  })
})

describe('a large answer that is always the same', () => {
  it.each(['/openapi.json', '/openapi.yaml', '/docs/json', '/docs/static/swagger-ui-bundle.js'])(
    'is made once, when somebody wants it: %s',
    async (url) => {
      const read = vi.fn(async () => Buffer.from('large'))
      const server = await buildServer(test.gateway, { reference: { read } })
      onTestFinished(() => server.close())
      expect(read).not.toHaveBeenCalled()
      for (let asked = 0; asked < 3; asked++)
        expect((await server.inject({ url })).body).toBe('large')
      expect(read).toHaveBeenCalledOnce()
    },
  )
})

describe('a body', () => {
  it('in many one-byte pieces is refused', async () => {
    const server = await test.serverWith({})
    const socket = await connectTo(server)
    const spaces = chunk(' ').repeat(limits.requests.piecesFree + 1_000)
    socket.write(post([spaces, chunk(document), '0\r\n\r\n'], chunked).join(''))
    expect(await read(socket)).toMatch(/^HTTP\/1\.1 400[\s\S]*fewer than 16 bytes on average/)
  })

  it('in so many that the client is still writing gets its answer, and is not read', async () => {
    const server = await test.serverWith({ requests: { ...limits.requests, lingerMs: 500 } })
    const socket = await connectTo(server)
    socket.pause()
    const spaces = chunk(' ').repeat(5_000_000)
    for (const part of post([spaces], chunked)) socket.write(part)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await read(socket)).toMatch(/^HTTP\/1\.1 400[\s\S]*fewer than 16 bytes on average/)
    expect(socket.bytesWritten - socket.writableLength).toBeLessThan(spaces.length)
  })

  it('in as many pieces of a reasonable size is read', async () => {
    const server = await test.serverWith({})
    const socket = await connectTo(server)
    const spaces = chunk(' '.repeat(32)).repeat(limits.requests.piecesFree + 1_000)
    socket.write(post([spaces, chunk(document), '0\r\n\r\n'], chunked).join(''))
    expect(await read(socket)).toMatch(/"code":"request\.missing-field"/)
  })

  const pace = { ...limits.requests, paceFromMs: 100, paceBytesPerSecondMin: 1_000 }

  it.each([
    ['of which nothing arrives', ''],
    ['that drips', ' '],
  ])('%s is given up', async (_, drip) => {
    const server = await test.serverWith({ requests: pace })
    const socket = await connectTo(server)
    for (const part of post([document.slice(0, 5)], 'Content-Length: 5000')) socket.write(part)
    const dripping = setInterval(() => socket.write(drip), 20)
    expect(await read(socket)).toMatch(/^HTTP\/1\.1 408[\s\S]*slowly than 1000 bytes per second/)
    clearInterval(dripping)
  })

  it('that drips after a fast beginning is given up, and gives back its room', async () => {
    const requests = { ...pace, bodiesBytesMax: 600_000 }
    const server = await test.serverWith({ requests })
    const socket = await connectTo(server)
    const begun = performance.now()
    // On average, it keeps the pace for five minutes.
    const most = document.padEnd(299_000)
    for (const part of post([most], 'Content-Length: 300000')) socket.write(part)
    const dripping = setInterval(() => socket.write(' '), 20)
    expect(await read(socket)).toMatch(/^HTTP\/1\.1 408[\s\S]*slowly than 1000 bytes per second/)
    clearInterval(dripping)
    expect(performance.now() - begun).toBeLessThan(10_000)
    const next = await connectTo(server)
    const whole = document.padEnd(300_000)
    next.write(post([whole], `Content-Length: ${whole.length}\r\nConnection: close`).join(''))
    expect(await read(next)).toMatch(/"code":"request\.missing-field"/)
  })

  it('that arrives at the minimum pace is read', async () => {
    const server = await test.serverWith({ requests: { ...pace, paceFromMs: 500 } })
    const socket = await connectTo(server)
    const [head] = post([], 'Content-Length: 1000\r\nConnection: close')
    socket.write(head!)
    for (let sent = 0; sent < 1_000; sent += 100) {
      socket.write(sent === 0 ? document.padEnd(100) : ' '.repeat(100))
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    expect(await read(socket)).toMatch(/"code":"request\.missing-field"/)
  })

  it('counts with what has come, not with the length that it states', async () => {
    const server = await test.serverWith({ requests: few })
    const stated = 'Content-Length: 199990'
    const dripping = await Promise.all(
      Array.from({ length: 14 }, async () => {
        const socket = await connectTo(server)
        socket.write(post(['{"a":'], stated).join(''))
        return socket
      }),
    )
    await arrived(server)
    const small = await connectTo(server)
    small.write(
      post([document], `Content-Length: ${document.length}\r\nConnection: close`).join(''),
    )
    expect(await read(small)).toMatch(/"code":"request\.missing-field"/)
    for (const socket of dripping) socket.destroy()
  })

  const few = { ...limits.requests, bodiesBytesMax: 200_000 }
  const large = document.padEnd(60_000)
  const length = `Content-Length: ${large.length}\r\nConnection: close`

  /** Its last byte is missing. */
  async function most(server: typeof test.app, headers = length): Promise<Socket> {
    const socket = await connectTo(server)
    socket.write(post([large.slice(0, -1)], headers).join(''))
    await arrived(server)
    return socket
  }

  /** What was sent before is being read by the time that other connections were answered. */
  async function arrived(server: typeof test.app): Promise<void> {
    for (let count = 0; count < 5; count++) {
      const other = await connectTo(server)
      other.write(get('/health/live', 'Connection: close\r\n'))
      await read(other)
    }
  }

  async function whole(server: typeof test.app, headers = length): Promise<string> {
    const socket = await connectTo(server)
    socket.write(post([large], headers).join(''))
    return read(socket)
  }

  it('gives way to a faster one when there is no room for both', async () => {
    const server = await test.serverWith({ requests: few })
    const slow = await most(server)
    expect(await whole(server)).toMatch(/"code":"request\.missing-field"/)
    const answer = await read(slow)
    expect(answer).toMatch(/^HTTP\/1\.1 503[\s\S]*capacity\.busy/)
    expect(answer).toMatch(/retry-after: \d/i)
  })

  it('stays while there is room for both', async () => {
    const server = await test.serverWith({ requests: { ...few, bodiesBytesMax: 300_000 } })
    const slow = await most(server)
    expect(await whole(server)).toMatch(/"code":"request\.missing-field"/)
    slow.write(' ')
    expect(await read(slow)).toMatch(/"code":"request\.missing-field"/)
  })

  describe('from one address', () => {
    const requests = { ...limits.requests, bodiesBytesPerAddressMax: 100_000 }
    const from = (address: string) => `X-Forwarded-For: ${address}\r\n${length}`

    /** What the first gets after the second came; the proxy is this machine. */
    async function beside(trustedProxies: string[], [first, second]: [string, string]) {
      const server = await test.serverWith({ requests, trustedProxies })
      const slow = await most(server, from(first))
      await whole(server, from(second))
      slow.write(' ')
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(await read(slow))?.[1])
    }

    it('has a share of the room, by the address that a trusted proxy gives', async () => {
      expect(await beside(['127.0.0.1'], ['192.0.2.1', '192.0.2.2'])).toBe(400)
      expect(await beside(['127.0.0.0/8'], ['192.0.2.1', '192.0.2.1'])).toBe(503)
    })

    it('counts IPv4-mapped addresses as IPv4, and others by their /64', async () => {
      const proxy = ['127.0.0.1']
      expect(await beside(proxy, ['::ffff:192.0.2.1', '::ffff:192.0.2.2'])).toBe(400)
      expect(await beside(proxy, ['::ffff:192.0.2.1', '192.0.2.1'])).toBe(503)
      expect(await beside(proxy, ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2'])).toBe(503)
      expect(await beside(proxy, ['2001:db8:0:1::1', '2001:db8:0:2::1'])).toBe(400)
    })

    it('is not from where somebody else says', async () => {
      expect(await beside([], ['192.0.2.1', '192.0.2.2'])).toBe(503)
      expect(await beside(['198.51.100.7'], ['192.0.2.1', '192.0.2.2'])).toBe(503)
      // What a client has written stands before what the proxy adds.
      expect(await beside(['127.0.0.1'], ['192.0.2.1', '192.0.2.9, 192.0.2.1'])).toBe(503)
    })
  })

  it('in chunks counts as received', async () => {
    const server = await test.serverWith({
      requests: { ...limits.requests, bodiesBytesMax: 100_000 },
    })
    const socket = await connectTo(server)
    socket.write(post([chunk(' '.repeat(60_000)), chunk(' '.repeat(60_000))], chunked).join(''))
    expect(await read(socket)).toMatch(/^HTTP\/1\.1 503[\s\S]*capacity\.busy/)
  })
})

describe('an answer that needs a token', () => {
  it('is stored by no cache, whether it is good or a problem', async () => {
    for (const headers of [{ 'x-api-token': test.token }, {}]) {
      const answer = await test.app.inject({ url: '/api/v1/status', headers })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })
})

describe('a request with two hosts', () => {
  it('is refused, and one with a single host is not', async () => {
    for (const [hosts, status] of [
      ['Host: a\r\nHost: b', 400],
      ['Host: a', 200],
    ] as const) {
      const socket = await connectTo(test.app)
      socket.write(`GET /health/live HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`)
      expect(await read(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`))
    }
  })
})

describe('waiting for a change', () => {
  it('is limited to a number of calls per token; more are answered at once', async () => {
    const server = await test.serverWith({
      requests: { ...limits.requests, longPollsPerTokenMax: 2 },
    })
    const headers = { 'x-api-token': test.token }
    const submitted = await server.inject({
      method: 'POST',
      url: '/api/v1/invoices/submit',
      headers,
      payload: invoice('POLL-1'),
    })
    const url = `/api/v1/status/${submitted.json().id}?wait=2`
    const timed = async (token: string) => {
      const begun = performance.now()
      const answer = await server.inject({ url, headers: { 'x-api-token': token } })
      expect(answer.statusCode).toBe(200)
      return performance.now() - begun
    }
    // Which of the three comes last is the server's affair.
    const ofAnother = await test.makeToken()
    const [another, ...ofOne] = await Promise.all(
      [ofAnother, test.token, test.token, test.token].map(timed),
    )
    expect(another).toBeGreaterThan(1_900)
    const [shortest, ...waited] = ofOne.sort((one, other) => one - other)
    expect(shortest).toBeLessThan(1_000)
    for (const one of waited) expect(one).toBeGreaterThan(1_900)
  })

  /** A server with these limits, and how long a call waits there that may wait for a second. */
  async function waitingAt(
    change: Partial<Record<keyof typeof limits.requests, number>>,
    number: string,
  ) {
    const server = await test.serverWith({ requests: { ...limits.requests, ...change } })
    const headers = { 'x-api-token': test.token }
    const url = '/api/v1/invoices/submit'
    const submitted = await server.inject({
      method: 'POST',
      url,
      headers,
      payload: invoice(number),
    })
    const path = `/api/v1/status/${submitted.json().id}`
    const waitedMs = async (token = test.token) => {
      const begun = performance.now()
      const headers = { 'x-api-token': token }
      const answer = await server.inject({ url: `${path}?wait=1`, headers })
      expect(answer.statusCode).toBe(200)
      return performance.now() - begun
    }
    return { server, path, waitedMs }
  }

  it('is limited to a number of calls of a tenant; more are answered at once', async () => {
    const { waitedMs } = await waitingAt({ longPollsPerTenantMax: 1 }, 'POLL-4')
    const another = await test.makeToken()
    const waits = await Promise.all([waitedMs(), waitedMs(another)])
    expect(Math.min(...waits)).toBeLessThan(500)
    expect(Math.max(...waits)).toBeGreaterThan(900)
  })

  it('is limited to a number of calls of all tokens; more are answered at once', async () => {
    const { waitedMs } = await waitingAt({ longPollsMax: 1 }, 'POLL-2')
    const another = await test.makeToken()
    const waits = await Promise.all([waitedMs(), waitedMs(another)])
    expect(Math.min(...waits)).toBeLessThan(500)
    expect(Math.max(...waits)).toBeGreaterThan(900)
  })

  it('ends with the connection of its caller, whose place is free again', async () => {
    const { server, path, waitedMs } = await waitingAt({ longPollsPerTokenMax: 1 }, 'POLL-3')
    const socket = await connectTo(server)
    socket.write(get(`${path}?wait=30`, `X-API-Token: ${test.token}\r\n`))
    // A call that came before this one would have the place.
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await waitedMs()).toBeLessThan(500)
    socket.destroy()
    await vi.waitFor(async () => expect(await waitedMs()).toBeGreaterThan(900), 10_000)
  })
})

describe('a document that states too much', () => {
  const submit = (payload: object | string, type = 'application/json') =>
    test.call({
      method: 'POST',
      url: '/api/v1/invoices/submit',
      headers: { 'content-type': type },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const xml = submitExamples.invoice['application/xml']!.ubl!.value as string

  it('a number of more than 255 characters, is refused in JSON, and cut of XML', async () => {
    const before = await test.countRows()
    const long = 'N'.repeat(256)
    const json = await submit(invoice(long))
    expect(json.json()).toMatchObject({ code: 'request.invalid-field' })
    expect(json.json().errors).toMatchObject([{ pointer: '/number' }])
    expect(json.body).toContain('256 characters: write at most 255')
    expect(await test.countRows()).toBe(before)
    const ubl = await submit(xml.replace('INV-2026-0042', long), 'application/xml')
    expect(ubl.json()).toMatchObject({ number: `${'N'.repeat(254)}…` })
    const found = async (number: string) =>
      (await test.call({ url: `/api/v1/status?number=${number}` })).json().data
    expect(await found(long)).toMatchObject([{ id: ubl.json().id }])
    expect(await found(`${long}N`)).toEqual([])
  })

  it('a fact twice, is refused and not stored', async () => {
    const before = await test.countRows()
    const twice = xml.replace(/<cbc:ID>.*?<\/cbc:ID>/, '$&$&')
    const answer = await submit(twice, 'application/xml')
    expectProblem(answer, 422, 'document.ambiguous')
    expect(answer.json().errors[0].message).toMatch(/twice: at .*ID\[1\] and at .*ID\[2\]/)
    expect(await test.countRows()).toBe(before)
  })

  it('as XML 1.1, is refused by that name', async () => {
    const answer = await submit(xml.replace('version="1.0"', 'version="1.1"'), 'application/xml')
    expectProblem(answer, 415, 'request.unsupported-media-type')
    expect(answer.json().detail).toContain('XML 1.1')
  })
})
