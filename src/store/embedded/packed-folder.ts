// A folder in one compressed piece: the length of a list (4 bytes), the list in JSON, and the bytes
// of the files in it, one after the other.
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib'

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

/** Writes what was packed into the empty `folder`, for its owner alone. */
export async function unpackFolder(packed: Buffer, folder: string): Promise<void> {
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 }
  const bytes = await promisify(brotliDecompress)(packed, { params })
  const begin = 4 + bytes.readUInt32BE(0)
  const entries = JSON.parse(bytes.toString('utf8', 4, begin)) as Entry[]
  let at = begin
  for (const { path, size } of entries) {
    if (size === undefined) await mkdir(join(folder, path), { mode: 0o700 })
    else await writeFile(join(folder, path), bytes.subarray(at, at + size), { mode: 0o600 })
    at += size ?? 0
  }
}
