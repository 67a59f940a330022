// Follows a document until its end: each step to a person, each state to a program.
import type { AuditEntry, DocumentRecord } from '../core/record.ts'
import { isFinal } from '../core/status.ts'
import { type GatewayOptions, isForPeople, show } from './beside-gateway.ts'
import type { Client } from './client.ts'
import { recordInWords, stepInWords } from './describe-record.ts'

/** Exits with 1 unless the document was delivered. */
export async function followInView(
  client: Client,
  id: string,
  options: GatewayOptions,
): Promise<void> {
  const isSeen = isForPeople(options)
  for await (const { record, steps } of followed(client, id)) {
    if (isSeen) for (const step of steps) process.stdout.write(`${stepInWords(step)}\n`)
    if (!isSeen || isFinal(record.status)) show(record, recordInWords, options)
    if (isFinal(record.status) && record.status !== 'delivered') process.exitCode = 1
  }
}

type Seen = { record: DocumentRecord; steps: AuditEntry[] }

/** What happened since the time before; the last time, the document is in a final state. */
async function* followed(client: Client, id: string): AsyncGenerator<Seen> {
  const path = statusPath(id)
  let known = 0
  let etag: string | undefined
  for (;;) {
    const answer = etag
      ? await client.call(`${path}?wait=30`, { headers: { 'If-None-Match': etag } })
      : await client.call(path)
    await answer.arrayBuffer()
    // The history is read after the tag: what happens in between is told by the next answer.
    etag = answer.headers.get('etag') ?? undefined
    const { document: record, auditLog } = await client.read<History>(`${path}/history`)
    const steps = auditLog.slice(known)
    known = auditLog.length
    const isEnd = isFinal(record.status)
    // A step that is taken while the history is read may be in the log and not yet in the record.
    if (steps.length > 0 || isEnd) yield { record, steps }
    if (isEnd) return
  }
}

type History = { document: DocumentRecord; auditLog: AuditEntry[] }

/** The path of the status of a document, by its id or by the caller's own reference. */
export function statusPath(id: string): string {
  return `/api/v1/status/${encodeURIComponent(id)}`
}
