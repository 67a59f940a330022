// Leaf, authority, root: one honest chain, and the same with exactly one thing wrong. Every fault
// is found where access points are judged, under its own code.
import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkAccessPoint, type NetworkFailureCode } from '../../src/peppol/index.ts'
import {
  type CertificateWish,
  type Made,
  makeCertificate,
  newPrivateKey,
} from '../crypto/authority.ts'

const now = new Date('2026-06-01T00:00:00Z')
const ended = { to: '2026-05-31T00:00:00Z' }
const early = { from: '2026-06-02T00:00:00Z' }
const weak = { privateKey: newPrivateKey(1024) }
const sha1 = { digest: 'sha1' as const }
const strange = { criticalExtension: '1.2.3.4' }
const authority = { isAuthority: true, usages: ['keyCertSign', 'cRLSign'] }

const issuingLeaf = {
  isAuthority: true,
  usages: ['digitalSignature', 'keyEncipherment', 'keyCertSign'],
}

/** An extension that says it is longer than it is. */
const damaged = (oid: string) => ({ extensions: { [oid]: Buffer.from([0x30, 0x05, 0x01]) } })

const honest = {
  root: { name: 'Root', ...authority, privateKey: newPrivateKey() },
  issuer: { name: 'Access Point CA', ...authority, pathLength: 1, privateKey: newPrivateKey() },
  leaf: {
    name: 'POP000001',
    usages: ['digitalSignature', 'keyEncipherment', 'dataEncipherment'],
    purposes: ['clientAuth'],
    privateKey: newPrivateKey(),
  },
} satisfies { [name: string]: CertificateWish }

type Chain = { root: Made; issuer: Made; leaf: Made }
type Judged = Chain & {
  roots: Made[]
  issuers: Made[]
  at: Date
  revoked?: keyof Chain
  unknown?: keyof Chain
}

function makeChain(change: Partial<Record<keyof Chain, Partial<CertificateWish>>> = {}): Chain {
  const root = makeCertificate({ ...honest.root, ...change.root })
  const issuer = makeCertificate({ ...honest.issuer, issuer: root, ...change.issuer })
  const leaf = makeCertificate({ ...honest.leaf, issuer, ...change.leaf })
  return { root, issuer, leaf }
}

function judge(chain: Chain, change: Partial<Judged> = {}): Promise<string> {
  const { leaf, issuer, root } = { ...chain, ...change }
  const { roots, issuers, at } = { roots: [root], issuers: [issuer], at: now, ...change }
  const is = (one: X509Certificate, name: keyof Chain | undefined) =>
    name !== undefined && one.raw.equals(chain[name].certificate.raw)
  const trust = {
    roots: roots.map(({ certificate }) => certificate),
    accessPointIssuers: issuers.map(({ certificate }) => certificate),
    smpIssuers: [],
  }
  return checkAccessPoint(leaf.certificate, {
    trust,
    now: at,
    revocationOf: async (one) =>
      is(one, change.revoked) ? 'revoked' : is(one, change.unknown) ? 'unknown' : 'good',
  })
}

/** The same certificate with its last bit, in the signature, the other way round. */
function flipped({ certificate, ...made }: Made): Made {
  const bytes = Buffer.from(certificate.raw)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  return { ...made, certificate: new X509Certificate(bytes) }
}

const chain = makeChain()
const twinOf = (name: keyof Chain, issuer?: Made) =>
  makeCertificate({ ...honest[name], privateKey: newPrivateKey(), ...(issuer ? { issuer } : {}) })
const smpIssuer = makeCertificate({ ...honest.issuer, name: 'SMP CA', issuer: chain.root })
const between = makeCertificate({ ...honest.issuer, name: 'Between', issuer: chain.issuer })

it('an honest chain is trusted', async () => {
  expect(await judge(chain)).toBe('POP000001')
})

type Row = [fault: string, code: NetworkFailureCode, judged: () => Promise<string>]

const of = (change: Parameters<typeof makeChain>[0]) => () => judge(makeChain(change))
const as = (change: Partial<Judged>) => () => judge(chain, change)
const untrusted = 'certificate.untrusted'

const faults: Row[] = [
  ['a leaf that has ended', 'certificate.expired', of({ leaf: ended })],
  ['a leaf before its time', 'certificate.not-yet-valid', of({ leaf: early })],
  ['an authority that has ended', 'certificate.expired', of({ issuer: ended })],
  ['an authority before its time', 'certificate.not-yet-valid', of({ issuer: early })],
  ['a root that has ended', 'certificate.expired', of({ root: ended })],
  ['a root before its time', 'certificate.not-yet-valid', of({ root: early })],
  ['a leaf with a weak key', untrusted, of({ leaf: weak })],
  ['an authority with a weak key', untrusted, of({ issuer: weak })],
  ['a root with a weak key', untrusted, of({ root: weak })],
  ['a leaf signed with SHA-1', untrusted, of({ leaf: sha1 })],
  ['an authority signed with SHA-1', untrusted, of({ issuer: sha1 })],
  ['a root signed with SHA-1', untrusted, of({ root: sha1 })],
  ['a leaf with an unknown critical extension', untrusted, of({ leaf: strange })],
  ['an authority with one', untrusted, of({ issuer: strange })],
  ['a root with one', untrusted, of({ root: strange })],
  ['a leaf that says it is an authority', untrusted, of({ leaf: { isAuthority: true } })],
  ['a leaf that may issue as well', untrusted, of({ leaf: issuingLeaf })],
  ['an authority that is none', untrusted, of({ issuer: { isAuthority: false } })],
  ['a root that is no authority', untrusted, of({ root: { isAuthority: false } })],
  [
    'an authority that may not sign certificates',
    untrusted,
    of({ issuer: { usages: ['cRLSign'] } }),
  ],
  ['a root that may not', untrusted, of({ root: { usages: ['cRLSign'] } })],
  ['an authority without key usage', untrusted, of({ issuer: { usages: undefined } })],
  ['a root without it', untrusted, of({ root: { usages: undefined } })],
  ['a leaf without it', untrusted, of({ leaf: { usages: undefined } })],
  ['a root with room for no authority below', untrusted, of({ root: { pathLength: 0 } })],
  ['a leaf that may not sign', untrusted, of({ leaf: { usages: ['keyEncipherment'] } })],
  ['a leaf that may not decrypt', untrusted, of({ leaf: { usages: ['digitalSignature'] } })],
  ['a leaf for web servers', untrusted, of({ leaf: { purposes: ['serverAuth'] } })],
  ['a leaf with damaged purposes', untrusted, of({ leaf: damaged('2.5.29.37') })],
  ['an authority with damaged constraints', untrusted, of({ issuer: damaged('2.5.29.19') })],
  ['a leaf with another name', 'certificate.seat-mismatch', of({ leaf: { name: 'Access Point' } })],
  ['a leaf that signed itself', untrusted, as({ leaf: makeCertificate(honest.leaf) })],
  ['a leaf of the root', untrusted, as({ leaf: twinOf('leaf', chain.root) })],
  ['a leaf of an authority for SMPs', untrusted, as({ leaf: twinOf('leaf', smpIssuer) })],
  ['a leaf of an authority below the authority', untrusted, as({ leaf: twinOf('leaf', between) })],
  ['that authority among the trusted ones', untrusted, () => judgeBetween()],
  ['a leaf whose signature has one bit wrong', untrusted, as({ leaf: flipped(chain.leaf) })],
  ['an authority whose signature has, too', untrusted, as({ issuer: flipped(chain.issuer) })],
  ['an authority of that name and another key', untrusted, as({ issuer: twin('issuer') })],
  ['a root of that name and another key', untrusted, as({ root: twin('root') })],
  ['no authority', untrusted, as({ issuers: [] })],
  ['no root', untrusted, as({ roots: [] })],
  ['the authority as its own root', untrusted, as({ roots: [chain.issuer] })],
  ['a time that is none', 'certificate.not-yet-valid', as({ at: new Date(Number.NaN) })],
  ['a leaf that was revoked', 'certificate.revoked', as({ revoked: 'leaf' })],
  ['an authority that was revoked', 'certificate.revoked', as({ revoked: 'issuer' })],
  ['a leaf of unknown revocation', 'certificate.revocation-unavailable', as({ unknown: 'leaf' })],
  [
    'an authority of unknown revocation',
    'certificate.revocation-unavailable',
    as({ unknown: 'issuer' }),
  ],
]

function twin(name: 'root' | 'issuer'): Made {
  return twinOf(name, name === 'issuer' ? chain.root : undefined)
}

function judgeBetween(): Promise<string> {
  return judge(chain, { leaf: twinOf('leaf', between), issuers: [chain.issuer, between] })
}

it('the faults below are many', () => {
  expect(new Set(faults.map(([fault]) => fault)).size).toBe(faults.length)
  expect(faults.length).toBeGreaterThanOrEqual(45)
})

it.each(faults)('%s is %s', async (_, code, judged) => {
  await expect(judged()).rejects.toThrow(expect.objectContaining({ code }))
})
