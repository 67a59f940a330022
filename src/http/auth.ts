// Who calls: X-API-Token is judged before a byte of the body is read.
import type { FastifyInstance } from 'fastify'
import { authenticate, requireScope } from '../core/authenticate.ts'
import type { Caller, Gateway } from '../core/gateway.ts'
import type { Scope } from '../core/token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyContextConfig {
    /** What the token must be good for. Absent: any valid token will do. */
    scope?: Scope
  }
}

/** Every route of this app needs a token from here on. Throws Problem `auth.*`. */
export function useAuth(app: FastifyInstance, gateway: Gateway): void {
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    const token = request.headers['x-api-token']
    request.caller = await authenticate(gateway, typeof token === 'string' ? token : undefined)
    const { scope } = request.routeOptions.config
    if (scope) requireScope(request.caller, scope)
  })
}
