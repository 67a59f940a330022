// What strangers name, in DNS and in metadata, must not lead us into our own network. The check is
// made on the very address that is then connected to.
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { openNet } from '../../src/net/index.ts'
import {
  lookup,
  type NetworkError,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../src/peppol/index.ts'
import { replaceInternet } from '../internet.ts'
import { makeLaboratory, now, redirect, signed } from '../peppol/laboratory.ts'
import { type Listening, listenHttp } from './listen.ts'

const internet = replaceInternet()
const net = openNet({ dnsServers: [], plainHttpAllowed: false, limits: limits.sending })
const publicAddress = '3ffe:ffff::1'
const host = 'stranger.example'
const message = { contentType: 'text/plain', body: Buffer.from('secret') }
let server: Listening
let requests: string[]

beforeEach(async () => {
  requests = []
  server = await listenHttp((request, response) => {
    requests.push(request.url ?? '')
    // Each request takes a connection of its own, so that each looks the name up.
    response.setHeader('connection', 'close')
    if (request.url === '/moved') response.setHeader('location', 'http://127.0.0.1:80/')
    response.writeHead(request.url === '/moved' ? 302 : 200).end('hello')
  })
  internet.hosts.set(`${publicAddress} 80`, server.port)
})

afterEach(async () => {
  internet.attempts.splice(0)
  internet.names.clear()
  await server.close()
})

afterAll(async () => {
  await net.close()
  internet.restore()
})

const answers = (...list: string[][]) => {
  let queries = 0
  internet.names.set(host, () => list[Math.min(queries++, list.length - 1)]!)
}

describe('a host name of a stranger', () => {
  it('is followed to a public address', async () => {
    answers([publicAddress])
    const outcome = await net.getSigned(`http://${host}/`)
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
    expect(internet.attempts).toEqual([`${publicAddress} 80`])
  })

  it('is looked up once for each connection, so it cannot change after the check', async () => {
    answers([publicAddress], ['127.0.0.1'], [publicAddress])
    expect(await net.getSigned(`http://${host}/`)).toMatchObject({ kind: 'answered' })
    expect(await net.getSigned(`http://${host}/`)).toMatchObject({ reason: 'address-refused' })
    expect(await net.getSigned(`http://${host}/`)).toMatchObject({ kind: 'answered' })
    expect(internet.attempts).toEqual([`${publicAddress} 80`, `${publicAddress} 80`])
  })

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback of IPv6', '::1'],
    ['this host', '0.0.0.0'],
    ['a private network', '192.168.1.1'],
    ['a cloud’s metadata', '169.254.169.254'],
    ['an IPv4 address in an IPv6 one', '::ffff:10.0.0.1'],
    ['an IPv4 address behind NAT64', '64:ff9b::a00:1'],
    ['an IPv4 address behind 6to4', '2002:a00:1::1'],
    ['a unique local address', 'fd00::1'],
  ])('is not followed to %s, alone or beside a public address', async (_, address) => {
    for (const list of [[address], [publicAddress, address], [address, publicAddress]]) {
      answers(list)
      for (const refused of [
        await net.getSigned(`http://${host}/`),
        await net.get(`https://${host}/`),
        await net.post(`https://${host}/`, message),
      ])
        expect(refused).toMatchObject({ kind: 'failed', reason: 'address-refused' })
    }
    expect(internet.attempts).toEqual([])
  })
})

// All of them are addresses to the URL parser, whatever they look like.
it.each([
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '127.0.0.1.',
  '１２７.0.0.1',
  '0',
  '0.0.0.0',
  '3232235777',
  '[::]',
  '[::1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::127.0.0.1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
])('the host %s is not connected to', async (written) => {
  for (const refused of [
    await net.getSigned(`http://${written}/`),
    await net.get(`https://${written}/`),
    await net.post(`https://${written}/`, message),
  ])
    expect(refused).toMatchObject({ kind: 'failed', reason: 'address-refused' })
  expect(internet.attempts).toEqual([])
})

describe('a redirect', () => {
  it('of HTTP is an answer like any other, and not followed', async () => {
    answers([publicAddress])
    const outcome = await net.getSigned(`http://${host}/moved`)
    expect(outcome).toMatchObject({ kind: 'answered', status: 302 })
    expect(requests).toEqual(['/moved'])
    expect(internet.attempts).toEqual([`${publicAddress} 80`])
  })

  it.each(['https://127.0.0.1/', 'https://[::ffff:10.0.0.1]/', `https://${host}/`])(
    'of an SMP is not followed to %s, though it is signed',
    async (href) => {
      answers(['10.0.0.1'])
      const { network, smp } = makeLaboratory()
      const signer = smp()
      const uid = signer.certificate.subject.split('\n').reverse().join(',')
      const first = 'https://smp.example'
      const regexp = `!.*!${first}!`
      const naptr = { order: 1, preference: 1, flags: 'U', service: 'Meta:SMP', replacement: '' }
      const asked: string[] = []
      const found = lookup(
        {
          network,
          now: () => now,
          revocationOf: async () => 'good',
          resolveNaptr: async () => ({ kind: 'records', records: [{ ...naptr, regexp }] }),
          async get(url) {
            asked.push(url)
            if (!url.startsWith(first)) return net.get(url)
            const body = signed(redirect(href, uid), signer)
            return { kind: 'answered', status: 200, contentType: 'text/xml', body }
          },
        },
        {
          participant: parseParticipant('0208:0123456749'),
          documentType: parseDocumentType('urn:a::b##c::2.1'),
          process: parseProcess('p'),
        },
      )
      const code = await found.catch((error: NetworkError) => error.code)
      expect(code).toBe('lookup.smp-invalid')
      expect(asked.at(-1)).toBe(href)
      expect(internet.attempts).toEqual([])
    },
  )
})
