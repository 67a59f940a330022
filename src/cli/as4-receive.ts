// `fourcorner as4 receive`: an access point that receives, compares, keeps and answers, and says
// what it did.
import { once } from 'node:events'
import { join } from 'node:path'
import { As4Error } from '../as4/index.ts'
import { formatParticipant } from '../peppol/index.ts'
import {
  type AccessPoint,
  type As4Request,
  discard,
  errorSignal,
  keepMessage,
  openInbox,
  openMessage,
} from '../sandbox/index.ts'
import { openSpool } from '../spool.ts'
import { type CredentialFiles, readCredentials } from './as4-credentials.ts'
import { say } from './as4-lines.ts'
import { type HttpAnswer, listenForMessages } from './as4-listener.ts'

export type ReceiveOptions = CredentialFiles & { port: number; participant?: string[]; out: string }

/** Receives until SIGTERM or SIGINT; what is in hand then is still answered. */
export async function receive(options: ReceiveOptions): Promise<void> {
  const { participant: served, out, port } = options
  const inbox = openInbox(out)
  const accessPoint: AccessPoint = {
    ...readCredentials(options),
    serves: ({ receiver }) => served === undefined || served.includes(formatParticipant(receiver)),
    keep: inbox.keep,
    now: () => new Date(),
    spool: openSpool(),
  }
  const listener = await listenForMessages(port, (request) => answerMessage(request, accessPoint))
  say({ event: 'listening', url: listener.url, inbox: join(out, 'arrivals.jsonl') })
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await listener.close()
  inbox.close()
}

async function answerMessage(request: As4Request, accessPoint: AccessPoint): Promise<HttpAnswer> {
  const begun = performance.now()
  try {
    const opened = await openMessage(request, accessPoint)
    try {
      const { receipt, isRepeat } = await keepMessage(opened, accessPoint)
      const { messageId, from, originalSender, finalRecipient, isTest } = opened.message
      const millis = Math.round(performance.now() - begun)
      const about = { sender: originalSender.value, receiver: finalRecipient.value, millis }
      say({
        event: 'received',
        messageId,
        from,
        ...about,
        ...flags({ repeat: isRepeat, test: isTest }),
      })
      return { status: 200, body: receipt }
    } finally {
      await discard(opened.message)
    }
  } catch (error) {
    return refuse(error, accessPoint)
  }
}

async function refuse(error: unknown, accessPoint: AccessPoint): Promise<HttpAnswer> {
  if (!(error instanceof As4Error)) {
    // A fault of ours, or a connection that broke: the sender may come again, and learns no more
    // than that.
    say({ event: 'failed', detail: error instanceof Error ? error.message : String(error) })
    return { status: 500, body: Buffer.alloc(0) }
  }
  const { code, detail, refToMessageId: messageId, cause } = error
  const because = cause instanceof Error ? { because: cause.message } : {}
  say({
    event: 'refused',
    ...(messageId ? { messageId } : {}),
    code,
    ...(detail ? { detail } : {}),
    ...because,
  })
  return { status: 200, body: await errorSignal(error, accessPoint) }
}

function flags(all: Record<string, boolean>): Record<string, true> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, is]) => (is ? [[name, true as const]] : [])),
  )
}
