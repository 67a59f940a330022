// Who asks for work in other threads, and until when they want it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Asker } from '../threads/index.ts'

/** For work whose result is not kept: it ends when its client has gone. */
export function askerOf({ caller }: FastifyRequest, reply: FastifyReply): Asker {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return { owner: caller.token.id, signal: gone.signal }
}
