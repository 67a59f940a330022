// What changes something is asked for on a page of its own first, and can be answered with no.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TestTokenUse } from '../core/access/may-call.ts'
import type { Scope } from '../core/access/token.ts'
import type { Caller } from '../core/gateway.ts'
import { linkButton } from './components/button.ts'
import { callout } from './components/callout.ts'
import { type QuestionForm, questionForm } from './components/question.ts'
import { formBytesMax, queryOf, readFields } from './form.ts'
import { html } from './html.ts'
import { type Page, sendPage } from './page.ts'
import { withDone } from './words/done.ts'

type Given<Field extends string> = { [name in Field]?: string }
type Asked<Field extends string> = {
  caller: Caller
  /** Parameters of the path: `:id` and the like. */
  params: Record<string, string>
  given: Given<Field>
}

export type Question = Omit<QuestionForm, 'button'> & {
  title: string
  /** Absent where it cannot be done (any more): `consequence` says why. */
  button?: string | undefined
  /** What the question rests on: if it is another one at the answer, it is asked again. */
  state?: string
}

/** The field of the form that carries the state. */
const stateField = 'asked-in'

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
    /** The entry of the navigation. */
    at: string
    scope: Scope
    testToken: TestTokenUse
    fields?: readonly Field[]
    ask(asked: Asked<Field>): Promise<Question> | Question
    act(asked: Asked<Field>): Promise<string | Omit<Page, 'at'>>
  },
): void {
  const config = { scope, testToken }
  const name = path.split('/').at(-1)!

  app.get(path, { config }, async (request, reply) => {
    const given = readFields(queryOf(request.url), fields)
    return sendQuestion(reply, { at, question: await ask(askedBy(request, given)) })
  })

  app.post(path, { config, bodyLimit: formBytesMax }, async (request, reply) => {
    const text = String(request.body ?? '')
    const { [stateField]: state, ...rest } = readFields(text, [...fields, stateField])
    const asked = askedBy(request, rest as Given<Field>)
    const question = await ask(asked)
    if (question.state !== undefined && question.state !== state)
      return sendQuestion(reply.code(409), { at, question, hasChanged: true })
    const done = await act(asked)
    if (typeof done === 'string') return reply.redirect(withDone(done, name), 303)
    return sendPage(reply, { ...done, at })
  })
}

function askedBy<Field extends string>(
  { caller, params }: FastifyRequest,
  given: Given<Field>,
): Asked<Field> {
  return { caller, params: params as Record<string, string>, given }
}

type Shown = { at: string; question: Question; hasChanged?: true }

function sendQuestion(reply: FastifyReply, { at, question, hasChanged }: Shown): FastifyReply {
  const { title, state, inputs, button, back, ...rest } = question
  const action = reply.request.url.split('?', 1)[0]!
  const carried = state !== undefined && [
    html`<input type="hidden" name="${stateField}" value="${state}">`,
  ]
  return sendPage(reply, {
    title,
    at,
    content: html`${
      hasChanged &&
      callout({
        ...{ tone: 'care', isDone: true },
        happened: 'This has changed since you were asked. Nothing was done.',
      })
    }
${
  button === undefined
    ? html`<div class="lead">${rest.consequence}</div>
<p>${linkButton({ text: 'Go back', href: back })}</p>`
    : questionForm(action, { ...rest, button, back, inputs: [inputs, carried] })
}`,
  })
}
