// Who may act in the network: checks certificates against its authorities (Peppol PKI, G3), and
// against what those authorities have revoked.
import type { X509Certificate } from 'node:crypto'
import {
  certificateFault,
  commonName,
  type KeyPurpose,
  type KeyUsage,
  soundPaths,
} from '../crypto/index.ts'
import { NetworkError, type NetworkFailureCode } from './network-error.ts'
import { type RevocationOf, revocationOfPaths } from './revocation.ts'

export type Trust = {
  roots: X509Certificate[]
  /**
   * Authorities that issue to access points, and those that issue to SMPs; neither may stand in for
   * the other.
   */
  accessPointIssuers: X509Certificate[]
  smpIssuers: X509Certificate[]
}

/** What a certificate is judged by. */
export type Judging = { trust: Trust; revocationOf: RevocationOf; now: Date }

/**
 * Returns the access point's seat id. Throws NetworkError `certificate.expired`, `-not-yet-valid`,
 * `-untrusted`, `-seat-mismatch`, `-revoked`, `-revocation-unavailable`.
 */
export async function checkAccessPoint(
  certificate: X509Certificate,
  { trust, revocationOf, now }: Judging,
): Promise<string> {
  const seatId = seatOf(certificate, trust, now)
  await checkRevocation(certificate, trust.accessPointIssuers, { trust, revocationOf, now })
  return seatId
}

/** What checkAccessPoint checks, but for revocation: of our own certificate, which others judge. */
export function seatOf(certificate: X509Certificate, trust: Trust, now: Date): string {
  const usages: Usages = ['digitalSignature', 'keyEncipherment', 'clientAuth']
  checkPath(certificate, { trust, issuers: trust.accessPointIssuers, usages, now })
  const seatId = commonName(certificate)
  if (!seatId || !isSeatId(seatId))
    throw new NetworkError(
      'certificate.seat-mismatch',
      `The certificate names '${seatId}', which is not a seat id.`,
    )
  return seatId
}

/** Throws NetworkError as checkAccessPoint does, but ignores the name. */
export async function checkSmp(certificate: X509Certificate, judging: Judging): Promise<void> {
  const { trust, now } = judging
  const usages: Usages = ['digitalSignature']
  checkPath(certificate, { trust, issuers: trust.smpIssuers, usages, now })
  await checkRevocation(certificate, trust.smpIssuers, judging)
}

export function isSeatId(text: string): boolean {
  return /^P[A-Z]{2}[0-9]{6}$/.test(text)
}

const faultCodes = {
  expired: 'certificate.expired',
  'not-yet-valid': 'certificate.not-yet-valid',
  untrusted: 'certificate.untrusted',
  'key-usage': 'certificate.untrusted',
} as const satisfies Record<string, NetworkFailureCode>

type Usages = (KeyUsage | KeyPurpose)[]

function checkPath(
  certificate: X509Certificate,
  o: { trust: Trust; issuers: X509Certificate[]; usages: Usages; now: Date },
): void {
  const found = certificateFault(certificate, o.issuers, o.trust.roots, o.now, o.usages)
  if (found) throw new NetworkError(faultCodes[found.fault], found.detail)
}

// Only whom an authority of the network has certified is asked about: a stranger's certificate
// leads us nowhere.
async function checkRevocation(
  certificate: X509Certificate,
  issuers: X509Certificate[],
  { trust, revocationOf, now }: Judging,
): Promise<void> {
  const paths = soundPaths(certificate, issuers, trust.roots, now)
  const revocation = await revocationOfPaths(paths, revocationOf)
  if (revocation === 'revoked')
    throw new NetworkError(
      'certificate.revoked',
      'The certificate, or that of its issuer, has been revoked.',
    )
  // A check that cannot be made has failed.
  if (revocation === 'unknown')
    throw new NetworkError(
      'certificate.revocation-unavailable',
      'It cannot be checked now whether the certificate has been revoked.',
    )
}
