// Peppol's test network on this machine, as the public Internet shows it: an SML, an SMP and an
// access point by https under host names, and the revocation lists of its authorities.
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { limits } from '../src/config/limits.ts'
import { localKeys } from '../src/crypto/index.ts'
import { parseParticipant, publicNetworks, smlName } from '../src/peppol/index.ts'
import { listenForMessages, receiveMessage } from '../src/reception/index.ts'
import type { Identity } from '../src/sandbox/certificate.ts'
import { listenForDns } from '../src/sandbox/dns-listener.ts'
import { listenForGets } from '../src/sandbox/get-listener.ts'
import { openRegister, servedBy } from '../src/sandbox/participants.ts'
import { type SandboxPki, trustOf } from '../src/sandbox/pki.ts'
import { openPki } from '../src/sandbox/pki-folder.ts'
import { openRevocationLists, revokeIn } from '../src/sandbox/revocation-lists.ts'
import { smpAnswer } from '../src/sandbox/smp.ts'
import type { Internet } from './internet.ts'
import { tlsCertificate, tlsKey } from './net/tls-certificate.ts'
import { copyKeysTo } from './sandbox/shared.ts'

export const smpHost = 'smp.fourcorner.example'
export const accessPointHost = 'ap.fourcorner.example'
export const listsHost = 'crl.fourcorner.example'

// Public by the registries, and nobody's: 6bone gave its addresses back in 2006, and those of AS112
// lead to servers that throw everything away.
export const addresses = {
  [smpHost]: '3ffe:ffff::25',
  [accessPointHost]: '192.31.196.25',
  [listsHost]: '3ffe:ffff::80',
} as const

const host = '127.0.0.1'

export type PublicNetwork = {
  pki: SandboxPki
  dnsServer: string
  /** MessageIds that the access point has taken. */
  arrivals: string[]
  /** Whether a name is in the SML. Everybody is but the one whom a doctor asks for. */
  sml: { lists(name: string): boolean }
  /** What the SMP signs with, and what it says of the access point. */
  smp: { signer: Identity; certificate: Identity['certificate']; url: string }
  revoke(seat: string): void
  /** Makes everything right again. */
  reset(): void
  close(): Promise<void>
}

export async function startPublicNetwork(
  folder: string,
  internet: Internet,
): Promise<PublicNetwork> {
  const now = () => new Date()
  const pkiFolder = join(folder, 'pki')
  mkdirSync(folder, { recursive: true })
  await copyKeysTo(pkiFolder)
  const pki = await openPki(pkiFolder, now(), `http://${listsHost}`, () => {})
  const lists = openRevocationLists(pkiFolder, pki, now)
  const register = openRegister(join(folder, 'participants.json'), ['0242:900001'])
  const arrivals: string[] = []
  const accessPoint = {
    limits: limits.reception,
    keys: localKeys(pki['access-point']),
    trust: trustOf(pki),
    revocationOf: lists.revocationOf,
    serves: servedBy(register),
    async keep(arrival: { message: { messageId: string } }, makeReceipt: () => Promise<Buffer>) {
      arrivals.push(arrival.message.messageId)
      return { kind: 'stored' as const, receipt: await makeReceipt() }
    },
    now,
  }
  const as4 = await listenForMessages(
    0,
    limits.reception,
    async (request) => (await receiveMessage(request, accessPoint)).answer,
  )
  const truth = () => ({
    signer: pki.smp,
    certificate: pki['access-point'].certificate,
    url: `https://${accessPointHost}/as4`,
  })
  const smp = truth()
  const nobody = smlName(parseParticipant('9999:fourcorner-doctor'), publicNetworks.test.smlZone)
  const sml = { lists: (name: string) => name !== nobody }
  const { lists: isListed } = sml
  const publisher = await listenForGets(
    { host, port: 0 },
    (path) =>
      smpAnswer(path, {
        url: `https://${smpHost}`,
        keys: localKeys(smp.signer),
        directory: register,
        endpoint: smp,
      }),
    () => {},
  )
  const publisherOfLists = await listenForGets(
    { host, port: 0 },
    async (path) => lists.answer(path),
    () => {},
  )
  const dns = await listenForDns(host, {
    zone: publicNetworks.test.smlZone,
    smpOf: (name) => (sml.lists(name) ? `https://${smpHost}` : undefined),
  })
  const certificate = tlsCertificate({ dns: smpHost }, { dns: accessPointHost })
  const fronts = [
    await startTls(certificate, portOf(publisher.url)),
    await startTls(certificate, portOf(as4.url)),
  ] as const

  function reset(): void {
    Object.assign(smp, truth())
    sml.lists = isListed
    rmSync(join(pkiFolder, 'revoked.json'), { force: true })
    for (const [name, address] of Object.entries(addresses))
      internet.names.set(name, () => [address])
    internet.hosts.set(`${addresses[smpHost]} 443`, fronts[0].port)
    internet.hosts.set(`${addresses[accessPointHost]} 443`, fronts[1].port)
    internet.hosts.set(`${addresses[listsHost]} 80`, portOf(publisherOfLists.url))
    internet.authorities.splice(0, Number.POSITIVE_INFINITY, certificate)
    internet.attempts.splice(0)
  }
  reset()
  return {
    pki,
    dnsServer: dns.server,
    arrivals,
    sml,
    smp,
    revoke: (seat) => revokeIn(pkiFolder, pki, seat, now()),
    reset,
    async close() {
      for (const front of fronts) front.close()
      await Promise.all([as4, publisher, publisherOfLists, dns].map((one) => one.close()))
    },
  }
}

/** Ends TLS, as the proxy in front of an access point does. */
async function startTls(
  certificate: string,
  behind: number,
): Promise<{ port: number; close(): void }> {
  const server = createServer({ key: tlsKey, cert: certificate }, (client) => {
    const inner = connect(behind, host)
    client.on('error', () => inner.destroy()).on('close', () => inner.destroy())
    inner.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.pipe(inner).pipe(client)
  })
  server.on('tlsClientError', () => {})
  server.listen(0, host)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
