// DNS past the caches of resolvers: the zone's own servers are asked, or it is said that they were
// not.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Answer, decode, encode } from 'dns-packet'
import { afterEach, expect, it } from 'vitest'
import { openFreshDns } from '../../src/net/index.ts'

const limits = { dnsTryMs: 500, dnsTries: 1 }
const zone = 'sml.example.test'
const name = `abc.iso6523-actorid-upis.${zone}`
const open: { close(): void }[] = []

afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

type Records = Record<string, Answer[]>

/** A server with these records, by type and name, and what it was asked. */
async function startServer(records: Records) {
  const asked: string[] = []
  const socket = createSocket('udp4')
  open.push(socket)
  socket.on('message', (query, { port, address }) => {
    const { id, questions } = decode(query)
    const [question] = questions!
    const key = `${question!.type} ${question!.name}`
    asked.push(key)
    const answers = records[key] ?? []
    const code = records[key] ? 0 : 3
    const flags = 0x0400 | code
    socket.send(encode({ type: 'response', id, flags, questions, answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { asked, port: socket.address().port }
}

const naptr = (url: string): Records => ({
  [`NAPTR ${name}`]: [
    {
      ...{ type: 'NAPTR', name, ttl: 3600 },
      data: {
        ...{ order: 100, preference: 10, flags: 'U', services: 'Meta:SMP' },
        ...{ regexp: `!.*!${url}!`, replacement: '.' },
      },
    },
  ],
})
const delegation: Records = {
  [`NS ${zone}`]: [{ type: 'NS', name: zone, data: `ns.${zone}` }],
  [`A ns.${zone}`]: [{ type: 'A', name: `ns.${zone}`, data: '127.0.0.1' }],
}

function ask(resolver: { port: number }, zonePort: number) {
  const dns = openFreshDns([`127.0.0.1:${resolver.port}`], limits, zonePort)
  open.push(dns)
  return dns
}

const urlIn = (outcome: Awaited<ReturnType<ReturnType<typeof ask>['resolveNaptr']>>) =>
  outcome.kind === 'records' ? outcome.records[0]!.regexp : outcome.kind

it("asks the zone's own servers, and not the resolver's memory", async () => {
  const resolver = await startServer({ ...delegation, ...naptr('https://before.example') })
  const own = await startServer(naptr('https://now.example'))
  const dns = ask(resolver, own.port)
  expect(urlIn(await dns.resolveNaptr(name))).toBe('!.*!https://now.example!')
  expect(urlIn(await dns.resolveNaptr(name))).toBe('!.*!https://now.example!')
  expect(dns.wasFresh()).toBe(true)
  expect(resolver.asked.filter((one) => one.startsWith('NAPTR'))).toEqual([])
  // The closest zone is looked for once.
  expect(resolver.asked.filter((one) => one.startsWith('NS'))).toEqual([
    `NS iso6523-actorid-upis.${zone}`,
    `NS ${zone}`,
  ])
})

it("believes the zone's own servers that there is no such name", async () => {
  const resolver = await startServer({ ...delegation, ...naptr('https://before.example') })
  const own = await startServer({})
  const dns = ask(resolver, own.port)
  expect(await dns.resolveNaptr(name)).toEqual({ kind: 'no-such-name' })
  expect(dns.wasFresh()).toBe(true)
})

it('asks the resolver where the servers of the zone do not answer, and says so', async () => {
  const resolver = await startServer({ ...delegation, ...naptr('https://before.example') })
  const silent = createSocket('udp4')
  open.push(silent)
  silent.bind(0, '127.0.0.1')
  await once(silent, 'listening')
  const dns = ask(resolver, silent.address().port)
  expect(urlIn(await dns.resolveNaptr(name))).toBe('!.*!https://before.example!')
  expect(dns.wasFresh()).toBe(false)
})

it('asks the resolver where the servers have no address, and says so', async () => {
  const { [`A ns.${zone}`]: _, ...nameless } = delegation
  const resolver = await startServer({ ...nameless, ...naptr('https://before.example') })
  const dns = ask(resolver, 9)
  expect(urlIn(await dns.resolveNaptr(name))).toBe('!.*!https://before.example!')
  expect(dns.wasFresh()).toBe(false)
})

it('takes servers that were given for those of a zone without a parent', async () => {
  const given = await startServer(naptr('https://laboratory.example'))
  const dns = ask(given, 9)
  expect(urlIn(await dns.resolveNaptr(name))).toBe('!.*!https://laboratory.example!')
  expect(dns.wasFresh()).toBe(true)
})
