// The sandbox's public key infrastructure: a root, an authority for access points, one for SMPs,
// and their leaves.
import assert from 'node:assert/strict'
import type { KeyObject } from 'node:crypto'
import { revocationAddresses } from '../crypto/index.ts'
import type { Trust } from '../peppol/index.ts'
import { type CertificateOrder, type Identity, makeCertificate, newKeyPair } from './certificate.ts'

type IdentityOrder = Pick<CertificateOrder, 'commonName' | 'organisationalUnit' | 'role'> & {
  issuer?: IdentityName
}

/** Everyone who has a key, each after its issuer. */
export const identityNames = [
  'root',
  'access-point-ca',
  'smp-ca',
  'gateway',
  'access-point',
  'smp',
] as const

export type IdentityName = (typeof identityNames)[number]

export type SandboxPki = Record<IdentityName, Identity>

const testOnly = 'FOR TEST ONLY'
const accessPoint = { organisationalUnit: 'PEPPOL TEST AP', role: 'leaf' } as const

const orders: Record<IdentityName, IdentityOrder> = {
  root: { commonName: 'PEPPOL Root SANDBOX CA - G3', organisationalUnit: testOnly, role: 'root' },
  'access-point-ca': {
    commonName: 'PEPPOL ACCESS POINT SANDBOX CA - G3',
    organisationalUnit: testOnly,
    role: 'issuer',
    issuer: 'root',
  },
  'smp-ca': {
    commonName: 'PEPPOL SERVICE METADATA PUBLISHER SANDBOX CA - G3',
    organisationalUnit: testOnly,
    role: 'issuer',
    issuer: 'root',
  },
  gateway: { ...accessPoint, commonName: 'POP900001', issuer: 'access-point-ca' },
  'access-point': { ...accessPoint, commonName: 'POP900002', issuer: 'access-point-ca' },
  smp: {
    commonName: 'PSP900001',
    organisationalUnit: 'PEPPOL TEST SMP',
    role: 'leaf',
    issuer: 'smp-ca',
  },
}

const day = 24 * 60 * 60 * 1000
const validDays = { root: 3650, issuer: 3650, leaf: 730 }

/** A certificate is renewed this long before it ends. */
const renewBeforeMs = 60 * day

/**
 * Makes the keys of `names` in parallel on the thread pool, then the certificates. Each issuer must
 * come before those it certifies. The certificates name the revocation lists below `listsUrl`, if
 * it is given.
 */
export async function makePki<Name extends IdentityName>(
  now: Date,
  names: readonly Name[],
  listsUrl?: string,
): Promise<Record<Name, Identity>> {
  const pki: Partial<SandboxPki> = {}
  const pairs = await Promise.all(names.map(async (name) => ({ name, pair: await newKeyPair() })))
  for (const { name, pair } of pairs)
    pki[name] = {
      privateKey: pair.privateKey,
      certificate: certify({ order: orders[name], pair, pki, now, listsUrl }),
    }
  return pki as Record<Name, Identity>
}

/** Keys of one more access point, with the seat id `commonName`. */
export async function makeAccessPoint(
  pki: SandboxPki,
  commonName: string,
  now: Date,
  listsUrl: string,
): Promise<Identity> {
  const pair = await newKeyPair()
  const order = { ...orders['access-point'], commonName }
  return { privateKey: pair.privateKey, certificate: certify({ order, pair, pki, now, listsUrl }) }
}

/**
 * A new certificate for the existing key of `name`: what was encrypted for it can still
 * be decrypted.
 */
export function recertify(
  name: IdentityName,
  pki: SandboxPki,
  now: Date,
  listsUrl?: string,
): Identity {
  const { certificate, privateKey } = pki[name]
  const pair = { privateKey, publicKey: certificate.publicKey }
  return { privateKey, certificate: certify({ order: orders[name], pair, pki, now, listsUrl }) }
}

/** Whether the certificate names its issuer's list below `listsUrl`; roots have no issuer. */
export function namesList(
  name: IdentityName,
  { certificate }: Identity,
  listsUrl: string,
): boolean {
  const { issuer } = orders[name]
  return !issuer || revocationAddresses(certificate).lists.includes(listsUrl + listPath(issuer))
}

export const authorityNames = identityNames.filter(isAuthority)

export function listPath(authority: IdentityName): string {
  return `/${authority}.crl`
}

/** Who has a certificate of this authority. */
export function issuedBy(authority: IdentityName): IdentityName[] {
  return identityNames.filter((name) => orders[name].issuer === authority)
}

/** Whether the certificate has ended or soon will. */
export function isNearExpiry({ certificate }: Identity, now: Date): boolean {
  return Date.parse(certificate.validTo) - now.getTime() < renewBeforeMs
}

export function isAuthority(name: IdentityName): boolean {
  return orders[name].role !== 'leaf'
}

/** Whom everyone in the sandbox trusts. */
export function trustOf(pki: Pick<SandboxPki, 'root' | 'access-point-ca' | 'smp-ca'>): Trust {
  return {
    roots: [pki.root.certificate],
    accessPointIssuers: [pki['access-point-ca'].certificate],
    smpIssuers: [pki['smp-ca'].certificate],
  }
}

function certify({
  order: { issuer: issuerName, ...order },
  pair,
  pki,
  now,
  listsUrl,
}: {
  order: IdentityOrder
  pair: { publicKey: KeyObject; privateKey: KeyObject }
  pki: Partial<SandboxPki>
  now: Date
  listsUrl: string | undefined
}) {
  const issuer = issuerName && pki[issuerName]
  assert(!issuerName || issuer, `${issuerName} has to be made before ${order.commonName}`)
  // From an hour ago, for clocks that are a little slow, and no longer than the issuer itself.
  const wantedEnd = now.getTime() + validDays[order.role] * day
  const end = issuer ? Math.min(wantedEnd, Date.parse(issuer.certificate.validTo)) : wantedEnd
  return makeCertificate({
    ...order,
    ...pair,
    ...(issuer ? { issuer } : {}),
    ...(issuerName && listsUrl ? { revocationList: listsUrl + listPath(issuerName) } : {}),
    notBefore: new Date(now.getTime() - 60 * 60 * 1000),
    notAfter: new Date(end),
  })
}
