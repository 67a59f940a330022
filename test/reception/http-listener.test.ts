// The request line of `/as4`, requests that fail, and closing the listener.

import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { type As4Listener, listenForMessages } from '../../src/reception/index.ts'

let listener: As4Listener

beforeAll(async () => {
  listener = await listenForMessages(0, limits.reception, async () => ({
    status: 200,
    body: Buffer.from('<answer/>'),
  }))
})

afterAll(() => listener.close())

async function statusOf(method: string, target: string): Promise<number> {
  const { port } = new URL(listener.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 0\r\nConnection: ` +
      `close\r\n\r\n`,
  )
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(first.toString('latin1').split(' ')[1])
}

describe('the target of a request', () => {
  it.each([
    ['its path', '/as4'],
    ['its path with a query', '/as4?test'],
    ['the absolute form (RFC 9112, 3.2.2)', 'http://127.0.0.1:4080/as4'],
    ['the absolute form of a proxy for https, with a query', 'HTTPS://ap.example/as4?test'],
  ])('is taken as %s', async (_, target) => {
    expect(await statusOf('POST', target)).toBe(200)
  })

  it.each([
    ['another path', '/other'],
    ['another path in absolute form', 'http://127.0.0.1/other'],
    ['a host of this name', 'http://as4'],
    ['a path that only ends so', '/http://127.0.0.1/as4'],
    ['a path that a client should have shortened', '/x/../as4'],
  ])('is not taken as %s', async (_, target) => {
    expect(await statusOf('POST', target)).toBe(404)
  })

  it('is judged before the method', async () => {
    expect(await statusOf('GET', 'http://127.0.0.1/as4')).toBe(405)
  })
})

describe('a request that nobody can answer', () => {
  it('ends with its connection', async () => {
    const broken = await listenForMessages(0, limits.reception, () =>
      Promise.reject(new Error('a fault of ours')),
    )
    const socket = connect(Number(new URL(broken.url).port), '127.0.0.1')
    socket.write('POST /as4 HTTP/1.1\r\nHost: receiver\r\nContent-Length: 0\r\n\r\n')
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    await once(socket, 'close')
    expect(answer).toBe('')
    await broken.close()
  })
})

describe('a listener that closes', () => {
  it('answers what is in hand first, and then nobody', async () => {
    let answer = (): void => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    let begin = (): void => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const closing = await listenForMessages(0, limits.reception, async () => {
      begin()
      await held
      return { status: 200, body: Buffer.from('in hand') }
    })
    const answered = fetch(closing.url, { method: 'POST', body: 'x' })
    await begun
    const closed = closing.close()
    answer()
    const response = await answered
    expect(await response.text()).toBe('in hand')
    expect(response.headers.get('connection')).toBe('close')
    await closed
    await expect(fetch(closing.url, { method: 'POST' })).rejects.toThrow()
  })
})
