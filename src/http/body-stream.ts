// The body of a request, on its way to its reader: small pieces are joined, and nobody may send too
// slowly, in too many pieces, or more than the process has room for.
import type { IncomingMessage } from 'node:http'
import { Transform, type TransformCallback } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { RequestLimits } from '../core/gateway.ts'
import { Problem } from '../problem.ts'
import { watchPace } from '../reception/index.ts'

type BodyLimits = Pick<
  RequestLimits,
  | ('lingerMs' | 'lingerBytesMax')
  | ('bodiesBytesMax' | 'bodiesBytesPerAddressMax')
  | ('paceBytesPerSecondMin' | 'paceFromMs' | 'piecesFree' | 'pieceBytesMin')
>

/**
 * Every body of this app counts against one budget, of which one address may have a part, from its
 * headers until its answer is out. What is refused for its size or its type is read to the end and
 * forgotten, within limits: most clients look at the answer only when they have sent everything
 * (RFC 9112, 9.6).
 */
export function useBodyStreams(app: FastifyInstance, limits: BodyLimits): void {
  const budget = openBudget(limits)
  app.addHook('preParsing', async ({ headers, ip }, reply, payload) => {
    const stated = Number(headers['content-length'] ?? 0)
    if (stated === 0 && headers['transfer-encoding'] === undefined) return payload
    const share = budget.open(ip)
    reply.raw.once('close', share.close)
    share.take(stated)
    const body = gathered(payload as IncomingMessage, { limits, share })
    reply.raw.once('close', () => body.destroy(new Error('The connection was closed')))
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
    source.unpipe()
    source.on('data', forget).once('end', end).once('close', end)
    source.resume()
  })
}

type Share = { take(bytes: number): void; takeUpTo(bytes: number): void; close(): void }

function openBudget({ bodiesBytesMax, bodiesBytesPerAddressMax }: BodyLimits) {
  let inFlight = 0
  const byAddress = new Map<string, number>()
  return {
    open(address: string): Share {
      let held = 0
      const ofAddress = () => byAddress.get(address) ?? 0
      const take = (bytes: number) => {
        const isTooMuch =
          inFlight + bytes > bodiesBytesMax || ofAddress() + bytes > bodiesBytesPerAddressMax
        if (isTooMuch) throw busy()
        inFlight += bytes
        held += bytes
        byAddress.set(address, ofAddress() + bytes)
      }
      return {
        take,
        // A stated length has already been reserved.
        takeUpTo: (bytes) => bytes > held && take(bytes - held),
        close() {
          inFlight -= held
          const others = ofAddress() - held
          if (others > 0) byAddress.set(address, others)
          else byAddress.delete(address)
          held = 0
        },
      }
    },
  }
}

function busy(): Problem {
  return new Problem('capacity.busy', {
    detail: 'Too many large bodies are being read at the moment. Try again in a moment.',
  })
}

const blockBytes = 16 * 1024

function gathered(
  source: IncomingMessage,
  { limits, share }: { limits: BodyLimits; share: Share },
): Transform {
  const pace = watchPace(limits, () => out.destroy(tooSlow(limits)))
  const block = newBlock()
  let [size, pieces] = [0, 0]
  const out = new Transform({
    transform(piece: Buffer, _, done: TransformCallback) {
      size += piece.length
      pieces += 1
      pace.took(piece.length)
      pace.waits()
      if (pieces > limits.piecesFree && size < pieces * limits.pieceBytesMin)
        return done(tooManyPieces(limits))
      try {
        share.takeUpTo(size)
      } catch (error) {
        return done(error as Error)
      }
      for (const whole of block.add(piece)) this.push(whole)
      done()
    },
    flush(done) {
      const rest = block.rest()
      done(null, rest.length > 0 ? rest : undefined)
    },
  })

  out.once('close', pace.stop)
  // There may be no listener any more: the answer may already be out.
  out.on('error', () => {})
  source.once('end', pace.stop).once('error', (error) => out.destroy(error))
  source.once('close', () => source.complete || out.destroy(new Error('The body ended early')))
  pace.waits()
  source.pipe(out)
  return out
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
    *add(piece: Buffer): Generator<Buffer> {
      if (used + piece.length > blockBytes && used > 0) yield rest()
      if (piece.length >= blockBytes / 2) return yield piece
      if (block.length === 0) block = Buffer.allocUnsafe(blockBytes)
      used += piece.copy(block, used)
    },
  }
}
