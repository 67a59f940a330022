// A network with bad members, which a gateway joins by its settings: two built sandboxes of one
// PKI, one of which can be frozen, so that its access point takes connections and never answers;
// and for every other participant an SMP that answers what it is told to.
import { execFileSync } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode, encode } from 'dns-packet'
import { startGateway } from '../gateway-process.ts'

export type HostileNetwork = {
  settings: Record<string, string>
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** Served by the access point that can be frozen. */
export const frozenReceiver = { scheme: '9915', id: 'frozen' }

const host = '127.0.0.1'

/** `smpAnswers`: what the bad SMP serves for participants whose identifier ends so. */
export async function openHostileNetwork(
  smpAnswers: Record<string, Buffer>,
): Promise<HostileNetwork> {
  const good = await startGateway()
  const dataDir = mkdtempSync(join(tmpdir(), 'fourcorner-frozen-'))
  const pki = (name: string) => join(good.dataDir, 'sandbox', 'pki', name)
  mkdirSync(join(dataDir, 'sandbox'))
  cpSync(pki('.'), join(dataDir, 'sandbox', 'pki'), { recursive: true })
  const { scheme, id } = frozenReceiver
  const frozen = await startGateway({ SANDBOX_RECEIVERS: `${scheme}:${id}` }, dataDir)
  const smp = await listenAsSmp(smpAnswers)
  const smpUrl = `http://${host}:${(smp.address() as AddressInfo).port}`
  const dns = await listenAsSml([good, frozen].map(dnsPortOf), smpUrl)
  return {
    settings: {
      PEPPOL_NETWORK: 'custom',
      SML_ZONE: 'participant.sml.sandbox.test',
      DNS_SERVERS: `${host}:${dns.address().port}`,
      TRUST_ROOTS_FILE: pki('root.pem'),
      ACCESS_POINT_CA_FILE: pki('access-point-ca.pem'),
      SMP_CA_FILE: pki('smp-ca.pem'),
      ...keystoreOf(good.dataDir, pki),
      OUTBOUND_ALLOW_INSECURE: 'true',
    },
    freeze: () => void frozen.child.kill('SIGSTOP'),
    thaw: () => void frozen.child.kill('SIGCONT'),
    async close() {
      frozen.child.kill('SIGCONT')
      dns.close()
      smp.close()
      await Promise.all([good.stop(), frozen.stop()])
    },
  }
}

function keystoreOf(folder: string, pki: (name: string) => string): Record<string, string> {
  const [keystore, password] = [join(folder, 'keystore.p12'), join(folder, 'keystore-password')]
  writeFileSync(password, 'a secret of the tests\n')
  const files = ['-inkey', pki('gateway.key'), '-in', pki('gateway.pem'), '-out', keystore]
  execFileSync('openssl', ['pkcs12', '-export', ...files, '-passout', `file:${password}`])
  return { AS4_KEYSTORE_FILE: keystore, AS4_KEYSTORE_PASSWORD_FILE: password }
}

function dnsPortOf({ dataDir }: { dataDir: string }): number {
  const server = readFileSync(join(dataDir, 'sandbox', 'dns-server'), 'utf8')
  return Number(server.trim().split(':')[1])
}

async function listenAsSmp(answers: Record<string, Buffer>): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    const found = Object.entries(answers).find(([end]) => url.endsWith(end))
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/xml' }).end(found?.[1])
  })
  server.listen(0, host)
  await once(server, 'listening')
  return server
}

/** Asks one sandbox after the other; whoever is in neither is at the bad SMP. */
async function listenAsSml(ports: number[], smpUrl: string): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.on('message', async (query, { port, address }) => {
    let answer: Buffer | undefined
    for (const each of ports) answer = isFound(answer) ? answer : await relay(query, each)
    socket.send(isFound(answer) ? answer! : naptrOf(query, smpUrl), port, address)
  })
  socket.bind(0, host)
  await once(socket, 'listening')
  return socket
}

const isFound = (answer?: Buffer) => answer !== undefined && decode(answer).answers?.length !== 0

async function relay(query: Buffer, port: number): Promise<Buffer | undefined> {
  const socket = createSocket('udp4')
  socket.send(query, port, host)
  const [answer] = await once(socket, 'message', { signal: AbortSignal.timeout(1_000) }).catch(
    () => [],
  )
  socket.close()
  return answer as Buffer | undefined
}

function naptrOf(query: Buffer, smpUrl: string): Buffer {
  const { id, questions = [] } = decode(query)
  const [{ name } = { name: '' }] = questions
  const regexp = `!.*!${smpUrl}!`
  const data = { order: 1, preference: 1, flags: 'U', services: 'Meta:SMP', regexp }
  return encode({
    type: 'response',
    id: id ?? 0,
    questions,
    answers: [{ type: 'NAPTR', name, data: { ...data, replacement: '' } }],
  })
}
