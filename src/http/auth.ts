// Checks X-API-Token before a byte of the body is read.
import type { FastifyInstance } from 'fastify'
import { authenticate, requireScope } from '../core/authenticate.ts'
import type { Caller, Gateway } from '../core/gateway.ts'
import type { Scope } from '../core/token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyContextConfig {
    /** The scope that the token must have. Absent: any valid token will do. */
    scope?: Scope
  }
}

/** From here on, every route of this app requires a token. Throws Problem `auth.*`. */
export function useAuth(app: FastifyInstance, gateway: Gateway): void {
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request, reply) => {
    // X-API-Token is not Authorization: without this, a shared cache might store the
    // answer (RFC 9111, 3.5).
    reply.header('Cache-Control', 'no-store')
    const token = request.headers['x-api-token']
    request.caller = await authenticate(gateway, typeof token === 'string' ? token : undefined)
    const { scope } = request.routeOptions.config
    if (scope) requireScope(request.caller, scope)
  })
}
