// gzip around a payload (AS4 1.0, 3.1): before the signature on the way out, after every check on
// the way in.
import { promisify } from 'node:util'
import {
  createGunzip,
  createGzip,
  type Gunzip,
  type Gzip,
  gunzipSync,
  gzip,
  gzipSync,
} from 'node:zlib'
import { type Content, chunksOf, keep, memoryBytesMax, type Spool } from './content.ts'
import { As4Error } from './error.ts'

// Measured: below about 100 KB the thread pool costs more than it gives.
const hereBytesMax = 100_000
const gzipThere = promisify(gzip)
const pieceBytes = 64 * 1024
// Half the time of the usual level 6, or less, for a payload of 8 (10 KB) to 16 percent (1 MB) more
// bytes.
const level = 3

/** The payload, compressed in memory. */
export function compress(payload: Uint8Array): Buffer | Promise<Buffer> {
  return payload.length <= hereBytesMax
    ? gzipSync(payload, { level })
    : gzipThere(payload, { level })
}

/** The payload, compressed piece by piece. */
export function compressed(payload: Content): AsyncGenerator<Buffer> {
  return through(createGzip({ level, chunkSize: pieceBytes }), chunksOf(payload))
}

/**
 * The payload, inflated to `bytesMax` at most. Throws EBMS:0303 for more than that and for what is
 * no gzip.
 */
export async function inflate(
  content: Content,
  bytesMax: number,
  spool: Spool | undefined,
): Promise<Content> {
  return inflateHere(content, bytesMax) ?? (await keep(inflated(content, bytesMax), spool))
}

/** What is small compressed and small inflated; undefined when it turns out to be large. */
function inflateHere(content: Content, bytesMax: number): Buffer | undefined {
  if (!Buffer.isBuffer(content) || content.length > hereBytesMax) return undefined
  try {
    const maxOutputLength = Math.max(1, Math.min(bytesMax, memoryBytesMax))
    return gunzipSync(content, { maxOutputLength, chunkSize: pieceBytes })
  } catch (error) {
    if (isTooLarge(error) && bytesMax > memoryBytesMax) return undefined
    throw undecompressable(error)
  }
}

async function* inflated(content: Content, bytesMax: number): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: pieceBytes })
  let length = 0
  for await (const piece of through(gunzip, chunksOf(content))) {
    length += piece.length
    if (length > bytesMax) throw undecompressable(undefined)
    yield piece
  }
}

/**
 * What comes out of zlib when the source goes in. What the source throws is thrown; what zlib
 * throws is EBMS:0303.
 */
async function* through(
  zlib: Gzip | Gunzip,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let fault: { ofSource: unknown } | undefined
  const written = feed(zlib, source).catch((error: unknown) => {
    fault = { ofSource: error }
    zlib.destroy()
  })
  try {
    for await (const piece of zlib) yield piece
  } catch (error) {
    throw fault ? fault.ofSource : undecompressable(error)
  } finally {
    zlib.destroy()
    await written
  }
}

/** Ends early, without a fault, when zlib fails or nobody reads it any longer. */
async function feed(zlib: Gzip | Gunzip, source: AsyncIterable<Uint8Array>): Promise<void> {
  // A write that is under way when the stream is closed never calls back.
  let isClosed = (): void => {}
  zlib.once('close', () => isClosed())
  for await (const piece of source) {
    const isTaken = await new Promise<boolean>((resolve) => {
      isClosed = () => resolve(false)
      if (zlib.destroyed) resolve(false)
      else zlib.write(piece, (error) => resolve(!error))
    })
    if (!isTaken) return
  }
  zlib.end()
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}

function undecompressable(cause: unknown): As4Error {
  return new As4Error('EBMS:0303', 'the payload could not be decompressed', { cause })
}
