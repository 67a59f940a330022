// Who may see which page: the token in the cookie is checked as one in X-API-Token is.
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../core/access/admit.ts'
import { checkConfig, type Requirements, requireOf } from '../core/access/may-call.ts'
import type { Caller } from '../core/gateway.ts'
import { Problem } from '../problem.ts'
import { checkSameOrigin } from './same-origin.ts'
import { forgetToken, tokenIn } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyContextConfig extends Requirements {}
}

/**
 * From here on, every page of this app is for those who have signed in, and must say what it
 * requires of their token. Throws Problem `auth.scope-missing`, `auth.environment-mismatch`,
 * `rate.limited`, `request.header-invalid`.
 */
export function useSessions(app: FastifyInstance, gate: Gate): void {
  app.addHook('onRoute', checkConfig)
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
    requireOf(request.caller, request.routeOptions.config)
  })
}
