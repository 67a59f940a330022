// Each hostile case is one row: how it is forged, how it must end, and an honest message that
// differs in nothing else.
import { readFileSync } from 'node:fs'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  As4Error,
  type HttpMessage,
  type ReceiverOptions,
  receiveUserMessage,
} from '../../../src/as4/index.ts'
import { compose, type HostileMessage, toHttpMessage } from './hostile-message.ts'
import { withPeak } from './peak.ts'
import { checkSigner, now, receiverKeys } from './pki.ts'
import { describeAnswer, isGateway, openGateway, openInboxReceiver } from './test-receiver.ts'

export const limits = {
  bodyBytesMax: 60_000_000,
  inflatedBytesMax: 100_000_000,
  ratioMax: 100,
  partsMax: 20,
}

export type Case = {
  name: string
  forge: () => HostileMessage | HttpMessage
  /** The ebMS error code, with the beginning of its detail where the code alone is ambiguous. */
  outcome: string
  /** The honest message, if not the ordinary one. */
  twin?: (() => HostileMessage | HttpMessage) | undefined
  /** Options of the receiver, for both messages. */
  options?: Partial<ReceiverOptions>
}

const ordinary = () => compose()

/**
 * One test per case: the forgery ends as it must, and its twin is accepted. With HOSTILE_GATEWAY=1
 * a gateway says of both what the receiver says, and stores nothing of the first.
 */
export function refuseAll(group: string, cases: Case[]): void {
  countIn(group, cases.length)
  test.each(cases)('refuses $name: $outcome', { timeout: 10_000 }, async (one) => {
    const forged = requestOf(one.forge())
    const outcome = await measured(one.name, () => outcomeOf(forged, one.options))
    expect(outcome.slice(0, one.outcome.length)).toBe(one.outcome)
    expect(await acceptance(one.twin ?? ordinary, one.options)).toBe('accepted')
    if (isGateway && !one.options) await refuseAlike(forged, requestOf((one.twin ?? ordinary)()))
  })
}

/** As the receiver alone does, both by HTTP. */
async function refuseAlike(...messages: HttpMessage[]): Promise<void> {
  const receivers = [await openGateway(), openInboxReceiver()]
  onTestFinished(() => {
    for (const receiver of receivers) receiver.close()
  })
  const [byGateway, byReceiver] = await Promise.all(
    receivers.map(async (receiver) => {
      const { url, close } = await receiver.listen()
      const said: unknown[] = []
      for (const message of messages)
        said.push(describeAnswer(await post(url, message)), await receiver.counts())
      await close()
      return said
    }),
  )
  expect(byGateway).toEqual(byReceiver)
  expect(byGateway![1]).toEqual({ kept: 0, arrived: 0 })
}

async function post(
  url: string,
  { contentType, body }: HttpMessage,
): Promise<{ status: number; body: Buffer }> {
  const headers = { 'content-type': contentType }
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
}

/** Keeps the number of cases in docs/conformance.md right. */
export function countIn(group: string, cases: number): void {
  test(`are as many as docs/conformance.md says: ${group}`, () => {
    const page = readFileSync('docs/conformance.md', 'utf8')
    expect(new RegExp(`^\\| ${group} \\| ([0-9]+) \\|`, 'm').exec(page)?.[1]).toBe(`${cases}`)
  })
}

export function receive(
  message: HostileMessage | HttpMessage,
  change: Partial<ReceiverOptions> = {},
) {
  return receiveUserMessage(requestOf(message), {
    keys: [receiverKeys],
    checkSigner,
    now: () => now,
    limits,
    ...change,
  })
}

function requestOf(message: HostileMessage | HttpMessage): HttpMessage {
  return 'body' in message ? message : toHttpMessage(message)
}

/**
 * `EBMS:0101 detail` of a refusal, or `accepted`. Anything but an As4Error is a crash and
 * is rethrown.
 */
export async function outcomeOf(
  message: HostileMessage | HttpMessage,
  change: Partial<ReceiverOptions> = {},
) {
  try {
    await receive(message, change)
    return 'accepted'
  } catch (error) {
    if (error instanceof As4Error) return `${error.code} ${error.detail ?? ''}`
    throw error
  }
}

// Many cases share a twin, which need be accepted only once.
const accepted = new Map<unknown, Promise<string>>()

function acceptance(
  twin: () => HostileMessage | HttpMessage,
  change?: Partial<ReceiverOptions>,
): Promise<string> {
  if (change !== undefined) return outcomeOf(twin(), change)
  const known = accepted.get(twin) ?? outcomeOf(twin())
  accepted.set(twin, known)
  return known
}

// HOSTILE_REPORT=1 prints the time of the slowest cases.
const costs: { name: string; millis: number; mebibytes: number }[] = []

/** The peak of a hostile message may be at most 100 MB above the memory before it came. */
export async function measured<Outcome>(
  name: string,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const started = process.cpuUsage()
  const { made, mebibytes } = await withPeak(run)
  const { user, system } = process.cpuUsage(started)
  costs.push({ name, millis: (user + system) / 1000, mebibytes })
  expect(mebibytes).toBeLessThan(100)
  return made
}

export function reportCosts(group: string): void {
  afterAll(() => {
    if (!process.env.HOSTILE_REPORT) return
    const slowest = costs
      .slice()
      .sort((a, b) => b.millis - a.millis)
      .slice(0, 5)
    const widest = Math.max(...costs.map((cost) => cost.mebibytes))
    const lines = slowest.map(({ name, millis }) => `  ${millis.toFixed(1)} ms  ${name}`)
    console.log(
      [`${group}: ${costs.length} cases, at most ${widest.toFixed(0)} MB more`, ...lines].join(
        '\n',
      ),
    )
    costs.length = 0
  })
}
