// What every page of a caller says beside its content: what needs attention, and what is paused.
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../core/gateway.ts'
import { pauseWarnings } from '../core/pause-warnings.ts'
import { cached } from '../core/runtime/cached.ts'
import { perTenant } from '../core/runtime/per-tenant.ts'
import { doneIn } from './words/done.ts'

export type AttentionCounts = Awaited<ReturnType<Gateway['attentionFor']>>

/** Counting what a pause holds takes long where it holds much. */
const pausesEveryMs = 5_000

/**
 * Reads it for each page to come; without a database, pages are shown without it. The page after
 * an action counts pauses anew.
 */
export function useFrame(app: FastifyInstance, gateway: Gateway): void {
  const ask = (scopes: string[]) =>
    perTenant((id = '') => {
      const count = () => pauseWarnings(gateway, { tenant: { id }, token: { scopes } })
      return cached(count, pausesEveryMs)
    })
  const [toTenants, toOperators] = [ask([]), ask(['operator'])]

  app.addHook('preHandler', async (request) => {
    const { caller, url, frame } = request
    if (!caller) return
    const isOperator = caller.token.scopes.includes('operator')
    const mayRead = caller.token.scopes.includes('documents:read')
    const paused = () => {
      if (doneIn(url)) return pauseWarnings(gateway, caller)
      return (isOperator ? toOperators : toTenants)(caller.tenant.id)
    }
    const [attention, pauses] = await Promise.all([
      mayRead ? gateway.attentionFor(caller.tenant.id).catch(() => undefined) : undefined,
      paused().catch(() => []),
    ])
    request.frame = { ...frame, pauses, ...(attention ? { attention } : {}) }
  })
}
