// GET /problems/{code}, where the `type` of every problem leads: its cause, what to do about it,
// and an example; a page for browsers, JSON for programs. No token needed.
import { z } from 'zod'
import { Problem, type ProblemCode, problems } from '../../problem.ts'
import { choose } from '../accept.ts'
import { problemType } from '../errors.ts'
import type { Routes } from '../zod.ts'
import { codePage, codePagePolicy } from './code-page.ts'
import { type Guidance, problemGuide } from './problem-guide.ts'

const description = z
  .object({
    code: z.string(),
    status: z.int().meta({ description: 'The HTTP status' }),
    title: z.string(),
    retryable: z.boolean().meta({ description: 'Whether the same request may succeed later' }),
    cause: z.string(),
    remedy: z.string().meta({ description: 'What a caller does about it' }),
    example: z
      .object({
        type: z.string(),
        title: z.string(),
        status: z.int(),
        detail: z.string(),
        code: z.string(),
        retryable: z.boolean(),
      })
      .meta({
        id: 'ProblemExample',
        description: 'How it is answered, without the members of one request',
      }),
  })
  .meta({ id: 'ProblemDescription', description: 'What a code of a problem means' })

const page = z.string().meta({ description: 'The same as a page' })

export const problemPages: Routes<object> = async (app) => {
  app.get(
    '/problems/:code',
    {
      config: { problems: ['request.not-found', 'request.not-acceptable'] },
      schema: {
        operationId: 'describeProblem',
        tags: ['Problems'],
        security: [],
        summary: 'What does a problem mean?',
        description:
          'The `type` of every problem leads here: its cause, what to do about it, and an ' +
          'example. JSON, or a page for browsers.',
        params: z.object({
          code: z.string().meta({
            description: 'The `code` of a problem',
            examples: ['request.invalid-field'],
          }),
        }),
        response: {
          200: {
            description: 'What the code means',
            content: {
              'application/json': { schema: description },
              'text/html': { schema: page },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const mediaType = choose(request, reply, ['application/json', 'text/html'])
      const { code } = request.params
      if (!isCode(code)) throw unknown()
      const described = describeProblem(code)
      if (mediaType === 'application/json') return described
      reply
        .header('Content-Security-Policy', codePagePolicy)
        .header('Content-Type', 'text/html; charset=utf-8')
      return reply.serializer(String).send(toPage(described))
    },
  )
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code)
}

function unknown(): Problem {
  return new Problem('request.not-found', {
    detail: 'No problem has this code; docs/api.md says where all codes are.',
  })
}

type Described = z.input<typeof description>

/** What `GET /problems/{code}` says. */
export function describeProblem(code: ProblemCode): Described {
  const { status, title } = problems[code]
  const { cause, remedy, example: detail }: Guidance = problemGuide[code]
  const { retryable } = new Problem(code)
  const example = { type: problemType(code), title, status, detail, code, retryable }
  return { code, status, title, retryable, cause, remedy, example }
}

function toPage({ code, status, title, retryable, cause, remedy, example }: Described): string {
  const later = retryable
    ? 'The same request may succeed later.'
    : 'The same request gets the same answer until something is changed.'
  return codePage({
    ...{ code, title, line: `HTTP ${status}`, example },
    sections: [
      ['Cause', cause],
      ['What to do', `${remedy} ${later}`],
    ],
  })
}
