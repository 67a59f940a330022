// Bytes as an answer: used by every route that returns bytes.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { piecesInTurns } from '../threads/index.ts'

/** What goes out in one turn. */
const turnBytes = 512 * 1024

/**
 * Sends bytes unchanged. Large bodies go out in many turns of the event loop, and so do those in
 * shared memory (threads/shared.ts): Fastify does not recognise such a Buffer as bytes and would
 * serialise it as an object.
 */
export function sendBytes(reply: FastifyReply, mediaType: string, bytes: Buffer): FastifyReply {
  reply.header('Content-Type', mediaType).header('Content-Length', bytes.length)
  const isShared = bytes.buffer instanceof SharedArrayBuffer
  if (bytes.length <= turnBytes && !isShared) return reply.send(bytes)
  return reply.send(Readable.from(piecesInTurns(bytes), { objectMode: false }))
}

/** Sends text that is written piece by piece, of unknown length. */
export function sendText(
  reply: FastifyReply,
  mediaType: string,
  pieces: AsyncIterable<string>,
): FastifyReply {
  return reply
    .header('Content-Type', `${mediaType}; charset=utf-8`)
    .send(Readable.from(pieces, { objectMode: false }))
}

/** Sends a ZIP that is written piece by piece. */
export function sendZip(
  reply: FastifyReply,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
): FastifyReply {
  return reply
    .header('Content-Type', 'application/zip')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .send(Readable.from(pieces, { objectMode: false }))
}
