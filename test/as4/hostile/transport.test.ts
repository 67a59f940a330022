// What comes over the wire before it is a message: raw bytes against the HTTP listener.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compose, toHttpMessage } from './hostile-message.ts'
import { countIn } from './judge.ts'
import { describeAnswer, openTestReceiver, type TestReceiver } from './test-receiver.ts'

let testReceiver: TestReceiver
let messages = 0

beforeAll(async () => {
  testReceiver = await openTestReceiver()
})
afterAll(() => testReceiver.close())

const honest = () => toHttpMessage(compose({ messageId: `transport-${++messages}@sender.test` }))

type Head = {
  method?: string
  path?: string
  version?: string
  lines?: string[]
  contentType?: string
  length?: string | false
}

/** The head of a request; a line break inside a line is sent unchanged. */
function head(
  message: ReturnType<typeof honest>,
  {
    method = 'POST',
    path = '/as4',
    version = '1.1',
    lines = [],
    contentType = message.contentType,
    length = `${message.body.length}`,
  }: Head = {},
) {
  const all = [
    'Host: receiver',
    `Content-Type: ${contentType}`,
    ...(length === false ? [] : [`Content-Length: ${length}`]),
    'Connection: close',
    ...lines,
  ]
  return Buffer.from(`${method} ${path} HTTP/${version}\r\n${all.join('\r\n')}\r\n\r\n`, 'latin1')
}

function chunk(bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
}

const chunked = ['Transfer-Encoding: chunked']
const lastChunk = Buffer.from('0\r\n\r\n')

type Case = { name: string; bytes: () => Buffer; outcome: RegExp; twin?: () => Buffer }

const plain = () => {
  const message = honest()
  return Buffer.concat([head(message), message.body])
}
const inChunks = (size: number) => () => {
  const message = honest()
  const chunks: Buffer[] = []
  for (let at = 0; at < message.body.length; at += size)
    chunks.push(chunk(message.body.subarray(at, at + size)))
  return Buffer.concat([head(message, { length: false, lines: chunked }), ...chunks, lastChunk])
}
const withHead = (how: Head, body?: (body: Buffer) => Buffer) => () => {
  const message = honest()
  return Buffer.concat([head(message, how), body ? body(message.body) : message.body])
}
const part = '------=_forged\r\nContent-Type: application/soap+xml\r\n\r\n'
const refusedByHttp = /^HTTP 4\d\d$/
const refusedByMime = /^EBMS:0007/

const cases: Case[] = [
  { name: 'another method', bytes: withHead({ method: 'PUT' }), outcome: /^HTTP 405$/ },
  {
    name: 'a request without a body',
    bytes: () => Buffer.from('GET /as4 HTTP/1.1\r\nHost: r\r\nConnection: close\r\n\r\n'),
    outcome: /^HTTP 405$/,
  },
  { name: 'another path', bytes: withHead({ path: '/as4/../as4' }), outcome: /^HTTP 404$/ },
  {
    name: 'another path with the right one after it',
    bytes: withHead({ path: '/evil?/as4' }),
    outcome: /^HTTP 404$/,
    twin: withHead({ path: '/as4?evil' }),
  },
  {
    name: 'a line break in a header value',
    bytes: withHead({ contentType: 'text/plain\r\nX-Injected: 1' }),
    outcome: /^EBMS:000[79]/,
  },
  {
    name: 'a lone carriage return in a header value',
    bytes: withHead({ lines: ['X-A: b\rX-Injected: 1'] }),
    outcome: refusedByHttp,
    twin: withHead({ lines: ['X-A: b', 'X-B: 1'] }),
  },
  {
    name: 'a lone line feed and a second request in a header value',
    bytes: withHead({ lines: ['X-A: b\n\nPOST /as4 HTTP/1.1'] }),
    outcome: refusedByHttp,
  },
  {
    name: 'a NUL in a header value',
    bytes: withHead({ lines: ['X-A: b\0c'] }),
    outcome: refusedByHttp,
  },
  {
    name: 'a space before the colon of a header',
    bytes: withHead({ lines: ['X-A : b'] }),
    outcome: refusedByHttp,
  },
  { name: 'a header without a colon', bytes: withHead({ lines: ['X-A'] }), outcome: refusedByHttp },
  {
    name: 'two lengths that contradict each other',
    bytes: withHead({ lines: ['Content-Length: 5'] }),
    outcome: refusedByHttp,
  },
  {
    name: 'a length and chunks',
    bytes: withHead({ lines: chunked }),
    outcome: refusedByHttp,
    twin: inChunks(1000),
  },
  { name: 'a negative length', bytes: withHead({ length: '-1' }), outcome: refusedByHttp },
  {
    name: 'a length in hexadecimal',
    bytes: withHead({ length: '0x1000' }),
    outcome: refusedByHttp,
  },
  {
    name: 'a length beyond all numbers',
    bytes: withHead({ length: '99999999999999999999999' }),
    outcome: refusedByHttp,
  },
  {
    name: 'a chunk size that is none',
    bytes: withHead({ length: false, lines: chunked }, () => Buffer.from('xyz\r\n')),
    outcome: refusedByHttp,
    twin: inChunks(1),
  },
  {
    name: 'a chunk size beyond all numbers',
    bytes: withHead({ length: false, lines: chunked }, () =>
      Buffer.from('fffffffffffffffffff\r\n'),
    ),
    outcome: refusedByHttp,
  },
  {
    name: 'a chunk with more than its size',
    bytes: withHead({ length: false, lines: chunked }, () =>
      Buffer.from('3\r\nabcdef\r\n0\r\n\r\n'),
    ),
    outcome: refusedByHttp,
  },
  {
    name: 'a transfer encoding that nobody knows',
    bytes: withHead({ length: false, lines: ['Transfer-Encoding: evil'] }),
    outcome: refusedByHttp,
  },
  {
    name: 'two Content-Types, the first of them wrong',
    bytes: withHead({
      contentType: 'text/plain',
      lines: ['Content-Type: multipart/related; boundary="----=_forged"'],
    }),
    outcome: /^EBMS:000[79]/,
  },
  {
    name: 'a head of a hundred kilobytes',
    bytes: withHead({ lines: [`X-Long: ${'x'.repeat(100_000)}`] }),
    outcome: refusedByHttp,
    twin: withHead({ lines: [`X-Long: ${'x'.repeat(8_000)}`] }),
  },
  {
    name: 'a head of two thousand and more lines',
    bytes: withHead({ lines: Array.from({ length: 2500 }, (_, index) => `X-${index}: y`) }),
    outcome: refusedByHttp,
    twin: withHead({ lines: Array.from({ length: 100 }, (_, index) => `X-${index}: y`) }),
  },
  {
    name: 'no version of HTTP',
    bytes: () => Buffer.from('POST /as4\r\n\r\n'),
    outcome: /^EBMS:0007|^HTTP 4/,
  },
  { name: 'HTTP 9.9', bytes: withHead({ version: '9.9' }), outcome: refusedByHttp },
  {
    name: 'no Host',
    bytes: () => {
      const message = honest()
      return Buffer.concat([
        Buffer.from(head(message).toString('latin1').replace('Host: receiver\r\n', ''), 'latin1'),
        message.body,
      ])
    },
    outcome: refusedByHttp,
  },
  { name: 'a body that is compressed for HTTP', bytes: compressedForHttp, outcome: refusedByMime },
  {
    name: 'an empty body',
    bytes: withHead({ length: '0' }, () => Buffer.of()),
    outcome: refusedByMime,
  },
  {
    name: 'TLS where there is none',
    bytes: () => Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 3]),
    outcome: refusedByHttp,
  },
  { name: 'noise', bytes: () => Buffer.alloc(5000, '\x80\x01evil'), outcome: refusedByHttp },
]

describe('transport', () => {
  let port: number
  let close: () => Promise<void>
  beforeAll(async () => {
    const listener = await testReceiver.listen()
    port = Number(new URL(listener.url).port)
    close = listener.close
  })
  afterAll(() => close())

  countIn('transport', cases.length + 4)
  test.each(cases)(
    'refuses $name',
    { timeout: 15_000 },
    async ({ bytes, outcome, twin = plain }) => {
      const before = (await testReceiver.counts()).kept
      expect(await exchange(port, [bytes()])).toMatch(outcome)
      expect((await testReceiver.counts()).kept).toBe(before)
      expect(await exchange(port, [twin()])).toBe('receipt')
      expect((await testReceiver.counts()).kept).toBe(before + 1)
    },
  )

  test('cuts off a SOAP part without an end, in chunks', { timeout: 15_000 }, async () => {
    const message = honest()
    const begin = Buffer.concat([
      head(message, { length: false, lines: chunked }),
      chunk(Buffer.from(part)),
    ])
    const sent = await flood(port, begin, () => chunk(Buffer.alloc(65_536, 0x20)))
    expect(sent.bytes).toBeLessThan(20_000_000)
    expect(sent.outcome).toMatch(/^EBMS:0009|^closed$/)
    expect(await exchange(port, [inChunks(4096)()])).toBe('receipt')
  })

  test('lets a slow sender hold up nobody else', { timeout: 15_000 }, async () => {
    const message = honest()
    const before = (await testReceiver.counts()).kept
    const slow = connect(port, '127.0.0.1')
    slow.on('error', () => {})
    slow.write(Buffer.concat([head(message), message.body.subarray(0, 1000)]))
    const others = Array.from({ length: 5 }, () => exchange(port, [plain()]))
    expect(await Promise.all(others)).toEqual(Array(5).fill('receipt'))
    expect((await testReceiver.counts()).kept).toBe(before + 5)
    slow.write(message.body.subarray(1000))
    expect(await answerOf(slow)).toBe('receipt')
  })

  test('keeps nothing from a sender that hangs up halfway', { timeout: 15_000 }, async () => {
    const message = honest()
    const before = (await testReceiver.counts()).kept
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(Buffer.concat([head(message), message.body.subarray(0, message.body.length - 10)]))
    await once(socket, 'connect')
    socket.destroy()
    expect(await exchange(port, [plain()])).toBe('receipt')
    expect((await testReceiver.counts()).kept).toBe(before + 1)
  })

  test('answers two requests on one connection one after the other', {
    timeout: 15_000,
  }, async () => {
    const [one, two] = [honest(), honest()]
    const keepAlive = Buffer.from(
      head(one).toString('latin1').replace('Connection: close', 'Connection: keep-alive'),
      'latin1',
    )
    const socket = connect(port, '127.0.0.1')
    socket.write(Buffer.concat([keepAlive, one.body, head(two), two.body]))
    expect((await textOf(socket)).split('<eb:Receipt>')).toHaveLength(3)
  })
})

async function exchange(port: number, pieces: Buffer[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  for (const piece of pieces) socket.write(piece)
  return answerOf(socket)
}

async function answerOf(socket: Socket): Promise<string> {
  const text = await textOf(socket)
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
  return status === 0 ? 'closed' : describeAnswer({ status, body: text })
}

function textOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    socket.on('data', (data) => chunks.push(data))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}

/** A body that HTTP might inflate before we look at it, and that nobody may. */
function compressedForHttp(): Buffer {
  const message = honest()
  const body = gzipSync(message.body)
  return Buffer.concat([head({ ...message, body }, { lines: ['Content-Encoding: gzip'] }), body])
}

/** Sends without an end until the other side has answered. */
async function flood(port: number, begin: Buffer, more: () => Buffer) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  socket.on('error', () => {})
  socket.write(begin)
  let bytes = 0
  while (!socket.closed && !/<\/S12:Envelope>/.test(text) && bytes < 100_000_000) {
    const piece = more()
    bytes += piece.length
    socket.write(piece)
    // A turn of the event loop, so that the receiver gets to read.
    await new Promise((resolve) => setImmediate(resolve))
  }
  socket.destroy()
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
  return { outcome: status === 0 ? 'closed' : describeAnswer({ status, body: text }), bytes }
}
