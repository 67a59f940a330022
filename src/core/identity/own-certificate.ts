// What is to be known of our own certificate: until when it is valid, and which one follows.
import type { X509Certificate } from 'node:crypto'
import { fingerprint } from '../../crypto/index.ts'
import type { Gateway } from '../gateway.ts'

/** The country of the access point, as its certificate names it; ZZ when it does not. */
export function countryOf({ subject }: X509Certificate): string {
  return /^C=([A-Z]{2})$/m.exec(subject)?.[1] ?? 'ZZ'
}

/** Days ahead at which the end of a certificate is announced. */
export const noticeDays = [1, 7, 14, 30] as const

type Validity = { fingerprint: string; validFrom: string; expiresAt: string }
export type CertificateFacts = Validity & {
  /** The notice that is due: at most so many days are left. */
  noticeDays?: (typeof noticeDays)[number]
  /** It signs from its `validFrom`. */
  next?: Validity
  /** Others may still encrypt for it: when it ends, the SMP must name the one in use. */
  previous?: Validity
}

type OwnCertificateNeeds = Pick<Gateway, 'peppolAccess' | 'otherCertificates' | 'now'>

export function certificateFacts({
  peppolAccess,
  otherCertificates,
  now,
}: OwnCertificateNeeds): CertificateFacts {
  const { certificate } = peppolAccess.keys
  const { next, previous } = otherCertificates()
  const due = noticeDue(certificate, now())
  return {
    ...factsOf(certificate),
    ...(due ? { noticeDays: due } : {}),
    ...(next ? { next: factsOf(next) } : {}),
    ...(previous ? { previous: factsOf(previous) } : {}),
  }
}

/** One sentence each, for operators. */
export function certificateWarnings(needs: OwnCertificateNeeds): string[] {
  const { fault, previous } = needs.otherCertificates()
  const { noticeDays: due, expiresAt, next, fingerprint: inUse } = certificateFacts(needs)
  const follows =
    next && next.validFrom <= expiresAt
      ? `; the next one, ${next.fingerprint}, must be in the SMP by then.`
      : '.'
  const ends = `Our own access point certificate expires at ${expiresAt}${follows}`
  const change =
    previous && noticeDue(previous, needs.now())
      ? `Our previous access point certificate expires at ${factsOf(previous).expiresAt}; ` +
        `the one in use, ${inUse}, must be in the SMP by then.`
      : undefined
  return [...(due ? [ends] : []), change, fault].filter((one) => one !== undefined)
}

const dayMs = 24 * 3_600_000

function noticeDue(
  { validTo }: X509Certificate,
  now: Date,
): (typeof noticeDays)[number] | undefined {
  const leftMs = Date.parse(validTo) - now.getTime()
  return noticeDays.find((days) => leftMs <= days * dayMs)
}

function factsOf(certificate: X509Certificate): Validity {
  return {
    fingerprint: fingerprint(certificate),
    validFrom: new Date(certificate.validFrom).toISOString(),
    expiresAt: new Date(certificate.validTo).toISOString(),
  }
}
