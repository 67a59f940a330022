// Checks X-API-Token before a byte of the body is read, and tells how many calls are left.
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../core/access/admit.ts'
import { checkConfig, type Requirements, requireOf } from '../core/access/may-call.ts'
import type { Caller } from '../core/gateway.ts'
import type { Quota } from '../core/runtime/call-budget.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyContextConfig extends Requirements {}
}

/**
 * From here on, every route of this app requires a token, and must say what it requires of it.
 * Throws Problem `auth.*`, `rate.limited`.
 */
export function useAuth(app: FastifyInstance, gate: Gate): void {
  app.decorateRequest('caller')
  app.addHook('onRoute', checkConfig)
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
    requireOf(request.caller, request.routeOptions.config)
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
