// A ZIP, written while it is read: only pieces of the entry that is being written are in memory,
// and they are compressed in a thread.
import type { ZipPassThrough } from 'fflate'
import { deflated } from '../../threads/index.ts'

type Bytes = Uint8Array | AsyncIterable<Uint8Array>

export type ZipEntry = {
  /** A name of a file, in folders if it has slashes. */
  name: string
  /** Called when the entry is next. */
  bytes(): Promise<Bytes> | Bytes
}

const pieceBytes = 64 * 1024
/** Compression method 8 (APPNOTE.TXT, 4.4.5). */
const deflateMethod = 8

/** The ZIP of these entries, all with the same time. */
export async function* zipOf(
  entries: readonly ZipEntry[],
  at: Date,
): AsyncGenerator<Uint8Array, void> {
  const { Zip, ZipPassThrough } = await import('fflate')
  const made: Uint8Array[] = []
  let fault: Error | null = null
  const zip = new Zip((error, piece) => {
    fault ??= error
    made.push(piece)
  })
  // It counts and digests what comes in; what goes out is compressed elsewhere.
  class Entry extends ZipPassThrough {
    override process(): void {}
  }
  for (const { name, bytes: read } of entries) {
    const entry = new Entry(name)
    entry.compression = deflateMethod
    entry.mtime = at
    zip.add(entry)
    for await (const piece of deflated(counted(await read(), entry))) {
      entry.ondata(null, piece, false)
      if (fault) throw fault
      yield* made.splice(0)
    }
    entry.ondata(null, new Uint8Array(), true)
  }
  zip.end()
  if (fault) throw fault
  yield* made
}

async function* counted(bytes: Bytes, entry: ZipPassThrough): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes instanceof Uint8Array ? slicesOf(bytes) : bytes) {
    entry.push(piece, false)
    yield piece
  }
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** All files of a document, numbered in their order. */
export function zipOfFiles(
  files: readonly { id: string; name: string }[],
  piecesOf: (fileId: string) => Promise<AsyncIterable<Buffer>>,
  at: Date,
): AsyncGenerator<Uint8Array> {
  return zipOf(
    files.map(({ id, name }, index) => ({
      name: `${index + 1}-${safeName(name)}`,
      bytes: () => piecesOf(id),
    })),
    at,
  )
}

/** A name that is safe in every file system. */
export function safeName(name: string): string {
  const safe = name.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_')
  return safe.slice(-100) || 'file'
}
