// Where a document stands, and the proof: the record, its history, its files.
import { Problem } from '../../problem.ts'
import type { Document, ListQuery, PageQuery, Tenant } from '../../store/index.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { type ListPage, toListPage } from '../list-page.ts'
import {
  type AttemptEntry,
  type AuditEntry,
  type DocumentRecord,
  type FileEntry,
  toAttemptEntry,
  toAuditEntry,
  toFileEntry,
  toRecord,
} from '../record.ts'
import { isFinal } from '../status.ts'
import { saidByMls } from './said.ts'
import { idsFor } from './search.ts'

/** Given both: the document with this id, or else the one with this reference. */
export type Reference = { id: string; reference?: string } | { id?: never; reference: string }

type TrackNeeds = Pick<Gateway, 'store'>

/** Throws Problem `document.not-found`, also for another tenant's documents. */
export async function trackDocument(
  gateway: TrackNeeds,
  caller: Caller,
  reference: Reference,
): Promise<DocumentRecord> {
  return wholeRecord(gateway, await findDocument(gateway, caller, reference))
}

/**
 * Answers when the document has changed since `since` (its `updatedAt`), is in a final
 * state, or after `waitMs`. `stored` is its record when the caller has just stored it; this
 * saves the first look.
 */
export async function waitForChange(
  gateway: Pick<Gateway, 'store' | 'following' | 'draining'>,
  caller: Caller,
  id: string,
  {
    until,
    waitMs,
    since,
    stored,
    signal,
  }: {
    until: 'change' | 'final'
    waitMs: number
    since?: string
    stored?: DocumentRecord
    signal?: AbortSignal
  },
): Promise<DocumentRecord> {
  const deadline = Date.now() + waitMs
  const follower = gateway.following.follow(id)
  let seen = since
  try {
    let record = stored ?? (await trackDocument(gateway, caller, { id }))
    for (;;) {
      seen ??= record.updatedAt
      const changed = until === 'change' && record.updatedAt !== seen
      const leftMs = deadline - Date.now()
      const isOver = leftMs <= 0 || gateway.draining.now || signal?.aborted
      if (changed || isFinal(record.status) || isOver) return record
      await follower.next({ updatedAt: record.updatedAt, status: record.status }, leftMs, signal)
      if (signal?.aborted) return record
      record = await trackDocument(gateway, caller, { id })
    }
  } finally {
    follower.stop()
  }
}

export async function historyOf(
  gateway: TrackNeeds,
  caller: Pick<Caller, 'tenant'>,
  reference: Reference,
): Promise<{ document: DocumentRecord; auditLog: AuditEntry[] }> {
  const document = await findDocument(gateway, caller, reference)
  const lines = await gateway.store.auditOf(document.id)
  return { document: await wholeRecord(gateway, document), auditLog: lines.map(toAuditEntry) }
}

async function wholeRecord(gateway: TrackNeeds, document: Document): Promise<DocumentRecord> {
  return toRecord(document, await saidByMls(gateway, document))
}

/** What a document has, page by page; each page names the next. */
type PageOf<Part> = Part & { page: { nextCursor?: string; hasMore: boolean } }

/** Throws Problem `document.not-found`, `request.invalid-field`. */
export async function historyPage(
  gateway: TrackNeeds,
  caller: Caller,
  reference: Reference,
  query: PageQuery,
): Promise<PageOf<{ document: DocumentRecord; auditLog: AuditEntry[] }>> {
  const document = await findDocument(gateway, caller, reference)
  const lines = gateway.store.auditPage(document.id, query)
  const { data: auditLog, page } = await toListPage(lines, toAuditEntry)
  return { document: await wholeRecord(gateway, document), auditLog, page }
}

/** Throws Problem `document.not-found`, `request.invalid-field`. */
export async function filesPage(
  gateway: TrackNeeds,
  caller: Caller,
  reference: Reference,
  query: PageQuery,
): Promise<PageOf<{ id: string; files: FileEntry[] }>> {
  const { id } = await findDocument(gateway, caller, reference)
  const files = gateway.store.filesPage(id, query)
  const { data, page } = await toListPage(files, (file) => toFileEntry(id, file))
  return { id, files: data, page }
}

export async function filesOf(
  gateway: TrackNeeds,
  caller: Pick<Caller, 'tenant'>,
  reference: Reference,
): Promise<{ id: string; files: FileEntry[] }> {
  const { id } = await findDocument(gateway, caller, reference)
  const files = await gateway.store.filesOf(id)
  return { id, files: files.map((file) => toFileEntry(id, file)) }
}

/** A file, and its bytes as they are read from the store. Throws Problem as `findDocument` does. */
export async function fileContent(
  gateway: TrackNeeds,
  caller: Caller,
  documentId: string,
  fileId: string,
): Promise<{ file: FileEntry; pieces: AsyncIterable<Buffer> }> {
  const { id } = await findDocument(gateway, caller, { id: documentId })
  const file = await gateway.store.fileById(id, fileId)
  if (!file) throw new Problem('document.not-found', { detail: 'The document has no such file.' })
  const pieces = gateway.store.filePieces(id, fileId)
  const first = await pieces.next()
  if (first.done && file.size > 0) throw contentRemoved(id)
  return { file: toFileEntry(id, file), pieces: resumed(first, pieces) }
}

async function* resumed<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>) {
  if (first.done) return
  yield first.value
  yield* rest
}

/** Throws Problem `document.content-removed` once its bytes were removed. */
export async function checkKept({ store }: TrackNeeds, documentId: string): Promise<void> {
  if (!(await store.areBytesKept(documentId))) throw contentRemoved(documentId)
}

export function contentRemoved(documentId: string): Problem {
  return new Problem('document.content-removed', {
    detail:
      'It was kept for as long as the operator has set, or forgotten at a request, as its ' +
      'record says (`forgottenAt`). The record and its history remain.',
    documentId,
  })
}

export async function attemptsOf(
  gateway: TrackNeeds,
  caller: Pick<Caller, 'tenant'>,
  reference: Reference,
): Promise<AttemptEntry[]> {
  const { id } = await findDocument(gateway, caller, reference)
  const attempts = await gateway.store.attemptsOf(id)
  return attempts.map(toAttemptEntry)
}

/**
 * What was sent, unless `direction` says otherwise; with `q`, among what a search for it finds.
 * Throws Problem `request.invalid-field`.
 */
export async function listRecords(
  { store }: TrackNeeds,
  { tenant }: Caller,
  query: ListQuery & { q?: string },
): Promise<ListPage<DocumentRecord>> {
  const { q, ...others } = { direction: ['outbound' as const], ...query }
  const [direction, another] = others.direction
  const ids = q && (await idsFor({ store }, tenant.id, q, another ? undefined : direction)).ids
  const wanted = heldFor(tenant, { ...others, ...(ids ? { ids } : {}) })
  const listed = store.listDocuments(tenant.id, wanted)
  return toListPage(
    listed.then(({ documents, ...page }) => ({ ...page, items: documents })),
    toRecord,
  )
}

/** Without what is held by a report to a tax authority, where the tenant has no such report. */
export function heldFor({ taxReporting }: Tenant, query: ListQuery): ListQuery {
  if (!query.states || taxReporting?.some(({ holdOutcome }) => holdOutcome)) return query
  const states = query.states
    .filter(({ isHeld }) => !isHeld)
    .map(({ isHeld: _, ...state }) => state)
  return { ...query, states }
}

export type Queue = {
  depth: number
  oldestAt?: string
  byReason: Record<string, number>
  byReceiver: { receiver: string; depth: number }[]
  data: DocumentRecord[]
}

/** The documents waiting to be sent, oldest first. */
export async function queueOf({ store }: TrackNeeds, { tenant }: Caller): Promise<Queue> {
  const { documents, oldestAt, ...summary } = await store.queue(tenant.id)
  return {
    ...summary,
    ...(oldestAt ? { oldestAt: oldestAt.toISOString() } : {}),
    data: documents.map((document) => toRecord(document)),
  }
}

/** Throws Problem `document.not-found`, also for another tenant's documents. */
export async function findDocument(
  { store }: TrackNeeds,
  { tenant }: Pick<Caller, 'tenant'>,
  { id, reference }: Reference,
): Promise<Document> {
  const document =
    (id && (await store.documentById(tenant.id, id))) ||
    (reference && (await store.documentByReference(tenant.id, reference)))
  if (!document) throw new Problem('document.not-found')
  return document
}
