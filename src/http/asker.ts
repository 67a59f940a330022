// Who asks for work in other threads, and until when they want it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { askerFor } from '../core/access/asker.ts'
import type { Gateway } from '../core/gateway.ts'
import type { Asker } from '../threads/index.ts'

/** For work whose result is not kept: it ends when its client has gone. */
export function askerOf(
  gateway: Pick<Gateway, 'callBudget'>,
  { caller }: FastifyRequest,
  reply: FastifyReply,
): Asker {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return askerFor(gateway, caller, gone.signal)
}
