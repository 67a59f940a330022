// Calls that wait for a change. A wait ends with its connection, and beyond a number of waits the
// state is returned at once.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestLimits } from '../core/gateway.ts'
import { openHoldings, type SharedUse } from '../core/runtime/shared-use.ts'

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
    longPollsPerTenantMax,
  }: Pick<RequestLimits, 'longPollsMax' | 'longPollsPerTokenMax' | 'longPollsPerTenantMax'>,
  sharedUse: SharedUse,
): LongPolls {
  const all = openHoldings(sharedUse, 'long polls')
  const byToken = openHoldings(sharedUse, 'long polls with')
  const byTenant = openHoldings(sharedUse, 'long polls of')
  return {
    async wait({ request, reply }, waitMs, answer) {
      const { token, tenant } = request.caller
      const mayWait =
        all.of() < longPollsMax &&
        byToken.of(token.id) < longPollsPerTokenMax &&
        byTenant.of(tenant.id) < longPollsPerTenantMax
      const gone = new AbortController()
      const end = () => gone.abort()
      reply.raw.once('close', end)
      const hold = (by: 1 | -1) => {
        all.add(by)
        byToken.add(by, token.id)
        byTenant.add(by, tenant.id)
      }
      hold(1)
      // The work of others need not let it pass while it waits.
      if (mayWait && waitMs > 0) request.underWay?.leave()
      try {
        return await answer(mayWait ? waitMs : 0, gone.signal)
      } finally {
        reply.raw.off('close', end)
        hold(-1)
      }
    },
  }
}
