// Every failure leaves as application/problem+json (RFC 9457). What we did not expect is logged
// once and says nothing of our insides.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Gateway } from '../core/gateway.ts'
import { isOutage } from '../core/identify.ts'
import { Problem, type ProblemCode, type ProblemDetail, problems } from '../problem.ts'

export type ProblemAnswer = {
  type: string
  title: string
  status: number
  detail?: string
  instance: string
  code: ProblemCode
  requestId: string
  retryable: boolean
  documentId?: string
  errors?: ProblemDetail[]
}

/** What a client should wait when nothing better is known, in seconds. */
const retryAfterSeconds = 5

type Refusal = { code: ProblemCode; detail: string }

// What fastify refuses before a route is reached.
const refusals: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'request.too-large',
    detail: 'The body is larger than this call takes.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'request.unsupported-media-type',
    detail: 'This call takes no such body.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'request.header-invalid',
    detail: 'The body is not as long as Content-Length says.',
  },
  FST_ERR_BAD_URL: { code: 'request.not-found', detail: 'The path is not well encoded.' },
  FST_ERR_MAX_PARAM_LENGTH: {
    code: 'request.not-found',
    detail: 'A part of the path is too long.',
  },
}

/** Covers routes and unknown paths; `answerError` is for those that never reach a route. */
export function useErrors(app: FastifyInstance, gateway: Pick<Gateway, 'store' | 'log'>): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(gateway, error, request, reply),
  )
  // Before the body: of what kind it is does not matter where nothing takes it.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw notFound()
  })
  app.setNotFoundHandler((request, reply) => answerProblem(notFound(), request, reply))
}

function notFound(): Problem {
  return new Problem('request.not-found', {
    detail: 'Nothing is at this path; /docs shows every call.',
  })
}

export async function answerError(
  gateway: Pick<Gateway, 'store' | 'log'>,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return answerProblem(
    toProblem(error) ?? (await unexpected(gateway, error, request)),
    request,
    reply,
  )
}

function toProblem(error: FastifyError): Problem | undefined {
  if (error instanceof Problem) return error
  const { code, statusCode = 500 } = error
  // A lost connection to the database has the code of a lost client, but no status of the 400s.
  if (statusCode < 400 || statusCode >= 500) return undefined
  const refusal = refusals[code] ?? refusalOfFile(statusCode)
  return new Problem(refusal.code, { detail: refusal.detail, cause: error })
}

// What is left refuses a static file: its name, or the range or state of it that a header asks for.
function refusalOfFile(statusCode: number): Refusal {
  if ([400, 403, 404].includes(statusCode))
    return { code: 'request.not-found', detail: 'There is no file of this name.' }
  return {
    code: 'request.header-invalid',
    detail: 'The file is not as a header of the request asks for it.',
  }
}

// A database that went away is no fault of the request: the same one may succeed later.
async function unexpected(
  { store, log }: Pick<Gateway, 'store' | 'log'>,
  error: unknown,
  request: FastifyRequest,
): Promise<Problem> {
  const facts = {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url,
    err: error,
  }
  log.error(facts, 'A request failed unexpectedly')
  const isAbsent = isOutage(error) || !(await store.isReady().catch(() => false))
  return new Problem(isAbsent ? 'service.unavailable' : 'internal.unexpected', { cause: error })
}

function answerProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (problem.status === 429 || problem.status === 503)
    reply.header('Retry-After', retryAfterSeconds)
  if (problem.replayed) reply.header('Idempotency-Replayed', 'true')
  return reply
    .code(problem.status)
    .header('X-Request-Id', request.id)
    .header('Content-Type', 'application/problem+json')
    .send(JSON.stringify(toProblemBody(problem, request), wellFormed))
}

// What a caller sent is shown cut short; half a character is no JSON that every reader takes.
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** What to do where a problem has no more to say. */
const advice: Partial<Record<ProblemCode, string>> = {
  'document.not-found': 'No document of yours has this id or reference.',
  'capacity.backlog-full': 'Send it again when some of them are delivered.',
  'maintenance.draining': 'Send it again in a moment.',
  'service.unavailable': 'Send it again in a moment.',
  'internal.unexpected':
    'It is logged under the requestId; whoever runs this gateway can look it up.',
}

/** The body of the answer. */
export function toProblemBody(
  problem: Problem,
  request: Pick<FastifyRequest, 'id' | 'url'>,
): ProblemAnswer {
  const { code, detail = inShort(problem.errors) ?? advice[code], documentId, errors } = problem
  return {
    type: problemType(code),
    title: problems[code].title,
    status: problem.status,
    ...(detail ? { detail } : {}),
    instance: request.url.split('?', 1)[0] ?? '',
    code,
    requestId: request.id,
    retryable: problem.retryable,
    ...(documentId ? { documentId } : {}),
    ...(errors?.length ? { errors } : {}),
  }
}

function inShort([first, ...others]: ProblemDetail[] = []): string | undefined {
  return first && others.length > 0
    ? `${others.length + 1} faults; the first: ${first.message}`
    : first?.message
}

/** Relative, as RFC 9457 (3.1.1) allows: it resolves on the gateway that gave the answer. */
export function problemType(code: ProblemCode): string {
  return `/problems/${code}`
}
