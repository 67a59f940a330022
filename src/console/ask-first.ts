// What changes something is asked for on a page of its own first, and can be answered with no.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TestTokenUse } from '../core/access/may-call.ts'
import type { Scope } from '../core/access/token.ts'
import type { Caller } from '../core/gateway.ts'
import { type QuestionForm, questionForm } from './components/question.ts'
import { formBytesMax, queryOf, readFields } from './form.ts'
import { type Page, sendPage } from './page.ts'

type Given<Field extends string> = { [name in Field]?: string }
type Asked<Field extends string> = {
  caller: Caller
  /** Parameters of the path: `:id` and the like. */
  params: Record<string, string>
  given: Given<Field>
}

export type Question = { title: string } & QuestionForm

/**
 * A page at `path` that asks, and its form. `act` resolves with where to go, or with a page that is
 * shown this once. `fields` are those of the form, and can be given with the question.
 */
export function askFirst<Field extends string = never>(
  app: FastifyInstance,
  {
    path,
    at,
    scope,
    testToken,
    fields = [],
    ask,
    act,
  }: {
    path: string
    /** The entry of the menu. */
    at: string
    scope: Scope
    testToken: TestTokenUse
    fields?: readonly Field[]
    ask(asked: Asked<Field>): Promise<Question> | Question
    act(asked: Asked<Field>): Promise<string | Omit<Page, 'at'>>
  },
): void {
  const config = { scope, testToken }
  const asked = ({ caller, params }: FastifyRequest, text: string): Asked<Field> => ({
    caller,
    params: params as Record<string, string>,
    given: readFields(text, fields),
  })

  app.get(path, { config }, async (request, reply) => {
    const { title, ...question } = await ask(asked(request, queryOf(request.url)))
    const action = request.url.split('?', 1)[0]!
    const content = questionForm(action, question)
    return sendPage(reply, { title, at, content })
  })

  app.post(path, { config, bodyLimit: formBytesMax }, async (request, reply) => {
    const done = await act(asked(request, String(request.body ?? '')))
    if (typeof done === 'string') return reply.redirect(done, 303)
    return sendPage(reply, { ...done, at })
  })
}
