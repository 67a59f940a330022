// A form on a page of its own: shown, checked, shown again with what was typed and what is wrong
// with it. What it is about may have changed since it was shown: then it is shown once more.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Requirements } from '../core/access/may-call.ts'
import type { Caller } from '../core/gateway.ts'
import { Problem } from '../problem.ts'
import { callout } from './components/callout.ts'
import { errorSummary } from './components/field.ts'
import { formBytesMax, queryOf, readFields } from './form.ts'
import { type FieldErrors, faultsOf } from './form-errors.ts'
import { type Html, html, type Part } from './html.ts'
import { type Page, sendPage } from './page.ts'
import { withDone } from './words/done.ts'
import { formWords } from './words/frame.ts'

/** Who asks about what: `params` are those of the path, `:id` and the like. */
export type About = { caller: Caller; params: Record<string, string> }

export type Filled<Field extends string> = About & { given: { [name in Field]?: string } }

export type Shown<Field extends string> = Filled<Field> & {
  /** What is wrong with a field, to be shown beside it. */
  errors: FieldErrors
  /** What to know before the form is filled in: it stands over it. */
  notice: Part
  /** Belongs inside the form. */
  hidden: Part
}

type FormPage<Field extends string> = Required<Requirements> & {
  path: string
  /** The entry of the navigation. */
  at: string
  fields: readonly Field[] | ((about: About) => Promise<readonly Field[]>)
  bytesMax?: number
  charactersMax?: number
  /** Its form may hold a file (form-with-file.ts). */
  takesFile?: true
  /** What the form rests on: if it is another one at the answer, the form is shown again. */
  state?(filled: Filled<Field>): Promise<string | undefined>
  show(shown: Shown<Field>): Promise<Omit<Page, 'at'>> | Omit<Page, 'at'>
  /** Resolves with where to go, or with a page that is shown this once. */
  act(filled: Shown<Field>): Promise<string | (Omit<Page, 'at'> & { status?: number })>
}

/** The field that carries the state. */
const stateField = 'asked-in'

export function formPage<Field extends string>(app: FastifyInstance, page: FormPage<Field>): void {
  const { path, scope, testToken, takesFile, bytesMax = formBytesMax } = page
  const config = {
    scope,
    testToken,
    showsAgain: true,
    ...(takesFile ? { takesFile } : {}),
  } as const
  const name = path.split('/').at(-1)!

  app.get(path, { config }, async (request, reply) => {
    const about = aboutOf(request)
    const given = await readGiven(page, about, queryOf(request.url))
    return send(reply, page, { ...about, given })
  })

  app.post(path, { config, bodyLimit: bytesMax }, async (request, reply) => {
    const about = aboutOf(request)
    const { [stateField]: askedIn, ...given } = await readGiven(
      page,
      about,
      String(request.body ?? ''),
    )
    const filled = { ...about, given: given as Filled<Field>['given'] }
    if (request.isSignedInAgain) return send(reply, page, filled, { notice: signedInAgain })
    const state = await page.state?.(filled)
    if (state !== undefined && state !== askedIn)
      return send(reply.code(409), page, filled, { notice: hasChanged })
    try {
      const hidden = hiddenState(state)
      const done = await page.act({ ...filled, errors: {}, notice: undefined, hidden })
      if (typeof done === 'string') return reply.redirect(withDone(done, name), 303)
      const { status = 200, ...made } = done
      return sendPage(reply.code(status), { ...made, at: page.at })
    } catch (error) {
      const faults = error instanceof Problem ? faultsOf(error) : undefined
      if (!faults) throw error
      return send(reply.code((error as Problem).status), page, filled, {
        errors: faults.errors,
        notice: errorSummary(faults.listed, (error as Problem).code),
      })
    }
  })
}

async function send<Field extends string>(
  reply: FastifyReply,
  page: FormPage<Field>,
  filled: Filled<Field>,
  { errors = {}, notice }: { errors?: FieldErrors; notice?: Html } = {},
): Promise<FastifyReply> {
  const state = await page.state?.(filled)
  const shown = await page.show({ ...filled, errors, notice, hidden: hiddenState(state) })
  return sendPage(reply, { ...shown, at: page.at })
}

function hiddenState(state: string | undefined): Part {
  return state !== undefined && html`<input type="hidden" name="${stateField}" value="${state}">`
}

function aboutOf({ caller, params }: FastifyRequest): About {
  return { caller, params: params as Record<string, string> }
}

async function readGiven<Field extends string>(
  { fields, charactersMax }: FormPage<Field>,
  about: About,
  text: string,
): Promise<{ [name in Field | typeof stateField]?: string }> {
  const names = typeof fields === 'function' ? await fields(about) : fields
  return readFields<Field | typeof stateField>(text, [...names, stateField], charactersMax)
}

/** A state that is too long to be carried by a form. */
export function digestOf(state: unknown): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 16)
}

const hasChanged = callout({
  tone: 'care',
  ...formWords.hasChanged,
  isDone: true,
})

const signedInAgain = callout({
  tone: 'info',
  ...formWords.signedInAgain,
  isDone: true,
})
