// Whether any certificate below the root was revoked: one answer for the whole path.
import type { X509Certificate } from 'node:crypto'
import { type Crl, isCrlOf, type Revocation, readCrl, revocationIn } from '../crypto/index.ts'

/**
 * Whether `issuer` has revoked `certificate`; provided by a room that may use the network.
 * `unknown` when that cannot be known now. Never rejects because of the network.
 */
export type RevocationOf = (
  certificate: X509Certificate,
  issuer: X509Certificate,
) => Promise<Revocation>

/**
 * Each of `paths` leads from the leaf to the root, which cannot be revoked. There are several when
 * an authority was renewed with the same key: one good path is enough, and a revoked one counts
 * only if no other can turn out to be good.
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
 * Answers from these lists alone (DER), read anew each time. `otherwise` is the answer for an
 * issuer that has no list among them.
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
