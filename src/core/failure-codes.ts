// Every way in which a delivery can fail, in one table: what it means for the document, whether its
// caller may try it again once it has failed, and what an operator does about it.
import type { SendingFailureCode } from '../as4/index.ts'
import type { NetworkFailureCode } from '../peppol/index.ts'
import type { WaitingReason } from '../store/index.ts'

/** The codes of the rooms that find the failures, and the two that are our own. */
export type FailureCode =
  | NetworkFailureCode
  | SendingFailureCode
  | 'delivery.window-exhausted'
  | 'internal.unexpected'

export type FailureRow = {
  /** Why the document waits for its next attempt, or that there is none. */
  again: WaitingReason | 'give-up'
  /** Whether the same document may get through later. */
  retryable: boolean
  /** What an operator, or the caller, does about it. */
  advice: string
}

export const failureCodes = {
  'receiver.not-registered': {
    again: 'give-up',
    retryable: false,
    advice: 'Check the participant with the receiver: it is not on this network under that id.',
  },
  'receiver.document-type-unsupported': {
    again: 'give-up',
    retryable: false,
    advice: 'Ask the receiver to register this document type, or send one that they take.',
  },
  'lookup.dns-failed': {
    again: 'dns-unavailable',
    retryable: true,
    advice: 'Check that DNS_SERVERS, or the servers of this host, answer.',
  },
  'lookup.record-invalid': {
    again: 'give-up',
    retryable: true,
    advice: 'Tell the provider of the receiver: their DNS record names no usable SMP.',
  },
  'lookup.smp-unreachable': {
    again: 'smp-unavailable',
    retryable: true,
    advice: 'Wait. If it lasts, tell the provider of the receiver that their SMP does not answer.',
  },
  'lookup.smp-invalid': {
    again: 'smp-unavailable',
    retryable: true,
    advice: 'If it lasts, tell the provider of the receiver what their SMP answers.',
  },
  'lookup.smp-signature-invalid': {
    again: 'give-up',
    retryable: true,
    advice: 'Tell the provider of the receiver: their metadata is not signed as it must be.',
  },
  'certificate.expired': {
    again: 'give-up',
    retryable: true,
    advice: 'Tell the provider of the receiver to register their current certificate.',
  },
  'certificate.not-yet-valid': {
    again: 'give-up',
    retryable: true,
    advice: 'Check the clock of this host; then tell the provider of the receiver.',
  },
  'certificate.revoked': {
    again: 'give-up',
    retryable: true,
    advice: 'Tell the provider of the receiver: their certificate was revoked.',
  },
  'certificate.untrusted': {
    again: 'give-up',
    retryable: true,
    advice: 'Check PEPPOL_NETWORK; then tell the provider of the receiver.',
  },
  'certificate.seat-mismatch': {
    again: 'give-up',
    retryable: true,
    advice: 'Tell the provider of the receiver: the certificate names no access point.',
  },
  'certificate.revocation-unavailable': {
    again: 'revocation-unavailable',
    retryable: true,
    advice: 'Check that this host reaches the revocation list that the certificate names.',
  },
  'transport.connect-failed': {
    again: 'retry-backoff',
    retryable: true,
    advice: 'Wait. If it lasts, check the way out of this host, then tell the other provider.',
  },
  'transport.tls-failed': {
    again: 'retry-backoff',
    retryable: true,
    advice: 'If it lasts, tell the other provider: their TLS certificate or version fails.',
  },
  'transport.timeout': {
    again: 'retry-backoff',
    retryable: true,
    advice: 'Wait. If it lasts, tell the other provider that their access point is slow.',
  },
  'transport.http-status': {
    again: 'retry-backoff',
    retryable: true,
    advice: 'If it lasts, tell the other provider what their access point answers.',
  },
  'as4.error': {
    again: 'give-up',
    retryable: true,
    advice: 'Read the ebMS error among the attempts: the receiver says why it refused.',
  },
  'as4.temporary-error': {
    again: 'retry-backoff',
    retryable: true,
    advice: 'Wait: the receiver says that it cannot take messages at the moment.',
  },
  'as4.receipt-missing': {
    again: 'receipt-unknown',
    retryable: true,
    advice: 'Ask the receiver whether the document arrived before you send it anew.',
  },
  'as4.receipt-signature-invalid': {
    again: 'receipt-unknown',
    retryable: true,
    advice: 'Tell the other provider: their receipt is not signed as it must be.',
  },
  'as4.receipt-digest-mismatch': {
    again: 'receipt-unknown',
    retryable: true,
    advice: 'Tell the other provider: their receipt covers something else than was sent.',
  },
  'as4.receipt-wrong-reference': {
    again: 'receipt-unknown',
    retryable: true,
    advice: 'Tell the other provider: they answer for another message.',
  },
  'delivery.window-exhausted': {
    again: 'give-up',
    retryable: true,
    advice: 'Mend what the detail names as the last failure; then try again.',
  },
  'internal.unexpected': {
    again: 'retry-backoff',
    retryable: true,
    advice: 'Read the log of this gateway, and report the fault with it.',
  },
} as const satisfies Record<FailureCode, FailureRow>
