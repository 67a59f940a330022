// A ZIP, written while it is read: only the entry that is being written is in memory.

export type ZipEntry = {
  /** A name of a file, in folders if it has slashes. */
  name: string
  /** Called when it is the entry's turn. */
  bytes(): Promise<Uint8Array> | Uint8Array
}

// Deflated in a few milliseconds.
const pieceBytes = 64 * 1024

/** The ZIP of these entries, all with the same time. Other work has its turn after each piece. */
export async function* zipOf(
  entries: readonly ZipEntry[],
  at: Date,
): AsyncGenerator<Uint8Array, void> {
  const { Zip, ZipDeflate } = await import('fflate')
  const made: Uint8Array[] = []
  let fault: Error | null = null
  const zip = new Zip((error, piece) => {
    fault ??= error
    made.push(piece)
  })
  for (const { name, bytes: read } of entries) {
    const entry = new ZipDeflate(name, { level: 6 })
    entry.mtime = at
    zip.add(entry)
    const bytes = await read()
    let end = 0
    do {
      const start = end
      end = Math.min(start + pieceBytes, bytes.length)
      entry.push(bytes.subarray(start, end), end === bytes.length)
      if (fault) throw fault
      yield* made.splice(0)
      await new Promise((resolve) => setImmediate(resolve))
    } while (end < bytes.length)
  }
  zip.end()
  yield* made
}

/** All files of a document, numbered in their order. */
export function zipOfFiles(
  files: readonly { id: string; name: string }[],
  bytesOf: (fileId: string) => Promise<Buffer>,
  at: Date,
): AsyncGenerator<Uint8Array> {
  return zipOf(
    files.map(({ id, name }, index) => ({
      name: `${index + 1}-${safeName(name)}`,
      bytes: () => bytesOf(id),
    })),
    at,
  )
}

/** A name that is safe in every file system. */
export function safeName(name: string): string {
  const safe = name.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_')
  return safe.slice(-100) || 'file'
}
