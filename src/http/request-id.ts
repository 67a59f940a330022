// X-Request-Id: the caller's own if it is fit for a log line, else a generated
// one; always returned.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const form = /^[A-Za-z0-9._-]{1,128}$/

export function requestIdOf(request: IncomingMessage, newId: () => string): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && form.test(given) ? given : newId()
}

export function useRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
  })
}
