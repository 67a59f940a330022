// A folder in one compressed piece: the length of a list (4 bytes), the list in JSON, and the bytes
// of the files in it, one after the other.
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, constants, createBrotliDecompress } from 'node:zlib'

/** A folder has no size, and comes before what is in it. */
type Entry = { path: string; size?: number }

/** Everything in `folder`; links are not expected. */
export function packFolder(folder: string): Buffer {
  const entries: Entry[] = []
  const contents: Buffer[] = []
  function collect(path: string): void {
    for (const found of readdirSync(join(folder, path), { withFileTypes: true })) {
      const inner = join(path, found.name)
      if (found.isDirectory()) {
        entries.push({ path: inner })
        collect(inner)
      } else {
        const bytes = readFileSync(join(folder, inner))
        entries.push({ path: inner, size: bytes.length })
        contents.push(bytes)
      }
    }
  }
  collect('')
  const list = Buffer.from(JSON.stringify(entries))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(list.length)
  return brotliCompressSync(Buffer.concat([length, list, ...contents]), { params: compression })
}

// Files far from each other may be alike.
const compression = {
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
  [constants.BROTLI_PARAM_LGWIN]: 26,
}

/**
 * Writes what was packed into the empty `folder`, for its owner alone. It is never whole in memory:
 * a process gives little of that back.
 */
export async function unpackFolder(packed: Buffer, folder: string): Promise<void> {
  const { take, end } = unpacking(packed)
  const length = (await buffer(take(4))).readUInt32BE()
  const list = await buffer(take(length))
  for (const { path, size } of JSON.parse(list.toString()) as Entry[])
    if (size === undefined) await mkdir(join(folder, path), { mode: 0o700 })
    else await writeFile(join(folder, path), take(size), { mode: 0o600 })
  await end()
}

function unpacking(packed: Buffer) {
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 }
  const stream = createBrotliDecompress({ params, chunkSize: 64 * 1024 })
  const pieces: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  stream.end(packed)
  return {
    /** The next so many bytes. */
    async *take(size: number): AsyncGenerator<Buffer> {
      for (let left = size; left > 0; ) {
        if (rest.length === 0) {
          const { value, done } = await pieces.next()
          if (done) throw new Error('a packed folder ends in the middle')
          rest = value
        }
        const piece = rest.subarray(0, left)
        rest = rest.subarray(piece.length)
        left -= piece.length
        yield piece
      }
    },
    /** Nothing may follow, and what was packed must be whole. */
    async end(): Promise<void> {
      const { done } = await pieces.next()
      if (!done || rest.length > 0) throw new Error('a packed folder has more than its list says')
    },
  }
}
