// `fourcorner as4 receive`: an access point that receives, compares, keeps and answers messages,
// and prints what it did.

import { once } from 'node:events'
import { join } from 'node:path'
import type { As4Error, As4Request, UserMessage } from '../as4/index.ts'
import { limits } from '../config/limits.ts'
import { formatParticipant } from '../peppol/index.ts'
import {
  type AccessPoint,
  type As4Answer,
  listenForMessages,
  openOwnTicks,
  receiveMessage,
} from '../reception/index.ts'
import { openInbox } from '../sandbox/index.ts'
import { openSpool } from '../setup/spool.ts'
import { type CredentialFiles, readCredentials } from './as4-credentials.ts'
import { printLine } from './as4-lines.ts'

export type ReceiveOptions = CredentialFiles & { port: number; participant?: string[]; out: string }

/** Receives until SIGTERM or SIGINT; requests in progress are still answered. */
export async function receive(options: ReceiveOptions): Promise<void> {
  const { participant: served, out, port } = options
  const inbox = openInbox(out)
  const accessPoint: AccessPoint = {
    limits: limits.reception,
    ...readCredentials(options),
    serves: ({ receiver }) => served === undefined || served.includes(formatParticipant(receiver)),
    keep: inbox.keep,
    now: () => new Date(),
    spool: openSpool(),
  }
  const ownTick = openOwnTicks()
  const listener = await listenForMessages(port, limits.reception, async (request) => {
    await ownTick()
    return respond(request, accessPoint)
  })
  printLine({ event: 'listening', url: listener.url, inbox: join(out, 'arrivals.jsonl') })
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await listener.close()
  inbox.close()
}

async function respond(request: As4Request, accessPoint: AccessPoint): Promise<As4Answer> {
  const begun = performance.now()
  try {
    const outcome = await receiveMessage(request, accessPoint)
    if (outcome.kind === 'refused') sayRefused(outcome.error)
    else sayReceived(outcome, Math.round(performance.now() - begun))
    return outcome.answer
  } catch (error) {
    // An error of ours, or a broken connection: the sender may retry, and learns no more than that.
    printLine({ event: 'failed', detail: error instanceof Error ? error.message : String(error) })
    return { status: 500, body: Buffer.alloc(0) }
  }
}

function sayReceived(
  { message, isRepeat }: { message: UserMessage; isRepeat: boolean },
  millis: number,
): void {
  const { messageId, from, originalSender, finalRecipient, isTest } = message
  printLine({
    event: 'received',
    messageId,
    from,
    sender: originalSender.value,
    receiver: finalRecipient.value,
    millis,
    ...(isRepeat ? { repeat: true } : {}),
    ...(isTest ? { test: true } : {}),
  })
}

function sayRefused({ code, detail, refToMessageId: messageId, cause }: As4Error): void {
  printLine({
    event: 'refused',
    ...(messageId ? { messageId } : {}),
    code,
    ...(detail ? { detail } : {}),
    ...(cause instanceof Error ? { because: cause.message } : {}),
  })
}
