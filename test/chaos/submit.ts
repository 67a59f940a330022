// Callers who do not give up: each document is submitted with an Idempotency-Key until it is
// answered with 202, by whichever gateway is there.
import { setTimeout as pause } from 'node:timers/promises'
import { invoiceJson } from '../e2e/invoice.ts'
import type { Random } from '../fuzz/random.ts'
import { isToComeAgain } from './peer.ts'

const deadlineMs = 3 * 60_000

type Body = { mediaType: string; text: string }

export async function submitAll({
  isDue,
  callers,
  token,
  bodyOf = (number) => ({ mediaType: 'application/json', text: invoiceJson(number) }),
  random,
  pauseMs,
  urlOf,
  accepted: hear,
}: {
  /** Asked before each document, numbered from 0, whether there is to be one more. */
  isDue(number: number): boolean
  callers: number
  token: string
  /** Asked for once: what is submitted again is the same. */
  bodyOf?(number: string): Body
  random: Random
  /** From a 202 to the caller's next document, on average. */
  pauseMs: number
  urlOf(): string | undefined
  /**
   * Called with the time when a request was sent that was answered with 202, or whose document the
   * database has under another request: it is taken once that one has ended, or its hold.
   */
  accepted(askedAt: number): void
}): Promise<{ accepted: string[]; faults: string[] }> {
  const accepted: string[] = []
  const faults: string[] = []
  let next = 0
  const caller = async () => {
    for (let number = next++; isDue(number); number = next++) {
      const deadline = new Date(Date.now() + deadlineMs).toISOString()
      accepted.push(await submitUntilAccepted(number, deadline))
      await pause(random(2 * pauseMs + 1))
    }
  }
  async function submitUntilAccepted(number: number, deadline: string): Promise<string> {
    const body = bodyOf(`CHAOS-${number}`)
    for (;;) {
      const askedAt = Date.now()
      const answer = await submitOnce(urlOf(), { token, number, deadline, body }, faults)
      if (answer) hear(askedAt)
      if (answer?.id) return answer.id
      await pause(100 + random(400))
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return { accepted, faults }
}

type ToSubmit = { token: string; number: number; deadline: string; body: Body }

/** The id in a 202, none for a key that is held; undefined when there was no answer, or a 503. */
async function submitOnce(
  url: string | undefined,
  { token, number, deadline, body }: ToSubmit,
  faults: string[],
): Promise<{ id?: string } | undefined> {
  if (!url) return undefined
  const path = `/api/v1/invoices/submit?deadline=${encodeURIComponent(deadline)}`
  const headers = {
    'X-API-Token': token,
    'Content-Type': body.mediaType,
    'Idempotency-Key': `chaos-${number}`,
  }
  const answer = await fetch(new URL(path, url), {
    method: 'POST',
    headers,
    body: body.text,
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined)
  if (!answer) return undefined
  const said = (await answer.json().catch(() => undefined)) as { id?: string; code?: string }
  if (answer.status === 202) return said?.id === undefined ? undefined : { id: said.id }
  if (said?.code === 'idempotency.in-progress') return {}
  if (!isToComeAgain(answer.status)) faults.push(`submit: ${answer.status} ${JSON.stringify(said)}`)
  return undefined
}
