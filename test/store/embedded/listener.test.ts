// The listener before a database that only notes what it is given.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { afterEach, expect, test, vi } from 'vitest'
import { Listener } from '../../../src/store/embedded/listener.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const one of open.splice(0).reverse()) await one.close()
})

/** Runs what it is given when it is let, one turn after the other; `begin` opens a transaction. */
function makeDatabase() {
  const turns: string[] = []
  let inTransaction = false
  let inHand = 0
  const state = { turns, inHandMax: 0 }
  const database = {
    isInTransaction: () => inTransaction,
    async execProtocolRawStream(bytes: Buffer, o: { onRawData(bytes: Uint8Array): void }) {
      state.inHandMax = Math.max(state.inHandMax, ++inHand)
      await setImmediate()
      inHand--
      const text = bytes.toString('latin1', 5, bytes.length - 1)
      turns.push(text)
      if (text === 'begin') inTransaction = true
      if (text === 'rollback') inTransaction = false
      o.onRawData(Buffer.from(`answer to ${text};`))
    },
  }
  return { database: database as unknown as PGlite, state }
}

async function listen() {
  const { database, state } = makeDatabase()
  const listener = new Listener(database, [], () => {})
  const port = await listener.listen({ host: '127.0.0.1', port: 0 })
  open.push(listener)
  return { port, state }
}

const query = (text: string) => {
  const bytes = Buffer.from(`Q\0\0\0\0${text}\0`, 'latin1')
  bytes.writeInt32BE(bytes.length - 1, 1)
  return bytes
}

/** A client that has introduced itself (PostgreSQL protocol 3.0, 55.2.1). */
async function join(port: number): Promise<{ socket: Socket; heard(): string }> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (bytes) => {
    heard += bytes.toString('latin1')
  })
  socket.write(Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]))
  await once(socket, 'data')
  heard = ''
  return { socket, heard: () => heard }
}

async function ask({ socket, heard }: Awaited<ReturnType<typeof join>>, text: string) {
  socket.write(query(text))
  while (!heard().includes(`answer to ${text};`)) await once(socket, 'data')
}

test('listens on a loopback port of its own and answers there', async () => {
  const { port, state } = await listen()
  const client = await join(port)
  await ask(client, 'select 1')
  expect(state.turns.at(-1)).toBe('select 1')
})

test('gives the database one turn at a time', async () => {
  const { port, state } = await listen()
  const clients = await Promise.all([join(port), join(port), join(port)])
  await Promise.all(clients.map((client, at) => ask(client, `select ${at}`)))
  expect(state.turns).toHaveLength(6)
  expect(state.inHandMax).toBe(1)
})

test('cuts off a client that leaves a transaction open for half a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { port, state } = await listen()
  const [idle, other] = [await join(port), await join(port)]
  await ask(idle, 'begin')
  other.socket.write(query('select 2'))
  vi.advanceTimersByTime(29_999)
  expect(idle.socket.closed).toBe(false)
  const closed = once(idle.socket, 'close')
  vi.advanceTimersByTime(1)
  await closed
  await ask(other, 'select 3')
  expect(state.turns.slice(2)).toEqual(['begin', 'rollback', 'select 2', 'select 3'])
})

test('leaves a client alone that ends its transaction in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { port } = await listen()
  const client = await join(port)
  await ask(client, 'begin')
  await ask(client, 'rollback')
  vi.advanceTimersByTime(100_000)
  await ask(client, 'select 4')
  expect(client.socket.closed).toBe(false)
})
