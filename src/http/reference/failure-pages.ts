// GET /failures/{code}: what the code of a failed delivery means, and what to do about it; a page
// for browsers, JSON for programs. No token needed.
import { z } from 'zod'
import { type FailureCode, failureCodes } from '../../core/failure-codes.ts'
import { Problem } from '../../problem.ts'
import { choose } from '../accept.ts'
import type { Routes } from '../zod.ts'
import { codePage, codePagePolicy } from './code-page.ts'
import { failureGuide } from './failure-guide.ts'

const description = z
  .object({
    code: z.string(),
    cause: z.string(),
    remedy: z.string().meta({ description: 'What the caller or an operator does about it' }),
    triedAgain: z
      .boolean()
      .meta({ description: 'Whether the gateway tries again by itself, until the deadline' }),
    retryable: z
      .boolean()
      .meta({ description: 'Whether the same document may get through later, by `retry`' }),
  })
  .meta({ id: 'FailureDescription', description: 'What a code of a failed delivery means' })

const page = z.string().meta({ description: 'The same as a page' })

export const failurePages: Routes<object> = async (app) => {
  app.get(
    '/failures/:code',
    {
      config: { problems: ['request.not-found', 'request.not-acceptable'] },
      schema: {
        operationId: 'describeFailure',
        tags: ['Problems'],
        security: [],
        summary: 'What does a failure mean?',
        description:
          'The `failure.code` of a document, and the `outcome` of an attempt: the cause, and ' +
          'what to do about it. JSON, or a page for browsers.',
        params: z.object({
          code: z.string().meta({
            description: 'The `code` of a failure',
            examples: ['receiver.not-registered'],
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
      if (!isCode(code))
        throw new Problem('request.not-found', { detail: 'No failure has this code.' })
      const described = describeFailure(code)
      if (mediaType === 'application/json') return described
      reply
        .header('Content-Security-Policy', codePagePolicy)
        .header('Content-Type', 'text/html; charset=utf-8')
      return reply.serializer(String).send(toPage(described))
    },
  )
}

function isCode(code: string): code is FailureCode {
  return Object.hasOwn(failureCodes, code)
}

/** What `GET /failures/{code}` says. */
export function describeFailure(code: FailureCode): z.input<typeof description> {
  const { again, retryable, advice: remedy } = failureCodes[code]
  return { code, cause: failureGuide[code], remedy, triedAgain: again !== 'give-up', retryable }
}

function toPage({ code, cause, remedy, triedAgain, retryable }: z.input<typeof description>) {
  const again = triedAgain
    ? 'The gateway tries again by itself, until the deadline of the document.'
    : 'The gateway does not try again by itself.'
  const later = retryable
    ? 'Once the cause is gone, the document can be tried again.'
    : 'The document cannot be tried again.'
  return codePage({
    ...{ code, title: cause, line: 'a failed delivery' },
    sections: [
      ['What to do', remedy],
      ['What happens', `${again} ${later}`],
    ],
  })
}
