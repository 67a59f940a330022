import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  buildLargeUserMessage,
  bytesOf,
  type Content,
  type HttpMessage,
  type LargeHttpMessage,
  type ReceiverOptions,
  receiveUserMessage,
  type Spool,
  sizeOf,
  sliceOf,
} from '../../src/as4/index.ts'
import { randomHex } from '../../src/crypto/index.ts'
import { readCaptured, readMessage } from './captured.ts'
import { buildMessageWith, newMessage, soapOf, withBytes } from './peer.ts'
import { buildHonestMessage, keys, limits, outcomeOf } from './receive.ts'

/** A spool that keeps its files in memory and counts them. */
function countingSpool(): { spool: Spool; open(): number; made(): number } {
  const open = new Set<object>()
  let made = 0
  return {
    open: () => open.size,
    made: () => made,
    async spool(bytes) {
      const chunks: Uint8Array[] = []
      for await (const chunk of bytes) chunks.push(Uint8Array.from(chunk))
      const content = Buffer.concat(chunks)
      const file = {
        size: content.length,
        async *read() {
          for (let at = 0; at < content.length; at += 70_000)
            yield content.subarray(at, at + 70_000)
        },
        remove: async () => void open.delete(file),
      }
      open.add(file)
      made++
      return file
    },
  }
}

async function* inChunks(body: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
}

const roomy = { ...limits, bodyBytesMax: 20_000_000, inflatedBytesMax: 20_000_000 }

function receiveChunks(message: HttpMessage, size: number, change: Partial<ReceiverOptions> = {}) {
  const request = { contentType: message.contentType, body: inChunks(message.body, size) }
  return receiveUserMessage(request, {
    keys: [keys.receiver],
    checkSigner() {},
    limits: roomy,
    ...change,
  })
}

const sendLarge = (
  payload: Content,
  spool: Spool,
  change: object = {},
): Promise<LargeHttpMessage> =>
  buildLargeUserMessage(
    { ...newMessage, payload, ...change },
    keys.sender,
    keys.receiver.certificate,
    spool,
  )

// Random hexadecimal digits: gzip halves them, so the payload is large in every form.
const large = Buffer.from(`<Invoice xmlns="urn:i">${randomHex(2_500_000)}</Invoice>`)

describe('a message that comes in chunks', () => {
  let honest: HttpMessage
  beforeAll(async () => {
    honest = await buildHonestMessage()
  })

  test.each([1, 7, 64, 1000, 65_536])('is the same in chunks of %i bytes', async (size) => {
    const message = await receiveChunks(honest, size)
    expect(message.payloads[0]?.content).toEqual(newMessage.payload)
  })

  test.each(['phase4-user-message', 'phase4-uncompressed'])(
    '%s is the same in chunks',
    async (name) => {
      for (const size of [3, 1024]) {
        const message = await receiveChunks(readMessage(name, 'mime'), size)
        expect(message.payloads[0]?.content).toEqual(readCaptured(`${name}.sbd.xml`))
      }
    },
  )

  test('is refused as soon as its SOAP part or the whole is too large', async () => {
    let taken = 0
    async function* endless(first: string): AsyncGenerator<Buffer> {
      yield Buffer.from(first)
      for (;;) {
        taken += 50_000
        yield Buffer.alloc(50_000, 'x')
      }
    }
    const contentType = 'multipart/related; boundary=B'
    const open = (first: string) =>
      outcomeOf(
        receiveUserMessage(
          { contentType, body: endless(first) },
          { keys: [keys.receiver], checkSigner() {}, limits: roomy },
        ),
      )
    expect(await open('--B\r\n\r\n')).toBe('EBMS:0009 the SOAP part is too large')
    expect(taken).toBeLessThan(1_200_000)
    expect(await open('--B\r\nContent-Type: ')).toBe('EBMS:0007 the headers of a part are too long')
    expect(await open('--B\r\n\r\n<S/>\r\n--B\r\n\r\n')).toBe(
      'EBMS:0009 the SOAP part is not a SOAP 1.2 envelope',
    )
    const soap = soapOf(honest)
    expect(await open(`--B\r\n\r\n${soap}\r\n--B\r\n\r\n`)).toBe(
      'EBMS:0004 the message is too large',
    )
    expect(await open('a preamble ')).toBe('EBMS:0004 the message is too large')
  })
})

test('a slice of a content is the same in memory and in a file', async () => {
  const bytes = Buffer.from('0123456789')
  const file = {
    size: 10,
    async *read() {
      for (let at = 0; at < 10; at += 3) yield bytes.subarray(at, at + 3)
    },
    remove: async () => {
      throw new Error('the whole was removed')
    },
  }
  for (const [start, end] of [
    [0, 10],
    [2, 3],
    [3, 6],
    [5, 5],
    [1, 9],
  ] as const) {
    const stretch = sliceOf(file, start, end)
    expect(await bytesOf(stretch)).toEqual(await bytesOf(sliceOf(bytes, start, end)))
    expect(sizeOf(stretch)).toBe(end - start)
    if (!Buffer.isBuffer(stretch)) await stretch.remove()
  }
})

describe('a large payload', () => {
  test.each([
    ['compressed', true],
    ['not compressed', false],
  ])('goes out and comes in through temporary files, %s', async (_name, compress) => {
    const out = countingSpool()
    const request = await sendLarge(large, out.spool, { compress })
    expect(out.open()).toBe(1)
    const body = await bytesOf(request.body)
    expect(body.length).toBe(request.body.size)
    expect((await bytesOf(request.body)).equals(body)).toBe(true)
    await request.body.remove()
    expect(out.open()).toBe(0)
    const into = countingSpool()
    const message = await receiveChunks({ contentType: request.contentType, body }, 60_001, into)
    const [payload] = message.payloads
    expect(message.references).toEqual(request.sent.references)
    expect(Buffer.isBuffer(payload?.content)).toBe(false)
    expect(payload && (await bytesOf(payload.content)).equals(large)).toBe(true)
    expect(into.open()).toBe(1)
  })

  test('is the same message whether it came through memory or through files', async () => {
    const request = await sendLarge(large, countingSpool().spool)
    const body = await bytesOf(request.body)
    const message = await receiveChunks({ contentType: request.contentType, body }, 1_000_000)
    expect(Buffer.isBuffer(message.payloads[0]?.content)).toBe(true)
    expect(large.equals(message.payloads[0]?.content as Buffer)).toBe(true)
  })

  const whole = (request: LargeHttpMessage): Promise<HttpMessage> =>
    bytesOf(request.body).then((body) => ({ contentType: request.contentType, body }))
  const flip = (message: HttpMessage, fromEnd: number) =>
    withBytes(message, (bytes) => {
      bytes[bytes.length - fromEnd] = bytes.at(-fromEnd)! ^ 1
      return bytes
    })

  test('leaves no file behind when it is refused, at whatever step', async () => {
    const honest = await whole(await sendLarge(large, countingSpool().spool))
    const damaged = gzipSync(large)
    damaged.fill(0, 2_000_000, 2_000_100)
    const refused: [HttpMessage, Partial<ReceiverOptions>, string][] = [
      [flip(honest, 1_000_000), {}, 'EBMS:0102 the message could not be decrypted'],
      [flip(honest, 80), {}, 'EBMS:0102 the message could not be decrypted'],
      [
        await buildMessageWith(keys, { content: damaged }),
        {},
        'EBMS:0303 the payload could not be decompressed',
      ],
      [
        await buildMessageWith(keys, { content: gzipSync(large), digest: Buffer.alloc(32) }),
        {},
        'EBMS:0101 the digest of a payload part does not match',
      ],
      [
        honest,
        { limits: { ...roomy, inflatedBytesMax: 3_000_000 } },
        'EBMS:0303 the payload could not',
      ],
      [
        { ...honest, body: honest.body.subarray(0, -200) },
        {},
        'EBMS:0007 the closing boundary is missing',
      ],
      [honest, { keys: [keys.sender] }, 'EBMS:0102 the message could not be decrypted'],
    ]
    for (const [message, change, expected] of refused) {
      const counting = countingSpool()
      const outcome = await outcomeOf(receiveChunks(message, 50_000, { ...counting, ...change }))
      expect(outcome.slice(0, expected.length)).toBe(expected)
      expect(counting.open()).toBe(0)
      expect(counting.made()).toBeGreaterThan(
        expected.startsWith('EBMS:0007') || change.keys ? -1 : 0,
      )
    }
    expect(await outcomeOf(receiveChunks(honest, 50_000, countingSpool()))).toBe('accepted')
  })

  test('is our own fault, not a refusal, when the disk is full', async () => {
    const full: Spool = async () => {
      throw new Error('no space left')
    }
    const honest = await whole(await sendLarge(large, countingSpool().spool))
    await expect(receiveChunks(honest, 50_000, { spool: full })).rejects.toThrow('no space left')
    await expect(sendLarge(large, full)).rejects.toThrow('no space left')
    const counting = countingSpool()
    let files = 0
    const fullLater: Spool = (bytes) => (files++ === 0 ? counting.spool(bytes) : full(bytes))
    await expect(receiveChunks(honest, 50_000, { spool: fullLater })).rejects.toThrow(
      'no space left',
    )
    expect(counting.open()).toBe(0)
  })

  test('leaves no file behind when it cannot be signed', async () => {
    const counting = countingSpool()
    const sender = { ...keys.sender, sign: () => Promise.reject(new Error('no key')) }
    const { certificate } = keys.receiver
    await expect(
      buildLargeUserMessage({ ...newMessage, payload: large }, sender, certificate, counting.spool),
    ).rejects.toThrow('no key')
    expect([counting.made(), counting.open()]).toEqual([1, 0])
  })
})
