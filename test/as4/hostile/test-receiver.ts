// A whole access point to send hostile messages to: the sandbox's own, with the suite's
// certificates and register.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { HttpMessage, Spool } from '../../../src/as4/index.ts'
import { answerUserMessage } from '../../../src/sandbox/access-point.ts'
import { type HttpListener, listenForHttp } from '../../../src/sandbox/http-listener.ts'
import { openInbox } from '../../../src/sandbox/inbox.ts'
import {
  type AccessPoint,
  type As4Request,
  receiverLimits,
} from '../../../src/sandbox/reception.ts'
import { openSpool } from '../../../src/spool.ts'
import { documentType, type HostileMessage, service, write } from './hostile-message.ts'
import { now, receiverKeys, trust } from './pki.ts'

export type TestReceiver = {
  /** `receipt`, or `EBMS:0004 detail` of the error signal, or `HTTP 500`. */
  send(message: HostileMessage | HttpMessage): Promise<string>
  /** The whole answer. */
  answer(message: HostileMessage | HttpMessage): Promise<Buffer>
  /** The same for a body that is still coming in. */
  respond(request: As4Request): Promise<{ status: number; body: Buffer }>
  /** How many messages lie in the inbox. */
  kept(): number
  arrivals(): string[]
  listen(bodyBytesMax?: number): Promise<HttpListener>
  /** Throws when a temporary file was never removed. */
  close(): void
}

/** Serves 9915:receiver and nobody else. */
export async function openTestReceiver(): Promise<TestReceiver> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hostile-'))
  const inbox = await openInbox(folder)
  const files = countingSpool(openSpool(folder))
  const accessPoint: AccessPoint = {
    keys: receiverKeys,
    trust,
    serves: (header) =>
      header.receiver.value === '9915:receiver' &&
      header.documentType.value === documentType &&
      header.process.value === service.value,
    keep: inbox.keep,
    now: () => now,
    spool: files.spool,
  }
  const post = async (request: HttpMessage) => {
    const answer = await answerUserMessage(request, accessPoint)
    if (answer === 'hang-up') throw new Error('The access point hung up')
    return answer
  }
  const asMessage = (message: HostileMessage | HttpMessage) =>
    'body' in message ? message : write(message)
  return {
    send: async (message) => outcomeOf(await post(asMessage(message))),
    answer: async (message) => (await post(asMessage(message))).body ?? Buffer.of(),
    async respond(request) {
      const answer = await answerUserMessage(request, accessPoint)
      return answer === 'hang-up'
        ? { status: 500, body: Buffer.of() }
        : { body: Buffer.of(), ...answer }
    },
    kept: () => readdirSync(folder).filter((name) => /^[0-9]+$/.test(name)).length,
    arrivals: () =>
      readFileSync(path.join(folder, 'arrivals.jsonl'), 'utf8').split('\n').filter(Boolean),
    listen: (bodyBytesMax = receiverLimits.bodyBytesMax) =>
      listenForHttp('127.0.0.1', {
        bodyBytesMax,
        say() {},
        async respond({ method, path: target, contentType, body }) {
          if (target !== '/as4') return { status: 404 }
          if (method !== 'POST') return { status: 405 }
          return answerUserMessage({ contentType, body }, accessPoint)
        },
      }),
    close() {
      inbox.close()
      rmSync(folder, { recursive: true, force: true })
      if (files.open() > 0) throw new Error(`${files.open()} temporary files were left open`)
    },
  }
}

function countingSpool(inner: Spool): { spool: Spool; open(): number } {
  const open = new Set<object>()
  return {
    open: () => open.size,
    async spool(bytes) {
      const file = await inner(bytes)
      open.add(file)
      return {
        ...file,
        async remove() {
          open.delete(file)
          await file.remove()
        },
      }
    },
  }
}

/** What an answer says, in one line. */
export function outcomeOf({ status, body }: { status: number; body?: Buffer | string }): string {
  const text = body?.toString() ?? ''
  const code = /errorCode="(EBMS:\d{4})"/.exec(text)?.[1]
  const detail = /<eb:ErrorDetail>([^<]*)</.exec(text)?.[1] ?? ''
  if (code !== undefined) return `${code} ${detail}`.trim()
  return text.includes('<eb:Receipt>') ? 'receipt' : `HTTP ${status}`
}
