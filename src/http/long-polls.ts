// Calls that wait for a change. A wait ends with its connection, and beyond a number of waits the
// state is returned at once.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestLimits } from '../core/gateway.ts'
import { openHoldings, type SharedUse } from '../core/shared-use.ts'

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

export function openLongPolls(
  {
    longPollsMax,
    longPollsPerTokenMax,
  }: Pick<RequestLimits, 'longPollsMax' | 'longPollsPerTokenMax'>,
  sharedUse: SharedUse,
): LongPolls {
  const all = openHoldings(sharedUse, 'long polls')
  const byToken = openHoldings(sharedUse, 'long polls with')
  return {
    async wait({ request, reply }, waitMs, answer) {
      const { id } = request.caller.token
      const mayWait = all.of() < longPollsMax && byToken.of(id) < longPollsPerTokenMax
      const gone = new AbortController()
      const end = () => gone.abort()
      reply.raw.once('close', end)
      all.add(1)
      byToken.add(1, id)
      try {
        return await answer(mayWait ? waitMs : 0, gone.signal)
      } finally {
        reply.raw.off('close', end)
        all.add(-1)
        byToken.add(-1, id)
      }
    },
  }
}
