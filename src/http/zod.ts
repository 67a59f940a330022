// One zod schema validates a part of a request, serialises an answer, and appears in the reference.
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify'
import { z } from 'zod'
import type { Gateway } from '../core/gateway.ts'
import { type HttpPart, inputProblem } from '../intake/index.ts'
import { Problem, type ProblemCode } from '../problem.ts'
import { wording } from './wording.ts'

interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType
    ? z.output<this['schema']>
    : this['schema'] extends { content: infer Content }
      ? OutputOfAny<Content>
      : unknown
  serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown
}

// A body has one schema for each media type that the route accepts.
type OutputOfAny<Content> = {
  [MediaType in keyof Content]: Content[MediaType] extends { schema: infer S extends z.ZodType }
    ? z.output<S>
    : unknown
}[keyof Content]

/** A plugin of routes whose requests and answers have the types of their schemas. */
export type Routes<Options extends object> = FastifyPluginAsync<Options, RawServerDefault, ZodTypes>

/** One route, which adds itself to a plugin. */
export type Route<Options extends object = { gateway: Gateway }> = (
  app: Parameters<Routes<Options>>[0],
  options: Options,
) => void

/** The plugin of these routes, in this order. */
export function routesOf<Options extends object = { gateway: Gateway }>(
  ...routes: Route<Options>[]
): Routes<Options> {
  return async (app, options) => {
    for (const route of routes) route(app, options)
  }
}

const noParameters = z.strictObject({})

/**
 * A route that declares no query parameters accepts none. Throws Problem `request.*` for
 * what a schema refuses.
 */
export function useZod(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.schema = { querystring: noParameters, ...route.schema }
    // Among the problems of a route, one says that its path leads to nothing.
    const absent = route.config?.problems
      ?.map((problem) => (typeof problem === 'string' ? problem : problem.code))
      .find((code) => code.endsWith('.not-found'))
    route.validatorCompiler = ({ schema, httpPart }) =>
      validator(schema as z.ZodType, httpPart as HttpPart, absent)
  })
}

/** For Fastify, whose own compilers are of JSON Schema, and take long to load. */
export function zodCompilers(log: Log) {
  return {
    buildValidator: () => () => {
      throw new Error('A route whose requests have schemas needs useZod')
    },
    buildSerializer:
      () =>
      ({ schema }: { schema?: unknown }) =>
      (answer: unknown) =>
        JSON.stringify(soundPart(schema as z.ZodType, answer, log)),
  }
}

type Log = Pick<Gateway['log'], 'error'>

/**
 * The answer, without the rows of its lists that its schema refuses: they are a defect of ours, and
 * are logged. Throws a ZodError for anything else that the schema refuses.
 */
function soundPart(schema: z.ZodType, answer: unknown, log: Log): unknown {
  const read = schema.safeParse(answer)
  if (read.success) return read.data
  const { sound, refused } = withoutRefused(answer, read.error.issues)
  if (refused.length === 0) throw read.error
  for (const { row, issues } of refused)
    log.error({ row, issues }, 'a row was left out of an answer: its schema refuses it')
  return schema.parse(sound)
}

/** `row`: the member of the answer, and the index in it. Values are not logged: they are data. */
type Refused = { row: string; issues: string[] }

function withoutRefused(
  answer: unknown,
  issues: readonly z.core.$ZodIssue[],
): { sound: unknown; refused: Refused[] } {
  const lists = Object.entries(answer ?? {}).filter(([, rows]) => Array.isArray(rows))
  const refused: Refused[] = []
  const sound = lists.map(([name, rows]) => {
    const left = (rows as unknown[]).filter((_, index) => {
      const own = issues.filter(({ path }) => path[0] === name && path[1] === index)
      if (own.length === 0) return true
      const texts = own.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`)
      refused.push({ row: `${name}[${index}]`, issues: texts })
      return false
    })
    return [name, left]
  })
  return { sound: { ...(answer as object), ...Object.fromEntries(sound) }, refused }
}

function validator(schema: z.ZodType, part: HttpPart, absent: ProblemCode | undefined) {
  return (input: unknown) => {
    // Bytes are checked by their reader: their schema is for the reference.
    if (part === 'body' && Buffer.isBuffer(input)) return { value: input }
    const given = part === 'headers' ? namedHeaders(schema as z.ZodObject, input as Headers) : input
    const read = schema.safeParse(given, { error: (issue) => wording(part, issue) })
    if (read.success) return part === 'headers' ? {} : { value: read.data }
    // What cannot be an id is answered as an id that nothing has.
    if (part === 'params' && absent) return { error: new Problem(absent) }
    return { error: inputProblem(part, read.error, given) }
  }
}

type Headers = Record<string, string | undefined>

// Node lower-cases the names of headers; schemas write them as the reference shows them. They are
// checked and left unchanged.
function namedHeaders(schema: z.ZodObject, headers: Headers): Headers {
  const given = Object.keys(schema.shape).map(
    (name) => [name, headers[name.toLowerCase()]] as const,
  )
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}
