// The whole gateway in one process, joined to a network by settings only.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import dns from 'node:dns'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { type App, startApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { revocationAddresses } from '../src/crypto/index.ts'
import { makeCertificate, newKeyPair } from '../src/sandbox/certificate.ts'
import { accessPointSettings } from './access-point-settings.ts'
import { invoice } from './core/test-gateway.ts'
import { makeKeystore, makeCertificate as makeTestCertificate } from './crypto/authority.ts'
import { freePort } from './free-port.ts'
import { startSandboxIn } from './sandbox/shared.ts'
import { copyTemplate, temporaryFolder, testDatabase } from './store/database.ts'

const silent = { info() {}, warn() {}, error() {} }
const database = await testDatabase()
const laboratory = await temporaryFolder()
const { sandbox } = await startSandboxIn(laboratory)
afterAll(() => sandbox.close())

const newDataDir = () => mkdtempSync(join(laboratory, 'gateway-'))
const pki = (name: string) => join(laboratory, 'sandbox', 'pki', name)

/** Settings of an access point of that network. */
function settings(dataDir: string, changes: Record<string, string> = {}): Record<string, string> {
  return { ...accessPointSettings({ laboratory, sandbox }, dataDir), ...changes }
}

/** The list of the certificate's issuer. */
function listOf(certificate: X509Certificate): { revocationList?: string } {
  const [revocationList] = revocationAddresses(certificate).lists
  return revocationList === undefined ? {} : { revocationList }
}

function startIn(dataDir: string, changes: Record<string, string>): Promise<App> {
  return startApp(readConfig(settings(dataDir, changes)), silent, () => {})
}

/** Uses the database that this worker has already opened: starting another one takes seconds. */
async function start(changes: Record<string, string>): Promise<App> {
  await database.empty()
  return startIn(newDataDir(), { DATABASE_URL: database.url, ...changes })
}

async function deliver({ server, firstToken }: App, wait = 20): Promise<Record<string, unknown>> {
  const { port } = server.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/invoices/submit`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-API-Token': firstToken!,
      Prefer: `wait=${wait}`,
    },
    body: JSON.stringify(invoice()),
  })
  return (await answer.json()) as Record<string, unknown>
}

describe('a gateway that joins a network by settings', () => {
  it('delivers there, found by that DNS and trusted by those authorities', async () => {
    const dataDir = newDataDir()
    await copyTemplate(dataDir)
    const metricsPort = await freePort()
    const app = await startIn(dataDir, { METRICS_PORT: `${metricsPort}` })
    expect(app.sandbox).toBeUndefined()
    const record = await deliver(app)
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    expect(await metrics.text()).toContain('attempt_seconds_count{outcome="delivered"} 1')
    await app.stop()
    await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow()
    expect(record).toMatchObject({ status: 'delivered', certainty: 'confirmed' })
    const arrivals = readFileSync(join(sandbox.inbox, 'arrivals.jsonl'), 'utf8')
    expect(arrivals).toContain((record.as4 as { messageId: string }).messageId)
  })

  const wrong: [string, Record<string, string>, string][] = [
    [
      'the SMP authority is another one',
      { SMP_CA_FILE: pki('access-point-ca.pem') },
      'lookup.smp-signature-invalid',
    ],
    [
      'the access point authority is another one',
      { ACCESS_POINT_CA_FILE: pki('smp-ca.pem') },
      'certificate.untrusted',
    ],
    [
      'the root is another one',
      { TRUST_ROOTS_FILE: pki('gateway.pem') },
      'lookup.smp-signature-invalid',
    ],
  ]
  it.each(wrong)('sends nothing when %s', async (_, changes, code) => {
    const app = await start(changes)
    const record = await deliver(app)
    await app.stop()
    expect(record).toMatchObject({ status: 'failed', certainty: 'not-sent', failure: { code } })
  })

  it('sends nothing over plain http unless it is allowed', async () => {
    const app = await start({ OUTBOUND_ALLOW_INSECURE: 'false' })
    const record = await deliver(app, 1)
    await app.stop()
    expect(record).toMatchObject({ status: 'waiting', certainty: 'not-sent' })
  })

  it('takes the next certificate from beside the current one, and signs with it', async () => {
    const dataDir = newDataDir()
    const { privateKey, publicKey } = await newKeyPair()
    const issuer = {
      certificate: new X509Certificate(readFileSync(pki('access-point-ca.pem'))),
      privateKey: createPrivateKey(readFileSync(pki('access-point-ca.key'))),
    }
    const certificate = makeCertificate({
      commonName: 'POP900001',
      organisationalUnit: 'PEPPOL TEST AP',
      role: 'leaf',
      ...{ privateKey, publicKey, issuer },
      ...listOf(new X509Certificate(readFileSync(pki('gateway.pem')))),
      notBefore: new Date(Date.now() - 60_000),
      notAfter: new Date(Date.now() + 3_600_000),
    })
    const next = join(dataDir, 'next.p12')
    writeFileSync(next, makeKeystore([{ privateKey, certificate }], 'a secret of the laboratory'))
    const app = await start({ AS4_NEXT_KEYSTORE_FILE: next })
    const record = await deliver(app)
    const { peppolAccess } = app.gateway
    await app.stop()
    expect(peppolAccess.keys.certificate.raw).toEqual(certificate.raw)
    expect(record).toMatchObject({ status: 'delivered', certainty: 'confirmed' })
  })

  it('says that it is not ready while nobody trusts its certificate', async () => {
    const dataDir = newDataDir()
    const issuer = makeTestCertificate({ name: 'Another authority', isAuthority: true })
    const stranger = makeTestCertificate({ name: 'POP900001', issuer })
    const keystore = join(dataDir, 'of-a-stranger.p12')
    writeFileSync(keystore, makeKeystore([stranger], 'a secret of the laboratory'))
    const app = await start({ AS4_KEYSTORE_FILE: keystore })
    await app.stop()
    expect(app.faults).toEqual([expect.stringContaining('certificate cannot be used')])

    const trusted = await start({})
    await trusted.stop()
    expect(trusted.faults).toEqual([])
  })

  it('makes its data folder, whose disk readiness measures', async () => {
    await database.empty()
    const dataDir = join(newDataDir(), 'not', 'there')
    // A second node writes nothing there: the token was made by the first.
    const first = await startIn(newDataDir(), { DATABASE_URL: database.url })
    await first.stop()
    const app = await startIn(newDataDir(), { DATABASE_URL: database.url, DATA_DIR: dataDir })
    try {
      expect(app.firstToken).toBeUndefined()
      expect((await app.server.inject({ url: '/health/ready' })).json()).not.toHaveProperty('fault')
      expect((await app.server.inject({ url: '/health/ready' })).statusCode).toBe(200)
      expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    } finally {
      await app.stop()
    }
  })

  it('listens on one address by the name localhost: another had no guards', async () => {
    const both = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
    type Callback = (error: null, ...found: unknown[]) => void
    const lookUp = (name: string, ...[options, callback]: [object, Callback] | [Callback]) => {
      if (callback) return callback(null, both)
      const { address, family } = both.find((one) => one.address === name) ?? both[0]!
      ;(options as Callback)(null, address, family)
    }
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(lookUp as typeof dns.lookup)
    const app = await start({ HOST: 'localhost' })
    const addresses = app.server.addresses()
    await app.stop()
    lookup.mockRestore()
    expect(addresses).toEqual([expect.objectContaining({ address: '127.0.0.1' })])
  })

  it('does not start with a keystore that its password does not open', async () => {
    const dataDir = newDataDir()
    const other = join(dataDir, 'other')
    writeFileSync(other, 'wrong')
    const config = readConfig(settings(dataDir, { AS4_KEYSTORE_PASSWORD_FILE: other }))
    await expect(startApp(config, silent, () => {})).rejects.toThrow(/password/i)
  })
})
