// Follows one document of the demo from submission to the receiver's inbox, through the HTTP API
// as any caller would.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentRecord, FileEntry } from '../core/record.ts'
import type { DemoDocument } from './demo-documents.ts'
import type { Report } from './demo-report.ts'

export type DemoClient = {
  submit(document: DemoDocument): Promise<DocumentRecord>
  awaitEnd(id: string): Promise<DocumentRecord>
  files(id: string): Promise<FileEntry[]>
  content(file: FileEntry): Promise<Buffer>
}

export function demoClient(url: string, token: string): DemoClient {
  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'X-API-Token': token, ...(init.headers as Record<string, string>) }
    const response = await fetch(new URL(path, url), { ...init, headers })
    if (response.ok) return response
    throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  const read = async <T>(path: string, init?: RequestInit) =>
    (await (await call(path, init)).json()) as T
  return {
    submit: ({ kind, mediaType, bytes }) =>
      read(`/api/v1/${kind.path}/submit`, {
        method: 'POST',
        headers: { 'Content-Type': mediaType },
        body: new Uint8Array(bytes),
      }),
    async awaitEnd(id) {
      for (;;) {
        const record = await read<DocumentRecord>(`/api/v1/status/${id}?wait=30`)
        if (record.completedAt || record.status === 'waiting') return record
      }
    },
    files: async (id) =>
      (await read<{ files: FileEntry[] }>(`/api/v1/documents/${id}/files`)).files,
    content: async ({ url: path }) => Buffer.from(await (await call(path)).arrayBuffer()),
  }
}

/** True when the document was delivered and the receiver holds the same bytes. */
export async function deliverInView({
  client,
  document,
  folder,
  inbox,
  report,
}: {
  client: DemoClient
  document: DemoDocument
  folder: string
  inbox: string
  report: Report
}): Promise<boolean> {
  const begun = performance.now()
  const { id } = await client.submit(document)
  report.say({ event: 'submitted', document: document.name, id, millis: since(begun) })
  const record = await client.awaitEnd(id)
  const files = await keepFiles(client, id, join(folder, 'documents', id))
  if (record.status !== 'delivered') {
    const detail = record.failure
      ? `${record.failure.code}: ${record.failure.detail}`
      : record.waiting?.reason
    report.say({ event: 'not-delivered', id, status: record.status, detail: detail ?? '' })
    return false
  }
  const sent = document.document ?? (await readFile(files.ubl!))
  const received = await receivedDocument(inbox, record.as4!.messageId)
  const identical = received?.equals(sent) ?? false
  report.say({ event: 'delivered', id, identical, millis: since(begun), files })
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

async function receivedDocument(inbox: string, messageId: string): Promise<Buffer | undefined> {
  const lines = (await readFile(join(inbox, 'arrivals.jsonl'), 'utf8')).trim().split('\n')
  const arrival = lines
    .map((line) => JSON.parse(line) as { number: number; messageId: string })
    .find((line) => line.messageId === messageId)
  return arrival && readFile(join(inbox, String(arrival.number).padStart(6, '0'), 'document.xml'))
}

function since(begun: number): number {
  return Math.round(performance.now() - begun)
}
