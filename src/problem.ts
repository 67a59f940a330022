// Every failure that a caller of the HTTP API can get, in one table (RFC 9457).
export const problems = {
  'auth.token-missing': { status: 401, title: 'The request carries no API token' },
  'auth.token-invalid': { status: 401, title: 'The API token is not valid' },
  'auth.token-expired': { status: 401, title: 'The API token has expired' },
  'auth.token-revoked': { status: 401, title: 'The API token was revoked' },
  'auth.scope-missing': { status: 403, title: 'The API token lacks a scope' },
  'auth.environment-mismatch': {
    status: 403,
    title: 'The API token belongs to another environment',
  },
  'request.malformed-json': { status: 400, title: 'The body is not well-formed JSON' },
  'request.malformed-xml': { status: 400, title: 'The body is not well-formed XML' },
  'request.forbidden-xml': {
    status: 400,
    title: 'The XML uses a construct that is not accepted',
  },
  'request.unknown-field': { status: 400, title: 'The body has an unknown field' },
  'request.unknown-parameter': {
    status: 400,
    title: 'The query has an unknown parameter',
  },
  'request.missing-field': { status: 400, title: 'A required field is missing' },
  'request.invalid-field': { status: 400, title: 'A field has an invalid value' },
  'request.header-invalid': { status: 400, title: 'A header has an invalid value' },
  'request.headers-too-large': { status: 431, title: 'The headers are too large' },
  'request.expectation-failed': {
    status: 417,
    title: 'The Expect header asks for something unknown',
  },
  'request.timeout': { status: 408, title: 'The request took too long to arrive' },
  'request.not-found': { status: 404, title: 'There is no such resource' },
  'request.method-not-allowed': {
    status: 405,
    title: 'This resource does not support that method',
  },
  'request.too-large': { status: 413, title: 'The body is too large' },
  'request.unsupported-media-type': {
    status: 415,
    title: 'The media type or encoding is not supported',
  },
  'request.not-acceptable': { status: 406, title: 'No representation satisfies the Accept header' },
  'idempotency.key-reused': {
    status: 422,
    title: 'The Idempotency-Key was used with another request',
  },
  'idempotency.in-progress': {
    status: 409,
    title: 'A request with this Idempotency-Key is in progress',
  },
  'document.duplicate': { status: 409, title: 'This document was submitted before' },
  'document.not-found': { status: 404, title: 'There is no such document' },
  'document.ambiguous': { status: 422, title: 'The document states a fact more than once' },
  'document.type-mismatch': {
    status: 422,
    title: 'The type of the document does not fit',
  },
  'document.totals-inconsistent': {
    status: 422,
    title: 'A stated amount differs from the computed one',
  },
  'document.not-reportable': {
    status: 422,
    title: 'The document lacks what the report to the tax authority must say',
  },
  'tax-report.in-progress': {
    status: 409,
    title: 'A report about the document is on its way',
  },
  'tax-report.not-possible': {
    status: 409,
    title: 'The last report about the document does not allow that',
  },
  'document.not-cancellable': { status: 409, title: 'The document can no longer be cancelled' },
  'document.altered': {
    status: 409,
    title: 'The document is not what its audit log says',
  },
  'forecast.not-found': { status: 404, title: 'There is no such forecast' },
  'forecast.too-many': { status: 409, title: 'Too many forecasts are under way' },
  'forgetting.not-found': { status: 404, title: 'There is no such request to forget' },
  'document.in-progress': { status: 409, title: 'The document is still on its way' },
  'document.content-removed': {
    status: 410,
    title: 'The bytes of this document were removed',
  },
  'document.not-available': {
    status: 409,
    title: 'The document is still being opened; try again in a moment',
  },
  'word.issues-mismatch': { status: 422, title: 'The issues do not fit the code' },
  'word.too-late': { status: 409, title: 'Something else was said about the document' },
  'receiver.takes-no-response': {
    status: 422,
    title: 'The sender of the document takes no Invoice Response',
  },
  'participant.taken': { status: 409, title: 'The participant is registered already' },
  'participant.registered': { status: 409, title: 'Documents are received for the participant' },
  'registration.published': { status: 409, title: 'The participant is published in the SMP' },
  'identification.missing': {
    status: 409,
    title: 'The customer was not identified, or has to be identified anew',
  },
  'publication.no-smp': { status: 409, title: 'No SMP is named in the settings' },
  'publication.not-allowed': {
    status: 403,
    title: 'The tenant may not publish participants',
  },
  'registration.not-found': { status: 404, title: 'There is no such registration' },
  'reporting.not-production': {
    status: 409,
    title: 'Reports are sent on the production network only',
  },
  'reporting.month-not-over': { status: 409, title: 'The month is not over' },
  'reporting.country-unknown': {
    status: 409,
    title: 'The country of an end user cannot be reported',
  },
  'document.not-retryable': { status: 409, title: 'The document cannot be retried' },
  'events.cursor-expired': { status: 410, title: 'The feed no longer goes back to this event' },
  'webhook.not-found': { status: 404, title: 'There is no such webhook, or no such delivery' },
  'webhook.url-refused': { status: 422, title: 'Nothing can be sent to this URL' },
  'webhook.limit-reached': { status: 409, title: 'There are too many webhooks' },
  'webhook.unavailable': { status: 503, title: 'Webhooks are not set up on this gateway' },
  'validation.schema-failed': { status: 422, title: 'The document breaks the UBL schema' },
  'validation.rules-failed': { status: 422, title: 'The document breaks the rules for its type' },
  'validation.unavailable': { status: 503, title: 'The document cannot be validated now' },
  'token.not-found': { status: 404, title: 'There is no such token' },
  'registration.limit-reached': {
    status: 409,
    title: 'The tenant has as many registrations as it may have',
  },
  'token.limit-reached': { status: 409, title: 'The tenant has as many tokens as it may have' },
  'token.not-valid': { status: 409, title: 'The token was revoked, or has expired' },
  'tenant.not-found': { status: 404, title: 'There is no such tenant' },
  'tenant.name-taken': { status: 409, title: 'Another tenant has this name' },
  'tenant.not-deletable': { status: 409, title: 'The tenant cannot be deleted' },
  'participant.id-invalid': { status: 422, title: 'A participant identifier is not well-formed' },
  'participant.checksum-failed': {
    status: 422,
    title: 'A participant identifier has a wrong check digit',
  },
  'participant.sender-not-allowed': {
    status: 403,
    title: 'This token may not send for that participant',
  },
  'participant.receiver-not-allowed': {
    status: 403,
    title: 'This token may not receive for that participant',
  },
  'lookup.dns-failed': { status: 504, title: 'The DNS servers of the network gave no answer' },
  'lookup.record-invalid': {
    status: 502,
    title: 'The DNS record of the participant names no usable SMP',
  },
  'lookup.smp-unreachable': { status: 504, title: 'The SMP of the participant gave no answer' },
  'lookup.smp-invalid': {
    status: 502,
    title: 'The SMP of the participant gave an answer that cannot be used',
  },
  'certificate.revocation-unavailable': {
    status: 504,
    title: 'It cannot be checked now whether a certificate was revoked',
  },
  'pdf.wrong-document': {
    status: 422,
    title: 'This path prints another kind of document',
  },
  'rate.limited': { status: 429, title: 'Too many requests' },
  'capacity.busy': { status: 503, title: 'The gateway has no room at the moment' },
  'capacity.storage': { status: 503, title: 'There is no room for more documents at the moment' },
  'capacity.backlog-full': { status: 503, title: 'Too many documents are waiting' },
  'maintenance.draining': { status: 503, title: 'The service is stopping' },
  'service.unavailable': { status: 503, title: 'The service cannot accept documents now' },
  'internal.unexpected': { status: 500, title: 'Something unexpected went wrong' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems

/**
 * One fault in the caller's input. `pointer` is RFC 6901 into the caller's JSON; XML callers get
 * `xpath`, `line` and `column`.
 */
export type ProblemDetail = {
  pointer?: string
  code?: string
  layer?: 'syntax' | 'structure' | 'rules'
  rule?: string
  severity?: 'error' | 'warning'
  message: string
  xpath?: string
  line?: number
  column?: number
  value?: string
  expected?: string
  /** A page that explains the rule. */
  link?: string
}

export type ProblemMembers = {
  /** Another status than that of the table, for a value that is well-formed and goes too far. */
  status?: 422
  detail?: string
  errors?: ProblemDetail[]
  documentId?: string
  /** The answer was given before, to the same Idempotency-Key. */
  replayed?: boolean
  /** When the same request may succeed, as far as that is known. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** Too many requests, and the failures of servers behind us. */
const retryableStatuses = [429, 502, 503, 504]

/** A failure reported to an API client as `application/problem+json`. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly detail: string | undefined
  readonly errors: ProblemDetail[] | undefined
  readonly documentId: string | undefined
  readonly replayed: boolean
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, members: ProblemMembers = {}) {
    super(members.detail ?? problems[code].title, { cause: members.cause })
    this.name = 'Problem'
    this.code = code
    this.status = members.status ?? problems[code].status
    this.detail = members.detail
    this.errors = members.errors
    this.documentId = members.documentId
    this.replayed = members.replayed ?? false
    this.retryAfterSeconds = members.retryAfterSeconds
  }

  /** Whether the same request may succeed later without a change. */
  get retryable(): boolean {
    if (this.code === 'idempotency.in-progress') return true
    // Nothing changes before an operator has set a key.
    return this.code !== 'webhook.unavailable' && retryableStatuses.includes(this.status)
  }
}
