// Parsing certificates, and the faults that make one untrusted: each valid path has an
// invalid twin.
import type { X509Certificate } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import {
  certificateFault,
  commonName,
  fingerprint,
  type KeyUsage,
  parseCertificate,
  parseCertificates,
} from '../../src/crypto/index.ts'
import { readCaptured } from '../as4/captured.ts'
import { type CertificateWish, type Made, makeCertificate, newPrivateKey } from './authority.ts'
import {
  productionAccessPointAuthority,
  productionRoot,
  signerCertificate,
  testAccessPointAuthority,
  testRoot,
} from './phase4-vector.ts'

const usages: KeyUsage[] = ['digitalSignature', 'keyEncipherment', 'dataEncipherment']
const now = new Date('2026-06-01T00:00:00Z')
const authority = { isAuthority: true, usages: ['keyCertSign', 'cRLSign'] }
const root = makeCertificate({ name: 'Root', ...authority })
const issuer = makeCertificate({
  name: 'Access Point CA',
  issuer: root,
  pathLength: 1,
  ...authority,
})
const leafKey = newPrivateKey()
const otherKey = newPrivateKey()

function leaf(wish: Partial<CertificateWish> = {}): X509Certificate {
  return makeCertificate({ name: 'POP000001', issuer, privateKey: leafKey, usages, ...wish })
    .certificate
}

function faultOf(
  certificate: X509Certificate,
  path: { issuers?: Made[]; roots?: Made[]; now?: Date } = {},
) {
  const [issuers, roots] = [path.issuers ?? [issuer], path.roots ?? [root]].map((made) =>
    made.map((one) => one.certificate),
  )
  return certificateFault(certificate, issuers!, roots!, path.now ?? now, usages)
}

describe('reading', () => {
  const { certificate } = root
  const base64 = certificate.raw.toString('base64')
  const pem = certificate.toString()

  it('takes DER, PEM and base64, with white space', () => {
    for (const source of [
      certificate.raw,
      pem,
      Buffer.from(`\n ${pem}\r\n`),
      base64,
      base64.replace(/(.{10})/g, '$1\r\n '),
    ]) {
      expect(parseCertificate(source).raw).toEqual(certificate.raw)
    }
  })

  test.each([
    ['nothing', ''],
    ['something else', 'hello'],
    ['base64 of something else', Buffer.from('hello').toString('base64')],
    ['two certificates', pem + pem],
    ['bytes after it', Buffer.concat([certificate.raw, Buffer.from([0])])],
    [
      'bytes after it, in base64',
      Buffer.concat([certificate.raw, Buffer.from([0])]).toString('base64'),
    ],
    ['a cut one', certificate.raw.subarray(0, 300)],
    ['a PEM key', leafKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ])('refuses %s', (_, source) => {
    expect(() => parseCertificate(source)).toThrow(/certificate/)
  })

  it('reads a bundle in its order and refuses an empty or damaged one', () => {
    const bundle = `# Root\n${pem}\n# CA\n${issuer.certificate}`
    expect(parseCertificates(bundle).map(commonName)).toEqual(['Root', 'Access Point CA'])
    expect(() => parseCertificates('')).toThrow(/no PEM certificate/)
    expect(() => parseCertificates(`${pem}-----BEGIN CERTIFICATE-----\nMII`)).toThrow(/damaged/)
    expect(() => parseCertificates(pem.replace('MII', 'AAA'))).toThrow(/certificate/)
  })

  it('names its holder and its fingerprint', () => {
    const signer = parseCertificate(signerCertificate)
    expect(commonName(signer)).toBe('POP000306')
    expect(fingerprint(parseCertificate(testRoot))).toBe(
      '8b4e0e5dc7c8208cba88edebfad31e064740d896ab6e18de0b03386fd24be734',
    )
    expect(fingerprint(signer)).not.toBe(fingerprint(parseCertificate(testRoot)))
  })
})

describe('a valid path', () => {
  it('has no fault', () => {
    expect(faultOf(leaf())).toBeUndefined()
  })

  it('is found among several authorities and roots', () => {
    const stranger = makeCertificate({ name: 'Stranger', privateKey: otherKey, ...authority })
    expect(
      faultOf(leaf(), { issuers: [stranger, issuer], roots: [stranger, root] }),
    ).toBeUndefined()
  })

  it('is found beside an expired authority of the same name and key', () => {
    const old = makeCertificate({
      ...authority,
      name: issuer.name,
      privateKey: issuer.privateKey,
      issuer: root,
      to: '2026-02-01T00:00:00Z',
    })
    expect(faultOf(leaf(), { issuers: [old, issuer] })).toBeUndefined()
    expect(faultOf(leaf(), { issuers: [old] })).toMatchObject({ fault: 'expired' })
  })

  it('is valid until the last second and not one longer', () => {
    expect(faultOf(leaf(), { now: new Date('2027-01-01T00:00:00Z') })).toBeUndefined()
    expect(faultOf(leaf(), { now: new Date('2027-01-01T00:00:01Z') })).toMatchObject({
      fault: 'expired',
    })
    expect(faultOf(leaf(), { now: new Date('2026-01-01T00:00:00Z') })).toBeUndefined()
    expect(faultOf(leaf(), { now: new Date('2025-12-31T23:59:59Z') })).toMatchObject({
      fault: 'not-yet-valid',
    })
  })
})

describe('an invalid path', () => {
  it('is expired or not yet valid in any of its certificates', () => {
    expect(faultOf(leaf({ to: '2026-05-31T00:00:00Z' }))).toMatchObject({ fault: 'expired' })
    expect(faultOf(leaf({ from: '2026-07-01T00:00:00Z' }))).toMatchObject({
      fault: 'not-yet-valid',
    })
    const late = makeCertificate({
      ...authority,
      name: issuer.name,
      privateKey: otherKey,
      issuer: root,
      from: '2026-07-01T00:00:00Z',
    })
    expect(faultOf(leaf({ issuer: late }), { issuers: [late] })).toMatchObject({
      fault: 'not-yet-valid',
    })
    const oldRoot = makeCertificate({
      ...authority,
      name: 'Root',
      privateKey: root.privateKey,
      to: '2026-05-01T00:00:00Z',
    })
    expect(faultOf(leaf(), { roots: [oldRoot] })).toMatchObject({ fault: 'expired' })
  })

  it('counts a time that is none as a fault', () => {
    expect(faultOf(leaf(), { now: new Date(Number.NaN) })).toBeDefined()
  })

  it('has no issuer or no root that is trusted', () => {
    expect(faultOf(leaf(), { issuers: [] })).toMatchObject({ fault: 'untrusted' })
    expect(faultOf(leaf(), { roots: [] })).toMatchObject({ fault: 'untrusted' })
  })

  it('has an issuer of the right name and another key', () => {
    const twin = makeCertificate({
      name: issuer.name,
      issuer: root,
      privateKey: otherKey,
      ...authority,
    })
    expect(faultOf(leaf({ issuer: twin }))).toMatchObject({ fault: 'untrusted' })
    expect(faultOf(leaf({ issuer: twin }), { issuers: [twin] })).toBeUndefined()
  })

  it('has an issuer that is not under the root', () => {
    const otherRoot = makeCertificate({ name: 'Root', privateKey: otherKey, ...authority })
    expect(faultOf(leaf(), { roots: [otherRoot] })).toMatchObject({ fault: 'untrusted' })
  })

  it('goes through an authority that is not one of the issuers', () => {
    const between = makeCertificate({ name: 'Between', issuer, privateKey: otherKey, ...authority })
    expect(faultOf(leaf({ issuer: between }))).toMatchObject({ fault: 'untrusted' })
    expect(faultOf(leaf({ issuer: between }), { issuers: [issuer, between] })).toMatchObject({
      fault: 'untrusted',
    })
  })

  it('has an issuer that is no authority, or may not sign certificates', () => {
    for (const wish of [
      { isAuthority: false, usages: ['keyCertSign'] },
      { isAuthority: true, usages: ['digitalSignature'] },
      { isAuthority: true, usages: undefined },
    ]) {
      const wrong = makeCertificate({ name: 'Wrong', issuer: root, privateKey: otherKey, ...wish })
      expect(faultOf(leaf({ issuer: wrong }), { issuers: [wrong] })).toMatchObject({
        fault: 'untrusted',
      })
    }
  })

  it('has a root that allows no authority below it', () => {
    const narrow = makeCertificate({
      ...authority,
      name: 'Root',
      privateKey: root.privateKey,
      pathLength: 0,
    })
    expect(faultOf(leaf(), { roots: [narrow] })).toMatchObject({ fault: 'untrusted' })
    const wide = makeCertificate({
      ...authority,
      name: 'Root',
      privateKey: root.privateKey,
      pathLength: 1,
    })
    expect(faultOf(leaf(), { roots: [wide] })).toBeUndefined()
  })

  it('ends in an authority instead of a leaf', () => {
    const certificate = leaf({ isAuthority: true, usages: [...usages, 'keyCertSign'] })
    expect(faultOf(certificate)).toMatchObject({ fault: 'untrusted' })
  })

  it('has a weak key, a weak signature or a critical extension that nobody knows', () => {
    expect(faultOf(leaf({ privateKey: newPrivateKey(1024) }))).toMatchObject({ fault: 'untrusted' })
    expect(faultOf(leaf({ digest: 'sha1' }))).toMatchObject({ fault: 'untrusted' })
    expect(faultOf(leaf({ criticalExtension: '1.2.3.4' }))).toMatchObject({ fault: 'untrusted' })
  })

  it('has a leaf whose key may not be used so', () => {
    expect(faultOf(leaf({ usages: undefined }))).toMatchObject({ fault: 'key-usage' })
    for (const usage of usages) {
      const certificate = leaf({ usages: usages.filter((other) => other !== usage) })
      expect(faultOf(certificate)).toMatchObject({
        fault: 'key-usage',
        detail: expect.stringContaining(usage),
      })
    }
    const signing = leaf({ usages: ['digitalSignature'] })
    const issuers = [issuer.certificate]
    const roots = [root.certificate]
    expect(certificateFault(signing, issuers, roots, now, ['digitalSignature'])).toBeUndefined()
  })

  it('has a leaf whose key is for something else', () => {
    const purposeFault = (purposes?: string[]) =>
      certificateFault(
        leaf(purposes ? { purposes } : {}),
        [issuer.certificate],
        [root.certificate],
        now,
        ['clientAuth'],
      )
    for (const purposes of [['serverAuth'], ['emailProtection', 'codeSigning']])
      expect(purposeFault(purposes)).toMatchObject({
        fault: 'key-usage',
        detail: expect.stringContaining('clientAuth'),
      })
    for (const purposes of [
      undefined,
      ['clientAuth'],
      ['serverAuth', 'clientAuth'],
      ['2.5.29.37.0'],
    ])
      expect(purposeFault(purposes)).toBeUndefined()
  })
})

describe('the Peppol networks', () => {
  const certificate = parseCertificate(signerCertificate)
  const [testIssuer, testAnchor] = [testAccessPointAuthority, testRoot].map(parseCertificate)
  const [liveIssuer, liveAnchor] = [productionAccessPointAuthority, productionRoot].map(
    parseCertificate,
  )

  it('trust an access point of their own and none of the other', () => {
    expect(certificateFault(certificate, [testIssuer!], [testAnchor!], now, usages)).toBeUndefined()
    const mixed: [X509Certificate, X509Certificate][] = [
      [liveIssuer!, liveAnchor!],
      [testIssuer!, liveAnchor!],
      [liveIssuer!, testAnchor!],
    ]
    for (const [one, anchor] of mixed) {
      expect(certificateFault(certificate, [one], [anchor], now, usages)).toMatchObject({
        fault: 'untrusted',
      })
    }
  })

  it('trust it until it expires', () => {
    const later = new Date('2027-08-30T00:00:00Z')
    expect(
      certificateFault(certificate, [testIssuer!], [testAnchor!], later, usages),
    ).toMatchObject({
      fault: 'expired',
    })
  })
})

describe('the authorities of openssl', () => {
  const read = (file: string) => parseCertificate(readCaptured(`${file}.pem`))
  const day = new Date('2026-11-22T00:00:00Z')

  it('trusts sender and receiver, in their time, under their own authority', () => {
    for (const owner of ['sender', 'receiver']) {
      const [certificate, ca, anchor] = [read(owner), read('apca'), read('root')]
      expect(certificateFault(certificate, [ca], [anchor], day, usages)).toBeUndefined()
      const after = new Date('2036-10-01T00:00:00Z')
      expect(certificateFault(certificate, [ca], [anchor], after, usages)).toMatchObject({
        fault: 'expired',
      })
      const before = new Date('2026-11-20T00:00:00Z')
      expect(certificateFault(certificate, [ca], [anchor], before, usages)).toMatchObject({
        fault: 'not-yet-valid',
      })
      expect(certificateFault(certificate, [anchor], [anchor], day, usages)).toMatchObject({
        fault: 'untrusted',
      })
      expect(certificateFault(certificate, [ca], [ca], day, usages)).toMatchObject({
        fault: 'untrusted',
      })
    }
    expect(commonName(read('sender'))).toBe('POP000001')
  })
})
