// The UBL of documents that this process has just accepted, so that their first delivery need not
// read it back from the store. Everything else is read from the store.

export type RecentUbl = {
  put(documentId: string, ubl: Buffer): void
  /** Returns it once. */
  take(documentId: string): Buffer | undefined
}

/** Holds at most `bytesMax` in total; evicts the oldest first. */
export function holdRecentUbl(bytesMax: number): RecentUbl {
  const held = new Map<string, Buffer>()
  let bytes = 0
  function take(documentId: string): Buffer | undefined {
    const ubl = held.get(documentId)
    bytes -= ubl?.length ?? 0
    held.delete(documentId)
    return ubl
  }
  return {
    put(documentId, ubl) {
      held.set(documentId, ubl)
      bytes += ubl.length
      for (const [oldest] of held) {
        if (bytes <= bytesMax) break
        take(oldest)
      }
    },
    take,
  }
}
