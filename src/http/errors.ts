// Every failure leaves as application/problem+json (RFC 9457). Unexpected ones are logged once and
// reveal nothing of our internals.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shown } from '../billing/index.ts'
import type { Gateway } from '../core/gateway.ts'
import { isOutage, sentenceOn } from '../core/identity/identify.ts'
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

/** Seconds for a client to wait when nothing better is known. */
const retryAfterSeconds = 5

type Refusal = { code: ProblemCode; detail: string }

// What Fastify refuses before a route is reached.
const refusals: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'request.too-large',
    detail: 'The body is larger than this call accepts.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'request.unsupported-media-type',
    detail: 'This call does not take such a body.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'request.header-invalid',
    detail: 'The length of the body differs from Content-Length.',
  },
  FST_ERR_BAD_URL: {
    code: 'request.not-found',
    detail: 'The path is not validly percent-encoded.',
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    code: 'request.not-found',
    detail: 'A segment of the path is too long.',
  },
}

/** Covers routes and unknown paths; `answerError` is for requests that never reach a route. */
export function useErrors(app: FastifyInstance, gateway: Pick<Gateway, 'store' | 'log'>): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(gateway, error, request, reply),
  )
  // Before body parsing: an unknown path is 404 whatever its content type.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw notFound(request)
  })
  app.setNotFoundHandler((request, reply) => answerProblem(notFound(request), request, reply))
}

function notFound({ url }: FastifyRequest): Problem {
  const path = shown(url.split('?', 1)[0])
  return new Problem('request.not-found', {
    detail: `The path ${path} leads to nothing: /docs lists every call.`,
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
  // A lost database connection has the same code as a lost client, but no 4xx status.
  if (statusCode < 400 || statusCode >= 500) return undefined
  const refusal = refusals[code] ?? refusalOfFile(statusCode)
  return new Problem(refusal.code, { detail: refusal.detail, cause: error })
}

// The rest are refusals of a static file: its name, or a Range or conditional header.
function refusalOfFile(statusCode: number): Refusal {
  if ([400, 403, 404].includes(statusCode))
    return { code: 'request.not-found', detail: 'There is no file with this name.' }
  return {
    code: 'request.header-invalid',
    detail: 'The file cannot be served as a header of the request asks.',
  }
}

// An outage of the store is not the request's fault: the same request may succeed later.
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
  log.error(facts, 'a request failed unexpectedly')
  const isAbsent = isOutage(error) || !(await store.isReady().catch(() => false))
  const detail = sentenceOn(error)
  return new Problem(isAbsent ? 'service.unavailable' : 'internal.unexpected', {
    ...(detail ? { detail } : {}),
    cause: error,
  })
}

// No registered scheme of HTTP carries a token in a header of its own, and none that browsers know
// is named here: they would ask for a password.
const challenge = 'ApiKey realm="fourcorner", header="X-API-Token"'

function answerProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const afterSeconds =
    problem.retryAfterSeconds ?? (problem.status === 503 ? retryAfterSeconds : undefined)
  if (afterSeconds !== undefined) reply.header('Retry-After', afterSeconds)
  if (problem.status === 401) reply.header('WWW-Authenticate', challenge)
  if (problem.replayed) reply.header('Idempotency-Replayed', 'true')
  return reply
    .code(problem.status)
    .header('X-Request-Id', request.id)
    .header('Content-Type', 'application/problem+json')
    .send(JSON.stringify(toProblemBody(problem, request), wellFormed))
}

// Values that callers sent are shown truncated; half a surrogate pair would not be JSON that
// every parser takes.
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** What to do, for problems that have no detail of their own. */
const advice: Partial<Record<ProblemCode, string>> = {
  'document.not-found':
    'You have no document with this id or reference. By its number: /api/v1/status?number=….',
  'webhook.not-found': 'Your tenant has no webhook, or the webhook no delivery, with this id.',
  'token.not-found': 'Your tenant has no token with this id.',
  'tenant.not-found': 'No tenant has this id.',
  'forecast.not-found': 'You have asked for no such forecast.',
  'forecast.too-many': 'Wait for the end of one of those that this token has begun.',
  'forgetting.not-found': 'Your tenant has made no such request to forget.',
  'capacity.backlog-full': 'Send it again once some of them have been delivered.',
  'maintenance.draining': 'Send it again in a moment.',
  'service.unavailable': 'Send it again in a moment.',
  'internal.unexpected':
    'It is logged under the requestId; the operator of this gateway can look it up.',
}

function adviceOn(code: ProblemCode, url: string): string | undefined {
  return code === 'document.not-found' && url.startsWith('/api/v1/inbound/')
    ? 'You have received no document with this id. By its number: /api/v1/inbound?number=….'
    : advice[code]
}

/** The body of the answer. */
export function toProblemBody(
  problem: Problem,
  request: Pick<FastifyRequest, 'id' | 'url'>,
): ProblemAnswer {
  const { code, documentId, errors } = problem
  const { detail = inShort(errors) ?? adviceOn(code, request.url) } = problem
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
    ...(errors?.length ? { errors: errors.map((fault) => withCode(fault, code)) } : {}),
  }
}

/** Findings of a validation have a rule instead. */
function withCode(fault: ProblemDetail, code: ProblemCode): ProblemDetail {
  return fault.layer === undefined ? { code, ...fault } : fault
}

function inShort([first, ...others]: ProblemDetail[] = []): string | undefined {
  if (!first) return undefined
  const fault = `${placeOf(first)}${first.message}`
  return others.length > 0 ? `${others.length + 1} faults; the first: ${fault}` : fault
}

/** A message about JSON says itself where it is. */
function placeOf({ pointer, line, column, xpath }: ProblemDetail): string {
  if (pointer !== undefined) return ''
  if (line !== undefined) return `Line ${line}, column ${column}: `
  return xpath === undefined ? '' : `${xpath}: `
}

/** Relative, as RFC 9457 (3.1.1) allows: it resolves on the gateway that gave the answer. */
export function problemType(code: ProblemCode): string {
  return `/problems/${code}`
}
