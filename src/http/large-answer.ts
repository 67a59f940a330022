// Bytes as an answer: many of them go out in many turns of the event loop.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const atOnceBytesMax = 1_000_000
const pieceBytes = 512 * 1024

/** What to send for these bytes. The types of a route know them only as a whole. */
export function inTurns(reply: Pick<FastifyReply, 'header'>, bytes: Buffer): Buffer {
  if (bytes.length <= atOnceBytesMax) return bytes
  reply.header('Content-Length', bytes.length)
  return Readable.from(piecesOf(bytes), { objectMode: false }) as unknown as Buffer
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes)
    // As long as the client takes all that comes, a stream goes on in the same turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
}
