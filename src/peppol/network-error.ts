// Why a document cannot be sent anywhere: `receiver.*`, `lookup.*`, `certificate.*`.

const receiverFailures = ['receiver.not-registered', 'receiver.document-type-unsupported'] as const

type ReceiverFailureCode = (typeof receiverFailures)[number]

export type NetworkFailureCode =
  | ReceiverFailureCode
  | 'lookup.dns-failed'
  | 'lookup.record-invalid'
  | 'lookup.smp-unreachable'
  | 'lookup.smp-invalid'
  | 'lookup.smp-signature-invalid'
  | 'certificate.expired'
  | 'certificate.not-yet-valid'
  | 'certificate.revoked'
  | 'certificate.untrusted'
  | 'certificate.seat-mismatch'
  | 'certificate.revocation-unavailable'

/** What a stranger wrote may stand in it. */
const detailMax = 1000

/**
 * There is nowhere to send a document, or nowhere that can be trusted. The message is for
 * API clients.
 */
export class NetworkError extends Error {
  readonly code: NetworkFailureCode

  constructor(code: NetworkFailureCode, detail: string, options?: { cause?: unknown }) {
    super(detail.length > detailMax ? `${detail.slice(0, detailMax - 1)}…` : detail, options)
    this.name = 'NetworkError'
    this.code = code
  }
}

/** Whether the network has answered: there is no such receiver, or they take no such document. */
export function isReceiverFailure(
  error: unknown,
): error is NetworkError & { code: ReceiverFailureCode } {
  return error instanceof NetworkError && receiverFailures.some((code) => code === error.code)
}
