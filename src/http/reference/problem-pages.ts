// GET /problems/{code}, where the `type` of every problem leads: its cause, what to do about it,
// and an example; a page for browsers, JSON for programs. No token needed.
import { z } from 'zod'
import { Problem, type ProblemCode, problems } from '../../problem.ts'
import { choose } from '../accept.ts'
import { problemType } from '../errors.ts'
import type { Routes } from '../zod.ts'
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

/** The page has no scripts, and loads nothing. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

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
        .header('Content-Security-Policy', contentSecurityPolicy)
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
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(code)}: ${escaped(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem }
pre { overflow-x: auto; padding: 1rem; border: 1px solid }
</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p><code>${escaped(code)}</code>, HTTP ${status}</p>
<h2>Cause</h2>
<p>${escaped(cause)}</p>
<h2>What to do</h2>
<p>${escaped(remedy)}</p>
<p>${
    retryable
      ? 'The same request may succeed later.'
      : 'The same request gets the same answer until something is changed.'
  }</p>
<h2>Example</h2>
<pre tabindex="0">${escaped(JSON.stringify(example, null, 2))}</pre>
</main>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
