// Why a document did not get through: the failure codes of the API (docs/api.md), as one closed
// union.

export const failureCodes = [
  'receiver.not-registered',
  'receiver.document-type-unsupported',
  'lookup.dns-failed',
  'lookup.record-invalid',
  'lookup.smp-unreachable',
  'lookup.smp-invalid',
  'lookup.smp-signature-invalid',
  'certificate.expired',
  'certificate.not-yet-valid',
  'certificate.revoked',
  'certificate.untrusted',
  'certificate.seat-mismatch',
  'certificate.revocation-unavailable',
  'transport.connect-failed',
  'transport.tls-failed',
  'transport.timeout',
  'transport.http-status',
  'as4.error',
  'as4.receipt-missing',
  'as4.receipt-signature-invalid',
  'as4.receipt-digest-mismatch',
  'as4.receipt-wrong-reference',
  'delivery.window-exhausted',
] as const

export type FailureCode = (typeof failureCodes)[number]

/**
 * The network has no place for a document, or none that can be trusted. The message is for the
 * caller to read.
 */
export class NetworkError extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, detail: string, options?: { cause?: unknown }) {
    super(detail, options)
    this.name = 'NetworkError'
    this.code = code
  }
}
