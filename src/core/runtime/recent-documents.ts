// Documents that this process has just stored, with their UBL, so that the first work on them need
// not read them back from the store. Everything else is read from the store.
import type { Document } from '../../store/index.ts'

export type RecentDocuments = {
  /** Keeps a document as it was stored. */
  put(document: Document, ubl: Buffer): void
  /** Returns it once: who asks is about to change it. */
  takeRecord(documentId: string): Document | undefined
  /** Returns it once, and forgets the document. */
  takeUbl(documentId: string): Buffer | undefined
}

/** Holds at most `bytesMax` of UBL in total; evicts the oldest first. */
export function holdRecentDocuments(bytesMax: number): RecentDocuments {
  const held = new Map<string, { record: Document | undefined; ubl: Buffer }>()
  let bytes = 0
  function takeUbl(documentId: string): Buffer | undefined {
    const ubl = held.get(documentId)?.ubl
    bytes -= ubl?.length ?? 0
    held.delete(documentId)
    return ubl
  }
  return {
    put(record, ubl) {
      held.set(record.id, { record, ubl })
      bytes += ubl.length
      for (const [oldest] of held) {
        if (bytes <= bytesMax) break
        takeUbl(oldest)
      }
    },
    takeRecord(documentId) {
      const recent = held.get(documentId)
      const record = recent?.record
      if (recent) recent.record = undefined
      return record
    },
    takeUbl,
  }
}
