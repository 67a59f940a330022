// GET /api/identity/check: who you are, and whether documents can be accepted. CI
// smoke tests rely on it.
import type { Gateway } from '../../core/gateway.ts'
import { identify } from '../../core/identity/identify.ts'
import { requestHeaders } from '../headers.ts'
import type { Routes } from '../zod.ts'
import { identity as answer } from './record.ts'

export const identity: Routes<{ gateway: Gateway }> = async (app, { gateway }) => {
  app.get(
    '/api/identity/check',
    {
      config: { scope: 'any', testToken: 'read', problems: ['service.unavailable'] },
      schema: {
        operationId: 'checkIdentity',
        tags: ['Identity'],
        summary: 'Check your token and the service',
        description:
          'Returns 200 when the token is valid and documents can be accepted now. On the sandbox ' +
          'network it names receivers to try.',
        headers: requestHeaders,
        response: { 200: answer },
      },
    },
    async (request) => identify(gateway, request.caller),
  )
}
