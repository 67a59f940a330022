// A whole access point to send hostile messages to: the production code, with the suite's
// certificates and register, and the inbox of the sandbox; or a gateway (HOSTILE_GATEWAY=1).

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { As4Request, HttpMessage, Spool } from '../../../src/as4/index.ts'
import { limits } from '../../../src/config/limits.ts'
import {
  type AccessPoint,
  type As4Answer,
  type As4Listener,
  listenForMessages,
  receiveMessage,
} from '../../../src/reception/index.ts'
import type { ArrivalLine } from '../../../src/sandbox/arrivals.ts'
import { openInbox } from '../../../src/sandbox/inbox.ts'
import { openSpool } from '../../../src/setup/spool.ts'
import { documentType, type HostileMessage, service, toHttpMessage } from './hostile-message.ts'
import { now, receiverKeys, revocationOf, trust } from './pki.ts'

export type TestReceiver = {
  /** `receipt`, or `EBMS:0004 detail` of the error signal. */
  send(message: HostileMessage | HttpMessage): Promise<string>
  /** The body of the answer. */
  answer(message: HostileMessage | HttpMessage): Promise<Buffer>
  /** How many messages were kept, and how many came, those that came again included. */
  counts(): Promise<{ kept: number; arrived: number }>
  /** The digests of the documents that came; of a gateway nothing is told. */
  digests(): string[]
  listen(): Promise<As4Listener>
  /** Throws when a temporary file was never removed. */
  close(): void
}

const gatewayReceiver = process.env.HOSTILE_GATEWAY
  ? await import('./gateway-receiver.ts')
  : undefined

export const isGateway = gatewayReceiver !== undefined

/** Serves 9915:receiver and nobody else. */
export async function openTestReceiver(): Promise<TestReceiver> {
  return isGateway ? openGateway() : openInboxReceiver()
}

/** Only with HOSTILE_GATEWAY=1. It is the same gateway each time, and forgets what came before. */
export async function openGateway(): Promise<TestReceiver> {
  const { renewGateway, post, stored } = gatewayReceiver!
  const folder = mkdtempSync(path.join(tmpdir(), 'hostile-'))
  const files = countingSpool(openSpool(folder))
  const url = await renewGateway(files.spool)
  const respond = (message: HostileMessage | HttpMessage) =>
    post('body' in message ? message : toHttpMessage(message))
  return {
    send: async (message) => describeAnswer(await respond(message)),
    answer: async (message) => (await respond(message)).body,
    counts: stored,
    digests: () => [],
    listen: async () => ({ url, close: async () => {} }),
    close: () => closeFiles(folder, files),
  }
}

export function openInboxReceiver(): TestReceiver {
  const folder = mkdtempSync(path.join(tmpdir(), 'hostile-'))
  const inbox = openInbox(folder)
  const files = countingSpool(openSpool(folder))
  const accessPoint: AccessPoint = {
    limits: limits.reception,
    keys: receiverKeys,
    trust,
    revocationOf,
    serves: (header) =>
      header.receiver.value === '9915:receiver' &&
      header.documentType.value === documentType &&
      header.process.value === service.value,
    keep: inbox.keep,
    now: () => now,
    spool: files.spool,
  }
  const arrivals = () =>
    readFileSync(path.join(folder, 'arrivals.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ArrivalLine)
  const respond = async (message: HostileMessage | As4Request): Promise<As4Answer> => {
    const request = 'body' in message ? message : toHttpMessage(message)
    return (await receiveMessage(request, accessPoint)).answer
  }
  return {
    send: async (message) => describeAnswer(await respond(message)),
    answer: async (message) => (await respond(message)).body,
    counts: async () => ({
      kept: readdirSync(folder).filter((name) => /^[0-9]+$/.test(name)).length,
      arrived: arrivals().length,
    }),
    digests: () => arrivals().map(({ documentSha256 }) => documentSha256),
    listen: () => listenForMessages(0, limits.reception, respond),
    close() {
      inbox.close()
      closeFiles(folder, files)
    },
  }
}

function closeFiles(folder: string, files: { open(): number }): void {
  rmSync(folder, { recursive: true, force: true })
  if (files.open() > 0) throw new Error(`${files.open()} temporary files were left open`)
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
export function describeAnswer({
  status,
  body,
}: {
  status: number
  body?: Buffer | string
}): string {
  const text = body?.toString() ?? ''
  const code = /errorCode="(EBMS:\d{4})"/.exec(text)?.[1]
  const detail = /<eb:ErrorDetail>([^<]*)</.exec(text)?.[1] ?? ''
  if (code !== undefined) return `${code} ${detail}`.trim()
  return text.includes('<eb:Receipt>') ? 'receipt' : `HTTP ${status}`
}
