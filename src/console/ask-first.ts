// What changes something is asked for on a page of its own first, and can be answered with no.
import type { FastifyInstance } from 'fastify'
import type { TestTokenUse } from '../core/access/may-call.ts'
import type { Scope } from '../core/access/token.ts'
import { linkButton } from './components/button.ts'
import { type QuestionForm, questionForm } from './components/question.ts'
import { type Filled, formPage, type Shown } from './form-page.ts'
import { type Html, html } from './html.ts'
import type { Page } from './page.ts'

export type Question = Omit<QuestionForm, 'button'> & {
  title: string
  /** Absent where it cannot be done (any more): `consequence` says why. */
  button?: string | undefined
  /** What the question rests on: if it is another one at the answer, it is asked again. */
  state?: string
}

/**
 * A page at `path` that asks, and its form. `act` resolves with where to go, or with a page that is
 * shown this once. `fields` are those of the form, and can be given with the question.
 */
export function askFirst<Field extends string = never>(
  app: FastifyInstance,
  {
    path,
    fields = [],
    ask,
    ...page
  }: {
    path: string
    /** The entry of the navigation. */
    at: string
    scope: Scope
    testToken: TestTokenUse
    fields?: readonly Field[]
    ask(asked: Filled<Field>): Promise<Question> | Question
    act(asked: Filled<Field>): Promise<string | Omit<Page, 'at'>>
  },
): void {
  formPage(app, {
    ...{ path, fields, ...page },
    state: async (asked) => (await ask(asked)).state,
    async show(shown) {
      const question = await ask(shown)
      const action = path.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(shown.params[name] ?? ''),
      )
      return { title: question.title, content: questionOf(action, question, shown) }
    },
  })
}

function questionOf(
  action: string,
  { title: _, state: __, button, inputs, back, ...rest }: Question,
  { notice, hidden }: Pick<Shown<string>, 'notice' | 'hidden'>,
): Html {
  return html`${notice}
${
  button === undefined
    ? html`<div class="lead">${rest.consequence}</div>
<p>${linkButton({ text: 'Go back', href: back })}</p>`
    : questionForm(action, { ...rest, button, back, inputs: [inputs, hidden] })
}`
}
