// The SML as Peppol runs it, on an authoritative DNS server that is not ours: U-NAPTR records lead
// to the sandbox's SMP, and everything that can be wrong in a zone ends as it should.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { failureCodes } from '../../../src/core/failure-codes.ts'
import { type Net, openNet } from '../../../src/net/index.ts'
import {
  formatIdentifier,
  type LookupQuery,
  lookup,
  type NetworkError,
  type NetworkFailureCode,
  parseDocumentType,
  parseParticipant,
  parseProcess,
  smlName,
} from '../../../src/peppol/index.ts'
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts'
import { unusedPort } from '../../net/listen.ts'
import { documentType, processId } from '../as4/documents.ts'
import { buildPeer, runPeer, whyNoPeer } from '../smp/peer.ts'
import {
  type Knot,
  type Naptr,
  naptrLine,
  startKnot,
  udpBytesMax,
  whyNoKnot,
  zoneHead,
} from './knot.ts'

const missing = whyNoKnot()
const missingClient = whyNoPeer()
const zone = 'participant.sml.knot.test'
const brokenZone = 'participant.sml.broken.test'
const foreignZone = 'participant.sml.elsewhere.test'

// All are registered at the sandbox's SMP: only what DNS says about them differs.
const receivers = {
  listed: '0088:7300010000001',
  wrongService: '9915:service',
  wrongFlag: '9915:flag',
  captures: '9915:captures',
  noUrl: '9915:nourl',
  empty: '9915:empty',
  textOnly: '9915:text',
  several: '9915:several',
  crowded: '9915:crowded',
  alias: '9915:alias',
  unlisted: '9915:unlisted',
}

const nameOf = (participant: string, inZone = zone) =>
  smlName(parseParticipant(participant), inZone)

function zoneText(smpUrl: string): string {
  const good = { regexp: `!.*!${smpUrl}!` }
  const wrong = (port: number): Naptr => ({ regexp: `!.*!http://127.0.0.1:${port}!` })
  const records: [string, ...Naptr[]][] = [
    [receivers.listed, good],
    [receivers.wrongService, { ...good, service: 'Meta:SMPX' }],
    [receivers.wrongFlag, { ...good, flags: 'S' }],
    [receivers.captures, { regexp: '!^(.*)$!http://\\1.example!' }],
    [receivers.noUrl, { regexp: '!.*!smp.example!' }],
    [receivers.empty, { regexp: '', replacement: 'smp.example.' }],
    [
      receivers.several,
      { ...wrong(1), order: 100, preference: 20 },
      { ...good, order: 100, preference: 10 },
      { ...wrong(2), order: 200, preference: 1 },
      { ...wrong(3), order: 10, preference: 1, service: 'Meta:CSP' },
    ],
    [
      receivers.crowded,
      ...Array.from({ length: 100 }, (_, at) => ({ ...wrong(at + 1), order: at + 101 })),
      { ...good, order: 100 },
    ],
  ]
  return [
    zoneHead(zone),
    ...records.flatMap(([participant, ...list]) =>
      list.map((record) => naptrLine(nameOf(participant), record)),
    ),
    `${nameOf(receivers.textOnly)}. TXT "no NAPTR here"\n`,
    `${nameOf(receivers.alias)}. CNAME ${nameOf(receivers.listed)}.\n`,
  ].join('')
}

const nets: Net[] = []
function openNetOver(...dnsServers: string[]): Net {
  const quick = { ...limits.sending, dnsTryMs: 300, dnsTries: 2 }
  const net = openNet({ dnsServers, plainHttpAllowed: true, limits: quick })
  nets.push(net)
  return net
}

describe.skipIf(missing)(`the SML on Knot DNS${missing ? ` (${missing})` : ''}`, () => {
  let folder: string
  let sandbox: Sandbox
  let knot: Knot
  let net: Net

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fourcorner-dns-'))
    const all = Object.values(receivers)
    sandbox = await startSandbox({ dataDir: folder, receivers: all, limits: limits.reception })
    const { dnsServers, smlZone } = sandbox.settings
    const found = await openNetOver(...dnsServers).resolveNaptr(nameOf(receivers.listed, smlZone))
    if (found.kind !== 'records') throw new Error('the sandbox lists nobody')
    const smpUrl = found.records[0]!.regexp.split('!')[2]!
    const zones = { [zone]: zoneText(smpUrl), [brokenZone]: undefined }
    knot = await startKnot(join(folder, 'knot'), zones)
    net = openNetOver(knot.server)
  })

  afterAll(async () => {
    for (const one of nets) await one.close()
    await knot?.stop()
    await sandbox?.close()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  async function find(
    participant: string,
    { over = net, smlZone = zone }: { over?: Net; smlZone?: string } = {},
  ): Promise<string> {
    const { trustRoots: roots, accessPointIssuers, smpIssuers } = sandbox.settings
    const trust = { roots, accessPointIssuers, smpIssuers }
    const network = { name: 'custom' as const, smlZone, plainHttpAllowed: true, trust }
    const query: LookupQuery = {
      participant: parseParticipant(participant),
      documentType: parseDocumentType(documentType),
      process: parseProcess(processId),
    }
    const needs = { ...over, network, revocationOf: async () => 'good' as const }
    return lookup({ ...needs, now: () => new Date() }, query).then(
      ({ seatId }) => seatId,
      (error: NetworkError) => error.code,
    )
  }

  it('leads to the endpoint of a participant, in any case of its letters', async () => {
    expect(await find(receivers.listed)).toBe('POP900002')
    expect(await find('9915:SEVERAL')).toBe('POP900002')
  })

  it.skipIf(missingClient)('leads peppol-smp-client there, too', async () => {
    buildPeer()
    const issuer = join(folder, 'smp-ca.pem')
    writeFileSync(issuer, String(sandbox.settings.smpIssuers[0]))
    const participant = formatIdentifier(parseParticipant(receivers.listed))
    const order = { participant, documentType, process: processId, issuer, zone: `${zone}.` }
    const said = await runPeer('metadata', order, knot.server)
    expect(said.url?.[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/as4$/)
    const nobody = { ...order, participant: participant.replace('7300010000001', '7300010000018') }
    const { refused } = await runPeer('metadata', nobody, knot.server)
    expect(refused?.[0]).toMatch(/^SMPDNSResolutionException/)
  })

  it('leads there through an alias, as DNS says', async () => {
    expect(await find(receivers.alias)).toBe('POP900002')
  })

  it('leads to the first of several by order, then by preference', async () => {
    expect(await find(receivers.several)).toBe('POP900002')
  })

  it('leads there over TCP when the records are too many for UDP', async () => {
    const answer = await net.resolveNaptr(nameOf(receivers.crowded))
    if (answer.kind !== 'records') throw new Error(answer.kind)
    expect(answer.records).toHaveLength(101)
    const bytes = answer.records.map(({ regexp }) => regexp.length).reduce((a, b) => a + b)
    expect(bytes).toBeGreaterThan(udpBytesMax)
    expect(await find(receivers.crowded)).toBe('POP900002')
  })

  it('is asked at the second server when the first one is silent', async () => {
    const over = openNetOver(`127.0.0.1:${await unusedPort()}`, knot.server)
    expect(await find(receivers.listed, { over })).toBe('POP900002')
  })

  const invalid = 'lookup.record-invalid'
  it.each<[string, string, NetworkFailureCode]>([
    ['does not exist', receivers.unlisted, 'receiver.not-registered'],
    ['has other records only', receivers.textOnly, 'receiver.not-registered'],
    ['is listed for another service', receivers.wrongService, invalid],
    ['is listed with another flag', receivers.wrongFlag, invalid],
    ['is listed with an expression that captures', receivers.captures, invalid],
    ['is listed without a URL', receivers.noUrl, invalid],
    ['is listed with a replacement instead of a URL', receivers.empty, invalid],
  ])('ends at once when the name %s', async (_, participant, code) => {
    expect(await find(participant)).toBe(code)
    expect(failureCodes[code].again).toBe('give-up')
  })

  it.each([
    ['was told to serve the zone and cannot read it', brokenZone],
    ['does not serve the zone', foreignZone],
  ])('is tried again later when the server %s', async (_, smlZone) => {
    expect(await find(receivers.listed, { smlZone })).toBe('lookup.dns-failed')
    expect(failureCodes['lookup.dns-failed'].again).toBe('dns-unavailable')
  })

  it('is tried again later when no server is there', async () => {
    const over = openNetOver(`127.0.0.1:${await unusedPort()}`)
    expect(await find(receivers.listed, { over })).toBe('lookup.dns-failed')
  })

  it('knows whom the sandbox knows, and nobody else: the refusals have their own reasons', () => {
    const known = sandbox.receivers.map((one) => formatIdentifier(parseParticipant(one)))
    for (const participant of Object.values(receivers))
      expect(known).toContain(formatIdentifier(parseParticipant(participant)))
  })
})
