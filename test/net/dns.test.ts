import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { createServer, type Server } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import dnsPacket, { type Packet } from 'dns-packet'
import { afterEach, expect, test } from 'vitest'
import { limits as all } from '../../src/config/limits.ts'
import { openNet } from '../../src/net/index.ts'

const defaults = all.sending

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const naptr = {
  order: 100,
  preference: 10,
  flags: 'U',
  services: 'Meta:SMP',
  regexp: '!.*!https://smp.example!',
  replacement: '',
}
const record = { type: 'NAPTR', name: 'a.example', ttl: 60, data: naptr } as const

type Answer = Pick<Packet, 'answers'> & { flags?: number }

/** A DNS server on a loopback port that gives everything the same answer, or none. */
async function serveDns(answer: Answer | undefined): Promise<{ server: string; asked: string[] }> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (bytes, from) => {
    const { id, questions } = dnsPacket.decode(bytes)
    asked.push(`${questions?.[0]?.name} ${questions?.[0]?.type}`)
    if (answer)
      reply(socket, from, { id: id ?? 0, type: 'response', questions: questions ?? [], ...answer })
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  open.push(socket)
  return { server: `127.0.0.1:${socket.address().port}`, asked }
}

/** Truncates every answer over UDP; `tcp` listens on the same port, if need be at another try. */
async function serveTruncated(tcp: Server): Promise<string> {
  const truncated = 0x0200
  const { server } = await serveDns({ answers: [], flags: truncated })
  const port = Number(server.split(':')[1])
  const isFree = await new Promise<boolean>((resolve) => {
    tcp.once('error', () => resolve(false))
    tcp.listen(port, '127.0.0.1', () => resolve(true))
  })
  return isFree ? server : serveTruncated(tcp)
}

function reply(socket: Socket, from: RemoteInfo, packet: Packet): void {
  socket.send(dnsPacket.encode(packet), from.port, from.address)
}

function resolve(server: string, limits = {}) {
  const net = openNet({
    dnsServers: [server],
    plainHttpAllowed: true,
    limits: { ...defaults, ...limits },
  })
  open.push(net)
  return net.resolveNaptr('a.example')
}

test('gives the records unchanged', async () => {
  const { server, asked } = await serveDns({
    answers: [record, { ...record, data: { ...naptr, order: 1 } }],
  })
  const { services, ...rest } = naptr
  const expected = { ...rest, service: services }
  expect(await resolve(server)).toEqual({
    kind: 'records',
    records: [
      expect.objectContaining(expected),
      expect.objectContaining({ ...expected, order: 1 }),
    ],
  })
  expect(asked).toEqual(['a.example NAPTR'])
})

const noSuchName = 3
const serverFailed = 2
const refused = 5

test('a name that does not exist is no such name', async () => {
  const { server } = await serveDns({ answers: [], flags: noSuchName })
  expect(await resolve(server)).toEqual({ kind: 'no-such-name' })
})

test('a name without such records is no such name', async () => {
  const { server } = await serveDns({ answers: [] })
  expect(await resolve(server)).toEqual({ kind: 'no-such-name' })
})

test.each([
  ['fails', serverFailed, /failed/],
  ['refuses', refused, /refused/],
])(
  'a server that %s is not taken for one that does not know the name',
  async (_, flags, detail) => {
    const { server, asked } = await serveDns({ answers: [], flags })
    expect(await resolve(server)).toEqual({ kind: 'failed', detail: expect.stringMatching(detail) })
    expect(asked.length).toBeGreaterThan(0)
  },
)

test('a server that does not answer is asked three times within the limit', async () => {
  const { server, asked } = await serveDns(undefined)
  const outcome = await resolve(server, { dnsTryMs: 50 })
  expect(outcome).toEqual({ kind: 'failed', detail: expect.stringMatching(/time/) })
  expect(asked).toHaveLength(3)
})

test('a server that is not there has failed', async () => {
  const { server } = await serveDns(undefined)
  await open.pop()!.close()
  expect(await resolve(server, { dnsTryMs: 50 })).toEqual({
    kind: 'failed',
    detail: 'the DNS server could not be reached',
  })
})

test('an answer that was cut is asked for again over TCP', async () => {
  const tcp = createServer((socket) => {
    socket.on('data', (bytes) => {
      const { id, questions } = dnsPacket.streamDecode(bytes)
      socket.write(
        dnsPacket.streamEncode({
          id: id ?? 0,
          type: 'response',
          questions: questions ?? [],
          answers: [record],
        }),
      )
    })
    socket.on('error', () => {})
  })
  const server = await serveTruncated(tcp)
  open.push({ close: () => tcp.close() })
  expect(await resolve(server)).toMatchObject({
    kind: 'records',
    records: [{ service: 'Meta:SMP' }],
  })
})

test('what waits for an answer fails when all is closed', async () => {
  const { server, asked } = await serveDns(undefined)
  const net = openNet({ dnsServers: [server], plainHttpAllowed: true, limits: defaults })
  const asking = net.resolveNaptr('a.example')
  while (asked.length === 0) await setImmediate()
  await net.close()
  expect(await asking).toEqual({ kind: 'failed', detail: 'ECANCELLED' })
})
