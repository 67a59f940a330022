// The reference as the build has made it (pack-reference.ts): a start has no time for that.
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** Each file compressed by brotli. */
export const packedReference = new URL('./reference/', import.meta.url)

/** Undefined where nothing was packed: beside sources, it is made from the routes. */
export async function readPackedReference(name: string): Promise<Buffer | undefined> {
  const packed = await readFile(new URL(`${name}.br`, packedReference)).catch(ifMissing)
  return packed && promisify(brotliDecompress)(packed)
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
