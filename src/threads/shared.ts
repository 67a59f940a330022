// Bytes that are handed from thread to thread without a copy.

/**
 * More than this lies in memory that all threads share, so that none of them need be given a copy.
 * Nobody writes there.
 */
const ownBytesMax = 256 * 1024

/** Room for that many bytes that are yet to be written. */
export function roomFor(size: number): Buffer {
  return size > ownBytesMax ? Buffer.from(new SharedArrayBuffer(size)) : Buffer.allocUnsafe(size)
}

/**
 * The same bytes, in shared memory when they are many. To copy 14 MB to a thread takes up to 40 ms
 * of the one that asks.
 */
export function shared(bytes: Buffer): Buffer {
  if (bytes.length <= ownBytesMax || bytes.buffer instanceof SharedArrayBuffer) return bytes
  const room = roomFor(bytes.length)
  room.set(bytes)
  return room
}
