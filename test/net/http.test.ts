import type { IncomingMessage, RequestListener } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { limits as all } from '../../src/config/limits.ts'
import { type NetLimits, openNet } from '../../src/net/index.ts'
import { type Listening, listenHttp, listenTcp, unusedPort } from './listen.ts'

const defaults = all.sending

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

function net(limits: Partial<NetLimits> = {}, plainHttpAllowed = true) {
  const opened = openNet({ dnsServers: [], plainHttpAllowed, limits: { ...defaults, ...limits } })
  open.push(opened)
  return opened
}

async function serve(answer: RequestListener): Promise<Listening> {
  const listening = await listenHttp(answer)
  open.push(listening)
  return listening
}

async function serveTcp(connected: Parameters<typeof listenTcp>[0]): Promise<Listening> {
  const listening = await listenTcp(connected)
  open.push(listening)
  return listening
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const message = (bytes: number) => ({ contentType: 'text/plain', body: Buffer.alloc(bytes, 'abc') })

describe('getSigned, for what carries a signature of its own', () => {
  test('takes plain http and a large answer, and no private address unless allowed', async () => {
    const large = Buffer.alloc(defaults.answerBytesMax + 1, 'abc')
    const server = await serve((_, response) => response.end(large))
    const answer = await net().getSigned(server.url)
    expect(answer).toMatchObject({ kind: 'answered', status: 200 })
    expect(answer.kind === 'answered' && answer.body.equals(large)).toBe(true)
    expect(await net().get(server.url)).toMatchObject({ kind: 'failed', reason: 'too-large' })
    for (const url of [server.url, server.url.replace('127.0.0.1', 'localhost')])
      expect(await net({}, false).getSigned(url)).toMatchObject({
        kind: 'failed',
        reason: 'address-refused',
        detail: expect.stringContaining('not a public address'),
      })
  })

  test('has limits on size and time of its own', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/large') response.end(Buffer.alloc(1001))
      else response.write('begun')
    })
    const limited = net({ signedBytesMax: 1000, signedTotalMs: 200 })
    expect(await limited.getSigned(`${server.url}/large`)).toMatchObject({ reason: 'too-large' })
    expect(await limited.getSigned(`${server.url}/slow`)).toMatchObject({ reason: 'timeout' })
    const slow = net({ getTotalMs: 200, signedBytesMax: 1001 })
    expect(await slow.getSigned(`${server.url}/large`)).toMatchObject({ status: 200 })
  })

  test('takes no other scheme', async () => {
    for (const url of ['ldap://127.0.0.1/cn=ca', 'file:///etc/passwd', 'ftp://127.0.0.1/ca.crl'])
      expect(await net().getSigned(url)).toMatchObject({ reason: 'address-refused' })
  })
})

describe('get', () => {
  test('gives status, content type and body', async () => {
    const server = await serve((request, response) => {
      response
        .writeHead(404, { 'content-type': 'text/xml;charset=UTF-8' })
        .end(`${request.method} ${request.url}`)
    })
    expect(await net().get(`${server.url}/a%3A%3Ab/c?d=e`)).toEqual({
      kind: 'answered',
      status: 404,
      contentType: 'text/xml;charset=UTF-8',
      date: expect.stringContaining('GMT'),
      body: Buffer.from('GET /a%3A%3Ab/c?d=e'),
    })
  })

  test('asks on condition for what had an ETag, and gives the same bytes for a 304', async () => {
    const conditions: unknown[] = []
    const server = await serve((request, response) => {
      conditions.push(request.headers['if-none-match'])
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"1"' }).end('metadata')
    })
    const { get, getSigned } = net()
    for (const ask of [get, get, getSigned]) {
      const answer = await ask(server.url)
      expect(answer).toMatchObject({ kind: 'answered', status: 200, body: Buffer.from('metadata') })
    }
    expect(conditions).toEqual([undefined, '"1"', undefined])
  })

  test('does not follow a redirect', async () => {
    const asked: unknown[] = []
    const server = await serve((request, response) => {
      asked.push(request.url)
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect(await net().get(`${server.url}/here`)).toMatchObject({ kind: 'answered', status: 302 })
    expect(asked).toEqual(['/here'])
  })

  test.each([
    ['with a stated length', true],
    ['in chunks', false],
  ])('refuses an answer over the limit %s, and takes one at the limit', async (_, isStated) => {
    const server = await serve((request, response) => {
      const body = Buffer.alloc(request.url === '/over' ? 1001 : 1000)
      response.writeHead(200, isStated ? { 'content-length': body.length } : {})
      response.write(body.subarray(0, 500))
      response.end(body.subarray(500))
    })
    const { get } = net({ answerBytesMax: 1000 })
    expect(await get(`${server.url}/over`)).toMatchObject({ kind: 'failed', reason: 'too-large' })
    const taken = await get(`${server.url}/at`)
    expect(taken.kind === 'answered' && taken.body.length).toBe(1000)
  })

  test('ends at the total time limit when no header comes', async () => {
    const server = await serve(() => {})
    expect(await net({ getTotalMs: 200 }).get(server.url)).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
    })
  })

  test('ends at the total time limit when the answer drips forever', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(drip))
    })
    expect(await net({ getTotalMs: 300 }).get(server.url)).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
    })
    const [connection] = server.connections
    // Not once(): the write to the closed connection is an error to the server, which then
    // closes anyway.
    if (!connection!.closed) await new Promise((resolve) => connection!.once('close', resolve))
  })

  test('says that an answer broke off', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 10 })
      response.write('half', () => response.destroy())
    })
    expect(await net().get(server.url)).toMatchObject({ kind: 'failed', reason: 'broken' })
  })

  test('says that an answer is not HTTP', async () => {
    const server = await serveTcp((socket) => socket.end('220 mail ready\r\n'))
    expect(await net().get(server.url)).toMatchObject({ kind: 'failed', reason: 'broken' })
  })

  test('says that a name has no address', async () => {
    expect(await net().get('http://nowhere.invalid/')).toMatchObject({
      kind: 'failed',
      reason: 'connect-failed',
    })
  })
})

describe('post', () => {
  test('a large body goes out in many turns of the event loop', async () => {
    const server = await serve(async (request, response) =>
      response.end(String((await bodyOf(request)).length)),
    )
    const { contentType, body } = message(20_000_000)
    const seen = { thisTurn: 0, mostInATurn: 0 }
    const subarray = (from: number, to: number) => {
      seen.thisTurn += to - from
      seen.mostInATurn = Math.max(seen.mostInATurn, seen.thisTurn)
      return Buffer.prototype.subarray.call(body, from, to)
    }
    let next = setImmediate(function turn() {
      seen.thisTurn = 0
      next = setImmediate(turn)
    })
    const answer = await net().post(server.url, {
      contentType,
      body: Object.assign(body, { subarray }),
    })
    clearImmediate(next)
    expect(answer).toMatchObject({ body: Buffer.from('20000000') })
    // 1 MB per turn, with our own turn between two of them.
    expect(seen.mostInATurn).toBeLessThanOrEqual(2 * 1024 * 1024)
    expect(seen.mostInATurn).toBeGreaterThan(0)
  })

  test('sends with another method, also without a body, and follows no redirect', async () => {
    const seen: unknown[] = []
    const server = await serve(async (request, response) => {
      seen.push([request.method, request.url, String(await bodyOf(request))])
      response.writeHead(request.url === '/moved' ? 307 : 200, { location: '/there' }).end()
    })
    const put = { ...message(3), method: 'PUT' } as const
    expect(await net().post(`${server.url}/a`, put)).toMatchObject({ status: 200 })
    const remove = { ...message(0), method: 'DELETE' } as const
    expect(await net().post(`${server.url}/b`, remove)).toMatchObject({ status: 200 })
    expect(await net().post(`${server.url}/moved`, put)).toMatchObject({ status: 307 })
    expect(seen).toEqual([
      ['PUT', '/a', 'abc'],
      ['DELETE', '/b', ''],
      ['PUT', '/moved', 'abc'],
    ])
  })

  test('sends the very bytes with their length and media type', async () => {
    const body = Buffer.from(Array.from({ length: 200_001 }, (_, index) => index % 251))
    const seen: unknown[] = []
    const server = await serve(async (request, response) => {
      const { method, headers } = request
      seen.push(
        method,
        headers['content-type'],
        headers['content-length'],
        (await bodyOf(request)).equals(body),
      )
      response.writeHead(200, { 'content-type': 'application/soap+xml' }).end('receipt')
    })
    const contentType = 'multipart/related; boundary="b"'
    expect(await net().post(server.url, { contentType, body })).toEqual({
      kind: 'answered',
      status: 200,
      date: expect.any(String),
      contentType: 'application/soap+xml',
      body: Buffer.from('receipt'),
    })
    expect(seen).toEqual(['POST', contentType, '200001', true])
  })

  test('does not follow a redirect', async () => {
    const asked: unknown[] = []
    const server = await serve((request, response) => {
      asked.push(request.url)
      request.resume().on('end', () => response.writeHead(307, { location: '/elsewhere' }).end())
    })
    expect(await net().post(`${server.url}/here`, message(10))).toMatchObject({
      kind: 'answered',
      status: 307,
    })
    expect(asked).toEqual(['/here'])
  })

  test('says that nothing was sent when the connection is refused', async () => {
    const port = await unusedPort()
    expect(await net().post(`http://127.0.0.1:${port}/`, message(10))).toMatchObject({
      kind: 'failed',
      reason: 'connect-failed',
      bodySent: false,
    })
  })

  test('says that nothing was sent when TLS is never answered', async () => {
    const server = await serveTcp(() => {})
    const outcome = await net({ connectMs: 200 }).post(
      `https://127.0.0.1:${server.port}/`,
      message(10),
    )
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout', bodySent: false })
  })

  test('says that nothing was sent when what answers does not speak TLS', async () => {
    const server = await serve((_, response) => response.end())
    const outcome = await net().post(`https://127.0.0.1:${server.port}/`, message(10))
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'tls-failed', bodySent: false })
  })

  test('says that bytes were sent when the server reads them and hangs up', async () => {
    const server = await serve((request) => {
      request.resume().on('end', () => request.socket.destroy())
    })
    const outcome = await net().post(server.url, message(100_000))
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'broken', bodySent: true })
  })

  test('says that bytes were sent when no answer comes', async () => {
    const server = await serve((request) => void request.resume())
    const outcome = await net({ postAnswerMs: 200 }).post(server.url, message(10))
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout', bodySent: true })
  })

  test('ends when the other side stops to read', async () => {
    const server = await serveTcp((socket) => void socket.pause())
    const outcome = await net({ idleMs: 200 }).post(server.url, message(20_000_000))
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout', bodySent: true })
  })

  test('ends when the answer stops in its middle', async () => {
    const server = await serve((request, response) => {
      request.resume().on('end', () => response.writeHead(200).write('half'))
    })
    const outcome = await net({ idleMs: 200 }).post(server.url, message(10))
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout', bodySent: true })
  })

  test('ends at the answer limit when the answer drips forever', async () => {
    const server = await serve((request, response) => {
      request.resume()
      response.writeHead(200)
      const drip = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(drip))
    })
    const outcome = await net({ postAnswerMs: 300 }).post(server.url, message(10))
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout', bodySent: true })
  })

  test('refuses an answer over the limit', async () => {
    const server = await serve((request, response) => {
      request.resume().on('end', () => response.end(Buffer.alloc(1001)))
    })
    const outcome = await net({ answerBytesMax: 1000 }).post(server.url, message(10))
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'too-large', bodySent: true })
  })

  const interim = (status: number) => `HTTP/1.1 ${status} Wait\r\nLink: </a>\r\n\r\n`

  test.each([
    ['100', interim(100)],
    ['100 three times', interim(100).repeat(3)],
    ['102 and 103', interim(102) + interim(103)],
    [
      '103, 100, a number nobody knows, and 100',
      interim(103) + interim(100) + interim(150) + interim(100),
    ],
  ])('judges by the final answer what comes after %s, unasked', async (_, before) => {
    const final = 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nreceipt'
    const server = await serveTcp((socket) => {
      socket.on('data', (bytes: Buffer) => {
        if (bytes.includes('POST')) socket.write(before)
        if (bytes.includes('GET') || bytes.at(-1) === 0x2e) socket.write(before + final)
      })
    })
    const { get, post } = net()
    const body = Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.from('.')])
    const answered = { kind: 'answered', status: 200, body: Buffer.from('receipt') }
    expect(await post(server.url, { contentType: 'text/plain', body })).toMatchObject(answered)
    expect(await get(server.url)).toMatchObject(answered)
  })

  test('takes no interim answer for the final one', async () => {
    const server = await serveTcp(
      (socket) => void socket.once('data', () => socket.end(interim(100))),
    )
    const outcome = await net().post(server.url, message(10))
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'broken', bodySent: true })
  })

  test('takes an answer that comes before the whole body is read', async () => {
    const server = await serve((_, response) => response.writeHead(413).end('too large'))
    const outcome = await net().post(server.url, message(2_000_000))
    expect(outcome).toMatchObject({ kind: 'answered', status: 413 })
  })
})

describe('connections', () => {
  test('are kept for the next requests', async () => {
    const server = await serve((request, response) => {
      request.resume().on('end', () => response.end('ok'))
    })
    const { get, post } = net()
    for (let round = 0; round < 10; round++) {
      expect(await get(server.url)).toMatchObject({ kind: 'answered' })
      expect(await post(server.url, message(10))).toMatchObject({ kind: 'answered' })
    }
    // undici frees a connection a moment after the answer, so two take turns.
    expect(server.connections.length).toBeLessThanOrEqual(2)
  })

  test('to one destination are limited', async () => {
    const server = await serve((_, response) => void setImmediate(() => response.end('ok')))
    const { get } = net({ connectionsPerDestination: 2 })
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => get(server.url)))
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(Array(10).fill('answered'))
    expect(server.connections).toHaveLength(2)
  })

  test('in all are limited: who waits too long for one fails, with nothing sent', async () => {
    const busy = await serve(() => {})
    const free = await serve((request, response) => {
      request.resume().on('end', () => response.end('ok'))
    })
    const { get, post } = net({ connections: 1, getTotalMs: 1_000, postTotalMs: 100 })
    const first = get(busy.url)
    const second = await post(free.url, message(10))
    expect(second).toMatchObject({ kind: 'failed', reason: 'timeout', bodySent: false })
    expect(free.connections).toHaveLength(0)
    expect(await first).toMatchObject({ kind: 'failed', reason: 'timeout' })
    expect(await post(free.url, message(10))).toMatchObject({ kind: 'answered' })
  })
})

describe('where not to go', () => {
  test.each([
    'https://127.0.0.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://localhost',
    'https://10.0.0.1',
  ])(
    'refuses %s when private addresses are not allowed, before a connection is made',
    async (origin) => {
      const server = await serveTcp(() => {})
      const { get, post } = net({}, false)
      const url = `${origin}:${server.port}/`
      expect(await get(url)).toMatchObject({ kind: 'failed', reason: 'address-refused' })
      expect(await post(url, message(10))).toMatchObject({
        reason: 'address-refused',
        bodySent: false,
      })
      expect(server.connections).toHaveLength(0)
    },
  )

  test('names the address that a name leads to', async () => {
    const server = await serveTcp(() => {})
    const refused = await net({}, false).get(`https://localhost:${server.port}/`)
    expect(refused).toMatchObject({
      detail: expect.stringMatching(
        /^localhost leads to (127\.0\.0\.1|::1), which is not a public/,
      ),
    })
  })

  test('refuses plain http unless it is allowed', async () => {
    const server = await serve((_, response) => response.end('ok'))
    expect(await net({}, false).get(server.url)).toMatchObject({
      kind: 'failed',
      reason: 'address-refused',
    })
    expect(server.connections).toHaveLength(0)
    expect(await net({}, true).get(server.url)).toMatchObject({ kind: 'answered' })
  })

  test('leaves no clock running, nor does an invalid URL, which is a fault of ours', async () => {
    const { get, post } = net({}, false)
    const clocks = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = clocks()
    await post('http://127.0.0.1/', message(10))
    await expect(get('no URL')).rejects.toThrow('Invalid URL')
    expect(clocks()).toBe(before)
  })
})
