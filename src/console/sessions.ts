// Who may see which page: the token in the cookie is checked as one in X-API-Token is.
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../core/admit.ts'
import { requireScope } from '../core/authenticate.ts'
import type { Caller } from '../core/gateway.ts'
import type { Scope } from '../core/token.ts'
import { Problem } from '../problem.ts'
import { checkSameOrigin } from './same-origin.ts'
import { forgetToken, tokenIn } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyContextConfig {
    /** The scope that the token must have; 'any': any valid token will do. */
    scope?: Scope | 'any'
  }
}

/**
 * From here on, every page of this app is for those who have signed in, and must say which scope it
 * requires. Throws Problem `auth.scope-missing`, `rate.limited`, `request.header-invalid`.
 */
export function useSessions(app: FastifyInstance, gate: Gate): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.scope) throw new Error(`${method} ${url} does not say which scope it requires`)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'POST') checkSameOrigin(request)
    const token = tokenIn(request)
    const admission = await gate.admit(token, request.ip)
    if ('problem' in admission) {
      const { problem } = admission
      if (!(problem instanceof Problem) || problem.status !== 401) throw problem
      if (token !== undefined) forgetToken(request, reply)
      const asked = new URLSearchParams({
        ...(request.method === 'POST' ? {} : { to: request.url }),
        ...(token === undefined ? {} : { ended: 'yes' }),
      })
      return reply.redirect(`/console/sign-in?${asked}`, 303)
    }
    request.caller = admission.caller
    const { scope } = request.routeOptions.config
    if (scope !== 'any') requireScope(request.caller, scope!)
  })
}
