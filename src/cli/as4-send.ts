// `fourcorner as4 send`: sends messages to one endpoint and prints each outcome as a JSON line.

import { open, writeFile } from 'node:fs/promises'
import {
  buildLargeUserMessage,
  buildUserMessage,
  type Content,
  judgeOutcome,
  type NewUserMessage,
  type PostOutcome,
  type SentMessage,
} from '../as4/index.ts'
import { limits } from '../config/limits.ts'
import { newUuid, parseCertificate } from '../crypto/index.ts'
import { type HttpMessage, type Net, openNet } from '../net/index.ts'
import { checkAccessPoint, NetworkError } from '../peppol/index.ts'
import { openSpool } from '../setup/spool.ts'
import { type CredentialFiles, read, readCredentials } from './as4-credentials.ts'
import { printLine } from './as4-lines.ts'
import { type Parcel, readParcel, type Stated } from './as4-parcel.ts'

export type SendOptions = CredentialFiles &
  Stated & {
    url: string
    receiverCertificate: string
    messageId?: string
    compress: boolean
    count: number
    concurrency: number
    warmup: number
    saveRequest?: string
    saveResponse?: string
  }

/**
 * What goes out, and what a receipt for it must cover. `remove` it when it will not be sent again.
 */
type Outgoing = HttpMessage & { sent: SentMessage; remove(): Promise<void> }

type Post = { outgoing: Outgoing; isRepeated: boolean }

/** Exits with 1 unless every message got a valid receipt. */
export async function send(file: string, options: SendOptions): Promise<void> {
  const sender = await openSender(file, options)
  const connectionsPerDestination = Math.max(
    options.concurrency,
    limits.sending.connectionsPerDestination,
  )
  const net = openNet({
    dnsServers: [],
    plainHttpAllowed: true,
    limits: { ...limits.sending, connectionsPerDestination },
  })
  try {
    const warm = await inLanes(options.warmup, options.concurrency, () => sender.sendOne(net))
    const begun = { at: performance.now(), cpu: process.cpuUsage() }
    const delivered = await inLanes(options.count, options.concurrency, () => sender.sendOne(net))
    if (options.count > 1) printLine(summary(options.count, delivered, begun))
    if (warm + delivered < options.warmup + options.count) process.exitCode = 1
  } finally {
    await sender.close()
    await net.close()
  }
}

function summary(messages: number, delivered: number, begun: { at: number; cpu: NodeJS.CpuUsage }) {
  const seconds = (performance.now() - begun.at) / 1000
  const { user, system } = process.cpuUsage(begun.cpu)
  const [messagesPerSecond, cpuMillisPerMessage] = [
    messages / seconds,
    (user + system) / 1000 / messages,
  ].map((figure) => Math.round(figure * 1000) / 1000)
  return { event: 'summary', messages, delivered, messagesPerSecond, cpuMillisPerMessage }
}

/** Calls `sendOne` `count` times, `concurrency` calls at a time; returns how many were true. */
async function inLanes(
  count: number,
  concurrency: number,
  sendOne: () => Promise<boolean>,
): Promise<number> {
  let begun = 0
  let delivered = 0
  const lane = async (): Promise<void> => {
    while (begun < count) {
      begun += 1
      if (await sendOne()) delivered += 1
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, lane))
  return delivered
}

async function openSender(file: string, options: SendOptions) {
  const { keys, trust, revocationOf } = readCredentials(options)
  const receiver = read(options.receiverCertificate, parseCertificate)
  const parcel = await readParcel(file, options)
  const checkSigner = async (certificate: typeof receiver) => {
    await checkAccessPoint(certificate, { trust, revocationOf, now: new Date() })
  }
  const spool = openSpool()
  /**
   * Given a MessageId by the caller there is one request, and every further message repeats it.
   */
  let repeated: Promise<Outgoing> | undefined

  async function make(): Promise<Outgoing> {
    const message = newMessage(parcel, options, new Date())
    if (isInMemory(message)) {
      const { contentType, body, sent } = await buildUserMessage(message, keys, receiver)
      return { contentType, body, sent, remove: async () => {} }
    }
    const large = await buildLargeUserMessage(message, keys, receiver, spool)
    return { ...large, remove: () => large.body.remove() }
  }

  async function next(): Promise<Post> {
    if (options.messageId === undefined) return { outgoing: await make(), isRepeated: false }
    const isRepeated = repeated !== undefined
    repeated ??= make()
    return { outgoing: await repeated, isRepeated }
  }

  async function sendOne(net: Net): Promise<boolean> {
    // Nothing is encrypted for an untrusted receiver.
    try {
      await checkSigner(receiver)
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
      printLine({
        event: 'sent',
        outcome: 'not-sent',
        code: error.code,
        detail: error.message,
        millis: 0,
      })
      return false
    }
    const { outgoing, isRepeated } = await next()
    const { contentType, body, sent } = outgoing
    const begun = performance.now()
    const outcome = await net.post(options.url, { contentType, body })
    const millis = Math.round((performance.now() - begun) * 10) / 10
    const judged = await judgeOutcome(sent, outcome, { receiver, checkSigner, isRepeated })
    const why = 'code' in judged ? { code: codeOf(judged), detail: judged.detail } : {}
    const isDelivered = judged.certainty === 'confirmed'
    const sentAs = isDelivered ? 'delivered' : judged.certainty
    printLine({ event: 'sent', messageId: sent.messageId, outcome: sentAs, ...why, millis })
    // After the line: failing to write a file does not make it unknown whether
    // the message went out.
    await save(options, outgoing, outcome)
    if (!repeated) await outgoing.remove()
    return isDelivered
  }

  return {
    sendOne,
    close: async () => {
      await (await repeated)?.remove()
    },
  }
}

/** The error code of the other access point, if it gave one. */
function codeOf(judged: { code: string; errors: { code: string }[] }): string {
  return judged.errors[0]?.code ?? judged.code
}

function newMessage(
  parcel: Parcel,
  { messageId, compress }: SendOptions,
  now: Date,
): NewUserMessage<Content> {
  const id = messageId ?? `${newUuid(now)}@fourcorner`
  return {
    ...parcel.header,
    messageId: id,
    conversationId: id,
    timestamp: now,
    payload: parcel.nextSbd(now),
    contentId: `${newUuid(now)}@fourcorner`,
    compress,
  }
}

function isInMemory(message: NewUserMessage<Content>): message is NewUserMessage<Buffer> {
  return Buffer.isBuffer(message.payload)
}

async function save(options: SendOptions, { body }: Outgoing, outcome: PostOutcome): Promise<void> {
  if (options.saveRequest !== undefined) await writeBody(options.saveRequest, body)
  if (options.saveResponse !== undefined && outcome.kind === 'answered')
    await writeFile(options.saveResponse, outcome.body)
}

async function writeBody(path: string, body: HttpMessage['body']): Promise<void> {
  const file = await open(path, 'w')
  try {
    if (Buffer.isBuffer(body)) await file.writeFile(body)
    else for await (const piece of body.read()) await file.writeFile(piece)
  } finally {
    await file.close()
  }
}
