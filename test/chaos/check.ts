// What has to be true at the end of a chaos run.
import type { Receiver } from './receiver.ts'
import { type CalledEvent, type WebhookReceiver, webhookFaults } from './webhook.ts'

type End = {
  faults: string[]
  /** Documents by final status, and by outcome where that says more. */
  ends: Record<string, number>
  events: number
  audit: string
}

type Entry = {
  id: string
  status: string
  outcome: string
  certainty: string
  completedAt?: string
}

export async function checkEnd({
  accepted,
  receiver,
  webhook,
  token,
  url,
  say,
  audit,
}: {
  accepted: string[]
  receiver: Receiver
  webhook: WebhookReceiver
  token: string
  url: string
  say(line: string): void
  audit(): string
}): Promise<End> {
  const faults: string[] = []
  const get = async (path: string) => {
    const answer = await fetch(new URL(path, url), { headers: { 'X-API-Token': token } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<unknown>
  }
  const ids = new Set(accepted)
  if (ids.size !== accepted.length) faults.push('two submissions were answered with one id')

  const records = await allFinal(get, ids, say)
  const ends: Record<string, number> = {}
  for (const { status, outcome } of records.values()) {
    const end = outcome === 'attention' ? outcome : status
    ends[end] = (ends[end] ?? 0) + 1
  }
  for (const id of ids) {
    const record = records.get(id)
    if (!record) faults.push(`${id} was accepted, and is gone`)
    else if (!record.completedAt) faults.push(`${id} is ${record.status}`)
  }
  for (const id of records.keys()) if (!ids.has(id)) faults.push(`${id} was never answered`)

  const received = new Map<string, number>()
  for (const { instanceIdentifier, repeat } of receiver.arrivals())
    if (!repeat) received.set(instanceIdentifier, (received.get(instanceIdentifier) ?? 0) + 1)
  for (const [instance, count] of received)
    if (count > 1) faults.push(`the receiver holds ${instance} ${count} times`)
  const delivered = ends.delivered ?? 0
  const possible = delivered + (ends.attention ?? 0)
  if (received.size < delivered || received.size > possible)
    faults.push(`${delivered} to ${possible} documents arrived, by what we know; ${received.size}`)

  const { events, wrong } = await checkFeed(get, records)
  faults.push(...wrong)
  // A call that a freeze cuts short counts as refused; the third attempt comes after five minutes.
  const until = Date.now() + 7 * 60_000
  while (webhook.taken.size < events.length && Date.now() < until)
    await new Promise((later) => setTimeout(later, 1_000))
  faults.push(...webhookFaults(webhook, events))
  let report = ''
  try {
    report = audit().trim()
  } catch (error) {
    faults.push(`audit verify: ${String((error as { stdout?: string }).stdout ?? error)}`)
  }
  for (const fault of faults.slice(0, 20)) say(`WRONG: ${fault}`)
  return { faults, ends, events: events.length, audit: report }
}

type Get = (path: string) => Promise<unknown>

/** Waits until every document is in a final state: deadlines are three minutes away. */
async function allFinal(
  get: Get,
  ids: Set<string>,
  say: (line: string) => void,
): Promise<Map<string, Entry>> {
  const until = Date.now() + 5 * 60_000
  for (;;) {
    const open = (await get('/api/v1/status/queue')) as { depth: number }
    if (open.depth === 0 || Date.now() > until) break
    say(`${open.depth} of ${ids.size} are not done`)
    await new Promise((later) => setTimeout(later, 5_000))
  }
  const records = new Map<string, Entry>()
  let cursor = ''
  do {
    const page = (await get(`/api/v1/status?limit=200${cursor && `&cursor=${cursor}`}`)) as {
      data: Entry[]
      page: { nextCursor?: string }
    }
    for (const record of page.data) records.set(record.id, record)
    cursor = encodeURIComponent(page.page.nextCursor ?? '')
  } while (cursor !== '')
  return records
}

type FeedEvent = CalledEvent & { data: { status: string } }

type Feed = {
  data: FeedEvent[]
  page: { nextCursor: string; hasMore: boolean }
}

/** The feed is without gaps, and the last event of each document is its end. */
async function checkFeed(
  get: Get,
  records: Map<string, Entry>,
): Promise<{ events: FeedEvent[]; wrong: string[] }> {
  const wrong: string[] = []
  const last = new Map<string, string>()
  const events: FeedEvent[] = []
  let after = ''
  for (;;) {
    const page = (await get(`/api/v1/events?limit=200${after && `&after=${after}`}`)) as Feed
    for (const event of page.data) {
      const { sequence, data } = event
      events.push(event)
      if (sequence !== events.length)
        wrong.push(`event ${sequence} came where ${events.length} was expected`)
      last.set(data.documentId, data.status)
    }
    if (!page.page.hasMore) break
    after = encodeURIComponent(page.page.nextCursor)
  }
  for (const { id, status } of records.values())
    if (last.get(id) !== status) wrong.push(`the feed leaves ${id} at '${last.get(id)}'`)
  return { events, wrong }
}
