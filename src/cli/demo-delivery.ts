// Follows one document of the demo from submission to its receiver, and to what the receiver says
// of it.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoClient } from './demo-client.ts'
import type { DemoDocument } from './demo-documents.ts'
import type { Report } from './demo-report.ts'

/** The document that came by an AS4 message, as its receiver holds it. */
export type DocumentAt = (messageId: string) => Promise<Buffer | undefined>

/** True when the document was delivered and the receiver holds the same bytes. */
export async function deliverInView({
  client,
  document,
  folder,
  documentAt,
  report,
}: {
  client: DemoClient
  document: DemoDocument
  folder: string
  documentAt: DocumentAt
  report: Report
}): Promise<boolean> {
  const begun = performance.now()
  const { id, validation } = await client.submit(document)
  report.write({ event: 'submitted', document: document.name, id, millis: since(begun) })
  if (validation && validation.mode !== 'off')
    report.write({ event: 'validated', id, ...validation })
  const record = await client.awaitEnd(id)
  const files = await keepFiles(client, id, join(folder, 'documents', id))
  if (record.status !== 'delivered') {
    const detail = record.failure
      ? `${record.failure.code}: ${record.failure.detail}`
      : record.waiting?.reason
    report.write({ event: 'not-delivered', id, status: record.status, detail: detail ?? '' })
    return false
  }
  // The gateway makes its own UBL of JSON.
  const isXml = document.mediaType === 'application/xml'
  const sent = isXml ? document.ubl : await readFile(files.ubl!)
  const received = await documentAt(record.as4!.messageId)
  const identical = received?.equals(sent) ?? false
  report.write({ event: 'delivered', id, identical, millis: since(begun), files })
  const code = await client.awaitStatus(id)
  if (code) report.write({ event: 'answered', id, code, millis: since(begun) })
  return identical
}

/** Saves the proof where the reader can look at it; returns the path of each kind of file. */
async function keepFiles(
  client: DemoClient,
  id: string,
  folder: string,
): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true })
  const paths: Record<string, string> = {}
  for (const file of await client.files(id)) {
    const path = join(folder, file.name)
    await writeFile(path, await client.content(file))
    paths[file.kind] = path
  }
  return paths
}

/** The second access point of the sandbox. */
export function inInbox(inbox: string): DocumentAt {
  return async (messageId) => {
    const lines = (await readFile(join(inbox, 'arrivals.jsonl'), 'utf8')).trim().split('\n')
    const arrival = lines
      .map((line) => JSON.parse(line) as { number: number; messageId: string })
      .find((line) => line.messageId === messageId)
    if (!arrival) return undefined
    return readFile(join(inbox, String(arrival.number).padStart(6, '0'), 'document.xml'))
  }
}

/** Another gateway, whose caller fetches what came and acknowledges it. */
export function inGateway(client: DemoClient, report: Report): DocumentAt {
  return async (messageId) => {
    const arrived = await client.awaitArrival(messageId)
    if (!arrived) return undefined
    const document = await client.received(arrived, 'ubl')
    await client.acknowledge(arrived.id)
    const { id, number = '', sender } = arrived
    report.write({ event: 'received', id, number, sender: sender.id })
    return document
  }
}

export function since(begun: number): number {
  return Math.round(performance.now() - begun)
}
