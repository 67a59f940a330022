// Checks X-API-Token before a byte of the body is read, and tells how many calls are left.
import type { FastifyInstance } from 'fastify'
import type { Gate, Quota } from '../core/admit.ts'
import { requireScope } from '../core/authenticate.ts'
import type { Caller } from '../core/gateway.ts'
import type { Scope } from '../core/token.ts'

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
 * From here on, every route of this app requires a token, and must say which scope. Throws Problem
 * `auth.*`, `rate.limited`.
 */
export function useAuth(app: FastifyInstance, gate: Gate): void {
  app.decorateRequest('caller')
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.scope) throw new Error(`${method} ${url} does not say which scope it requires`)
  })
  app.addHook('onRequest', async (request, reply) => {
    // X-API-Token is not Authorization: without this, a shared cache might store the
    // answer (RFC 9111, 3.5).
    reply.header('Cache-Control', 'no-store')
    const token = request.headers['x-api-token']
    const text = typeof token === 'string' ? token : undefined
    const admission = await gate.admit(text, request.ip)
    reply.headers(rateLimitHeaders(admission.quota))
    if ('problem' in admission) throw admission.problem
    request.caller = admission.caller
    const { scope } = request.routeOptions.config
    if (scope !== 'any') requireScope(request.caller, scope!)
  })
}

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-10. A bucket that is refilled at a steady rate
 * is as much as its burst in the time that it takes to fill.
 */
function rateLimitHeaders({ of, rate: { perSecond, burst }, left }: Quota) {
  const seconds = (calls: number) => Math.ceil(calls / perSecond)
  return {
    'RateLimit-Policy': `"${of}";q=${burst};w=${seconds(burst)}`,
    RateLimit: `"${of}";r=${Math.floor(left)};t=${seconds(burst - left)}`,
  }
}
