// Documents that go the whole way on Peppol's test network: the program as an operator starts it,
// with PEPPOL_NETWORK=test. Replaced are the built-in authorities, and the Internet (internet.ts).
import { mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type App, startApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { createToken, scopes } from '../src/core/access/token.ts'
import { publicNetworks } from '../src/peppol/index.ts'
import { makePki, trustOf } from '../src/sandbox/pki.ts'
import { invoice } from './core/test-gateway.ts'
import { makeKeystore } from './crypto/authority.ts'
import { replaceInternet } from './internet.ts'
import {
  accessPointHost,
  addresses,
  listsHost,
  type PublicNetwork,
  smpHost,
  startPublicNetwork,
} from './public-network.ts'
import { temporaryFolder, testDatabase } from './store/database.ts'

const silent = { info() {}, warn() {}, error() {} }
const database = await testDatabase()
const folder = await temporaryFolder()
const internet = replaceInternet()
const network = await startPublicNetwork(join(folder, 'network'), internet)
const builtIn = publicNetworks.test.trust
publicNetworks.test.trust = trustOf(network.pki)
const others = await makePki(new Date(), [
  'root',
  'access-point-ca',
  'access-point',
  'smp-ca',
  'smp',
])

afterAll(async () => {
  publicNetworks.test.trust = builtIn
  internet.restore()
  await network.close()
})

beforeEach(() => network.reset())

type Answer = { status: string; [member: string]: unknown }

/** Starts the gateway on an empty database, submits an invoice, and waits for its first attempt. */
async function send(): Promise<Answer> {
  await database.empty()
  const token = await makeToken()
  const app = await startApp(readConfig(settings()), silent, () => {})
  try {
    return await submit(app, token)
  } finally {
    await app.stop()
  }
}

function settings(): { [name: string]: string } {
  const dataDir = mkdtempSync(join(folder, 'gateway-'))
  const keystore = join(dataDir, 'keystore.p12')
  const password = join(dataDir, 'keystore-password')
  writeFileSync(keystore, makeKeystore([network.pki.gateway], 'a secret'))
  writeFileSync(password, 'a secret\n')
  return {
    PEPPOL_NETWORK: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DNS_SERVERS: network.dnsServer,
    AS4_KEYSTORE_FILE: keystore,
    AS4_KEYSTORE_PASSWORD_FILE: password,
  }
}

async function makeToken(): Promise<string> {
  const { store } = database
  const now = () => new Date()
  const newId = () => crypto.randomUUID()
  const tenant = {
    id: newId(),
    name: 'default',
    participants: ['*'],
    duplicates: 'refuse' as const,
  }
  const { id } = await store.ensureTenant(tenant, { actor: 'test', at: now() })
  const wish = { name: 'test', tenantId: id, environment: 'live' as const, scopes, actor: 'test' }
  return createToken({ store, now, newId }, wish)
}

async function submit({ server }: App, token: string): Promise<Answer> {
  const { port } = server.server.address() as AddressInfo
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = {
      'Content-Type': 'application/json',
      'X-API-Token': token,
      Prefer: 'wait=1',
    }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers })
    return (await answer.json()) as Answer
  }
  const body = JSON.stringify(invoice())
  let record = await call('/api/v1/invoices/submit', { method: 'POST', body })
  while (record.status === 'accepted' || record.status === 'sending')
    record = await call(`/api/v1/status/${record.id}`)
  return record
}

it('a document goes from JSON to a receipt, over addresses that are public', async () => {
  const record = await send()
  expect(record).toMatchObject({ status: 'delivered', certainty: 'confirmed', attempts: 1 })
  expect(network.arrivals).toEqual([(record.as4 as { messageId: string }).messageId])
  expect([...new Set(internet.attempts)].sort()).toEqual(
    [
      `${addresses[accessPointHost]} 443`,
      `${addresses[listsHost]} 80`,
      `${addresses[smpHost]} 443`,
    ].sort(),
  )
})

type Case = [string, (network: PublicNetwork) => void, string]

describe('a document goes nowhere', () => {
  it.each<Case>([
    [
      'when the access point was certified by another authority',
      ({ smp }) => Object.assign(smp, { certificate: others['access-point'].certificate }),
      'certificate.untrusted',
    ],
    [
      'when the SMP was certified by another authority',
      ({ smp }) => Object.assign(smp, { signer: others.smp }),
      'lookup.smp-signature-invalid',
    ],
    [
      'when the access point has the certificate of an SMP',
      ({ smp, pki }) => Object.assign(smp, { certificate: pki.smp.certificate }),
      'certificate.untrusted',
    ],
    [
      'when the certificate of the access point was revoked',
      ({ revoke }) => revoke('POP900002'),
      'certificate.revoked',
    ],
    [
      'when the certificate of the SMP was revoked',
      ({ revoke }) => revoke('smp'),
      'lookup.smp-signature-invalid',
    ],
  ])('%s', async (_, change, code) => {
    change(network)
    const before = network.arrivals.length
    expect(await send()).toMatchObject({
      status: 'failed',
      certainty: 'not-sent',
      failure: { code },
    })
    expect(network.arrivals).toHaveLength(before)
    expect(internet.attempts).not.toContain(`${addresses[accessPointHost]} 443`)
  })

  const elsewhere = '10.0.0.25'
  it.each<Case>([
    [
      'while the access point is at a private address',
      () => internet.names.set(accessPointHost, () => [elsewhere]),
      'retry-backoff',
    ],
    [
      'while one of its addresses is private',
      () => internet.names.set(accessPointHost, () => [addresses[accessPointHost], elsewhere]),
      'retry-backoff',
    ],
    [
      'while the metadata name a private address',
      ({ smp }) => Object.assign(smp, { url: `https://${elsewhere}/as4` }),
      'retry-backoff',
    ],
    [
      'while the metadata name plain http',
      ({ smp }) => Object.assign(smp, { url: `http://${accessPointHost}/as4` }),
      'retry-backoff',
    ],
    [
      'while the SMP is on this machine',
      () => internet.names.set(smpHost, () => ['127.0.0.1']),
      'smp-unavailable',
    ],
    [
      'while the revocation lists are in a private network',
      () => internet.names.set(listsHost, () => ['::ffff:10.0.0.25']),
      'revocation-unavailable',
    ],
    [
      'while no web authority vouches for the SMP and the access point',
      () => internet.authorities.splice(0),
      'smp-unavailable',
    ],
  ])('%s', async (_, change, reason) => {
    change(network)
    const before = network.arrivals.length
    expect(await send()).toMatchObject({
      status: 'waiting',
      certainty: 'not-sent',
      waiting: { reason },
    })
    expect(network.arrivals).toHaveLength(before)
    const known = Object.values(addresses)
    for (const attempt of internet.attempts) expect(known).toContain(attempt.split(' ')[0])
  })
})
