// A client that is called with events: it believes only what an independent library verifies, and
// fails every now and then.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { Random } from '../fuzz/random.ts'

export type CalledEvent = { id: string; sequence: number; data: { documentId: string } }

export type WebhookReceiver = {
  url: string
  /** The secret of the webhook, once there is one. */
  believe(secret: string): void
  /** What was answered with 2xx, in the order of arrival; repetitions are left out. */
  taken: Map<string, CalledEvent>
  /** Calls that the library did not verify. */
  forged: number
  close(): void
}

/** One event in `oneIn` is refused at first: a second refusal would cost five minutes. */
export async function listenForEvents(random: Random, oneIn: number): Promise<WebhookReceiver> {
  let verifier: Webhook | undefined
  const refused = new Set<string>()
  const receiver = { taken: new Map<string, CalledEvent>(), forged: 0 }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const id = String(request.headers['webhook-id'])
    if (!refused.has(id) && random(oneIn) === 0) {
      refused.add(id)
      return response.writeHead(503).end()
    }
    try {
      const headers = request.headers as Record<string, string>
      const event = verifier!.verify(Buffer.concat(pieces).toString(), headers) as CalledEvent
      if (!receiver.taken.has(event.id)) receiver.taken.set(event.id, event)
      response.writeHead(204).end()
    } catch {
      receiver.forged += 1
      response.writeHead(400).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    believe(secret: string) {
      verifier = new Webhook(secret)
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  })
}

/** Sends all events of the caller's tenant to the receiver from now on. */
export async function subscribe(
  receiver: WebhookReceiver,
  { url, token }: { url: string; token: string },
): Promise<void> {
  const answer = await fetch(new URL('/api/v1/webhooks', url), {
    method: 'POST',
    headers: { 'X-API-Token': token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: receiver.url }),
  })
  if (!answer.ok) throw new Error(`a webhook: ${answer.status} ${await answer.text()}`)
  receiver.believe(((await answer.json()) as { secret: string }).secret)
}

/** What is wrong with what arrived, compared with the feed: `events` by id, in their order. */
export function webhookFaults(
  { taken, forged }: WebhookReceiver,
  events: readonly CalledEvent[],
): string[] {
  const faults =
    forged > 0 ? [`${forged} calls of the webhook were not signed as they must be`] : []
  const missing = events.filter(({ id }) => !taken.has(id)).length
  if (missing > 0) faults.push(`${missing} of ${events.length} events never came by webhook`)
  const last = new Map<string, number>()
  for (const { sequence, data } of taken.values()) {
    const before = last.get(data.documentId) ?? 0
    if (sequence < before) faults.push(`events of ${data.documentId} came in another order`)
    last.set(data.documentId, sequence)
  }
  return faults
}
