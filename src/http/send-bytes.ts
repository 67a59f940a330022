// Bytes as an answer: used by every route that returns bytes.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileEntry } from '../core/record.ts'
import { piecesInSlices } from '../threads/index.ts'

/**
 * Sends bytes unchanged. Those in shared memory (threads/shared.ts) go out as a stream: Fastify
 * does not recognise such a Buffer as bytes and would serialise it as an object.
 */
export function sendBytes(reply: FastifyReply, mediaType: string, bytes: Buffer): FastifyReply {
  reply.header('Content-Type', mediaType).header('Content-Length', bytes.length)
  const isShared = bytes.buffer instanceof SharedArrayBuffer
  if (!isShared) return reply.send(bytes)
  reply.heldBytes = bytes.length
  return sendPieces(reply, piecesInSlices(bytes))
}

/** Sends a file as it is read from the store. */
export function sendFile(
  reply: FastifyReply,
  { mediaType, size }: Pick<FileEntry, 'mediaType' | 'size'>,
  pieces: AsyncIterable<Buffer>,
): FastifyReply {
  reply.header('Content-Type', mediaType).header('Content-Length', size)
  return sendPieces(reply, pieces)
}

/** Sends text that is written piece by piece, of unknown length. */
export function sendText(
  reply: FastifyReply,
  mediaType: string,
  pieces: AsyncIterable<string>,
): FastifyReply {
  return sendPieces(reply.header('Content-Type', `${mediaType}; charset=utf-8`), pieces)
}

/** Sends a ZIP that is written piece by piece. */
export function sendZip(
  reply: FastifyReply,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
): FastifyReply {
  reply
    .header('Content-Type', 'application/zip')
    .header('Content-Disposition', `attachment; filename="${name}"`)
  return sendPieces(reply, pieces)
}

/** A table for spreadsheets, line by line. */
export function sendTable(
  reply: FastifyReply,
  name: string,
  lines: AsyncIterable<string>,
): FastifyReply {
  reply
    .header('Content-Type', 'text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${name}"`)
  return sendPieces(reply, lines)
}

function sendPieces(reply: FastifyReply, pieces: AsyncIterable<Uint8Array | string>): FastifyReply {
  return reply.send(Readable.from(pieces, { objectMode: false }))
}
