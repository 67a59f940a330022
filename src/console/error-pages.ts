// A failure as a page: what it is, and what to do. Unexpected ones are logged, and say nothing of
// our internals.
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Gateway } from '../core/gateway.ts'
import { isOutage } from '../core/identity/identify.ts'
import { Problem, problems } from '../problem.ts'
import { linkButton } from './components/button.ts'
import { plain } from './foreign.ts'
import { html } from './html.ts'
import { sendPage } from './page.ts'
import { errorWords } from './words/frame.ts'

export function useErrorPages(app: FastifyInstance, { log }: Pick<Gateway, 'log'>): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const problem = toProblem(error) ?? unexpected(log, error, request)
    if (problem.retryAfterSeconds !== undefined)
      reply.header('Retry-After', problem.retryAfterSeconds)
    return sendPage(reply.code(problem.status), {
      title: problems[problem.code].title,
      content: html`${problem.detail && html`<p>${plain(problem.detail)}</p>`}
${request.caller && html`<p>${linkButton({ text: errorWords.home, href: '/console' })}</p>`}
<p class="hint">${errorWords.technical} <code>${problem.code}</code>, ${errorWords.request}
<code>${request.id}</code></p>`,
    })
  })
}

// What Fastify itself refuses: a form that is too large, or of another media type.
function toProblem(error: FastifyError): Problem | undefined {
  if (error instanceof Problem) return error
  if (error.statusCode === 413) return new Problem('request.too-large', { cause: error })
  if (error.statusCode === 415)
    return new Problem('request.unsupported-media-type', { cause: error })
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new Problem('request.header-invalid', { cause: error })
  return undefined
}

function unexpected(log: Gateway['log'], error: FastifyError, request: FastifyRequest): Problem {
  const facts = {
    ...{ requestId: request.id, method: request.method },
    ...{ route: request.routeOptions.url, err: error },
  }
  log.error(facts, 'a page failed unexpectedly')
  return new Problem(isOutage(error) ? 'service.unavailable' : 'internal.unexpected', {
    detail: errorWords.unexpected,
    cause: error,
  })
}
