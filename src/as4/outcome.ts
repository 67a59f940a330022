// What became of a posted message: exactly one case for every answer, silence and refusal.

import { type ExpectedSigner, judgeAnswer, type PostOutcome, type Verdict } from './answer.ts'
import { type AnswerCase, type AnswerCertainty, answerCases } from './answer-cases.ts'
import type { As4ErrorCode } from './error.ts'
import type { SentMessage } from './sender.ts'
import type { EbmsError } from './signal.ts'

type Receipt = Extract<Verdict, { kind: 'receipt' }>

/** `errors` are the failures that the receiver reported. */
export type Judgement =
  | { case: 'receipt'; certainty: 'confirmed'; receipt: Receipt }
  | {
      case: Undelivered
      certainty: Exclude<AnswerCertainty, 'confirmed'>
      code: SendingFailureCode
      detail: string
      errors: EbmsError[]
    }

type Undelivered = Exclude<AnswerCase, 'receipt'>
/** The failures of sending: `as4.*`, and `transport.*` of the HTTP that carries AS4. */
export type SendingFailureCode = (typeof answerCases)[Undelivered]['code']

/** `isRepeated`: the same bytes were sent before, and it is unknown whether they arrived. */
export async function judgeOutcome(
  sent: SentMessage,
  outcome: PostOutcome,
  expected: ExpectedSigner & { isRepeated: boolean },
): Promise<Judgement> {
  if (outcome.kind === 'failed') return undelivered(silenceOf(outcome), outcome.detail)
  const verdict = await judgeAnswer(sent, outcome, expected)
  switch (verdict.kind) {
    case 'receipt':
      return { case: 'receipt', certainty: answerCases.receipt.certainty, receipt: verdict }
    case 'no-receipt':
      return undelivered(verdict.case, verdict.detail)
    case 'error':
      return refused(verdict.errors, expected.isRepeated)
  }
}

type Silence = Extract<PostOutcome, { kind: 'failed' }>

// Once bytes have left, no failure proves that they did not arrive.
const silenceCases = {
  'connect-failed': { before: 'no-connection', after: 'cut-short' },
  'address-refused': { before: 'no-connection', after: 'cut-short' },
  'tls-failed': { before: 'no-tls', after: 'cut-short' },
  timeout: { before: 'connection-too-slow', after: 'too-slow' },
  broken: { before: 'no-connection', after: 'cut-short' },
  'too-large': { before: 'cut-short', after: 'cut-short' },
} as const satisfies Record<Silence['reason'], { before: Undelivered; after: Undelivered }>

function silenceOf({ reason, bodySent }: Silence): Undelivered {
  return silenceCases[reason][bodySent ? 'after' : 'before']
}

function refused(errors: EbmsError[], isRepeated: boolean): Judgement {
  const reported = errors.map(describeError).join('; ')
  if (errors.some(isDuplicateNotice))
    return undelivered(
      'duplicate',
      `The receiver says that it already has this message: ${reported}`,
      errors,
    )
  if (isRepeated)
    return undelivered(
      'failure-on-repetition',
      `The repeated message was refused: ${reported}`,
      errors,
    )
  const isTemporary = errors.every(({ code }) => temporaryErrors.includes(code))
  return undelivered(isTemporary ? 'temporary-failure' : 'failure', reported, errors)
}

// The receiver could not reach another system; nothing is wrong with the message itself.
const temporaryErrors: readonly string[] = ['EBMS:0005', 'EBMS:0202'] satisfies As4ErrorCode[]

function undelivered(name: Undelivered, detail: string, errors: EbmsError[] = []): Judgement {
  const { certainty, code } = answerCases[name]
  return { case: name, certainty, code, detail, errors }
}

/** EBMS:4001 or, before phase4 4.5, an EBMS:0004 that mentions a duplicate. */
function isDuplicateNotice(error: EbmsError): boolean {
  if (error.code === 'EBMS:4001') return true
  return error.code === 'EBMS:0004' && /duplicate/i.test(describeError(error))
}

function describeError({ code, shortDescription, description, detail }: EbmsError): string {
  return [code, shortDescription, description, detail].filter(Boolean).join(' ')
}
