// Requests that a client sends without waiting for answers, at a server that answers nothing else.
import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { beginInTurn } from '../../src/reception/index.ts'

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const chunk = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`

function post(body: string, coding?: 'chunked'): string {
  const framing = coding ? `Transfer-Encoding: ${coding}` : `Content-Length: ${body.length}`
  return `POST / HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n${body}`
}

/** A client of a server with that listener. */
async function connectTo(listener: RequestListener) {
  let [parsed, errors] = [0, 0]
  const server = createServer(listener)
  server.on('clientError', () => errors++)
  beginInTurn(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const accepted = once(server, 'connection')
  server.on('request', () => parsed++)
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  const [socket] = await accepted
  return { client, socket, parsed: () => parsed, errors: () => errors }
}

it('are begun one at a time, with a turn for everybody else between them', async () => {
  let begun = 0
  const { client } = await connectTo((_, response) => {
    begun++
    response.end()
  })
  client.resume().write(request.repeat(200))
  let most = 0
  for (let before = 0; begun < 200; before = begun) {
    await setImmediate()
    most = Math.max(most, begun - before)
  }
  expect(most).toBeLessThanOrEqual(2)
})

it('are not begun once their client has gone', async () => {
  let begun = 0
  // The first one is never answered.
  const { client, socket } = await connectTo(() => {
    begun++
  })
  client.write(request.repeat(10))
  await expect.poll(() => begun).toBe(1)
  const closed = once(socket, 'close')
  client.destroy()
  await closed
  await setTimeout(50)
  expect(begun).toBe(1)
})

it('end at bytes that are no request, which are reported once', async () => {
  let begun = 0
  const { client, errors } = await connectTo(async (_, response) => {
    begun++
    await setTimeout(20)
    response.end()
  })
  client.resume().write(`${request}none`.padEnd(20_000) + request.repeat(10))
  await expect.poll(() => begun).toBe(1)
  await setTimeout(100)
  expect(errors()).toBe(1)
  expect(begun).toBe(1)
})

describe('more than fit into 64 KB', () => {
  const many = 3_000
  const pieceMax = Math.ceil(1_024 / request.length)

  it('are not parsed once their connection is destroyed', async () => {
    const { client, socket, parsed } = await connectTo(() => {})
    client.write(request.repeat(many))
    await expect.poll(() => socket.isPaused()).toBe(true)
    const before = parsed()
    const closed = once(socket, 'close')
    socket.destroy()
    await closed
    await setTimeout(50)
    expect(parsed()).toBe(before)
  })

  it.each([
    ['by themselves', ''],
    ['behind a body', post('a'.repeat(100_000))],
    ['behind a body in chunks', post(chunk('a'.repeat(100_000)) + chunk(''), 'chunked')],
  ])('are parsed as they are begun: %s', async (_, before) => {
    const gate = new EventEmitter()
    const opened = once(gate, 'open')
    let begun = 0
    const { client, socket, parsed } = await connectTo(async (request, response) => {
      begun++
      request.resume()
      await opened
      response.end()
    })
    client.resume().write(before + request.repeat(many))
    await expect.poll(() => socket.isPaused() && parsed() > 1).toBe(true)
    await setTimeout(50)
    expect(begun).toBe(1)
    expect(parsed()).toBeLessThanOrEqual(pieceMax + 1)
    gate.emit('open')
    const all = before ? many + 1 : many
    await expect.poll(() => begun, { timeout: 10_000 }).toBe(all)
    expect(parsed()).toBe(all)
  })
})

it('have the body that was sent; one of known length comes in few pieces', async () => {
  const body = randomBytes(1_000_000).toString('base64')
  const heard: { text: string; pieces: number }[] = []
  const { client } = await connectTo(async (request, response) => {
    let [text, pieces] = ['', 0]
    for await (const piece of request) {
      text += piece
      pieces++
    }
    heard.push({ text, pieces })
    response.end()
  })
  client.resume().write(post(body) + post(chunk(body) + chunk(''), 'chunked') + post(body))
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(3)
  for (const { text } of heard) expect(text === body).toBe(true)
  const reads = Math.ceil(body.length / 65_536)
  expect(heard[0]!.pieces).toBeLessThan(4 * reads)
  expect(heard[2]!.pieces).toBeLessThan(4 * reads)
})
