// A body that is too large: most clients send all of it before they look at the answer.
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const { requests, submission } = test.gateway
const large = 30_000_000

async function addressOf(server: FastifyInstance): Promise<number> {
  await server.listen({ port: 0, host: '127.0.0.1' })
  return (server.server.address() as AddressInfo).port
}

/** Writes the whole body, piece by piece, and only then reads; undefined when it was cut off. */
async function sendThenRead(
  server: FastifyInstance,
  { size = large, type = 'application/json', chunked = false },
): Promise<string | undefined> {
  const connection = connect(await addressOf(server), '127.0.0.1')
  connection.pause()
  let isCutOff = false
  connection.on('error', () => {
    isCutOff = true
  })
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`
  const head = [
    'POST /api/v1/invoices/submit HTTP/1.1',
    ...['Host: x', `X-API-Token: ${test.token}`, `Content-Type: ${type}`, length],
    'Connection: close',
  ]
  connection.write(`${head.join('\r\n')}\r\n\r\n`)
  const piece = ' '.repeat(100_000)
  for (let sent = 0; sent < size && !isCutOff; sent += piece.length) {
    const bytes = chunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece
    if (!connection.write(bytes))
      await new Promise((resolve) => connection.once('drain', resolve).once('close', resolve))
  }
  if (chunked && !isCutOff) connection.write('0\r\n\r\n')
  // What a connection that was reset had received is lost.
  await sleep(100)
  return isCutOff ? undefined : text(connection)
}

it.each([
  ['with its length', {}, 'request.too-large', `The body has ${large} bytes: this call takes`],
  ['in chunks', { chunked: true }, 'request.too-large', 'The body has more than 1000000 bytes'],
  ['of another type', { type: 'text/csv' }, 'request.unsupported-media-type', 'This call takes'],
  [
    'as a form',
    { type: 'multipart/form-data; boundary=x' },
    'request.too-large',
    `The body has ${large} bytes: this call takes at most 2000000.`,
  ],
])('is answered when all of it was sent, %s', async (_, sent, code, words) => {
  const answer = await sendThenRead(await test.serverWith({}), sent)
  expect(answer).toMatch(/^HTTP\/1\.1 41[35] /)
  expect(JSON.parse(answer!.split('\r\n\r\n')[1]!)).toMatchObject({
    code,
    detail: expect.stringContaining(words),
  })
})

it('is cut off where it never ends, and where nobody reads it', async () => {
  const impatient = { ...requests, lingerBytesMax: 1_000_000 }
  const server = await test.serverWith({ requests: impatient, submission })
  expect(await sendThenRead(server, {})).toBeUndefined()
})
