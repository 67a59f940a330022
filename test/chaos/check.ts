// What has to be true at the end of a chaos run.
import { createHash } from 'node:crypto'
import { type AnswerRow, answeredFaults, type InboundRow, inboundFaults } from './check-inbound.ts'
import { taxFaults } from './check-tax.ts'
import type { Receipted } from './peer.ts'
import type { Receiver } from './receiver.ts'
import { type CalledEvent, type WebhookReceiver, webhookFaults } from './webhook.ts'

type End = {
  faults: string[]
  /** Documents by final status, and by outcome where that says more. */
  ends: Record<string, number>
  events: number
  /** Message Level Statuses that came back. */
  statuses: number
  /** Reports that the tax authority took. */
  taxReports: number
  audit: string
}

type Entry = {
  id: string
  type: string
  status: string
  outcome: string
  certainty: string
  completedAt?: string
  taxReport?: { status: string }
}

export async function checkEnd({
  accepted,
  receipted,
  responded,
  isTaxed,
  receiver,
  webhook,
  token,
  url,
  say,
  audit,
}: {
  accepted: string[]
  receipted: Receipted[]
  /** The documents that the other side responded to; among them some that are not ours. */
  responded: string[]
  /** Whether all of them are reported to the tax authority. */
  isTaxed: boolean
  receiver: Receiver
  webhook: WebhookReceiver
  token: string
  url: string
  say(line: string): void
  audit(): string
}): Promise<End> {
  const faults: string[] = []
  const ask = async (path: string) => {
    const answer = await fetch(new URL(path, url), { headers: { 'X-API-Token': token } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const get = async (path: string): Promise<unknown> => (await ask(path)).json()
  const ids = new Set(accepted)
  if (ids.size !== accepted.length) faults.push('two submissions were answered with one id')

  await allFinal(get, ids, say)
  if (isTaxed) await allReported(get, say)
  const records = new Map((await all<Entry>(get, '/api/v1/status')).map((one) => [one.id, one]))
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

  const unread = ids.values()
  const readOn = async () => {
    for (const id of unread) faults.push(...(await unreadable(ask, id)))
  }
  await Promise.all(Array.from({ length: 4 }, readOn))

  const received = new Map<string, number>()
  // What else arrives is what the gateways say about the documents that they receive.
  const statuses: string[] = []
  const taxReports = receiver.taxReports()
  const reports = new Set(taxReports.map(({ instanceIdentifier }) => instanceIdentifier))
  for (const arrival of receiver.arrivals()) {
    const { instanceIdentifier, repeat } = arrival
    if (repeat || reports.has(instanceIdentifier)) continue
    if (ids.has(instanceIdentifier))
      received.set(instanceIdentifier, (received.get(instanceIdentifier) ?? 0) + 1)
    else statuses.push(referenceIn(receiver.contentOf(arrival)))
  }
  for (const [instance, count] of received)
    if (count > 1) faults.push(`the receiver holds ${instance} ${count} times`)
  const delivered = ends.delivered ?? 0
  const possible = delivered + (ends.attention ?? 0)
  if (received.size < delivered || received.size > possible)
    faults.push(`${delivered} to ${possible} documents arrived, by what we know; ${received.size}`)

  const { events, wrong } = await checkFeed(get, records)
  faults.push(...wrong)
  faults.push(
    ...(await inboundFaults(receipted, {
      rows: (await answered(get)).filter(({ type }) => type !== 'other'),
      contentOf: async (id) =>
        Buffer.from(await (await ask(`/api/v1/inbound/${id}/content`)).arrayBuffer()),
      received: events
        .filter(({ type }) => type === 'inbound.received')
        .map(({ data }) => data.documentId),
      statuses,
    })),
  )
  if (isTaxed) {
    const inbound = await all<InboundRow & Entry>(get, '/api/v1/inbound')
    const refused = [
      ...[...records.values()].filter(hasFailedReport).map(({ id }) => id),
      ...inbound.filter(hasFailedReport).map(({ instanceIdentifier: id }) => id),
    ]
    if (refused.length > (receiver.played['ebms-error'] ?? 0))
      faults.push(`${refused.length} reports have failed, and fewer were refused`)
    faults.push(...taxFaults(taxReports, { sent: accepted, refused, receipted }))
  }
  const about = responded.filter((id) => ids.has(id))
  for (const id of about) {
    const { data } = (await get(`/api/v1/documents/${id}/answers`)) as { data: AnswerRow[] }
    faults.push(...answeredFaults(id, data, events))
  }
  // A call that a freeze cuts short counts as refused; the third attempt comes after five minutes.
  for (let taken = -1; webhook.taken.size > taken && webhook.taken.size < events.length; ) {
    taken = webhook.taken.size
    const until = Date.now() + 7 * 60_000
    while (webhook.taken.size === taken && Date.now() < until)
      await new Promise((later) => setTimeout(later, 1_000))
  }
  faults.push(...webhookFaults(webhook, events))
  let report = ''
  try {
    report = audit().trim()
  } catch (error) {
    faults.push(`audit verify: ${String((error as { stdout?: string }).stdout ?? error)}`)
  }
  for (const fault of faults.slice(0, 20)) say(`WRONG: ${fault}`)
  const counts = { statuses: statuses.length, taxReports: taxReports.length }
  return { faults, ends, events: events.length, ...counts, audit: report }
}

const hasFailedReport = ({ taxReport }: Entry) => taxReport?.status === 'failed'

type Get = (path: string) => Promise<unknown>

/** Waits until every document is in a final state: deadlines are three minutes away. */
async function allFinal(get: Get, ids: Set<string>, say: (line: string) => void): Promise<void> {
  const until = Date.now() + 5 * 60_000
  for (;;) {
    const { depth } = (await get('/api/v1/status/queue')) as { depth: number }
    // What a process that died was sending is in line again when its lease has run out.
    const sending = (await get('/api/v1/status?status=sending&limit=1')) as { data: unknown[] }
    const isAnySent = sending.data.length > 0
    if ((depth === 0 && !isAnySent) || Date.now() > until) return
    say(`${depth} of ${ids.size} are in line, ${isAnySent ? 'some' : 'none'} on the way`)
    await new Promise((later) => setTimeout(later, 5_000))
  }
}

/** Waits until every report has left: one that failed twice is sent again after two minutes. */
async function allReported(get: Get, say: (line: string) => void): Promise<void> {
  for (const until = Date.now() + 12 * 60_000; ; ) {
    const [outbound, inbound] = [
      await all<Entry>(get, '/api/v1/status'),
      await all<Entry>(get, '/api/v1/inbound'),
    ]
    const isIn = ({ type, taxReport }: Entry) =>
      type !== 'other' && (!taxReport || taxReport.status === 'pending')
    const waiting = [...outbound, ...inbound].filter(isIn).length
    if (waiting === 0 || Date.now() > until) return
    say(`${waiting} reports have not left`)
    await new Promise((later) => setTimeout(later, 5_000))
  }
}

/** What came in, once it is answered: the lease of a process that died lasts for a minute. */
async function answered(get: Get): Promise<InboundRow[]> {
  for (const until = Date.now() + 2 * 60_000; ; ) {
    const rows = await all<InboundRow>(get, '/api/v1/inbound')
    if (rows.every(({ mls }) => mls.status !== 'awaited') || Date.now() > until) return rows
    await new Promise((later) => setTimeout(later, 5_000))
  }
}

async function all<Item>(get: Get, path: string): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page = (await get(
      `${path}?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )) as { data: Item[]; page: { nextCursor?: string } }
    items.push(...page.data)
    cursor = page.page.nextCursor
  }
  return items
}

/** What a Message Level Status is about. */
function referenceIn(mls: Buffer): string {
  return /<cac:DocumentReference>\s*<cbc:ID>([^<]*)</.exec(mls.toString())?.[1] ?? 'nothing'
}

type FeedEvent = CalledEvent & { type: string; data: { status: string; answerId?: string } }

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

/** The files of a document whose bytes are not there, or not those that were stored. */
async function unreadable(ask: (path: string) => Promise<Response>, id: string): Promise<string[]> {
  const folder = `/api/v1/documents/${id}/files`
  const { files } = (await (await ask(folder)).json()) as {
    files: { id: string; kind: string; sha256: string }[]
  }
  const faults: string[] = []
  for (const file of files) {
    const bytes = Buffer.from(await (await ask(`${folder}/${file.id}`)).arrayBuffer())
    if (createHash('sha256').update(bytes).digest('hex') !== file.sha256)
      faults.push(`${file.kind} of ${id} is not what was stored`)
  }
  return faults
}
