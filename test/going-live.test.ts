// docs/going-live.md shows what the doctor says at each step: here the doctor says it, to a gateway
// in Peppol's test network (public-network.ts).
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { describeFinding } from '../src/cli/doctor.ts'
import { examine } from '../src/cli/examination/examine.ts'
import { joinNetwork } from '../src/cli/join-network.ts'
import { readConfig } from '../src/config/config.ts'
import { publicNetworks } from '../src/peppol/index.ts'
import { type Identity, makeCertificate } from '../src/sandbox/certificate.ts'
import { makePki, trustOf } from '../src/sandbox/pki.ts'
import { makeKeystore } from './crypto/authority.ts'
import { readyPair } from './crypto/ready-keys.ts'
import { replaceInternet } from './internet.ts'
import { addresses, listsHost, startPublicNetwork } from './public-network.ts'
import { temporaryFolder } from './store/database.ts'

const page = readFileSync('docs/going-live.md', 'utf8')
const folder = await temporaryFolder()
const internet = replaceInternet()
const network = await startPublicNetwork(join(folder, 'network'), internet)
const builtIn = publicNetworks.test.trust
publicNetworks.test.trust = trustOf(network.pki)

afterAll(async () => {
  publicNetworks.test.trust = builtIn
  internet.restore()
  await network.close()
})

beforeEach(() => {
  network.reset()
  network.smp.certificate = network.pki.gateway.certificate
})

async function doctorSays({
  keys = network.pki.gateway,
  dnsServer = network.dnsServer,
}: {
  keys?: Identity
  dnsServer?: string
} = {}): Promise<string[]> {
  const config = readConfig(settings(keys, dnsServer))
  const closing: (() => Promise<void>)[] = []
  const said: string[] = []
  const patient = {
    askDatabase: async () => ({
      name: 'the PostgreSQL server answers',
      participants: ['9915:fourcorner'],
      secretsKeyFault: undefined,
    }),
    async join() {
      const { keys, net, close, ...joined } = await joinNetwork(config)
      closing.push(close)
      return { ...joined, ...net, certificate: keys.certificate, others: {} }
    },
    disk: async () => ({ folder: '/data', freeBytes: 50e9, leastBytes: 50e6 }),
    alteredRules: () => [],
    now: () => new Date(),
  }
  for await (const finding of examine(patient)) said.push(describeFinding(finding))
  for (const close of closing) await close()
  return said
}

function settings(keys: Identity, dnsServer: string): { [name: string]: string } {
  const own = mkdtempSync(join(folder, 'gateway-'))
  writeFileSync(join(own, 'keystore.p12'), makeKeystore([keys], 'a secret'))
  writeFileSync(join(own, 'password'), 'a secret\n')
  return {
    PEPPOL_NETWORK: 'test',
    DATA_DIR: own,
    DNS_SERVERS: dnsServer,
    AS4_KEYSTORE_FILE: join(own, 'keystore.p12'),
    AS4_KEYSTORE_PASSWORD_FILE: join(own, 'password'),
  }
}

/** What the page shows under this name. */
function shown(name: string): string {
  const [, block] = page.split(`<!-- doctor: ${name} -->\n\`\`\`\n`)
  if (block === undefined) throw new Error(`docs/going-live.md has no block '${name}'`)
  return plain(block.slice(0, block.indexOf('```')))
}

// The page breaks long lines, and its times are examples.
function plain(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')
    .replaceAll(/\d+ s (behind|ahead of) another server/g, '0 s from another server')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const isWrong = (line: string) => !/^[\w ]+ ok {4,}/.test(line)
const day = 86_400_000

/** A certificate of this gateway that ends in 20 days. */
function endingSoon(): Identity {
  const pair = readyPair()
  const certificate = makeCertificate({
    commonName: 'POP900001',
    organisationalUnit: 'PEPPOL TEST AP',
    role: 'leaf',
    ...pair,
    issuer: network.pki['access-point-ca'],
    revocationList: `http://${listsHost}/access-point-ca.crl`,
    notBefore: new Date(Date.now() - 700 * day),
    notAfter: new Date(Date.now() + 20 * day),
  })
  return { certificate, privateKey: pair.privateKey }
}

type Asked = Parameters<typeof doctorSays>[0]
type Case = [name: string, check: string, change: () => Asked | Promise<Asked>]

describe('the doctor says what docs/going-live.md shows', () => {
  it('of a gateway that is ready', async () => {
    const said = await doctorSays()
    expect(said.filter(isWrong)).toEqual([])
    expect(plain(said.join('\n'))).toBe(shown('healthy'))
  })

  it.each<Case>([
    ['other network', 'chain', async () => ({ keys: await otherGateway() })],
    [
      'no lists',
      'revocation',
      () => {
        internet.hosts.delete(`${addresses[listsHost]} 80`)
        return {}
      },
    ],
    // No program is given a port that low.
    ['no DNS', 'DNS', () => ({ dnsServer: '127.0.0.1:1' })],
    [
      'not registered',
      'own SMP entry',
      () => {
        network.sml.lists = () => false
        return {}
      },
    ],
    ['ends soon', 'keystore', () => ({ keys: endingSoon() })],
  ])('of what is wrong: %s', async (name, check, change) => {
    const said = await doctorSays(await change())
    const lines = said.filter((line) => line.startsWith(check))
    expect(lines.filter(isWrong)).toHaveLength(1)
    expect(plain(lines.join('\n'))).toBe(shown(name))
  })
})

async function otherGateway(): Promise<Identity> {
  return (await makePki(new Date(), ['root', 'access-point-ca', 'gateway'])).gateway
}

it('the tests that docs/going-live.md names exist', () => {
  const named = [...page.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(5)
  for (const path of named) expect(() => readFileSync(path), path).not.toThrow(/ENOENT/)
})
