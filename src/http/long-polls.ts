// Calls that wait for a change. A wait ends with its connection, and beyond a number of waits the
// state is returned at once.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestLimits } from '../core/gateway.ts'

export type LongPolls = {
  /**
   * Calls `answer` with the time that this call may wait, and a signal that aborts when
   * its client has gone.
   */
  wait<T>(
    call: { request: FastifyRequest; reply: FastifyReply },
    waitMs: number,
    answer: (waitMs: number, signal: AbortSignal) => Promise<T>,
  ): Promise<T>
}

export function openLongPolls({
  longPollsMax,
  longPollsPerTokenMax,
}: Pick<RequestLimits, 'longPollsMax' | 'longPollsPerTokenMax'>): LongPolls {
  const byToken = new Map<string, number>()
  let all = 0
  return {
    async wait({ request, reply }, waitMs, answer) {
      const { id } = request.caller.token
      const own = byToken.get(id) ?? 0
      const mayWait = all < longPollsMax && own < longPollsPerTokenMax
      const gone = new AbortController()
      const end = () => gone.abort()
      reply.raw.once('close', end)
      all++
      byToken.set(id, own + 1)
      try {
        return await answer(mayWait ? waitMs : 0, gone.signal)
      } finally {
        reply.raw.off('close', end)
        all--
        const left = (byToken.get(id) ?? 1) - 1
        if (left > 0) byToken.set(id, left)
        else byToken.delete(id)
      }
    },
  }
}
