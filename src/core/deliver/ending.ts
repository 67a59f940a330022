// What the outcome of a posted request means for the document (cases: as4/answer-cases).
import {
  type AnswerCertainty,
  type EbmsError,
  judgeOutcome,
  type PostAnswer,
  type PostOutcome,
} from '../../as4/index.ts'
import { checkAccessPoint } from '../../peppol/index.ts'
import type { FailureCode } from '../failure-codes.ts'
import type { PeppolAccess } from '../gateway.ts'
import type { Outgoing } from './prepare-message.ts'

export type Ending =
  | {
      kind: 'delivered'
      receiptId: string
      answer: PostAnswer
    }
  | {
      kind: 'undelivered'
      code: FailureCode
      detail: string
      /** What is known about this attempt alone. */
      certainty: Exclude<AnswerCertainty, 'confirmed'>
      answer?: PostAnswer
      ebmsErrors?: EbmsError[]
    }

export async function endingOf(
  { network, revocationOf }: Pick<PeppolAccess, 'network' | 'revocationOf'>,
  { sent, repeated }: Outgoing,
  outcome: PostOutcome,
  now: Date,
): Promise<Ending> {
  const judgement = await judgeOutcome(sent, outcome, {
    receiver: sent.receiver,
    async checkSigner(certificate) {
      await checkAccessPoint(certificate, { trust: network.trust, revocationOf, now })
    },
    isRepeated: repeated,
  })
  const answer = outcome.kind === 'answered' ? { answer: outcome } : {}
  if (judgement.case === 'receipt')
    return { kind: 'delivered', receiptId: judgement.receipt.messageId, answer: answer.answer! }
  const { code, detail, certainty, errors } = judgement
  const ebmsErrors = errors.length > 0 ? { ebmsErrors: errors } : {}
  return { kind: 'undelivered', code, detail, certainty, ...answer, ...ebmsErrors }
}
