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
const inlineBytesMax = 100_000
const gzipInPool = promisify(gzip)
const chunkBytes = 64 * 1024
// Takes at most half the time of the default level 6, for 8 % (10 KB) to 16 % (1 MB) more bytes.
const level = 3

/** The payload, compressed in memory. */
export function compress(payload: Uint8Array): Buffer | Promise<Buffer> {
  return payload.length <= inlineBytesMax
    ? gzipSync(payload, { level })
    : gzipInPool(payload, { level })
}

/** The payload, compressed chunk by chunk. */
export function compressed(payload: Content): AsyncGenerator<Buffer> {
  return through(createGzip({ level, chunkSize: chunkBytes }), chunksOf(payload))
}

/** The inflated payload. Throws EBMS:0303 when it exceeds `bytesMax` or is not gzip. */
export async function inflate(
  content: Content,
  bytesMax: number,
  spool: Spool | undefined,
): Promise<Content> {
  return inflateInline(content, bytesMax) ?? (await keep(inflated(content, bytesMax), spool))
}

/** Inflates a small payload in one go; undefined when it turns out to be large. */
function inflateInline(content: Content, bytesMax: number): Buffer | undefined {
  if (!Buffer.isBuffer(content) || content.length > inlineBytesMax) return undefined
  try {
    const maxOutputLength = Math.max(1, Math.min(bytesMax, memoryBytesMax))
    return gunzipSync(content, { maxOutputLength, chunkSize: chunkBytes })
  } catch (error) {
    if (isTooLarge(error) && bytesMax > memoryBytesMax) return undefined
    throw undecompressable(error)
  }
}

async function* inflated(content: Content, bytesMax: number): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: chunkBytes })
  let length = 0
  for await (const chunk of through(gunzip, chunksOf(content))) {
    length += chunk.length
    if (length > bytesMax) throw undecompressable(undefined)
    yield chunk
  }
}

/**
 * Pipes the source through zlib. Rethrows what the source throws; an error of zlib
 * becomes EBMS:0303.
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
    for await (const chunk of zlib) yield chunk
  } catch (error) {
    throw fault ? fault.ofSource : undecompressable(error)
  } finally {
    zlib.destroy()
    await written
  }
}

/** Ends early, without an error, when zlib fails or is no longer read. */
async function feed(zlib: Gzip | Gunzip, source: AsyncIterable<Uint8Array>): Promise<void> {
  // A write in progress when the stream closes never calls back.
  let isClosed = (): void => {}
  zlib.once('close', () => isClosed())
  for await (const chunk of source) {
    const isTaken = await new Promise<boolean>((resolve) => {
      isClosed = () => resolve(false)
      if (zlib.destroyed) resolve(false)
      else zlib.write(chunk, (error) => resolve(!error))
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
