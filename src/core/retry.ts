// Which failures are worth another attempt, and when it is made. One table decides.
import type { FailureCode } from '../peppol/index.ts'
import type { WaitingReason } from '../store/index.ts'
import type { DeliveryLimits } from './gateway.ts'

/** A failure of the network, or one of our own. */
export type DeliveryCode = FailureCode | 'internal.unexpected'

/** For each failure code why the document waits for another attempt, or that it is given up. */
const verdicts: Record<DeliveryCode, WaitingReason | 'give-up'> = {
  'receiver.not-registered': 'give-up',
  'receiver.document-type-unsupported': 'give-up',
  'lookup.dns-failed': 'dns-unavailable',
  'lookup.record-invalid': 'give-up',
  'lookup.smp-unreachable': 'smp-unavailable',
  'lookup.smp-invalid': 'smp-unavailable',
  'lookup.smp-signature-invalid': 'give-up',
  'certificate.expired': 'give-up',
  'certificate.not-yet-valid': 'give-up',
  'certificate.revoked': 'give-up',
  'certificate.untrusted': 'give-up',
  'certificate.seat-mismatch': 'give-up',
  'certificate.revocation-unavailable': 'revocation-unavailable',
  'transport.connect-failed': 'retry-backoff',
  'transport.tls-failed': 'retry-backoff',
  'transport.timeout': 'retry-backoff',
  'transport.http-status': 'retry-backoff',
  'as4.error': 'give-up',
  'as4.receipt-missing': 'receipt-unknown',
  'as4.receipt-signature-invalid': 'receipt-unknown',
  'as4.receipt-digest-mismatch': 'receipt-unknown',
  'as4.receipt-wrong-reference': 'receipt-unknown',
  'delivery.window-exhausted': 'give-up',
  'internal.unexpected': 'retry-backoff',
}

export const deliveryCodes = Object.keys(verdicts) as DeliveryCode[]

export function verdictOn(code: DeliveryCode): WaitingReason | 'give-up' {
  return verdicts[code]
}

/**
 * Whether a failed document may succeed later as it is. A receiver that the network does not know
 * will not appear by itself.
 */
export function isRetryable(code: DeliveryCode): boolean {
  return !code.startsWith('receiver.')
}

/**
 * When attempt `attempts` + 1 is made, or undefined when attempts or time are used up. `chance` is
 * 0…1 and spreads the wait by ±20 %, so that documents that failed together do not return together.
 */
export function nextAttemptAt(
  { attempts, deadline, now }: { attempts: number; deadline: Date; now: Date },
  { retryDelaysMs, attemptsMax }: Pick<DeliveryLimits, 'retryDelaysMs' | 'attemptsMax'>,
  chance: number,
): Date | undefined {
  if (attempts >= attemptsMax) return undefined
  const delayMs = retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? 0
  const at = new Date(now.getTime() + delayMs * (0.8 + 0.4 * chance))
  return at <= deadline ? at : undefined
}
