// What became of a request that was posted: exactly one ending for each answer, silence and refusal.
import { type EbmsError, judgeAnswer, type PostOutcome } from '../as4/index.ts'
import { checkAccessPoint, type FailureCode } from '../peppol/index.ts'
import type { World } from './gateway.ts'
import type { Outgoing } from './prepare-message.ts'
import type { DeliveryCode } from './retry.ts'

export type Ending =
  | {
      kind: 'delivered'
      receiptId: string
      answer: Answer
    }
  | {
      kind: 'undelivered'
      code: DeliveryCode
      detail: string
      /** At least one body byte was handed to the network. */
      bytesLeft: boolean
      answer?: Answer
      ebmsErrors?: EbmsError[]
    }

export type Answer = Extract<PostOutcome, { kind: 'answered' }>

export function judgeOutcome(
  world: World,
  { sent, repeated }: Outgoing,
  outcome: PostOutcome,
  now: Date,
): Ending {
  if (outcome.kind === 'failed') return silence(outcome)
  const verdict = judgeAnswer(sent, outcome, {
    receiver: sent.receiver,
    checkSigner: (certificate) => checkAccessPoint(certificate, world.network.trust, now),
  })
  switch (verdict.kind) {
    case 'receipt':
      return { kind: 'delivered', receiptId: verdict.messageId, answer: outcome }
    case 'no-receipt':
      return {
        kind: 'undelivered',
        code: verdict.code,
        detail: verdict.detail,
        bytesLeft: true,
        answer: outcome,
      }
    case 'error':
      return refusal(verdict.errors, repeated, outcome)
  }
}

const silenceCodes = {
  'connect-failed': 'transport.connect-failed',
  'tls-failed': 'transport.tls-failed',
  'address-refused': 'transport.connect-failed',
  timeout: 'transport.timeout',
  'too-large': 'as4.receipt-missing',
  broken: 'as4.receipt-missing',
} as const satisfies Record<Extract<PostOutcome, { kind: 'failed' }>['reason'], FailureCode>

function silence({ reason, detail, bodySent }: Extract<PostOutcome, { kind: 'failed' }>): Ending {
  const code = reason === 'broken' && !bodySent ? 'transport.connect-failed' : silenceCodes[reason]
  return { kind: 'undelivered', code, detail, bytesLeft: bodySent }
}

// Some access points register a MessageId before they process the message: that they know it proves nothing. So too
// when a repetition is refused: nobody can say what became of the first copy.
function refusal(errors: EbmsError[], repeated: boolean, answer: Answer): Ending {
  const told = errors.map(inWords).join('; ')
  const ending = { kind: 'undelivered', bytesLeft: true, answer, ebmsErrors: errors } as const
  if (errors.some(isDuplicateNotice))
    return {
      ...ending,
      code: 'as4.receipt-missing',
      detail: `The receiver says that it has this message: ${told}`,
    }
  if (repeated)
    return { ...ending, code: 'as4.receipt-missing', detail: `The repeated message was refused: ${told}` }
  return { ...ending, code: 'as4.error', detail: told }
}

/** EBMS:4001, and before phase4 4.5 an EBMS:0004 that speaks of a duplicate. */
function isDuplicateNotice(error: EbmsError): boolean {
  if (error.code === 'EBMS:4001') return true
  return error.code === 'EBMS:0004' && /duplicate/i.test(inWords(error))
}

function inWords({ code, shortDescription, description, detail }: EbmsError): string {
  return [code, shortDescription, description, detail].filter(Boolean).join(' ')
}
