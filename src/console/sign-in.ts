// Signing in with an API token, and out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Gate } from '../core/access/admit.ts'
import { Problem, problems } from '../problem.ts'
import { button } from './components/button.ts'
import { textField } from './components/field.ts'
import { formBytesMax, queryOf, readFields } from './form.ts'
import { type Html, html, type Part } from './html.ts'
import { sendPage } from './page.ts'
import { checkSameOrigin } from './same-origin.ts'
import { forgetToken, isConfidential, rememberToken } from './session.ts'
import { signInWords as words } from './words/frame.ts'

type Asked = { to: string; refusal?: string | undefined }

export async function signIn(app: FastifyInstance, { gate }: { gate: Gate }): Promise<void> {
  app.get('/console/sign-in', async (request, reply) => {
    const { to, ended, lost } = readFields(queryOf(request.url), ['to', 'ended', 'lost'])
    const why = [ended && words.ended, lost && words.lost]
    const refusal = why.filter(Boolean).join(' ') || undefined
    return sendForm(request, reply, { to: pageOf(to), refusal })
  })

  app.post(
    '/console/sign-in',
    { bodyLimit: formBytesMax, onRequest: async (request) => checkSameOrigin(request) },
    async (request, reply) => {
      const { token, to } = readFields(String(request.body ?? ''), ['token', 'to'])
      if (!isConfidential(request))
        throw new Problem('request.not-acceptable', { detail: words.inClear })
      const admission = await gate.admit(token, request.ip)
      if ('caller' in admission) {
        rememberToken(request, reply, token!)
        return reply.redirect(pageOf(to), 303)
      }
      const refusal = refusalOf(admission.problem, reply)
      return sendForm(request, reply, { to: pageOf(to), refusal })
    },
  )

  app.post(
    '/console/sign-out',
    { onRequest: async (request) => checkSameOrigin(request) },
    async (request, reply) => {
      readFields(String(request.body ?? ''), [])
      forgetToken(request, reply)
      return reply.redirect('/console/sign-in', 303)
    },
  )
}

/** Why a token was refused, in a sentence; the answer gets the status. Throws any other failure. */
export function refusalOf(problem: unknown, reply: FastifyReply): string {
  if (!(problem instanceof Problem)) throw problem
  reply.code(problem.status)
  if (problem.retryAfterSeconds !== undefined)
    reply.header('Retry-After', problem.retryAfterSeconds)
  const isMissing = problem.code === 'auth.token-missing'
  return isMissing ? words.giveToken : `${problems[problem.code].title}.`
}

/** A page of ours: the author of a link does not choose where a sign-in leads. */
function pageOf(to: string | undefined): string {
  return to && /^\/console(?:[/?][\w\-./?=&%:+~]*)?$/.test(to) ? to : '/console'
}

function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { to, refusal }: Asked,
): FastifyReply {
  return sendPage(reply, {
    title: words.title,
    content: isConfidential(request)
      ? html`${signInForm(to, refusal)}${isFromElsewhere(request) && goOn(to)}`
      : html`<p>${words.inClear}</p>`,
  })
}

function signInForm(to: string, refusal: string | undefined): Html {
  return signInCard('/console/sign-in', {
    ...{ field: 'token', refusal },
    hidden: html`<input type="hidden" name="to" value="${to}">`,
  })
}

/** `field` is the name of the token's field; `hidden` is sent along. */
export function signInCard(
  action: string,
  {
    field,
    refusal,
    said,
    hidden,
  }: { field: string; refusal?: string | undefined } & {
    said?: Part
    hidden: Part
  },
): Html {
  return html`<form method="post" action="${action}" class="card form sign-in">${said}
${refusal && html`<div class="callout bad" role="alert"><p>${refusal}</p></div>`}
${textField({
  ...{ name: field, label: words.token, type: 'password', isRequired: true, hasFocus: true },
  autocomplete: 'current-password',
  hint: words.howLong,
})}${hidden}
${button({ text: words.title, look: 'primary' })}
</form>`
}

// Browsers send no cookie with a link from another site (SameSite=Strict), but with one of ours.
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] === 'cross-site'
}

function goOn(to: string): Html {
  return html`<p>${words.fromElsewhere(to)}</p>`
}
