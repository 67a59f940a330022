// The body of a request, on its way to its reader: small pieces are joined, and no sender may be
// too slow, send too many pieces, or more than the process has room for.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { RequestLimits } from '../core/gateway.ts'
import { type Held, openByteBudget } from '../core/runtime/byte-budget.ts'
import type { SharedUse } from '../core/runtime/shared-use.ts'
import { Problem } from '../problem.ts'
import { watchPace } from '../reception/index.ts'
import { holderOf } from './holder.ts'

type BodyLimits = Pick<
  RequestLimits,
  | ('lingerMs' | 'lingerBytesMax')
  | ('bodiesBytesMax' | 'bodiesBytesPerAddressMax')
  | ('paceBytesPerSecondMin' | 'paceFromMs' | 'piecesFree' | 'pieceBytesMin')
>

/**
 * Every body of this app counts against one budget with what has come of it, until its answer is
 * out. What is refused for its size or its type is read to the end and forgotten, within limits:
 * most clients look at the answer only when they have sent everything (RFC 9112, 9.6).
 */
export function useBodyStreams(
  app: FastifyInstance,
  limits: BodyLimits,
  sharedUse: SharedUse,
): void {
  const { bodiesBytesMax: bytesMax, bodiesBytesPerAddressMax: bytesPerAddressMax } = limits
  const budget = openByteBudget({ bytesMax, bytesPerAddressMax }, { sharedUse, what: 'bodies' })
  app.addHook('preParsing', async (request, reply, payload) => {
    const { headers } = request
    const isAbsent =
      Number(headers['content-length'] ?? 0) === 0 && headers['transfer-encoding'] === undefined
    if (isAbsent) return payload
    const { body, refuse } = collected(payload as IncomingMessage, {
      limits,
      count: (bytes) => held.growTo(bytes),
      onEnd: () => held.settle(),
    })
    const held: Held = budget.open(holderOf(request), () => refuse(busy()))
    reply.raw.once('close', () => {
      held.close()
      if (!body.destroyed) body.destroy(new Error('The connection was closed'))
    })
    return body
  })
  app.addHook('onSend', async (request, reply) => {
    if (!unread.includes(reply.statusCode)) return
    await drain(request.raw, limits)
    // What is left of it then is no beginning of another request.
    if (!request.raw.readableEnded) reply.header('Connection', 'close')
  })
}

const unread = [413, 415]

/** Ends with the body, or with a limit. */
function drain(
  source: IncomingMessage,
  { lingerMs, lingerBytesMax }: Pick<BodyLimits, 'lingerMs' | 'lingerBytesMax'>,
): Promise<void> {
  if (source.readableEnded || source.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let left = lingerBytesMax
    const end = () => {
      clearTimeout(timer)
      source.off('data', forget).off('end', end).off('close', end)
      resolve()
    }
    const timer = setTimeout(end, lingerMs)
    const forget = (piece: Buffer) => {
      left -= piece.length
      if (left < 0) end()
    }
    source.removeAllListeners('data').on('data', forget).once('end', end).once('close', end)
    source.resume()
  })
}

function busy(): Problem {
  return new Problem('capacity.busy', {
    detail: 'Too many large bodies are being read at the moment. Try again in a moment.',
  })
}

const blockBytes = 16 * 1024

// A read of the socket may bring ten thousand pieces at once: each is counted and copied, and what
// else there is to do is done once for all of them.
function collected(
  source: IncomingMessage,
  {
    limits,
    count,
    onEnd,
  }: { limits: BodyLimits; count: (bytes: number) => boolean; onEnd: () => void },
): { body: Readable; refuse: (problem: Problem) => void } {
  const pace = watchPace(limits, () => refuse(tooSlow(limits)))
  const block = newBlock()
  let [size, settled, pieces] = [0, 0, 0]
  const out = new Readable({
    read: () => source.resume(),
    destroy(error, done) {
      pace.stop()
      source.off('data', take).pause()
      done(error)
    },
  })

  function take(piece: Buffer): void {
    if (size === settled) queueMicrotask(settle)
    size += piece.length
    pieces += 1
    if (pieces > limits.piecesFree && size < pieces * limits.pieceBytesMin)
      refuse(tooManyPieces(limits))
    else for (const whole of block.add(piece)) if (!out.push(whole)) source.pause()
  }

  function refuse(problem: Problem): void {
    endHalfFirst(source.socket, limits)
    out.destroy(problem)
  }

  function settle(): void {
    if (size === settled || out.destroyed) return
    pace.took(size - settled)
    pace.waits()
    settled = size
    if (!count(size)) refuse(busy())
  }

  function end(): void {
    settle()
    pace.stop()
    onEnd()
    const rest = block.rest()
    if (rest.length > 0) out.push(rest)
    out.push(null)
  }

  // There may be no listener any more: the answer may already be out.
  out.on('error', () => {})
  source.once('error', (error) => out.destroy(error))
  source.once('close', () => source.complete || out.destroy(new Error('The body ended early')))
  source.once('end', end).on('data', take)
  pace.waits()
  return { body: out, refuse }
}

// Closing a connection with unread bytes resets it, which takes the answer from a client that is
// still writing. Reading them all is what is refused here.
function endHalfFirst(socket: Socket, { lingerMs }: Pick<BodyLimits, 'lingerMs'>): void {
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

function tooManyPieces({ pieceBytesMin }: BodyLimits): Problem {
  return new Problem('request.header-invalid', {
    detail: `The pieces of the body have fewer than ${pieceBytesMin} bytes on average.`,
  })
}

function tooSlow({ paceBytesPerSecondMin }: BodyLimits): Problem {
  return new Problem('request.timeout', {
    detail: `The body arrived more slowly than ${paceBytesPerSecondMin} bytes per second.`,
  })
}

/** Small pieces are copied into blocks: each piece as an object would cost more than its bytes. */
function newBlock() {
  let block = Buffer.alloc(0)
  let used = 0
  const rest = () => {
    const bytes = block.subarray(0, used)
    block = Buffer.alloc(0)
    used = 0
    return bytes
  }
  return {
    rest,
    /** What is whole with this piece. */
    add(piece: Buffer): Buffer[] {
      const isLarge = piece.length >= blockBytes / 2
      const whole = used > 0 && (isLarge || used + piece.length > blockBytes) ? [rest()] : none
      if (isLarge) return [...whole, piece]
      if (block.length === 0) block = Buffer.allocUnsafe(blockBytes)
      used += piece.copy(block, used)
      return whole
    },
  }
}

const none: Buffer[] = []
