// Who may see which page: the token in the cookie is checked as one in X-API-Token is.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Gate } from '../core/access/admit.ts'
import { checkConfig, type Requirements, requireOf } from '../core/access/may-call.ts'
import type { Caller } from '../core/gateway.ts'
import { Problem } from '../problem.ts'
import { formBytesMax } from './form.ts'
import { checkSameOrigin } from './same-origin.ts'
import { forgetToken, tokenIn } from './session.ts'
import { canBeKept, sessionFieldBytes, signInAgain } from './sign-in-again.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** Who sent this form signed in with it: it is shown again, and nothing is done yet. */
    isSignedInAgain: boolean
  }
  interface FastifyContextConfig extends Requirements {
    /** A form that shows itself again with what was typed. */
    showsAgain?: true
    /** A form that may hold a file, which its page shows again. */
    takesFile?: true
  }
}

/**
 * From here on, every page of this app is for those who have signed in, and must say what it
 * requires of their token. Throws Problem `auth.scope-missing`, `auth.environment-mismatch`,
 * `rate.limited`, `request.header-invalid`.
 */
export function useSessions(app: FastifyInstance, gate: Gate): void {
  app.decorateRequest('isSignedInAgain', false)
  app.addHook('onRoute', checkConfig)
  app.addHook('onRoute', (route) => {
    if (route.method === 'POST')
      route.bodyLimit = (route.bodyLimit ?? formBytesMax) + sessionFieldBytes
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'POST') checkSameOrigin(request)
    const token = tokenIn(request)
    const admission = await gate.admit(token, request.ip)
    if ('problem' in admission) {
      const { problem } = admission
      if (!(problem instanceof Problem) || problem.status !== 401) throw problem
      if (token !== undefined) forgetToken(request, reply)
      // The form is read first: what was typed is shown again after the sign-in.
      if (canBeKept(request)) return
      return leadToSignIn(request, reply, token !== undefined)
    }
    request.caller = admission.caller
    requireOf(request.caller, request.routeOptions.config)
  })
  app.addHook('preHandler', async (request, reply) => {
    if (request.method === 'POST') await signInAgain(request, reply, gate)
  })
}

function leadToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  hadToken: boolean,
): FastifyReply {
  const asked = new URLSearchParams({
    ...(request.method === 'POST' ? { lost: 'yes' } : { to: request.url }),
    ...(hadToken ? { ended: 'yes' } : {}),
  })
  return reply.redirect(`/console/sign-in?${asked}`, 303)
}
