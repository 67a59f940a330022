// A body that fails between two steps of its reading: no step waits for what will not come. And one
// in many pieces, which are put together as they come.
import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { usedAlone } from '../../src/core/shared-use.ts'
import { useBodies } from '../../src/http/body.ts'
import { useBodyStreams } from '../../src/http/body-stream.ts'
import { useErrors } from '../../src/http/errors.ts'
import { limits } from '../../src/limits.ts'
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

it('reaches its reader in few pieces, however many it came in', async () => {
  const server = Fastify()
  afterAll(() => server.close())
  useBodyStreams(server, limits.requests, usedAlone)
  server.addContentTypeParser('*', async (_: unknown, stream: NodeJS.ReadableStream) => {
    const pieces: Buffer[] = []
    stream.on('data', (piece: Buffer) => pieces.push(piece))
    await once(stream, 'end')
    return { bytes: Buffer.concat(pieces).length, pieces: pieces.length }
  })
  server.post('/', async ({ body }) => body)
  const client = connect(Number(new URL(await server.listen()).port), '127.0.0.1')
  const count = 20_000
  client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nConnection: close\r\n')
  client.write(`Transfer-Encoding: chunked\r\n\r\n${`20\r\n${'x'.repeat(32)}\r\n`.repeat(count)}`)
  client.write('0\r\n\r\n')
  const [, body = ''] = (await text(client)).split('\r\n\r\n')
  const read = JSON.parse(body) as { bytes: number; pieces: number }
  expect(read.bytes).toBe(32 * count)
  expect(read.pieces).toBeLessThan(100)
})
