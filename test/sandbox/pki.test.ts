import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificateFault, commonName } from '../../src/crypto/index.ts'
import { checkSmp, seatOf } from '../../src/peppol/index.ts'
import { identityNames, makePki, type SandboxPki, trustOf } from '../../src/sandbox/pki.ts'
import { openPki } from '../../src/sandbox/pki-folder.ts'
import { makeImpostors } from './impostors.ts'

const now = new Date()
const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(now.getTime() + days * day)

const listsUrl = 'http://127.0.0.1:4711'
let folder: string
let pki: SandboxPki
const said: string[] = []

beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'sandbox-pki-')), 'pki')
  pki = await openPki(folder, now, listsUrl, (line) => said.push(line))
})

afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

describe('the certificates', () => {
  it('let the gateway and the access point act as access points, by seat id', async () => {
    const trust = trustOf(pki)
    const judging = { trust, now, revocationOf: async () => 'good' as const }
    expect(seatOf(pki.gateway.certificate, trust, now)).toBe('POP900001')
    expect(seatOf(pki['access-point'].certificate, trust, now)).toBe('POP900002')
    await expect(checkSmp(pki.smp.certificate, judging)).resolves.toBeUndefined()
  })

  it('let no SMP act as an access point, nor the reverse, nor a stranger as anything', async () => {
    const trust = trustOf(pki)
    const judging = { trust, now, revocationOf: async () => 'good' as const }
    expect(() => seatOf(pki.smp.certificate, trust, now)).toThrow()
    await expect(checkSmp(pki.gateway.certificate, judging)).rejects.toThrow()
    const { neighbour, stranger } = await makeImpostors(pki['access-point-ca'])
    expect(() => seatOf(stranger.certificate, trust, now)).toThrow()
    expect(commonName(stranger.certificate)).toBe(commonName(pki['access-point'].certificate))
    expect(seatOf(neighbour.certificate, trust, now)).toBe('POP900003')
  })

  it('name themselves as those of Peppol do', () => {
    expect(pki.root.certificate.subject).toBe(
      'C=BE\nO=Fourcorner Sandbox\nOU=FOR TEST ONLY\nCN=PEPPOL Root SANDBOX CA - G3',
    )
    expect(pki.gateway.certificate.subject).toContain('OU=PEPPOL TEST AP')
    expect(pki.smp.certificate.subject).toContain('OU=PEPPOL TEST SMP\nCN=PSP900001')
  })

  it('have RSA-2048 keys, all different, and may be used for client authentication only', () => {
    for (const name of identityNames)
      expect(pki[name].privateKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
    expect(new Set(identityNames.map((name) => pki[name].certificate.fingerprint256)).size).toBe(
      identityNames.length,
    )
    expect(pki.gateway.certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
    expect(pki.gateway.certificate.ca).toBe(false)
    expect(pki['access-point-ca'].certificate.ca).toBe(true)
  })

  it('are valid two years for those who act and ten for the authorities, and no longer', () => {
    const trust = trustOf(pki)
    expect(() => seatOf(pki.gateway.certificate, trust, inDays(729))).not.toThrow()
    expect(() => seatOf(pki.gateway.certificate, trust, inDays(731))).toThrow()
    expect(() => seatOf(pki.gateway.certificate, trust, inDays(-1))).toThrow()
    expect(Date.parse(pki.root.certificate.validTo)).toBeGreaterThan(inDays(3649).getTime())
  })

  it('carry every use of the key that a message needs', () => {
    const { accessPointIssuers, roots } = trustOf(pki)
    const fault = certificateFault(pki.gateway.certificate, accessPointIssuers, roots, now, [
      'digitalSignature',
      'keyEncipherment',
      'dataEncipherment',
    ])
    expect(fault).toBeUndefined()
  })
})

describe('the folder', () => {
  it('is made once, said aloud, and read back the same', async () => {
    const again: string[] = []
    const second = await openPki(folder, now, listsUrl, (line) => again.push(line))
    expect(said).toHaveLength(1)
    expect(again).toEqual([])
    for (const name of identityNames) {
      expect(second[name].certificate.fingerprint256).toBe(pki[name].certificate.fingerprint256)
      expect(second[name].privateKey.equals(pki[name].privateKey)).toBe(true)
    }
  })

  it('keeps private keys from other users', () => {
    for (const name of identityNames)
      expect(statSync(join(folder, `${name}.key`)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('renews a leaf near its end, with the same key, and nothing else', async () => {
    const later = inDays(700)
    const renewed = await openPki(folder, later, listsUrl, () => {})
    const after = inDays(1000)
    expect(seatOf(renewed['access-point'].certificate, trustOf(renewed), after)).toBe('POP900002')
    expect(renewed['access-point'].privateKey.equals(pki['access-point'].privateKey)).toBe(true)
    expect(renewed.root.certificate.fingerprint256).toBe(pki.root.certificate.fingerprint256)
    const readBack = await openPki(folder, later, listsUrl, () => {})
    expect(readBack.smp.certificate.fingerprint256).toBe(renewed.smp.certificate.fingerprint256)
  })

  it('refuses a key that does not match its certificate, and says what to do', async () => {
    const file = join(folder, 'smp.key')
    const kept = readFileSync(file)
    writeFileSync(file, readFileSync(join(folder, 'gateway.key')))
    await expect(openPki(folder, now, listsUrl, () => {})).rejects.toThrow(
      /does not match.*Delete that folder/,
    )
    rmSync(file)
    await expect(openPki(folder, now, listsUrl, () => {})).rejects.toThrow(/Delete that folder/)
    writeFileSync(file, kept, { mode: 0o600 })
    await expect(openPki(folder, now, listsUrl, () => {})).resolves.toBeDefined()
  })

  it(
    'makes everything anew when an authority nears its end, and leaves nothing half made ' +
      'behind',
    async () => {
      const renewed = await openPki(folder, inDays(3640), listsUrl, () => {})
      expect(renewed.root.certificate.fingerprint256).not.toBe(pki.root.certificate.fingerprint256)
      expect(existsSync(`${folder}.new`)).toBe(false)
    },
  )
})

describe('making keys', () => {
  it('makes only those that are asked for, and never a leaf without its issuer', async () => {
    const made = await makePki(now, ['root', 'smp-ca'])
    expect(Object.keys(made)).toEqual(['root', 'smp-ca'])
    expect(made['smp-ca'].certificate.verify(made.root.certificate.publicKey)).toBe(true)
    await expect(makePki(now, ['gateway'])).rejects.toThrow(/has to be made before/)
  })
})
