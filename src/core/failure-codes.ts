// Every way in which a delivery can fail, in one table: what it means for the document, whether the
// caller may retry it once it has failed, and what an operator does about it.
import type { SendingFailureCode } from '../as4/index.ts'
import type { NetworkFailureCode } from '../peppol/index.ts'
import type { WaitingReason } from '../store/index.ts'

/** The codes of the rooms that detect the failures, and some of our own. */
export type FailureCode =
  | NetworkFailureCode
  | SendingFailureCode
  | 'delivery.window-exhausted'
  | 'participant.sender-not-allowed'
  | 'tax-report.invalid'
  | 'tax-report.not-validated'
  | 'tax-report.rejected'
  | 'tax-report.failed'
  | 'internal.unexpected'

export type FailureRow = {
  /** Why the document waits for its next attempt, or that there is none. */
  again: WaitingReason | 'give-up'
  /** Whether the same document may get through later. */
  retryable: boolean
  /** Not about this document alone: deliveries to the same endpoint become fewer, then cease. */
  endpoint?: 'fails'
  /** What an operator or the caller does about it. */
  advice: string
}

export const failureCodes = {
  'receiver.not-registered': {
    again: 'give-up',
    retryable: false,
    advice: 'Check the participant with the receiver: this network has no such participant.',
  },
  'receiver.document-type-unsupported': {
    again: 'give-up',
    retryable: false,
    advice: 'Ask the receiver to register this document type, or send one that they accept.',
  },
  'lookup.dns-failed': {
    again: 'dns-unavailable',
    retryable: true,
    advice: "Check that DNS_SERVERS, or this host's DNS servers, respond.",
  },
  'lookup.record-invalid': {
    again: 'give-up',
    retryable: true,
    advice: "Tell the receiver's provider: their DNS record names no usable SMP.",
  },
  'lookup.smp-unreachable': {
    again: 'smp-unavailable',
    retryable: true,
    advice: "Wait. If it persists, tell the receiver's provider that their SMP does not respond.",
  },
  'lookup.smp-invalid': {
    again: 'smp-unavailable',
    retryable: true,
    advice: "If it persists, tell the receiver's provider what their SMP answers.",
  },
  'lookup.smp-signature-invalid': {
    again: 'give-up',
    retryable: true,
    advice: "Tell the receiver's provider: their metadata is not signed correctly.",
  },
  'certificate.expired': {
    again: 'give-up',
    retryable: true,
    advice: "Tell the receiver's provider to register their current certificate.",
  },
  'certificate.not-yet-valid': {
    again: 'give-up',
    retryable: true,
    advice: "Check this host's clock; then tell the receiver's provider.",
  },
  'certificate.revoked': {
    again: 'give-up',
    retryable: true,
    advice: "Tell the receiver's provider: their certificate was revoked.",
  },
  'certificate.untrusted': {
    again: 'give-up',
    retryable: true,
    advice: "Check PEPPOL_NETWORK; then tell the receiver's provider.",
  },
  'certificate.seat-mismatch': {
    again: 'give-up',
    retryable: true,
    advice: "Tell the receiver's provider: the certificate is not for an access point.",
  },
  'certificate.revocation-unavailable': {
    again: 'revocation-unavailable',
    retryable: true,
    advice: 'Check that this host reaches the revocation list named in the certificate.',
  },
  'transport.connect-failed': {
    again: 'retry-backoff',
    retryable: true,
    endpoint: 'fails',
    advice:
      "Wait. If it persists, check this host's outbound connectivity, then tell the " +
      "receiver's provider.",
  },
  'transport.tls-failed': {
    again: 'retry-backoff',
    retryable: true,
    endpoint: 'fails',
    advice:
      "If it persists, tell the receiver's provider: their TLS certificate or " +
      'version is not accepted.',
  },
  'transport.timeout': {
    again: 'retry-backoff',
    retryable: true,
    endpoint: 'fails',
    advice: "Wait. If it persists, tell the receiver's provider that their access point is slow.",
  },
  'transport.http-status': {
    again: 'retry-backoff',
    retryable: true,
    endpoint: 'fails',
    advice: "If it persists, tell the receiver's provider what their access point answers.",
  },
  'as4.error': {
    again: 'give-up',
    retryable: true,
    advice: 'Read the ebMS error in the list of attempts: it says why the receiver refused.',
  },
  'as4.temporary-error': {
    again: 'retry-backoff',
    retryable: true,
    endpoint: 'fails',
    advice: 'Wait: the receiver says that it cannot take messages at the moment.',
  },
  'as4.receipt-missing': {
    again: 'receipt-unknown',
    retryable: true,
    endpoint: 'fails',
    advice: 'Ask the receiver whether the document arrived before you send it again.',
  },
  'as4.receipt-signature-invalid': {
    again: 'receipt-unknown',
    retryable: true,
    endpoint: 'fails',
    advice: "Tell the receiver's provider: their receipt is not signed correctly.",
  },
  'as4.receipt-digest-mismatch': {
    again: 'receipt-unknown',
    retryable: true,
    endpoint: 'fails',
    advice: "Tell the receiver's provider: their receipt does not cover what was sent.",
  },
  'as4.receipt-wrong-reference': {
    again: 'receipt-unknown',
    retryable: true,
    endpoint: 'fails',
    advice: "Tell the receiver's provider: their answer refers to another message.",
  },
  'delivery.window-exhausted': {
    again: 'give-up',
    retryable: true,
    advice: 'Fix the last failure, named in the detail; then try again.',
  },
  'participant.sender-not-allowed': {
    again: 'give-up',
    retryable: true,
    advice: 'The tenant lost this sender: ask the operator to list it again, then try again.',
  },
  'tax-report.invalid': {
    again: 'give-up',
    retryable: false,
    advice: 'Read the rule that the report breaks. It is a fault of this gateway: report it.',
  },
  'tax-report.not-validated': {
    again: 'validator-unavailable',
    retryable: true,
    advice: 'Wait: the validator is busy. If it persists, read the log of this gateway.',
  },
  'tax-report.rejected': {
    again: 'give-up',
    retryable: false,
    advice: 'Read what the tax authority says about the report, and submit a correct document.',
  },
  'tax-report.failed': {
    again: 'give-up',
    retryable: false,
    advice: 'Read why the report failed; then submit the document again.',
  },
  'internal.unexpected': {
    again: 'retry-backoff',
    retryable: true,
    advice: 'Read the log of this gateway, and report the bug with it.',
  },
} as const satisfies Record<FailureCode, FailureRow>
