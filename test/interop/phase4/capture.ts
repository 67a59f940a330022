// Captures what phase4 says to phase4, for the tests of a clone without a JDK (test/fixtures/as4):
// `node --import tsx test/interop/phase4/capture.ts`. The document inside is ours.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  buildSbd,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../../src/peppol/index.ts'
import { makeCertificate, makeKeystore } from '../../crypto/authority.ts'
import { documentType, processId } from '../as4/documents.ts'
import { buildPeer, type Peer, sendOrder, startPeer } from './peer.ts'

type Captured = { head: string; body: Buffer }

const fixtures = resolve('test/fixtures/as4')
const invoice = readFileSync('test/fixtures/billing/invoice-usual.out.xml', 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'fourcorner-capture-'))
const pki = {
  password: 'testpki',
  root: join(fixtures, 'root.pem'),
  issuer: join(fixtures, 'apca.pem'),
}

buildPeer()
const sender = startPeer('send', { ...pki, keystore: join(fixtures, 'sender.p12') })
await sender.next('ready')
const receiver = await startReceiver(join(fixtures, 'receiver.p12'))
const neighbour = await startReceiver(neighbourKeystore())
const relay = createServer()
await once(relay.listen(0, '127.0.0.1'), 'listening')

const compressed = await send('48d85df3-3c57-4e15-a4cf-81e8cc20f4ea@phase4-peer', '9915:receiver')
keep('phase4-user-message', 'mime', compressed.request)
keep('phase4-receipt', 'xml', compressed.answer)
keep('phase4-error', 'xml', await post(compressed.request, receiver.url))
keep('phase4-error-decrypt', 'xml', await post(compressed.request, neighbour.url))
writeFileSync(join(fixtures, 'phase4-user-message.sbd.xml'), compressed.sbd)
const plain = await send('0c2f7f0e-8f0b-4e0b-9d38-3a5b8f5b7a11@phase4-peer', '9915:receiver', {
  plain: '1',
})
keep('phase4-uncompressed', 'mime', plain.request)
writeFileSync(join(fixtures, 'phase4-uncompressed.sbd.xml'), plain.sbd)
const unserved = await send('ddd4d911-d5bb-4f3f-b0f5-769a9d10f2bb@phase4-peer', '9915:nobody')
keep('phase4-error-not-serviced', 'xml', unserved.answer)

relay.close()
await Promise.all([sender, receiver.peer, neighbour.peer].map((peer) => peer.stop()))
rmSync(folder, { recursive: true })

async function startReceiver(keystore: string): Promise<{ peer: Peer; url: string }> {
  const peer = startPeer('receive', { ...pki, keystore, participants: '9915:receiver' })
  return { peer, url: (await peer.next('listening')).url! }
}

/** POP000003 only answers that it cannot decrypt, so nobody needs to have certified it. */
function neighbourKeystore(): string {
  const file = join(folder, 'neighbour.p12')
  writeFileSync(file, makeKeystore([makeCertificate({ name: 'POP000003' })], pki.password))
  return file
}

/** One message of phase4 through the relay: what it sent, and what phase4 answered. */
async function send(messageId: string, to: string, how: Record<string, string> = {}) {
  const sbdFile = join(folder, 'sbd.xml')
  const sentFile = join(folder, 'sent.xml')
  writeFileSync(sbdFile, sbdFor(to))
  const relayed = relayOnce(relay)
  const url = `http://127.0.0.1:${(relay.address() as AddressInfo).port}/as4`
  const certificate = join(fixtures, 'receiver.pem')
  const order = { url, certificate, party: 'POP000001', sbd: sbdFile, sent: sentFile, messageId }
  console.log(messageId, (await sendOrder(sender, { ...order, ...how }))[0])
  return { ...(await relayed), sbd: readFileSync(sentFile) }
}

function sbdFor(receiverId: string): Buffer {
  return buildSbd(
    {
      sender: parseParticipant('9915:sender'),
      receiver: parseParticipant(receiverId),
      documentType: parseDocumentType(documentType),
      process: parseProcess(processId),
      countryC1: 'AT',
      instanceIdentifier: 'fixture-1',
      createdAt: new Date('2026-11-22T10:00:00Z'),
    },
    Buffer.from(invoice.replace(/^<\?xml.*?\?>\s*/, '')),
  )
}

async function relayOnce(server: Server): Promise<{ request: Captured; answer: Captured }> {
  const [message, response] = await once(server, 'request')
  const taken = await capture(message)
  const answer = await post(taken, receiver.url)
  const contentType = /^content-type: *(.*)$/im.exec(answer.head)?.[1] ?? ''
  response.writeHead(200, { 'Content-Type': contentType }).end(answer.body)
  return { request: taken, answer }
}

/** Without Accept-Encoding: the answer comes as it is. */
async function post({ head, body }: Captured, url: string): Promise<Captured> {
  const headers = Object.fromEntries(
    [...head.matchAll(/^([\w-]+): (.*?)\r$/gm)]
      .map(([, name = '', value = '']) => [name, value] as const)
      .filter(([name]) => !/^(accept-encoding|host|connection)$/i.test(name)),
  )
  const sending = request(url, { method: 'POST', headers, agent: false }).end(body)
  const [answer] = await once(sending, 'response')
  return capture(answer)
}

async function capture(message: IncomingMessage): Promise<Captured> {
  const first =
    message.method === undefined || message.method === null
      ? `HTTP/${message.httpVersion} ${message.statusCode} ${message.statusMessage}`
      : `${message.method} ${message.url} HTTP/${message.httpVersion}`
  const names = message.rawHeaders.filter((_, at) => at % 2 === 0)
  const lines = names.map((name, at) => `${name}: ${message.rawHeaders[2 * at + 1]}`)
  const body = Buffer.concat(await message.toArray())
  return { head: `${[first, ...lines].join('\r\n')}\r\n`, body }
}

function keep(name: string, ending: 'mime' | 'xml', { head, body }: Captured): void {
  writeFileSync(join(fixtures, `${name}.headers`), head)
  writeFileSync(join(fixtures, `${name}.${ending}`), body)
}
