// Every possible answer to a user message, and what it means for the document. `judgeOutcome` finds
// the case, this table says the rest.

/**
 * What is known of a message after it was posted: no byte of it left us; it is unknown whether it
 * arrived, so only the same bytes may be sent again; the receiver refused it; the receiver has it.
 */
export type AnswerCertainty = 'not-sent' | 'unknown' | 'refused' | 'confirmed'

type AnswerCasesRow = { certainty: AnswerCertainty; code?: string; source: string }

export const answerCases = {
  // A failure outranks a receipt, and a receipt the HTTP status (ebMS 3.0, 6.6; AS4 1.0, 5.1.8).
  receipt: {
    certainty: 'confirmed',
    source: 'AS4 1.0, 5.1.8: a receipt with non-repudiation information',
  },
  'receipt-invalid': {
    certainty: 'unknown',
    code: 'as4.receipt-signature-invalid',
    source:
      'AS4 1.0, 5.1.8 and EBMS:0302: unsigned, forged, signed by another party, or more than one',
  },
  'receipt-of-another': {
    certainty: 'unknown',
    code: 'as4.receipt-wrong-reference',
    source: 'ebMS 3.0, 5.2.2.1: RefToMessageId names the message that was received',
  },
  'receipt-of-other-content': {
    certainty: 'unknown',
    code: 'as4.receipt-digest-mismatch',
    source: 'AS4 1.0, 5.1.8: the references are those of the message',
  },
  failure: { certainty: 'refused', code: 'as4.error', source: 'ebMS 3.0, 6.2.5: severity failure' },
  'temporary-failure': {
    certainty: 'refused',
    code: 'as4.temporary-error',
    source: 'ebMS 3.0, 6.7.1 and AS4 1.0, 3.2: EBMS:0005 and EBMS:0202, and no other failure',
  },
  'failure-of-another': {
    certainty: 'unknown',
    code: 'as4.receipt-wrong-reference',
    source: 'ebMS 3.0, 6.2.6: refToMessageInError names the message in error',
  },
  'failure-on-repetition': {
    certainty: 'unknown',
    code: 'as4.receipt-missing',
    source: 'AS4 1.0, 3.2: an earlier copy of the message may have arrived',
  },
  duplicate: {
    certainty: 'unknown',
    code: 'as4.receipt-missing',
    source: 'AS4 1.0, 3.2: a duplicate gets the same receipt; EBMS:4001 and the like prove nothing',
  },
  'warnings-only': {
    certainty: 'unknown',
    code: 'as4.receipt-missing',
    source: 'ebMS 3.0, 6.2.5: a warning refuses nothing, and proves nothing either',
  },
  'no-signal': {
    certainty: 'unknown',
    code: 'as4.receipt-missing',
    source: 'EBMS:0301: HTTP 2xx with nothing, HTML, a SOAP fault or XML that is no signal',
  },
  'http-status': {
    certainty: 'unknown',
    code: 'transport.http-status',
    source: 'RFC 9110, 15: HTTP 1xx, 3xx (never followed), 4xx or 5xx without a signal',
  },
  'cut-short': {
    certainty: 'unknown',
    code: 'as4.receipt-missing',
    source: 'EBMS:0301: the connection broke after the request began, or the answer is cut short',
  },
  'too-slow': {
    certainty: 'unknown',
    code: 'transport.timeout',
    source: 'EBMS:0301: the answer, or the end of it, did not come in time',
  },
  'no-connection': {
    certainty: 'not-sent',
    code: 'transport.connect-failed',
    source:
      'EBMS:0005: no answer, the address may not be called, or the connection broke before ' +
      'the request began',
  },
  'no-tls': {
    certainty: 'not-sent',
    code: 'transport.tls-failed',
    source: 'EBMS:0005: TLS 1.2, RFC 5246',
  },
  'connection-too-slow': {
    certainty: 'not-sent',
    code: 'transport.timeout',
    source: 'EBMS:0005: no connection in time',
  },
} as const satisfies Record<string, AnswerCasesRow>

export type AnswerCase = keyof typeof answerCases

/** The cases of an answer that is neither a receipt nor a refusal. */
export type NoReceiptCase = Extract<
  AnswerCase,
  `receipt-${string}` | 'failure-of-another' | 'warnings-only' | 'no-signal' | 'http-status'
>
