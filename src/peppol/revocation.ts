// Whether any certificate below the root was revoked: one answer for the whole path.
import type { X509Certificate } from 'node:crypto'
import { type Crl, isCrlOf, type Revocation, readCrl, revocationIn } from '../crypto/index.ts'

/**
 * Whether `issuer` has revoked `certificate`, given by whoever may use the network. `unknown` when
 * that cannot be known now; it never rejects for what the network does.
 */
export type RevocationOf = (
  certificate: X509Certificate,
  issuer: X509Certificate,
) => Promise<Revocation>

/**
 * `paths` each from the leaf up to the root, which nobody can revoke. An authority renewed under
 * the same key gives several: one that is good is enough, and one that is revoked counts only when
 * no other may still turn out to be good.
 */
export async function revocationOfPaths(
  paths: X509Certificate[][],
  revocationOf: RevocationOf,
): Promise<Revocation> {
  const found = await Promise.all(paths.map((path) => revocationOfPath(path, revocationOf)))
  if (found.includes('good')) return 'good'
  return found.includes('unknown') || found.length === 0 ? 'unknown' : 'revoked'
}

async function revocationOfPath(
  path: X509Certificate[],
  revocationOf: RevocationOf,
): Promise<Revocation> {
  const links = path.slice(1).map((issuer, index) => revocationOf(path[index]!, issuer))
  const found = await Promise.all(links)
  if (found.includes('revoked')) return 'revoked'
  return found.every((one) => one === 'good') ? 'good' : 'unknown'
}

/**
 * Answers from these lists alone, in DER, as they are at the time. `otherwise` is said of the
 * certificates of an issuer that has no list among them.
 */
export function revocationByLists(
  lists: () => readonly Uint8Array[],
  now: () => Date,
  otherwise: Revocation,
): RevocationOf {
  const known = new WeakMap<Uint8Array, Crl | undefined>()
  const read = (list: Uint8Array, issuer: X509Certificate): Crl | undefined => {
    if (!known.has(list)) known.set(list, provenCrl(list, issuer, now()))
    return known.get(list)
  }
  return async (certificate, issuer) => {
    const own = lists().filter((list) => isCrlOf(list, issuer))
    if (own.length === 0) return otherwise
    const found = own
      .map((list) => read(list, issuer))
      .map((crl) => (crl && crl.nextUpdate >= now() ? revocationIn(crl, certificate) : 'unknown'))
    if (found.includes('revoked')) return 'revoked'
    return found.includes('good') ? 'good' : 'unknown'
  }
}

function provenCrl(list: Uint8Array, issuer: X509Certificate, now: Date): Crl | undefined {
  try {
    return readCrl(list, issuer, now)
  } catch {
    return undefined
  }
}
