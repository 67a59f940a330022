// Service metadata both ways against peppol-smp-client: it reads what our sandbox publishes, found
// in DNS; and our lookup reads what it marshals and the JDK signs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { algorithms } from '../../../src/crypto/index.ts'
import { type Net, openNet } from '../../../src/net/index.ts'
import {
  type Endpoint,
  formatIdentifier,
  lookup,
  type NetworkError,
  parseDocumentType,
  parseParticipant,
  parseProcess,
  smlName,
} from '../../../src/peppol/index.ts'
import { metadataUrl } from '../../../src/peppol/smp.ts'
import { type DnsListener, listenForDns } from '../../../src/sandbox/dns-listener.ts'
import { type GetAnswer, listenForGets } from '../../../src/sandbox/get-listener.ts'
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts'
import { defaultServices } from '../../../src/sandbox/participants.ts'
import { makePki, type SandboxPki, trustOf } from '../../../src/sandbox/pki.ts'
import { documentType, processId } from '../as4/documents.ts'
import { keystoreOf, password } from '../as4/laboratory.ts'
import { buildPeer, runPeer, type Said, whyNoPeer } from './peer.ts'

const missing = whyNoPeer()
const host = '127.0.0.1'
const participant = '9915:fourcorner'
const asked = {
  participant: formatIdentifier(parseParticipant(participant)),
  documentType,
  process: processId,
}
const query = {
  participant: parseParticipant(participant),
  documentType: parseDocumentType(documentType),
  process: parseProcess(processId),
}

let folder: string
const open: { close(): Promise<void> }[] = []
const write = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

/** A DNS server in which everybody is at `smpUrl`, and our way out through it. */
async function startDns(smpUrl: string, zone: string): Promise<{ dns: DnsListener; net: Net }> {
  const dns = await listenForDns(host, { zone, smpOf: () => smpUrl })
  const dnsServers = [dns.server]
  const net = openNet({ dnsServers, plainHttpAllowed: true, limits: limits.sending })
  open.push(net, dns)
  return { dns, net }
}

async function startPages(answer: (path: string) => Promise<GetAnswer>): Promise<string> {
  const listener = await listenForGets({ host, port: 0 }, answer, () => {})
  open.push(listener)
  return listener.url
}

const page = (body: string | Buffer): GetAnswer => ({
  status: 200,
  contentType: 'application/xml',
  body: Buffer.from(body),
})

describe.skipIf(missing)(`SMP and peppol-smp-client${missing ? ` (${missing})` : ''}`, () => {
  beforeAll(() => {
    buildPeer()
    folder = mkdtempSync(join(tmpdir(), 'fourcorner-smp-'))
  })

  afterAll(async () => {
    for (const one of open.splice(0)) await one.close()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  describe('its client, asked about our sandbox', () => {
    let sandbox: Sandbox
    let issuer: string
    let smpUrl: string

    beforeAll(async () => {
      sandbox = await startSandbox({ dataDir: folder, receivers: [], limits: limits.reception })
      open.push(sandbox)
      issuer = write('smp-ca.pem', String(sandbox.settings.smpIssuers[0]))
      const { dnsServers, smlZone } = sandbox.settings
      const net = openNet({ dnsServers, plainHttpAllowed: true, limits: limits.sending })
      open.push(net)
      const found = await net.resolveNaptr(smlName(query.participant, smlZone))
      if (found.kind !== 'records') throw new Error('the sandbox lists nobody')
      smpUrl = found.records[0]!.regexp.split('!')[2]!
    })

    const ask = (
      command: 'group' | 'metadata',
      change: Record<string, string> = {},
      dns = sandbox.settings.dnsServers[0],
    ): Promise<Said> =>
      runPeer(command, { ...asked, issuer, zone: `${sandbox.settings.smlZone}.`, ...change }, dns)

    it('finds our SMP in DNS and reads the document types of a participant', async () => {
      const { documentType: types = [] } = await ask('group')
      const taken = defaultServices().map((service) => formatIdentifier(service.documentType))
      expect(types).toHaveLength(new Set(taken).size)
      expect(types).toContain(documentType)
    })

    it('reads the endpoint that we find, and believes its signature', async () => {
      const { smlZone, dnsServers } = sandbox.settings
      const { trustRoots: roots, accessPointIssuers, smpIssuers } = sandbox.settings
      const net = openNet({ dnsServers, plainHttpAllowed: true, limits: limits.sending })
      open.push(net)
      const trust = { roots, accessPointIssuers, smpIssuers }
      const network = { name: 'sandbox' as const, smlZone, plainHttpAllowed: true, trust }
      const revocationOf = async () => 'good' as const
      const needs = { ...net, network, revocationOf, now: () => new Date() }
      const ours = await lookup(needs, query)
      expect(await ask('metadata')).toEqual({
        smp: [`${smpUrl}/`],
        url: [ours.url],
        certificate: [ours.certificate.raw.toString('base64')],
      })
    })

    it('refuses metadata that was changed on the way', async () => {
      const { smlZone } = sandbox.settings
      const forger = await startPages(async (path) => {
        const body = await (await fetch(smpUrl + path)).text()
        expect(body).toContain('/as4<')
        return page(body.replace('/as4<', '/as5<'))
      })
      const { dns } = await startDns(forger, smlZone)
      const { refused, url } = await ask('metadata', {}, dns.server)
      expect(url).toBeUndefined()
      expect(refused?.[0]).toMatch(/Signature returned from SMP server was not valid/)
    })

    it('reads the same through the same detour when nothing was changed', async () => {
      const { smlZone } = sandbox.settings
      const honest = await startPages(async (path) =>
        page(await (await fetch(smpUrl + path)).text()),
      )
      const { dns } = await startDns(honest, smlZone)
      expect((await ask('metadata', {}, dns.server)).url?.[0]).toMatch(/\/as4$/)
    })

    it('refuses a signer that another authority certified', async () => {
      const other = write('ap-ca.pem', String(sandbox.settings.accessPointIssuers[0]))
      const { refused } = await ask('metadata', { issuer: other })
      expect(refused?.[0]).toMatch(/Error in validating signature/)
    })

    it('finds nobody who is not registered, and no document type that is not', async () => {
      const nobody = formatIdentifier(parseParticipant(sandbox.unregistered))
      expect((await ask('metadata', { participant: nobody })).refused?.[0]).toMatch(
        /^SMPDNSResolutionException/,
      )
      const order = documentType.replaceAll('Invoice', 'Order')
      expect((await ask('metadata', { documentType: order })).refused?.[0]).toMatch(/NotFound/)
    })
  })

  describe('our lookup, in metadata that it marshals and the JDK signs', () => {
    const zone = 'participant.sml.smp.test'
    const endpointUrl = 'https://ap.example/as4?a=1&b=2'
    type Names = 'root' | 'smp-ca' | 'smp' | 'access-point-ca' | 'access-point'
    const pages = new Map<string, Buffer>()
    let pki: Pick<SandboxPki, Names>
    let smpUrl: string
    let net: Net
    let own: Record<string, string>

    beforeAll(async () => {
      pki = await makePki(new Date(), ['root', 'smp-ca', 'smp', 'access-point-ca', 'access-point'])
      const strangers = await makePki(new Date(), ['root', 'smp-ca', 'smp'])
      write('smp.p12', keystoreOf(pki.smp, [pki['smp-ca'], pki.root]))
      write('stranger.p12', keystoreOf(strangers.smp, [strangers['smp-ca'], strangers.root]))
      smpUrl = await startPages(async (path) => {
        const body = pages.get(path)
        return body ? page(body) : { status: 404, contentType: 'text/plain', body: Buffer.from('') }
      })
      ;({ net } = await startDns(smpUrl, zone))
      own = {
        ...asked,
        keystore: join(folder, 'smp.p12'),
        password,
        url: endpointUrl,
        certificate: write('access-point.pem', String(pki['access-point'].certificate)),
        out: join(folder, 'metadata.xml'),
      }
    })

    const path = () => new URL(metadataUrl(smpUrl, query)).pathname

    async function publish(change: Record<string, string> = {}, at = path()): Promise<void> {
      await runPeer('publish', { ...own, ...change })
      pages.set(at, readFileSync(own.out!))
    }

    const find = (): Promise<Endpoint> =>
      lookup(
        {
          ...net,
          network: { name: 'custom', smlZone: zone, plainHttpAllowed: true, trust: trustOf(pki) },
          revocationOf: async () => 'good',
          now: () => new Date(),
        },
        query,
      )

    it.each<[string, Record<string, string>]>([
      ['inclusive canonicalisation', {}],
      ['exclusive canonicalisation', { canonicalization: algorithms.exclusive }],
      ['a prefix', { prefix: 'ds' }],
    ])('finds the endpoint under a signature with %s', async (_, change) => {
      await publish(change)
      const { url, seatId, certificate } = await find()
      expect({ url, seatId }).toEqual({ url: endpointUrl, seatId: 'POP900002' })
      expect(certificate.raw.equals(pki['access-point'].certificate.raw)).toBe(true)
    })

    it('follows its redirect to the SMP that it names, and to no other', async () => {
      await publish({}, '/elsewhere')
      const redirect = `${smpUrl}/elsewhere`
      const certificateUid = pki.smp.certificate.subject.split('\n').reverse().join(',')
      await publish({ redirect, certificateUid })
      expect((await find()).url).toBe(endpointUrl)
      await publish({ redirect, certificateUid: certificateUid.replace('PSP900001', 'PSP900009') })
      expect(await codeOf(find())).toBe('lookup.smp-signature-invalid')
    })

    it.each<[string, Record<string, string>, string]>([
      ['not signed', { fault: 'unsigned' }, 'lookup.smp-signature-invalid'],
      ['changed after it was signed', { fault: 'changed' }, 'lookup.smp-signature-invalid'],
      ['signed with SHA-1', { fault: 'sha1' }, 'lookup.smp-signature-invalid'],
      ['signed by a stranger', { keystore: 'stranger.p12' }, 'lookup.smp-signature-invalid'],
      [
        'about another participant',
        { participant: 'iso6523-actorid-upis::9915:nobody' },
        'lookup.smp-invalid',
      ],
    ])('refuses what is %s', async (_, { keystore, ...change }, code) => {
      await publish({ ...change, ...(keystore ? { keystore: join(folder, keystore) } : {}) })
      expect(await codeOf(find())).toBe(code)
    })
  })
})

function codeOf(finding: Promise<Endpoint>): Promise<string> {
  return finding.then(
    () => 'found',
    (error: NetworkError) => error.code,
  )
}
