import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import {
  AUTHORITATIVE_ANSWER,
  type DecodedPacket,
  decode,
  encode,
  type Packet,
  streamEncode,
} from 'dns-packet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerQuery } from '../../src/sandbox/dns-answer.ts'
import { type DnsListener, listenForDns } from '../../src/sandbox/dns-listener.ts'
import { naptrAnswer, type Sml } from '../../src/sandbox/sml.ts'

const zone = 'sml.sandbox.test'
const listed = `hqlnrkedej3xevnxcnqilr5gx4hmdn4lws23cztjymy4mhl3plla.iso6523-actorid-upis.${zone}`
const unlisted = `eh5boavaktmbgzyh2a63dz4qov33fvp5nsdvqklucfraayoodw6a.iso6523-actorid-upis.${zone}`
const smpUrl = 'http://127.0.0.1:8181'
const sml: Sml = { zone, smpOf: (name) => (name === listed ? smpUrl : undefined) }

// A zone so long that its answers do not fit into 512 bytes.
const longZone = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(40)}.test`
const longName = `${'x'.repeat(20)}.iso6523-actorid-upis.${longZone}`
const longSml: Sml = {
  zone: longZone,
  smpOf: (name) => (name === longName ? `${smpUrl}/${'p'.repeat(120)}` : undefined),
}

let listener: DnsListener
let longListener: DnsListener

beforeAll(async () => {
  listener = await listenForDns('127.0.0.1', sml)
  longListener = await listenForDns('127.0.0.1', longSml)
})

afterAll(() => Promise.all([listener.close(), longListener.close()]))

function query(name: string, type: 'NAPTR' | 'A' = 'NAPTR', more: Packet = {}): Packet {
  return {
    type: 'query',
    id: 4711,
    flags: 0x100,
    questions: [{ type, name, class: 'IN' }],
    ...more,
  }
}

const portOf = (server: string) => Number(server.split(':')[1])

async function overUdp(server: string, packet: Packet): Promise<DecodedPacket> {
  const socket = createSocket('udp4')
  socket.send(encode(packet), portOf(server), '127.0.0.1')
  const [message] = await once(socket, 'message')
  socket.close()
  return decode(message)
}

/** Sends all of `bytes`, group by group, and reads `count` answers. */
async function overTcp(server: string, groups: Buffer[], count: number): Promise<DecodedPacket[]> {
  const socket = connect(portOf(server), '127.0.0.1')
  for (const group of groups) socket.write(group)
  let received = Buffer.alloc(0)
  const answers: DecodedPacket[] = []
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk])
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const end = 2 + received.readUInt16BE(0)
      answers.push(decode(received.subarray(2, end)))
      received = received.subarray(end)
    }
    if (answers.length === count) break
  }
  socket.destroy()
  return answers
}

const codeOf = (packet: DecodedPacket) => (packet.flags ?? 0) & 0xf

describe('the SML over DNS', () => {
  it('answers a listed name with one U-NAPTR record for Meta:SMP, over UDP', async () => {
    const answer = await overUdp(listener.server, query(listed))
    expect(answer).toMatchObject({
      id: 4711,
      type: 'response',
      flag_aa: true,
      flag_rd: true,
      flag_tc: false,
    })
    expect(codeOf(answer)).toBe(0)
    expect(answer.questions?.[0]?.name).toBe(listed)
    expect(answer.answers).toHaveLength(1)
    expect(answer.answers?.[0]).toMatchObject({
      type: 'NAPTR',
      name: listed,
      data: {
        order: 100,
        flags: 'U',
        services: 'Meta:SMP',
        regexp: '!.*!http://127.0.0.1:8181!',
        replacement: '.',
      },
    })
  })

  it('answers the same over TCP, with several queries cut anywhere', async () => {
    const bytes = Buffer.concat([streamEncode(query(listed)), streamEncode(query(unlisted))])
    const groups = [bytes.subarray(0, 1), bytes.subarray(1, 30), bytes.subarray(30)]
    const [first, second] = await overTcp(listener.server, groups, 2)
    expect(first?.answers).toEqual((await overUdp(listener.server, query(listed))).answers)
    expect(second && codeOf(second)).toBe(3)
  })

  it('does not mind the case of the name', async () => {
    const answer = await overUdp(listener.server, query(listed.toUpperCase()))
    expect(answer.answers).toHaveLength(1)
  })

  it('says NXDOMAIN for every name that is not listed: there is no wildcard', async () => {
    for (const name of [unlisted, `x.${listed}`, `x.${zone}`]) {
      const answer = await overUdp(listener.server, query(name))
      expect(codeOf(answer)).toBe(3)
      expect(answer.answers).toEqual([])
      expect(answer.authorities?.[0]).toMatchObject({ type: 'SOA', name: zone })
    }
  })

  it(
    'says NOERROR without records for other types of a listed name, and for what lies above ' +
      'it',
    async () => {
      for (const packet of [
        query(listed, 'A'),
        query(zone),
        query(`iso6523-actorid-upis.${zone}`),
      ]) {
        const answer = await overUdp(listener.server, packet)
        expect(codeOf(answer)).toBe(0)
        expect(answer.answers).toEqual([])
      }
    },
  )

  it('refuses names of other zones, other operations and two questions at once', async () => {
    const twice = query(listed).questions?.[0]
    expect(codeOf(await overUdp(listener.server, query('example.org')))).toBe(5)
    expect(codeOf(await overUdp(listener.server, query(`evil${zone}`)))).toBe(5)
    expect(codeOf(await overUdp(listener.server, query(listed, 'NAPTR', { flags: 4 << 11 })))).toBe(
      4,
    )
    expect(
      codeOf(
        await overUdp(
          listener.server,
          query(listed, 'NAPTR', { questions: twice ? [twice, twice] : [] }),
        ),
      ),
    ).toBe(1)
  })

  it('sets the TC bit on a UDP answer over 512 bytes, and gives it whole over TCP', async () => {
    const short = await overUdp(longListener.server, query(longName))
    expect(short).toMatchObject({ flag_tc: true, answers: [] })
    const [whole] = await overTcp(longListener.server, [streamEncode(query(longName))], 1)
    expect(whole).toMatchObject({ flag_tc: false })
    expect(whole?.answers).toHaveLength(1)
  })

  it('gives the same answer whole over UDP to who can take more (EDNS)', async () => {
    const edns = {
      type: 'OPT',
      name: '.',
      udpPayloadSize: 1232,
      extendedRcode: 0,
      ednsVersion: 0,
      flags: 0,
      flag_do: false,
      options: [],
    } as const
    const answer = await overUdp(
      longListener.server,
      query(longName, 'NAPTR', { additionals: [{ ...edns, options: [] }] }),
    )
    expect(answer).toMatchObject({ flag_tc: false })
    expect(answer.answers).toHaveLength(1)
    expect(answer.additionals?.[0]).toMatchObject({ type: 'OPT' })
  })

  it(
    "is understood by the system's resolver library, which falls back to TCP by " + 'itself',
    async () => {
      const resolver = new Resolver()
      resolver.setServers([longListener.server])
      expect(await resolver.resolveNaptr(longName)).toMatchObject([
        { service: 'Meta:SMP', flags: 'U' },
      ])
      resolver.setServers([listener.server])
      await expect(resolver.resolveNaptr(unlisted)).rejects.toMatchObject({ code: 'ENOTFOUND' })
      await expect(resolver.resolveNaptr(zone)).rejects.toMatchObject({ code: 'ENODATA' })
    },
  )

  it('does not answer what is no query, and goes on answering', async () => {
    expect(answerQuery(Buffer.from('not DNS'), 'udp', sml)).toBeUndefined()
    expect(answerQuery(Buffer.alloc(0), 'udp', sml)).toBeUndefined()
    expect(
      answerQuery(
        encode({ ...query(listed), type: 'response', flags: AUTHORITATIVE_ANSWER }),
        'udp',
        sml,
      ),
    ).toBeUndefined()
    const socket = createSocket('udp4')
    socket.send(Buffer.from('not DNS'), portOf(listener.server), '127.0.0.1')
    expect((await overUdp(listener.server, query(listed))).answers).toHaveLength(1)
    socket.close()
  })
})

describe('the SML inside the process', () => {
  it('says the same as over DNS', () => {
    expect(naptrAnswer(listed, sml)).toMatchObject({
      kind: 'records',
      records: [{ service: 'Meta:SMP' }],
    })
    expect(naptrAnswer(unlisted, sml)).toEqual({ kind: 'no-such-name' })
    expect(naptrAnswer(`${zone}.`, sml)).toEqual({ kind: 'records', records: [] })
  })
})
