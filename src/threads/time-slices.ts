// Long operations on many bytes, done piece by piece, so that other work goes on after each
// piece. All of 50 MB at once would hold it for 30 ms, or for over 100 when memory is
// touched for the first time.
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { roomFor } from './shared.ts'

const pieceBytes = 1024 * 1024

/** SHA-256. */
export async function digestInSlices(bytes: Uint8Array): Promise<Buffer> {
  const digest = createHash('sha256')
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (at > 0) await setImmediate()
    digest.update(bytes.subarray(at, at + pieceBytes))
  }
  return digest.digest()
}

/** Makes one piece in each time slice, and joins them. */
export async function gatherInSlices(pieces: Iterable<Uint8Array>): Promise<Buffer> {
  const made: Uint8Array[] = []
  for (const piece of pieces) {
    if (made.length > 0) await setImmediate()
    made.push(piece)
  }
  return joinInSlices(made)
}

// Bytes of one answer in a time slice.
const writtenBytes = 512 * 1024

/** One piece in each time slice: a stream would go on in one while its reader keeps up. */
export async function* piecesInSlices(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += writtenBytes) {
    yield bytes.subarray(at, at + writtenBytes)
    await setImmediate()
  }
}

/** Buffer.concat. */
export async function joinInSlices(parts: readonly Uint8Array[]): Promise<Buffer> {
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  const whole = roomFor(size)
  let end = 0
  let turnEnd = pieceBytes
  for (const part of parts) {
    for (let at = 0; at < part.length; ) {
      if (end === turnEnd) {
        await setImmediate()
        turnEnd += pieceBytes
      }
      const piece = part.subarray(at, at + turnEnd - end)
      whole.set(piece, end)
      at += piece.length
      end += piece.length
    }
  }
  return whole
}
