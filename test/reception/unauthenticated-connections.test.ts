// What connections can take up before anybody knows which access point they belong to.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HttpMessage, Spool } from '../../src/as4/index.ts'
import { limits } from '../../src/config/limits.ts'
import { randomHex } from '../../src/crypto/index.ts'
import {
  type AccessPoint,
  type As4Listener,
  listenForMessages,
  type ReceptionLimits,
  receiveMessage,
} from '../../src/reception/index.ts'
import { openUnauthenticatedConnections } from '../../src/reception/unauthenticated-connections.ts'
import { openSpool } from '../../src/setup/spool.ts'
import { compose, part, sbd, toHttpMessage } from '../as4/hostile/hostile-message.ts'
import { now, receiverKeys, revocationOf, selfSigned, trust } from '../as4/hostile/pki.ts'
import { describeAnswer } from '../as4/hostile/test-receiver.ts'

let listener: As4Listener | undefined
const sockets = new Set<Socket>()

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await listener?.close()
})

let spooledFiles = 0
let signersKnown = 0
const countingSpool: Spool = (bytes) => {
  spooledFiles++
  return openSpool()(bytes)
}

async function listen(change: Partial<ReceptionLimits> = {}): Promise<void> {
  spooledFiles = 0
  signersKnown = 0
  const accessPoint: AccessPoint = {
    limits: { ...limits.reception, lingerMs: 100, ...change },
    keys: receiverKeys,
    trust,
    revocationOf,
    serves: () => true,
    keep: async (_, makeReceipt) => ({ kind: 'stored', receipt: await makeReceipt() }),
    now: () => now,
    spool: countingSpool,
  }
  listener = await listenForMessages(0, accessPoint.limits, async (request) => {
    const onSignerKnown = () => {
      signersKnown++
      request.onSignerKnown?.()
    }
    return (await receiveMessage({ ...request, onSignerKnown }, accessPoint)).answer
  })
}

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(listener!.url).port), '127.0.0.1')
  socket.on('error', () => {})
  sockets.add(socket)
  await once(socket, 'connect')
  return socket
}

const head = ({ contentType }: HttpMessage, length: number, connection = 'close') =>
  `POST /as4 HTTP/1.1\r\nHost: r\r\nContent-Type: ${contentType}\r\n` +
  `Content-Length: ${length}\r\nConnection: ${connection}\r\n\r\n`

/** `receipt`, `EBMS:0101 detail`, `HTTP 503`, or `closed`. */
async function answerOf(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (piece) => {
    text += piece
  })
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
  return status === 0 ? 'closed' : describeAnswer({ status, body: text })
}

const honest = toHttpMessage(compose())
const document = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${randomHex(1_500_000)}</Invoice>`
const large = toHttpMessage(compose({ parts: [part(sbd({ document }))] }))

async function exchange(message: HttpMessage): Promise<string> {
  const socket = await open()
  socket.write(head(message, message.body.length))
  socket.write(message.body)
  return answerOf(socket)
}

describe('95 MB from a stranger', () => {
  const size = 95_000_000
  const forged = toHttpMessage(compose({ signer: selfSigned }))

  it('are refused once the SOAP part has been read, and nothing is put on disk', async () => {
    await listen()
    const answers = Array.from({ length: 30 }, async () => {
      const socket = await open()
      socket.write(head(forged, size))
      socket.write(forged.body.subarray(0, -100))
      socket.write(Buffer.alloc(200_000))
      return answerOf(socket)
    })
    expect(new Set(await Promise.all(answers))).toEqual(
      new Set(['EBMS:0101 the signer is not a trusted access point']),
    )
    expect(spooledFiles).toBe(0)
    expect(await exchange(large)).toBe('receipt')
    expect(spooledFiles).toBeGreaterThan(0)
  })

  it('under a signature of somebody else are refused as early', async () => {
    await listen()
    const forged = compose()
    const soap = forged.soap.replace('conversation-1', 'conversation-2')
    const message = toHttpMessage({ ...forged, soap })
    const socket = await open()
    socket.write(head(message, size))
    socket.write(message.body.subarray(0, -100))
    socket.write(Buffer.alloc(2_000_000))
    expect(await answerOf(socket)).toMatch(/^EBMS:0101 the digest of Messaging/)
    expect(spooledFiles).toBe(0)
  })

  it('before the SOAP part are not read, whatever start says', async () => {
    await listen()
    const socket = await open()
    const contentType = `${honest.contentType}; start="<soap@x>"`
    socket.write(head({ ...honest, contentType }, size))
    socket.write('------=_forged\r\nContent-ID: <a@x>\r\n\r\n')
    socket.write(Buffer.alloc(200_000))
    expect(await answerOf(socket)).toBe('EBMS:0007 the SOAP part must be the first part')
  })

  it('of preamble are not read', async () => {
    await listen()
    const socket = await open()
    socket.write(head(honest, size))
    socket.write(Buffer.alloc(3_000_000, 'x'))
    expect(await answerOf(socket)).toBe('EBMS:0004 the message is too large')
  })
})

describe('a SOAP part', () => {
  const pace = { paceFromMs: 300, paceBytesPerSecondMin: 2_000 }
  const writesUntil = async (socket: Socket, write: () => boolean, ms: number) => {
    while (!socket.destroyed && write()) await new Promise((resolve) => setTimeout(resolve, ms))
  }

  it.each([
    ['of which nothing comes', 0],
    ['that drips', 1],
  ])('%s is given up: 30 of them take nobody a place', async (_, drip) => {
    await listen({ ...pace, inlineBytesMax: 1_000 })
    const slow = Array.from({ length: 30 }, async () => {
      const socket = await open()
      socket.write(head(honest, 95_000_000))
      let at = 0
      const send = () => {
        socket.write(honest.body.subarray(at, at + drip))
        at += drip
        return true
      }
      const writing = writesUntil(socket, send, 20)
      const answer = await answerOf(socket)
      await writing
      return answer
    })
    expect(await exchange(honest)).toBe('receipt')
    expect(new Set(await Promise.all(slow))).toEqual(new Set(['HTTP 408']))
  })

  it.each([
    ['streamed', 1_000],
    ['collected', 1_000_000],
  ])('that comes slowly enough is given up, and just above that is read, %s', async (_, inline) => {
    await listen({ ...pace, inlineBytesMax: inline })
    const send = async (bytesPerSecond: number) => {
      const socket = await open()
      socket.write(head(honest, honest.body.length))
      const begun = performance.now()
      let at = 0
      const writing = writesUntil(
        socket,
        () => {
          const due = Math.ceil(((performance.now() - begun) / 1000) * bytesPerSecond)
          socket.write(honest.body.subarray(at, due))
          at = Math.max(at, due)
          return at < honest.body.length
        },
        10,
      )
      const answer = await answerOf(socket)
      await writing
      return answer
    }
    expect(await Promise.all([send(1_000), send(4_000)])).toEqual(['HTTP 408', 'receipt'])
  })

  it('that crowds out others gives way to them, the oldest first', async () => {
    const unauthenticated = { connectionsMax: 1_000, bytesMax: 150_000, graceMs: 500 }
    await listen({ unauthenticated })
    const begin = async () => {
      const socket = await open()
      socket.write(head(honest, 900_000))
      socket.write(honest.body.subarray(0, 5_000))
      socket.write(Buffer.alloc(95_000, 0x20))
      return socket
    }
    const first = answerOf(await begin())
    await new Promise((resolve) => setTimeout(resolve, 700))
    // The first has had its time, the second not yet when the third comes.
    const second = await begin()
    await expect(first).resolves.toBe('HTTP 503')
    second.destroy()
    expect(await exchange(honest)).toBe('receipt')
  })
})

describe('connections of strangers', () => {
  it('are few, and those that have just come are not turned away for others', async () => {
    await listen({ unauthenticated: { connectionsMax: 2, bytesMax: 1_000_000, graceMs: 400 } })
    const [first, second] = [await open(), await open()]
    const begun = performance.now()
    expect(await answerOf(await open())).toBe('HTTP 503')
    await vi.waitFor(async () => expect(await exchange(honest)).toBe('receipt'), 10_000)
    expect(performance.now() - begun).toBeGreaterThan(300)
    expect(await answerOf(first)).toBe('closed')
    expect(second.destroyed).toBe(false)
  })

  it('do not include those of known access points', async () => {
    await listen({
      inlineBytesMax: 1_000,
      unauthenticated: { connectionsMax: 1, bytesMax: 50_000, graceMs: 0 },
    })
    const known = await open()
    known.write(head(honest, honest.body.length))
    known.write(honest.body.subarray(0, -100))
    await vi.waitFor(() => expect(signersKnown).toBe(1), 10_000)
    // Room for one, and each new one takes the place of the one before it.
    const idle = await open()
    expect(await exchange(honest)).toBe('receipt')
    expect(await answerOf(idle)).toBe('closed')
    known.write(honest.body.subarray(-100))
    expect(await answerOf(known)).toBe('receipt')
  })
})

describe('the room for strangers', () => {
  const room = { connectionsMax: 2, bytesMax: 100, graceMs: 10 }

  it('is given to the next when the oldest has had its time', () => {
    let at = 0
    const turned: string[] = []
    const strangers = openUnauthenticatedConnections<{ name: string }>(room, () => at)
    const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
    const admit = (one: { name: string }) => strangers.admit(one, () => turned.push(one.name))
    expect([admit(a), admit(b), admit(c)]).toEqual([true, true, false])
    at = 10
    expect(admit(c)).toBe(true)
    expect(turned).toEqual(['a'])
    strangers.leave(b)
    expect(admit(a)).toBe(true)
    expect([turned, strangers.count()]).toEqual([['a'], 2])
  })

  it('has as many bytes, which come back when one leaves', () => {
    let at = 0
    const strangers = openUnauthenticatedConnections<object>(room, () => at)
    const [a, b] = [{}, {}]
    let turned = 0
    strangers.admit(a, () => turned++)
    strangers.admit(b, () => turned++)
    expect([strangers.take(a, 60), strangers.take(b, 40), strangers.take(b, 1)]).toEqual([
      true,
      true,
      false,
    ])
    strangers.leave(a)
    expect([strangers.take(b, 60), strangers.take(b, 1)]).toEqual([true, false])
    at = 10
    // Nobody is turned away for their own sake.
    expect([strangers.take(b, 1), turned]).toEqual([false, 0])
  })
})
