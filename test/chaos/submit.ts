// Callers who do not give up: each document is submitted with an Idempotency-Key until it is
// answered with 202, by whichever gateway is there.

import { invoiceJson } from '../e2e/invoice.ts'
import type { Random } from '../fuzz/random.ts'

const inFlight = 8
const deadlineMs = 3 * 60_000

export async function submitAll({
  documents,
  token,
  random,
  urlOf,
}: {
  documents: number
  token: string
  random: Random
  urlOf(): string | undefined
}): Promise<{ accepted: string[]; faults: string[] }> {
  const accepted: string[] = []
  const faults: string[] = []
  let next = 0
  const caller = async () => {
    for (let number = next++; number < documents; number = next++) {
      const deadline = new Date(Date.now() + deadlineMs).toISOString()
      accepted.push(await submitUntilAccepted(number, deadline))
    }
  }
  async function submitUntilAccepted(number: number, deadline: string): Promise<string> {
    for (;;) {
      const id = await submitOnce(urlOf(), { token, number, deadline }, faults)
      if (id) return id
      await new Promise((later) => setTimeout(later, 100 + random(400)))
    }
  }
  await Promise.all(Array.from({ length: inFlight }, caller))
  return { accepted, faults }
}

/** The id in a 202; undefined when nobody answered, or asked to come again. */
async function submitOnce(
  url: string | undefined,
  { token, number, deadline }: { token: string; number: number; deadline: string },
  faults: string[],
): Promise<string | undefined> {
  if (!url) return undefined
  const path = `/api/v1/invoices/submit?deadline=${encodeURIComponent(deadline)}`
  const headers = {
    'X-API-Token': token,
    'Content-Type': 'application/json',
    'Idempotency-Key': `chaos-${number}`,
  }
  const answer = await fetch(new URL(path, url), {
    method: 'POST',
    headers,
    body: invoiceJson(`CHAOS-${number}`),
    signal: AbortSignal.timeout(20_000),
  }).catch(() => undefined)
  if (!answer) return undefined
  const body = (await answer.json().catch(() => undefined)) as { id?: string; code?: string }
  if (answer.status === 202) return body?.id
  const isExpected = body?.code === 'idempotency.in-progress' || answer.status === 503
  if (!isExpected) faults.push(`submit: ${answer.status} ${JSON.stringify(body)}`)
  return undefined
}
