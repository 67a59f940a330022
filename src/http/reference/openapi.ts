// The reference: OpenAPI 3.1 generated from the schemas and configuration of the routes. Not at
// run time: it is committed, and served by reference.ts.
import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger'
import type { FastifyContextConfig, FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Scope } from '../../core/access/token.ts'
import { Problem, type ProblemCode, problems } from '../../problem.ts'
import { type ProblemAnswer, problemType } from '../errors.ts'
import { problemSchema } from '../routes/record.ts'
import { type Components, type JsonSchema, toJsonSchema } from './components.ts'
import { problemGuide } from './problem-guide.ts'
import { responseExamples } from './response-examples.ts'

export type Examples = Record<string, { summary: string; value: unknown }>

/** A problem, with its status where this call answers another one than the table says. */
type ProblemOfCall = ProblemCode | { code: ProblemCode; status: 422 }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The problems that this call can return, besides those of every call. */
    problems?: readonly ProblemOfCall[]
    /** Bodies to try, by media type. */
    bodyExamples?: Record<string, Examples>
    /** Response headers by HTTP status, with their meaning. */
    answerHeaders?: Record<number, Record<string, string>>
  }
}

const everyCall: readonly ProblemCode[] = [
  'request.unknown-parameter',
  'request.headers-too-large',
  'internal.unexpected',
]
const everyCallWithToken: readonly ProblemCode[] = [
  'auth.token-missing',
  'auth.token-invalid',
  'auth.token-expired',
  'auth.token-revoked',
  'rate.limited',
  'service.unavailable',
]

const everyCallWithBody: readonly ProblemCode[] = [
  'request.too-large',
  'request.unsupported-media-type',
  'request.timeout',
  'capacity.busy',
]

type Content = { content: Record<string, { schema: unknown }> }
type RouteSchema = Partial<Record<'params' | 'querystring' | 'headers', unknown>> & {
  body?: Content
  response?: Record<string, z.ZodType | (Content & { description: string })>
  security?: unknown[]
}
type Answers = Record<string, object>
type Print = (schema: unknown) => unknown

const info = {
  title: 'Fourcorner',
  version: '1',
  description:
    'Send invoices, credit notes and debit notes over the Peppol network and see the proof that ' +
    'they arrived. Send your token in `X-API-Token`. Every failure is an ' +
    '`application/problem+json` whose `code` is listed with each call.',
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
}

const servers = [
  { url: '/', description: 'The gateway that serves this page' },
  { url: 'http://127.0.0.1:8080', description: 'A gateway on this machine, without settings' },
]

/** Describes the routes that are registered from now on; printReference prints them. */
export async function useOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers,
      components: {
        securitySchemes: {
          apiToken: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Token',
            description: '`pgw_<live|test>_<public id>_<secret>`',
          },
        },
      },
    },
    convertConstToEnum: false,
    ...transforms(),
  })
}

/** One describes a route, the other completes the document. */
function transforms(): {
  transform: SwaggerTransform
  transformObject: SwaggerTransformObject
} {
  const components: Components = new Map()
  const printed = new WeakMap<z.ZodType, JsonSchema>()
  const print: Print = (schema) => {
    if (!(schema instanceof z.ZodType)) return schema
    // Many calls share a schema: report the problem for each of them.
    const known = printed.get(schema) ?? toJsonSchema(schema, components)
    printed.set(schema, known)
    return structuredClone(known)
  }

  const transform: SwaggerTransform = ({ schema, url, route }) =>
    schema?.hide
      ? { schema, url }
      : { schema: printRoute(schema as RouteSchema, route, print) as FastifySchema, url }

  const transformObject: SwaggerTransformObject = (document) => {
    if (!('openapiObject' in document)) return document.swaggerObject
    const { openapiObject } = document
    const sorted = [...components]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => [name, withExample(name, schema)])
    openapiObject.components = {
      ...openapiObject.components,
      schemas: Object.fromEntries(sorted) as never,
      examples: problemExamples(JSON.stringify(openapiObject.paths)) as never,
    }
    const paths = Object.values(
      (openapiObject.paths ?? {}) as Record<string, Record<string, Operation>>,
    )
    for (const operation of paths.flatMap((path) => Object.values(path))) completeBody(operation)
    return openapiObject
  }
  return { transform, transformObject }
}

function withExample(name: string, schema: JsonSchema): JsonSchema {
  const example = responseExamples[name]
  return example === undefined ? schema : { ...schema, examples: [example] }
}

function printRoute(
  schema: RouteSchema,
  { config = {} }: Pick<RouteOptions, 'config'>,
  print: Print,
) {
  const { body, params, querystring, headers, response = {}, ...words } = schema
  const { scope: wanted, bodyExamples, answerHeaders = {}, problems: own = [] } = config
  const { bodyMayBeAbsent, testToken = 'read' } = config
  const allowed = wanted === 'any' || !wanted ? [] : [wanted].flat()
  const isOpen = schema.security?.length === 0
  return {
    ...words,
    ...(bodyExamples ? { 'x-body-examples': bodyExamples } : {}),
    ...(bodyMayBeAbsent ? { 'x-body-optional': true } : {}),
    ...(isOpen ? {} : { security: securityOf(allowed) }),
    ...(params ? { params: print(params) } : {}),
    ...(querystring ? { querystring: print(querystring) } : {}),
    ...(headers ? { headers: print(headers) } : {}),
    ...(body ? { body: printContent(body, print) } : {}),
    response: {
      ...printAnswers(response, answerHeaders, { print, isOpen }),
      ...printProblems(
        [
          ...(isOpen ? [] : everyCallWithToken),
          ...(allowed.length > 0 ? (['auth.scope-missing'] as const) : []),
          ...(testToken === 'read' ? [] : (['auth.environment-mismatch'] as const)),
          ...(headers ? (['request.header-invalid'] as const) : []),
          ...(params ? (['request.not-found'] as const) : []),
          ...(body ? everyCallWithBody : []),
          ...everyCall,
          ...own,
        ],
        { print, isOpen },
      ),
    },
  }
}

/** One of these scopes; any token, when there are none. */
function securityOf(scopes: readonly Scope[]): { apiToken: Scope[] }[] {
  return scopes.length > 0 ? scopes.map((scope) => ({ apiToken: [scope] })) : [{ apiToken: [] }]
}

function printContent({ content }: Content, print: Print): Content {
  const printed = Object.entries(content).map(([type, { schema }]) => [
    type,
    { schema: print(schema) },
  ])
  return { content: Object.fromEntries(printed) }
}

function printAnswers(
  response: NonNullable<RouteSchema['response']>,
  answerHeaders: NonNullable<FastifyContextConfig['answerHeaders']>,
  { print, isOpen }: { print: Print; isOpen: boolean },
): Answers {
  const answers: Answers = {}
  for (const [status, answer] of Object.entries(response)) {
    answers[status] = {
      description: answer.description ?? 'The answer',
      headers: printHeaders(answerHeaders[Number(status)] ?? {}, isOpen),
      ...printAnswer(answer, print),
    }
  }
  return answers
}

function printAnswer(answer: z.ZodType | Content, print: Print): object {
  // This tells @fastify/swagger that an answer has no body.
  if (answer instanceof z.ZodUndefined) return { type: 'null' }
  if (answer instanceof z.ZodType)
    return printContent({ content: { 'application/json': { schema: answer } } }, print)
  return printContent(answer, print)
}

const limitHeaders = {
  RateLimit: 'How many calls are left (draft-ietf-httpapi-ratelimit-headers-10)',
  'RateLimit-Policy': 'How many calls there are, and in how many seconds',
}

function printHeaders(headers: Record<string, string>, isOpen: boolean) {
  const all = {
    'X-Request-Id': 'The id of this call',
    ...(isOpen ? {} : limitHeaders),
    ...headers,
  }
  return Object.fromEntries(
    Object.entries(all).map(([name, description]) => [name, { type: 'string', description }]),
  )
}

const retryAfter = { 'Retry-After': 'Seconds to wait' }
const problemHeaders: Record<number, Record<string, string>> = {
  401: { 'WWW-Authenticate': 'The header that the token goes into' },
  429: retryAfter,
  503: retryAfter,
}

/** One answer per HTTP status, with an example for each of its codes. */
function printProblems(
  ofCall: readonly ProblemOfCall[],
  { print, isOpen }: { print: Print; isOpen: boolean },
): Answers {
  const answers: Answers = {}
  const statuses = new Set(ofCall.map(statusOf))
  for (const status of [...statuses].sort()) {
    const here = new Set(ofCall.filter((one) => statusOf(one) === status).map(codeOf))
    const codes = [...here]
    answers[status] = {
      description: codes.map((code) => `\`${code}\`: ${problems[code].title}`).join('\n\n'),
      headers: printHeaders(problemHeaders[status] ?? {}, isOpen),
      content: {
        'application/problem+json': {
          schema: print(problemSchema),
          examples: Object.fromEntries(codes.map((code) => [code, exampleWith(code, status)])),
        },
      },
    }
  }
  return answers
}

function codeOf(problem: ProblemOfCall): ProblemCode {
  return typeof problem === 'string' ? problem : problem.code
}

function statusOf(problem: ProblemOfCall): number {
  return typeof problem === 'string' ? problems[problem].status : problem.status
}

function exampleWith(code: ProblemCode, status: number): { $ref: string } {
  const { status: usual } = problems[code]
  return { $ref: `#/components/examples/${code}${status === usual ? '' : `.${status}`}` }
}

/** Problems that the paths refer to: some belong to no call. */
function problemExamples(paths: string): Record<string, { value: ProblemAnswer }> {
  const examples = (Object.keys(problems) as ProblemCode[]).flatMap((code) => {
    const example = problemExample(code)
    const statuses = [...new Set([example.status, 422])]
    return statuses.map((status) => ({
      ...exampleWith(code, status),
      value: { ...example, status },
    }))
  })
  const named = examples.filter(({ $ref }) => paths.includes(`"${$ref}"`))
  return Object.fromEntries(named.map(({ $ref, value }) => [$ref.split('/').at(-1)!, { value }]))
}

/** One for all calls that can return it: they differ in `instance` alone. */
function problemExample(code: ProblemCode): ProblemAnswer {
  const { status, title } = problems[code]
  const { retryable } = new Problem(code)
  return {
    type: problemType(code),
    title,
    status,
    detail: problemGuide[code].example,
    instance: '/api/v1/invoices/submit',
    code,
    requestId: 'my-call-1',
    retryable,
  }
}

type Operation = {
  'x-body-examples'?: Record<string, Examples>
  'x-body-optional'?: true
  requestBody?: { required?: boolean; content: Record<string, object> }
}

// A schema that is a reference cannot have examples beside it, and @fastify/swagger requires every
// body, so both are kept in the schema until here.
function completeBody(operation: Operation): void {
  const { 'x-body-examples': examples = {}, 'x-body-optional': isOptional, requestBody } = operation
  delete operation['x-body-examples']
  delete operation['x-body-optional']
  if (isOptional && requestBody) requestBody.required = false
  for (const [mediaType, named] of Object.entries(examples)) {
    const media = requestBody?.content[mediaType]
    if (media) Object.assign(media, { examples: named })
  }
}
