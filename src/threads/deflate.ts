// Compression outside the event loop.
import { Readable } from 'node:stream'
import { createDeflateRaw } from 'node:zlib'

/** The pieces, compressed (RFC 1951) in a thread while they are read. */
export async function* deflated(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const source = Readable.from(pieces, { objectMode: false })
  const deflating = createDeflateRaw()
  source.once('error', (error) => deflating.destroy(error))
  try {
    yield* source.pipe(deflating) as AsyncIterable<Uint8Array<ArrayBuffer>>
  } finally {
    source.destroy()
  }
}
