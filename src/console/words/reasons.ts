// Why a document was not delivered, and why one waits, in six words at most. What to do about it is
// in the table of core (failure-codes).
import type { FailureCode } from '../../core/failure-codes.ts'
import type { waitingReasons } from '../../core/record.ts'

export type WaitingReason = (typeof waitingReasons)[number]

const failures: Record<FailureCode, string> = {
  'receiver.not-registered': 'receiver is not on the network',
  'receiver.document-type-unsupported': 'receiver takes no such document',
  'lookup.dns-failed': 'the network directory did not respond',
  'lookup.record-invalid': 'receiver’s directory entry is wrong',
  'lookup.smp-unreachable': 'receiver’s address book did not respond',
  'lookup.smp-invalid': 'receiver’s address book is wrong',
  'lookup.smp-signature-invalid': 'receiver’s address book is not signed',
  'certificate.expired': 'receiver’s certificate has expired',
  'certificate.not-yet-valid': 'receiver’s certificate is not valid yet',
  'certificate.revoked': 'receiver’s certificate was revoked',
  'certificate.untrusted': 'receiver’s certificate is not trusted',
  'certificate.seat-mismatch': 'receiver’s certificate is of another kind',
  'certificate.revocation-unavailable': 'receiver’s certificate could not be checked',
  'transport.connect-failed': 'receiver’s provider cannot be reached',
  'transport.tls-failed': 'no secure connection to the receiver',
  'transport.timeout': 'receiver’s provider was too slow',
  'transport.http-status': 'receiver’s provider answered with an error',
  'as4.error': 'refused by the receiver’s provider',
  'as4.temporary-error': 'receiver’s provider takes nothing now',
  'as4.receipt-missing': 'no receipt came back',
  'as4.receipt-signature-invalid': 'the receipt is not signed correctly',
  'as4.receipt-digest-mismatch': 'the receipt is for something else',
  'as4.receipt-wrong-reference': 'the receipt is for something else',
  'delivery.window-exhausted': 'no attempt succeeded in time',
  'participant.sender-not-allowed': 'you may not send for it',
  'tax-report.invalid': 'its report breaks a rule',
  'tax-report.not-validated': 'its report could not be checked',
  'tax-report.rejected': 'the tax authority refused its report',
  'tax-report.failed': 'its tax report did not arrive',
  'internal.unexpected': 'an error in this gateway',
}

const waits: Record<WaitingReason, string> = {
  'first-attempt': 'about to be sent',
  'retry-backoff': 'receiver does not respond',
  'receiver-circuit-open': 'receiver’s provider does not respond',
  'smp-unavailable': 'receiver’s address book does not respond',
  'dns-unavailable': 'the network directory does not respond',
  'revocation-unavailable': 'receiver’s certificate cannot be checked',
  'receipt-unknown': 'no receipt came back',
  'validator-unavailable': 'it could not be checked yet',
  paused: 'sending is paused',
  'tax-report': 'the tax authority has not accepted its report yet',
}

/** Undefined for a code that this version does not know. */
export function failureReason(code: string): string | undefined {
  return Object.hasOwn(failures, code) ? failures[code as FailureCode] : undefined
}

export function waitingReason(reason: WaitingReason): string {
  return waits[reason]
}
