// Where to learn whether a certificate has been revoked: the lists and responders that it names
// itself (RFC 5280, 4.2.1.13 and 4.2.2.1).
import type { X509Certificate } from 'node:crypto'
import { buildOcspRequest, fingerprint, revocationAddresses } from '../crypto/index.ts'

export type Source = {
  /** Its key in every process; includes who must have signed its answer. */
  key: string
  kind: 'list' | 'answer'
  /** The URL that the certificate names. */
  url: string
  /** What to GET. */
  address: string
  certificate: X509Certificate
  issuer: X509Certificate
}

// Every message asks about the same few certificates.
const known = new WeakMap<X509Certificate, WeakMap<X509Certificate, readonly Source[]>>()

/**
 * Lists first: one list covers all certificates of its issuer, and its publisher does not learn
 * who sends to whom.
 */
export function sourcesOf(
  certificate: X509Certificate,
  issuer: X509Certificate,
): readonly Source[] {
  const found = known.get(certificate)?.get(issuer)
  if (found) return found
  const sources = readSources(certificate, issuer)
  known.set(certificate, (known.get(certificate) ?? new WeakMap()).set(issuer, sources))
  return sources
}

function readSources(certificate: X509Certificate, issuer: X509Certificate): Source[] {
  const { lists, responders } = revocationAddresses(certificate)
  const by = fingerprint(issuer)
  return [
    ...lists.map((url) => {
      const key = `list ${by} ${url}`
      return { key, kind: 'list' as const, url, address: url, certificate, issuer }
    }),
    ...responders.map((url) => {
      const key = `answer ${by} ${fingerprint(certificate)} ${url}`
      const address = ocspAddress(url, buildOcspRequest(certificate, issuer))
      return { key, kind: 'answer' as const, url, address, certificate, issuer }
    }),
  ]
}

// RFC 6960, A.1. The request is shorter than the 255 bytes up to which GET is allowed.
function ocspAddress(url: string, request: Buffer): string {
  return `${url.replace(/\/$/, '')}/${encodeURIComponent(request.toString('base64'))}`
}
