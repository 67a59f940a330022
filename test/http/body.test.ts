// A body that fails between two steps of its reading: no step waits for what will not come. And one
// in many pieces, which are put together as they come.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { usedAlone } from '../../src/core/runtime/shared-use.ts'
import { sha256 } from '../../src/crypto/index.ts'
import { useBodies } from '../../src/http/body.ts'
import { useBodyStreams } from '../../src/http/body-stream.ts'
import { useErrors } from '../../src/http/errors.ts'
import { testDatabase } from '../store/database.ts'

const failing = Fastify()
afterAll(() => failing.close())
const log = { info() {}, warn() {}, error() {} }
useErrors(failing, { log, store: (await testDatabase()).store })
useBodies(failing, limits.submission)
failing.addHook('preParsing', async ({ headers }, _, payload) => {
  if (!headers['x-broken']) return payload
  return new PassThrough().destroy()
})
failing.post('/', async ({ body }) => ({ body }))

const post = (headers: Record<string, string> = {}) =>
  failing.inject({ method: 'POST', url: '/', headers, payload: { a: 'b' } })

it('is refused when it broke off before its reader came, and read otherwise', async () => {
  const broken = await post({ 'x-broken': 'yes' })
  expect(broken.json()).toMatchObject({
    code: 'request.header-invalid',
    detail: 'The body ended early.',
  })
  expect((await post()).json()).toEqual({ body: { a: 'b' } })
})

const gathering = Fastify()
afterAll(() => gathering.close())
useBodyStreams(gathering, limits.requests, usedAlone)
gathering.addContentTypeParser('*', async (_: unknown, stream: NodeJS.ReadableStream) => {
  const pieces: Buffer[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  await once(stream, 'end')
  const bytes = Buffer.concat(pieces)
  return { bytes: bytes.length, sha256: sha256(bytes).toString('hex'), pieces: pieces.length }
})
gathering.post('/', async ({ body }) => body)

it('reaches its reader in few pieces, however many it came in', async () => {
  const client = connect(Number(new URL(await gathering.listen()).port), '127.0.0.1')
  const count = 20_000
  client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nConnection: close\r\n')
  client.write(`Transfer-Encoding: chunked\r\n\r\n${`20\r\n${'x'.repeat(32)}\r\n`.repeat(count)}`)
  client.write('0\r\n\r\n')
  const [, body = ''] = (await text(client)).split('\r\n\r\n')
  const read = JSON.parse(body) as { bytes: number; pieces: number }
  expect(read.bytes).toBe(32 * count)
  expect(read.pieces).toBeLessThan(100)
})

it('keeps the order of its bytes, whatever the sizes of the pieces they came in', async () => {
  const sizes = [1, 900, 8_191, 8_192, 9_000, 15_484, 16_383, 16_384, 20_000]
  const triples = sizes.flatMap((a) => sizes.flatMap((b) => sizes.map((c) => [a, b, c])))
  for (const triple of triples) {
    const pieces = triple.map((size) => randomBytes(size))
    const answer = await gathering.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'a/b', 'transfer-encoding': 'chunked' },
      payload: Readable.from(pieces),
    })
    const wanted = sha256(Buffer.concat(pieces)).toString('hex')
    expect([triple, answer.json().sha256]).toEqual([triple, wanted])
  }
})
