// What goes wrong outside the rules of any one call.
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { expectProblem, openTestGateway } from './gateway.ts'

const test = await openTestGateway()

async function connectTo(server: typeof test.app) {
  await server.listen({ port: 0, host: '127.0.0.1' })
  return connect((server.server.address() as AddressInfo).port, '127.0.0.1')
}

describe('a bug of ours', () => {
  it(
    'is answered 500, reveals nothing of our internals, and is logged once with ' +
      'the id of the call',
    async () => {
      const store = {
        ...test.gateway.store,
        listDocuments: async () => {
          throw new Error('column "secret" does not exist at /srv/secret.ts:1')
        },
      }
      const server = await test.serverWith({ store })
      const before = test.logged.length
      const headers = { 'x-api-token': test.token, 'x-request-id': 'find-me' }
      const answer = await server.inject({ url: '/api/v1/status', headers })
      expectProblem(answer, 500, 'internal.unexpected')
      expect(answer.body).not.toContain('secret')
      expect(answer.json()).toMatchObject({ retryable: false, requestId: 'find-me' })
      expect(test.logged.slice(before)).toEqual([
        {
          message: expect.any(String),
          facts: {
            requestId: 'find-me',
            method: 'GET',
            route: '/api/v1/status',
            err: expect.any(Error),
          },
        },
      ])
      expect(JSON.stringify(test.logged)).not.toContain(test.token)
    },
  )

  it('is a lost connection of ours, not one of the caller', async () => {
    const store = {
      ...test.gateway.store,
      listDocuments: async () => {
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      },
    }
    const server = await test.serverWith({ store })
    const answer = await server.inject({
      url: '/api/v1/status',
      headers: { 'x-api-token': test.token },
    })
    expectProblem(answer, 500, 'internal.unexpected')
  })

  it('is an answer that differs from the reference', async () => {
    const store = {
      ...test.gateway.store,
      queue: async () => ({ depth: -1, byReason: {}, byReceiver: [], documents: [] }),
    }
    const server = await test.serverWith({ store })
    const answer = await server.inject({
      url: '/api/v1/status/queue',
      headers: { 'x-api-token': test.token },
    })
    expectProblem(answer, 500, 'internal.unexpected')
  })

  it('is not what a caller did wrong: that is not logged', async () => {
    const before = test.logged.length
    expectProblem(await test.call({ url: '/api/v1/status?x=1' }), 400, 'request.unknown-parameter')
    expect(test.logged).toHaveLength(before)
  })
})

describe('a path', () => {
  it.each(['/', '/api', '/api/v1/nothing', '/api/v1/status/a/b', '/%zz', '/api/v1/status/%E0%A4'])(
    'that does not exist is reported as such: %s',
    async (url) => {
      const answer = await test.call({ url })
      expectProblem(answer, 404, 'request.not-found')
      expect(answer.json().detail).toMatch(/path/)
    },
  )

  it.each([
    ['GET', '/api/v1/invoices/submit', 'POST'],
    ['DELETE', '/api/v1/status/x', 'GET, HEAD'],
    ['POST', '/api/identity/check', 'GET, HEAD'],
    ['PUT', '/health/live', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/credit-notes/files', 'POST'],
  ] as const)('that exists names its methods: %s %s', async (method, url, allow) => {
    const answer = await test.call({ method, url })
    expectProblem(answer, 405, 'request.method-not-allowed')
    expect(answer.headers.allow).toBe(allow)
  })

  it('does not show its query in the problem', async () => {
    // No letters that the id of a request may have.
    const answer = await test.call({ url: '/api/v1/nothing?token=xyz' })
    expect(answer.json().instance).toBe('/api/v1/nothing')
    expect(answer.body).not.toContain('xyz')
  })
})

describe('a body that nothing takes', () => {
  it.each([
    ['POST', '/nope', 404],
    ['PUT', '/api/v1/invoices', 404],
    ['POST', '/docs', 404],
    ['POST', '/openapi.json', 404],
    ['POST', '/docs/static/index.html', 404],
    ['POST', '/api/v1/status', 405],
    ['POST', '/health/live', 405],
    ['PUT', '/api/v1/invoices/submit', 405],
  ] as const)('does not change the answer: %s %s', async (method, url, status) => {
    for (const contentType of ['application/json', 'text/plain', 'foo/bar', 'no type']) {
      const headers = { 'content-type': contentType }
      const answer = await test.app.inject({ method, url, payload: '{', headers })
      expectProblem(
        answer,
        status,
        status === 404 ? 'request.not-found' : 'request.method-not-allowed',
      )
    }
  })
})

describe('a file of the reference', () => {
  it('is sent whole, whatever part of it is asked for', async () => {
    const url = '/docs/static/swagger-ui.css'
    const whole = await test.app.inject({ url })
    expect(whole.headers['content-type']).toBe('text/css; charset=utf-8')
    const part = await test.app.inject({ url, headers: { range: 'bytes=99999999-' } })
    expect([part.statusCode, part.body]).toEqual([200, whole.body])
  })

  it.each(['/docs/static/%00', `/docs/static/${'a'.repeat(300)}`, '/docs/static/nothing.js'])(
    'that does not exist is reported as such: %s',
    async (url) => {
      expectProblem(await test.app.inject({ url }), 404, 'request.not-found')
    },
  )

  it('is never served from another folder', async () => {
    const connection = await connectTo(await test.serverWith({}))
    const path = '/docs/static/%2e%2e/%2e%2e/package.json'
    connection.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(await text(connection)).toMatch(/^HTTP\/1\.1 404 .*"code":"request\.not-found"/s)
  })
})

/** What comes back for these bytes, until the connection ends. */
async function answersTo(
  sent: string,
): Promise<{ status: number; head: string; problem: Record<string, unknown> }> {
  const connection = await connectTo(await test.serverWith({}))
  connection.write(sent)
  const [head = '', body = ''] = (await text(connection)).split('\r\n\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? []
  return { status: Number(status), head: head.toLowerCase(), problem: JSON.parse(body) }
}

describe('what Node cannot read', () => {
  const get = 'GET /health/live HTTP/1.1\r\nHost: x\r\n'
  const post = 'POST /api/v1/validate HTTP/1.1\r\nHost: x\r\n'
  it.each([
    ['no request', 'NONSENSE\r\n\r\n', 400, 'request.header-invalid', 'HTTP/1.1'],
    [
      'another protocol',
      '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n',
      400,
      'request.header-invalid',
      'HTTP/1.1',
    ],
    ['a header without a name', `${get}: x\r\n\r\n`, 400, 'request.header-invalid', 'header'],
    [
      'a header with a control character',
      `${get}X-A: a\x01b\r\n\r\n`,
      400,
      'request.header-invalid',
      'header',
    ],
    [
      'a length that is not a number',
      `${post}Content-Length: ten\r\n\r\n`,
      400,
      'request.header-invalid',
      'Content-Length',
    ],
    [
      'a body with two lengths',
      `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'request.header-invalid',
      'Content-Length',
    ],
    [
      'headers of 100 KB',
      `${get}X-Large: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
      'request.headers-too-large',
      '16 KB',
    ],
    [
      'a chunk whose size is not a number',
      `${post}X-API-Token: ${test.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: ` +
        `chunked\r\n\r\nten\r\n`,
      400,
      'request.header-invalid',
      'chunk',
    ],
  ])(
    'is answered by a problem, and the connection ends: %s',
    async (_, sent, status, code, why) => {
      const answer = await answersTo(sent)
      expect(answer.status).toBe(status)
      const { requestId, ...problem } = answer.problem
      expect(problem).toMatchObject({
        type: `/problems/${code}`,
        title: expect.any(String),
        detail: expect.stringContaining(why),
        status,
        code,
        retryable: false,
      })
      expect(answer.head).toContain(`x-request-id: ${requestId}`)
      expect(answer.head).toContain('content-type: application/problem+json')
      expect(answer.head).toContain('connection: close')
    },
  )

  it('is reported as too late when it does not arrive in time', async () => {
    const server = await test.serverWith({})
    const accepted = once(server.server, 'connection')
    const connection = await connectTo(server)
    connection.write('GET /health/live HT')
    const [socket] = await accepted
    // What Node says to its server after five minutes.
    server.server.emit(
      'clientError',
      Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    )
    expect(await text(connection)).toMatch(
      /^HTTP\/1\.1 408 .*"detail":.*"code":"request\.timeout"/s,
    )
  })

  it.each(['once', 'twice'])(
    'does not take the place of an answer that is still to come, reported %s',
    async (times) => {
      const server = await test.serverWith({})
      // As Node may report it while it waits.
      if (times === 'twice')
        server.server.once('clientError', (error, socket) =>
          server.server.emit('clientError', error, socket),
        )
      const connection = await connectTo(server)
      const wanted = 'GET /api/v1/status/nobody HTTP/1.1\r\nHost: x\r\n'
      connection.write(`${wanted}X-API-Token: ${test.token}\r\n\r\nNONSENSE\r\n\r\n`)
      const answers = (await text(connection)).split(/(?=HTTP\/1\.1 )/)
      expect(answers).toHaveLength(2)
      expect(answers[0]).toMatch(/^HTTP\/1\.1 404 .*"code":"document\.not-found"/s)
      expect(answers[1]).toMatch(/^HTTP\/1\.1 400 .*"code":"request\.header-invalid"/s)
    },
  )

  it('is not answered where the request was answered before all of its body came', async () => {
    const connection = await connectTo(await test.serverWith({}))
    const head = 'POST /nope HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    connection.write(`${head}1\r\na\r\n`)
    const [first] = await once(connection, 'data')
    connection.write('ten\r\n')
    expect(`${first}${await text(connection)}`.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404'])
  })
})

describe('what Node would refuse with no explanation', () => {
  const ready = 'GET /health/live HTTP/1.1\r\nConnection: close\r\n'
  it.each([
    [
      'an expectation',
      `${ready}Host: x\r\nExpect: foo\r\n\r\n`,
      417,
      'request.expectation-failed',
      '100-continue',
    ],
    ['no host', `${ready}\r\n`, 400, 'request.header-invalid', 'Host'],
  ])('is refused by a problem: %s', async (_, sent, status, code, why) => {
    const answer = await answersTo(sent)
    expect(answer).toMatchObject({
      status,
      problem: { status, code, detail: expect.stringContaining(why), instance: '/health/live' },
    })
    expect(answer.head).toContain('content-type: application/problem+json')
  })

  it.each([
    ['100-continue', `${ready}Host: x\r\nExpect: 100-Continue\r\n\r\n`],
    ['no host in HTTP/1.0', 'GET /health/live HTTP/1.0\r\n\r\n'],
  ])('accepts %s', async (_, sent) => {
    const connection = await connectTo(await test.serverWith({}))
    connection.write(sent)
    expect(await text(connection)).toMatch(/HTTP\/1\.1 200 .*"status":"live"/s)
  })
})

describe('a request over the wire', () => {
  const json = JSON.stringify(submitExamples.invoice['application/json']!.usual!.value)
  const head = [
    'POST /api/v1/invoices/submit HTTP/1.1',
    'Host: x',
    `X-API-Token: ${test.token}`,
    'Content-Type: application/json',
  ].join('\r\n')

  const form = head.replace('application/json', 'multipart/form-data; boundary=B')
  const cut = {
    JSON: `${head}\r\nContent-Length: ${json.length}\r\n\r\n${json.slice(0, 100)}`,
    'a form': `${form}\r\nContent-Length: 500\r\n\r\n--B\r\n`,
  }
  it.each([
    ['JSON', 'before its body is read'],
    ['JSON', 'while its body is read'],
    ['a form', 'before its body is read'],
    ['a form', 'while its body is read'],
  ] as const)('of %s that breaks off %s is refused, and nothing is logged', async (kind, when) => {
    const server = await test.serverWith({})
    const before = test.logged.length
    const connection = await connectTo(server)
    const arrived = once(server.server, 'request')
    connection.write(cut[kind])
    const [request, response] = await arrived
    if (when.startsWith('while'))
      await vi.waitFor(() => expect(request.listenerCount('data')).toBeGreaterThan(0), 10_000)
    connection.destroy()
    await vi.waitFor(() => expect(response.statusCode).toBe(400), 10_000)
    expect(test.logged).toHaveLength(before)
  })

  it('is judged by all of its headers, however many they are', async () => {
    const connection = await connectTo(await test.serverWith({}))
    const many = 'A: b\r\n'.repeat(2_200)
    const length = `Content-Length: ${json.length}`
    connection.write(
      `${head}\r\n${many}X-Validation: maybe\r\n${length}\r\nConnection: close\r\n\r\n${json}`,
    )
    expect(await text(connection)).toMatch(/^HTTP\/1\.1 400 .*"The header X-Validation is /s)
  })
})

describe('a server that closes', () => {
  it('answers requests in progress, and those that follow on the same connection', async () => {
    const signals = new EventEmitter()
    const arrived = once(signals, 'arrived')
    const released = once(signals, 'released')
    const draining = { now: false }
    const { store } = test.gateway
    const waitingStore = {
      ...store,
      documentByReference: async (...named: Parameters<typeof store.documentByReference>) => {
        signals.emit('arrived')
        await released
        return store.documentByReference(...named)
      },
    }
    const server = await test.serverWith({ store: waitingStore, draining })
    const connection = await connectTo(server)
    const common = `Host: x\r\nX-API-Token: ${test.token}\r\n`
    connection.write(`GET /api/v1/status/nobody HTTP/1.1\r\n${common}\r\n`)
    await arrived
    draining.now = true
    const closed = server.close()
    await vi.waitFor(() => expect(server.server.listening).toBe(false), 10_000)
    const body = JSON.stringify(submitExamples.invoice['application/json']!.usual!.value)
    const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`
    connection.write(
      `POST /api/v1/invoices/submit HTTP/1.1\r\n${common}Content-Type: ` +
        `application/json\r\n${length}\r\n${body}`,
    )
    await once(server.server, 'request')
    signals.emit('released')
    const answers = (await text(connection)).split(/(?=HTTP\/1\.1 )/)
    await closed
    expect(answers).toHaveLength(2)
    expect(answers[0]).toMatch(/^HTTP\/1\.1 404 .*"code":"document\.not-found"/s)
    expect(answers[1]).toMatch(
      /^HTTP\/1\.1 503 .*retry-after: \d.*"code":"maintenance\.draining"/is,
    )
  })
})

describe('an answer', () => {
  it('does not name the software behind it', async () => {
    const { headers } = await test.call({ url: '/api/identity/check' })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  })

  it('is the same whatever a proxy claims to have seen', async () => {
    const headers = {
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    }
    const answer = await test.call({ url: '/openapi.json', headers })
    expect(answer.body).not.toContain('evil.example')
  })
})
