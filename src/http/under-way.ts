// Which tenants have calls under way, so that long work of the others lets these calls pass: while
// they are read and answered, not while their bodies come in or their answers go out.
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../core/access/admit.ts'
import { askerFor } from '../core/access/asker.ts'
import type { Gateway } from '../core/gateway.ts'
import type { CallUnderWay } from '../threads/index.ts'

declare module 'fastify' {
  interface FastifyRequest {
    underWay: CallUnderWay | undefined
  }
}

export function useCallsUnderWay(
  app: FastifyInstance,
  { inlineWork }: Pick<Gateway, 'inlineWork'>,
  gate: Gate,
): void {
  app.decorateRequest('underWay')
  app.addHook('onRequest', async (request) => {
    const token = request.headers['x-api-token']
    request.underWay = inlineWork.enter(gate.tenantOf(String(token)))
  })
  app.addHook('preParsing', async (request) => request.underWay?.leave())
  app.addHook('preValidation', async (request) => {
    request.underWay = inlineWork.enter(request.caller?.tenant.id)
  })
  app.addHook('onRequestAbort', async (request) => request.underWay?.leave())
  app.addHook('onSend', async (request) => request.underWay?.leave())
}

/** A list with more rows is written as a piece of its own. */
const shortRowsMax = 20

/** Long lists are written in time slices, with the work of other tenants. */
export function writeListsInTurn(
  app: FastifyInstance,
  gateway: Pick<Gateway, 'inlineWork' | 'callBudget'>,
): void {
  app.addHook('preSerialization', async ({ caller }, reply, payload: { data?: unknown }) => {
    const { data } = payload
    if (!Array.isArray(data) || data.length <= shortRowsMax) return payload
    const asker = askerFor(gateway, caller)
    const text = await gateway.inlineWork.run(asker, () => String(reply.serialize(payload)))
    reply.serializer(() => text)
    return payload
  })
}
