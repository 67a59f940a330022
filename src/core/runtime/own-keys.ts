// Our access point's keys over time: the one in use and, once it is there, the one that follows.
// Both decrypt until the certificate in use ends; the next one signs as soon as it is valid.
import type { X509Certificate } from 'node:crypto'
import { fingerprint, type KeyProvider } from '../../crypto/index.ts'
import { NetworkError, seatOf, type Trust } from '../../peppol/index.ts'

/** What was found where the next keystore is expected. `fault` says why it cannot be used. */
export type NextKeys = { keys?: KeyProvider; fault?: string }

export type OwnKeys = {
  /** Signs now. The same one must be used for a whole message. */
  current(): KeyProvider
  /** All for which others may encrypt, the current one first. */
  all(): KeyProvider[]
  others(): OtherCertificates
}

/** What is to be known beside the certificate in use. */
export type OtherCertificates = {
  /** It signs as soon as it is valid. */
  next?: X509Certificate
  /** It signs no more, but until it ends others may find it in an SMP and encrypt for it. */
  previous?: X509Certificate
  /** Why the keystore that was found cannot be used. */
  fault?: string
}

export function ownKeys({
  first,
  findNext,
  trust,
  now,
}: {
  first: KeyProvider
  findNext(): NextKeys
  trust: Trust
  now(): Date
}): OwnKeys {
  function usableNext(): NextKeys {
    const { keys, fault } = findNext()
    if (!keys) return fault === undefined ? {} : { fault }
    if (fingerprint(keys.certificate) === fingerprint(first.certificate)) return {}
    const wrong = nextFault(keys.certificate, first.certificate, trust, now())
    return wrong === undefined ? { keys } : { fault: wrong }
  }
  const hasEnded = () => now().getTime() > Date.parse(first.certificate.validTo)
  const current = (next: KeyProvider | undefined) =>
    next && startOf(next.certificate) <= now().getTime() ? next : first

  return {
    current: () => current(usableNext().keys),
    all() {
      const { keys: next } = usableNext()
      if (!next) return [first]
      if (current(next) === first) return [first, next]
      return hasEnded() ? [next] : [next, first]
    },
    others() {
      const { keys: next, fault } = usableNext()
      if (fault !== undefined) return { fault }
      if (!next) return {}
      if (current(next) === first) return { next: next.certificate }
      return hasEnded() ? {} : { previous: first.certificate }
    },
  }
}

function startOf({ validFrom }: X509Certificate): number {
  return Date.parse(validFrom)
}

/** It is judged at the time when it begins, and must be for the same access point. */
function nextFault(
  next: X509Certificate,
  first: X509Certificate,
  trust: Trust,
  now: Date,
): string | undefined {
  const at = new Date(Math.max(now.getTime(), startOf(next)))
  try {
    const seat = seatOf(next, trust, at)
    const own = seatOf(first, trust, new Date(startOf(first)))
    if (seat === own) return undefined
    return `The next access point certificate is for ${seat}, not for ${own}.`
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return `The next access point certificate cannot be used: ${error.message}`
  }
}
