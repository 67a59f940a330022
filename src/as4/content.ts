// The bytes of a payload on their way through: in memory while they are few, in a temporary file
// when they are many.

/** Bytes that lie outside memory and can be read from the start as often as wanted. */
export type Spooled = { size: number; read(): AsyncIterable<Uint8Array>; remove(): Promise<void> }

export type Content = Buffer | Spooled

/**
 * What this room needs of the disk: writes all bytes to a new temporary file. When the source
 * throws, nothing is left behind and the same is thrown.
 */
export type Spool = (bytes: AsyncIterable<Uint8Array>) => Promise<Spooled>

/** How many bytes of one payload are held in memory when there is a spool. */
export const memoryBytesMax = 1_000_000

export function sizeOf(content: Content): number {
  return Buffer.isBuffer(content) ? content.length : content.size
}

/** The bytes from the start, piece by piece. */
export async function* chunksOf(content: Content): AsyncGenerator<Uint8Array> {
  if (Buffer.isBuffer(content)) yield content
  else yield* content.read()
}

/** All the bytes, in memory. */
export async function bytesOf(content: Content): Promise<Buffer> {
  return Buffer.isBuffer(content) ? content : Buffer.concat(await collect(content.read()))
}

/** A stretch of the bytes. To remove it removes nothing: that is for who has the whole. */
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
  for await (const piece of bytes) {
    const within = piece.subarray(Math.max(0, start - offset), Math.max(0, end - offset))
    if (within.length > 0) yield within
    offset += piece.length
    if (offset >= end) return
  }
}

/** Keeps bytes in memory, and in the spool, if there is one, as soon as they are many. */
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
  // Given away one by one, so that what is on the disk need not stay in memory.
  for (let chunk = first.shift(); chunk; chunk = first.shift()) yield chunk
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return chunks
}
