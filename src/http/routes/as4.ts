// POST /as4: where other access points deliver. No token; the endpoint has limits of its own.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Gateway } from '../../core/gateway.ts'
import { receive } from '../../core/receive/receive.ts'
import { openAs4Endpoint, retryAfterSeconds } from '../../reception/index.ts'
import type { Routes } from '../zod.ts'

export const as4: Routes<{ gateway: Gateway }> = async (app, { gateway }) => {
  const { limits } = gateway.inbound
  const endpoint = openAs4Endpoint(limits, (request) => receive(gateway, request))
  app.post(
    '/as4',
    {
      schema: { hide: true },
      // Before Fastify judges the Content-Type: what is wrong with it is an ebMS error, too.
      onRequest(request, reply) {
        reply.hijack()
        serve(request.raw, reply.raw)
      },
    },
    () => {},
  )

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    response.once('close', () => endpoint.leave(socket))
    if (!endpoint.admit(socket)) {
      const headers = { 'retry-after': String(retryAfterSeconds), 'content-length': 0 }
      response.writeHead(503, { ...headers, connection: 'close' }).end()
      return
    }
    // The next request on this connection may be one with a token.
    const staysOpen = () => {
      endpoint.leave(socket)
      return true
    }
    // When the connection has broken, no answer can be sent.
    endpoint.serve(request, response, staysOpen).catch(() => response.destroy())
  }
}
