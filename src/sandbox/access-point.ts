// The second access point: receives with the gateway's own AS4 receiver and answers with a signed
// receipt or error.
import { As4Error } from '../as4/index.ts'
import type { HttpAnswer } from './http-listener.ts'
import { answerWithFault, type FaultPlan, withBody } from './misbehaviour.ts'
import {
  type AccessPoint,
  type As4Request,
  discard,
  errorSignal,
  keepMessage,
  openMessage,
  refusal,
  signalFacts,
} from './reception.ts'

/**
 * Answers a user message. Throws what is our own fault, to be answered as HTTP 500: the sender may
 * come again.
 */
export async function answerUserMessage(
  request: As4Request,
  accessPoint: AccessPoint,
  faultPlan?: FaultPlan,
): Promise<HttpAnswer | 'hang-up'> {
  const how = faultPlan?.how
  if (how === 'http-503') return { status: 503 }
  try {
    const opened = await openMessage(request, accessPoint)
    const { message } = opened
    try {
      if (how === 'ebms-error') throw refusal(message, 'the sandbox was told to refuse')
      const { receipt } = await keepMessage(opened, accessPoint)
      if (!faultPlan || !how || how === 'slow') return withBody(receipt)
      const { impostors } = faultPlan
      return await answerWithFault(how, {
        message,
        receipt,
        ...signalFacts(accessPoint),
        impostors,
      })
    } finally {
      await discard(message)
    }
  } catch (error) {
    if (!(error instanceof As4Error)) throw error
    return withBody(await errorSignal(error, accessPoint))
  }
}
