// What the demo asks of a gateway.
import type { InboundRecord } from '../core/receive/inbound.ts'
import type { DocumentRecord, FileEntry } from '../core/record.ts'
import { openClient } from './client.ts'
import type { DemoDocument } from './demo-documents.ts'

export type DemoClient = {
  /** Has it judged before anything is sent, and refused for errors unless it is a `report`. */
  submit(document: DemoDocument): Promise<DocumentRecord>
  awaitEnd(id: string): Promise<DocumentRecord>
  /** The code of the Message Level Status about a document; undefined if none comes in time. */
  awaitStatus(id: string): Promise<string | undefined>
  files(id: string): Promise<FileEntry[]>
  content(file: Pick<FileEntry, 'url'>): Promise<Buffer>
  /** Receives for a participant from now on. */
  register(participant: string, documentTypes?: string[]): Promise<void>
  /** The document that came by an AS4 message, once it can be fetched; undefined if none comes. */
  awaitArrival(messageId: string): Promise<InboundRecord | undefined>
  received(record: InboundRecord, as: 'ubl' | 'json' | 'pdf'): Promise<Buffer>
  acknowledge(id: string): Promise<void>
  /** Its tenant reports to a tax authority from now on. */
  reportTo(entry: { participants: string[] }): Promise<void>
  /** What became of the report about the newest document; undefined if nothing does in time. */
  awaitTaxReport(list: 'status' | 'inbound'): Promise<DocumentRecord['taxReport'] | undefined>
}

const mediaTypes = { ubl: 'application/xml', json: 'application/json', pdf: 'application/pdf' }

/** All of it happens on this machine, within a second. */
const patienceMs = 15_000
const pauseMs = 50

export function demoClient(url: string, token: string): DemoClient {
  const { call, read } = openClient(url, token)
  const bytes = async (path: string, init?: RequestInit) =>
    Buffer.from(await (await call(path, init)).arrayBuffer())
  return {
    submit: ({ kind, mediaType, bytes, validation }) =>
      read(`/api/v1/${kind.path}/submit`, {
        method: 'POST',
        headers: { 'Content-Type': mediaType, 'X-Validation': validation },
        body: new Uint8Array(bytes),
      }),
    async awaitEnd(id) {
      for (;;) {
        const record = await read<DocumentRecord>(`/api/v1/status/${id}?wait=30`)
        if (record.completedAt || record.status === 'waiting') return record
      }
    },
    async awaitStatus(id) {
      const answered = await within(async () => {
        const { mls } = await read<DocumentRecord>(`/api/v1/status/${id}`)
        return mls.status === 'awaited' ? undefined : mls
      })
      return answered?.code
    },
    files: async (id) =>
      (await read<{ files: FileEntry[] }>(`/api/v1/documents/${id}/files`)).files,
    content: ({ url: path }) => bytes(path),
    async register(participant, documentTypes) {
      await call('/api/v1/registrations', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ participant, documentTypes: documentTypes ?? 'all' }),
      })
    },
    awaitArrival: (messageId) =>
      within(async () => {
        const { data } = await read<{ data: InboundRecord[] }>('/api/v1/inbound?status=available')
        return data.find((record) => record.messageId === messageId)
      }),
    received: ({ links }, as) =>
      bytes(as === 'pdf' ? links.pdf : links.content, { headers: { Accept: mediaTypes[as] } }),
    async acknowledge(id) {
      await call(`/api/v1/inbound/${id}/acknowledge`, { method: 'POST' })
    },
    async reportTo(entry) {
      const { id } = await read<{ id: string }>('/api/v1/tenant')
      const { participants } = entry
      await call(`/api/v1/tenants/${id}`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ participants, taxReporting: [entry] }),
      })
    },
    awaitTaxReport: (list) =>
      within(async () => {
        const { data } = await read<{ data: DocumentRecord[] }>(`/api/v1/${list}?limit=1`)
        const [{ taxReport } = {}] = data
        return ['pending', 'sent'].includes(taxReport?.status ?? 'pending') ? undefined : taxReport
      }),
  }
}

/** What `ask` finds, as soon as it finds something. */
export async function within<Found>(
  ask: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const found = await ask()
    if (found !== undefined || Date.now() > deadline) return found
    await new Promise((later) => setTimeout(later, pauseMs))
  }
}
