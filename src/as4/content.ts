// The bytes of a payload: in memory while they are few, in a temporary file when they are many.

/** Bytes kept outside memory. `read` starts from the beginning each time. */
export type Spooled = { size: number; read(): AsyncIterable<Uint8Array>; remove(): Promise<void> }

export type Content = Buffer | Spooled

/**
 * Writes all bytes to a new temporary file. When the source throws, rethrows and leaves
 * nothing behind.
 */
export type Spool = (bytes: AsyncIterable<Uint8Array>) => Promise<Spooled>

/** How much of one payload is held in memory when there is a spool. */
export const memoryBytesMax = 1_000_000

export function sizeOf(content: Content): number {
  return Buffer.isBuffer(content) ? content.length : content.size
}

/** The bytes from the start, chunk by chunk. */
export async function* chunksOf(content: Content): AsyncGenerator<Uint8Array> {
  if (Buffer.isBuffer(content)) yield content
  else yield* content.read()
}

/** All the bytes, in memory. */
export async function bytesOf(content: Content): Promise<Buffer> {
  return Buffer.isBuffer(content) ? content : Buffer.concat(await collect(content.read()))
}

/**
 * The bytes from `start` to `end`. Its `remove` does nothing; the owner of the whole removes it.
 */
export function sliceOf(content: Content, start: number, end: number): Content {
  if (Buffer.isBuffer(content)) return content.subarray(start, end)
  return {
    size: end - start,
    read: () => stretch(content.read(), start, end),
    remove: async () => {},
  }
}

async function* stretch(
  bytes: AsyncIterable<Uint8Array>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let offset = 0
  for await (const chunk of bytes) {
    const within = chunk.subarray(Math.max(0, start - offset), Math.max(0, end - offset))
    if (within.length > 0) yield within
    offset += chunk.length
    if (offset >= end) return
  }
}

/** Collects bytes in memory, or in the spool, if there is one, once they are many. */
export async function keep(
  bytes: AsyncIterable<Uint8Array>,
  spool: Spool | undefined,
): Promise<Content> {
  if (!spool) return Buffer.concat(await collect(bytes))
  const first: Uint8Array[] = []
  const source = bytes[Symbol.asyncIterator]()
  let length = 0
  try {
    for (let next = await source.next(); !next.done; next = await source.next()) {
      first.push(next.value)
      length += next.value.length
      if (length > memoryBytesMax) return await spool(resume(first, source))
    }
  } finally {
    await source.return?.()
  }
  return Buffer.concat(first)
}

async function* resume(
  first: Uint8Array[],
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  // Handed over one by one, so that what is on disk need not stay in memory.
  for (let chunk = first.shift(); chunk; chunk = first.shift()) yield chunk
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return chunks
}
