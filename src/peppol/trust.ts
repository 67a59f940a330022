// Who may act in the network: checks certificates against its authorities (Peppol PKI, G3).
import type { X509Certificate } from 'node:crypto'
import { certificateFault, commonName, type KeyPurpose, type KeyUsage } from '../crypto/index.ts'
import { NetworkError, type NetworkFailureCode } from './network-error.ts'

export type Trust = {
  roots: X509Certificate[]
  /**
   * Authorities that issue to access points, and those that issue to SMPs; neither may stand in for
   * the other.
   */
  accessPointIssuers: X509Certificate[]
  smpIssuers: X509Certificate[]
  /**
   * `not-published`: the network has no revocation lists. `unavailable`: it has, but we cannot
   * read them.
   */
  revocation: 'unavailable' | 'not-published'
}

/**
 * Returns the access point's seat id. Throws NetworkError `certificate.expired`, `-not-yet-valid`,
 * `-untrusted`, `-seat-mismatch`, `-revocation-unavailable`.
 */
export function checkAccessPoint(certificate: X509Certificate, trust: Trust, now: Date): string {
  const usages: Check['usages'] = ['digitalSignature', 'keyEncipherment', 'clientAuth']
  checkCertificate(certificate, { trust, issuers: trust.accessPointIssuers, usages, now })
  const seatId = commonName(certificate)
  if (!seatId || !isSeatId(seatId))
    throw new NetworkError(
      'certificate.seat-mismatch',
      `The certificate names '${seatId}', which is not a seat id.`,
    )
  return seatId
}

/** Throws NetworkError as checkAccessPoint does, but ignores the name. */
export function checkSmp(certificate: X509Certificate, trust: Trust, now: Date): void {
  checkCertificate(certificate, {
    trust,
    issuers: trust.smpIssuers,
    usages: ['digitalSignature'],
    now,
  })
}

function isSeatId(text: string): boolean {
  return /^P[A-Z]{2}[0-9]{6}$/.test(text)
}

const faultCodes = {
  expired: 'certificate.expired',
  'not-yet-valid': 'certificate.not-yet-valid',
  untrusted: 'certificate.untrusted',
  'key-usage': 'certificate.untrusted',
} as const satisfies Record<string, NetworkFailureCode>

type Check = {
  trust: Trust
  issuers: X509Certificate[]
  usages: (KeyUsage | KeyPurpose)[]
  now: Date
}

function checkCertificate(
  certificate: X509Certificate,
  { trust, issuers, usages, now }: Check,
): void {
  const found = certificateFault(certificate, issuers, trust.roots, now, usages)
  if (found) throw new NetworkError(faultCodes[found.fault], found.detail)
  // A check that cannot be made has failed.
  if (trust.revocation === 'unavailable')
    throw new NetworkError(
      'certificate.revocation-unavailable',
      'It cannot be checked whether the certificate has been revoked.',
    )
}
