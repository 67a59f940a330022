// An answer on its way to its reader: it goes out in small pieces, as fast as it is read, and
// counts against one budget for as long as it is in memory.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestLimits } from '../core/gateway.ts'
import { type ByteBudget, type Held, openByteBudget } from '../core/runtime/byte-budget.ts'
import type { SharedUse } from '../core/runtime/shared-use.ts'
import { Problem } from '../problem.ts'
import { type Pace, watchPace } from '../reception/index.ts'
import { holderOf } from './holder.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The bytes of a streamed answer that are in memory while it goes out. */
    heldBytes: number
  }
}

type AnswerLimits = Pick<RequestLimits, 'answersBytesMax' | 'paceBytesPerSecondMin' | 'paceFromMs'>

/** What a reader takes between two looks at its pace. */
const sliceBytes = 64 * 1024
/** What goes out in one tick: while its reader keeps up, a stream would go on in the same. */
const tickBytes = 512 * 1024
/** A smaller answer is handed to the socket at once, and the smallest are not worth counting. */
const wholeBytesMax = 64 * 1024
const countedBytesMin = 8 * 1024

/**
 * Every answer of this app counts as its bytes are held, and its connection ends when it is read
 * too slowly. Throws Problem `capacity.busy` in place of an answer that there is no room for.
 */
export function useAnswers(app: FastifyInstance, limits: AnswerLimits, sharedUse: SharedUse): void {
  const { answersBytesMax: bytesMax } = limits
  const options = { sharedUse, what: 'answers' }
  // A slice may take its time beside what a reader may fall behind.
  const sliceMs = (sliceBytes / limits.paceBytesPerSecondMin) * 1_000
  const slicePace = { ...limits, paceFromMs: limits.paceFromMs + sliceMs }
  const budget = openByteBudget({ bytesMax, bytesPerAddressMax: bytesMax }, options)
  app.decorateReply('heldBytes', 0)
  app.addHook('onSend', async (request, reply, payload) => {
    const isBytes = typeof payload === 'string' || Buffer.isBuffer(payload)
    const size = isBytes ? Buffer.byteLength(payload) : reply.heldBytes
    const cut = () => void request.raw.socket.destroy()
    const held =
      size >= countedBytesMin && reply.statusCode < 400 ? hold(budget, request, size) : undefined
    const isWhole = (isBytes && size <= wholeBytesMax) || request.method === 'HEAD' || !payload
    const pace = watchPace(slicePace, cut)
    const end = newDeadline(limits, cut)
    reply.raw.once('close', () => {
      held?.close()
      pace.stop()
      end.clear()
    })
    if (isWhole) {
      end.set(size)
      return payload
    }
    if (isBytes) reply.header('Content-Length', size)
    const pieces = isBytes ? [payload] : (payload as Readable)
    // What the streams between here and the socket hold at the end.
    const onEnd = () => end.set(4 * sliceBytes + reply.raw.writableLength)
    return Readable.from(slicesOf(pieces, pace, onEnd), {
      objectMode: false,
      highWaterMark: sliceBytes,
    })
  })
}

function hold(budget: ByteBudget, request: FastifyRequest, size: number): Held {
  const held = budget.open(holderOf(request), () => void request.raw.socket.destroy())
  if (held.growTo(size)) return held
  held.close()
  throw new Problem('capacity.busy', {
    detail: 'Too many large answers are being read at the moment. Try again in a moment.',
  })
}

/** The pieces in slices, each of which is watched until its reader asks for the next. */
async function* slicesOf(
  pieces: AsyncIterable<Buffer | string> | Iterable<Buffer | string>,
  pace: Pace,
  onEnd: () => void,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      if (at > 0 && at % tickBytes === 0) await new Promise((resolve) => setImmediate(resolve))
      const slice = bytes.subarray(at, at + sliceBytes)
      pace.waits()
      yield slice
      pace.took(slice.length)
    }
  }
  pace.stop()
  onEnd()
}

/** Calls `cut` unless the last `size` bytes have left in time. */
function newDeadline({ paceBytesPerSecondMin, paceFromMs }: AnswerLimits, cut: () => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    set(size: number) {
      timer = setTimeout(cut, paceFromMs + (size / paceBytesPerSecondMin) * 1_000).unref()
    },
    clear: () => clearTimeout(timer),
  }
}
