// Signing in with an API token, and out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Gate } from '../core/access/admit.ts'
import { Problem, problems } from '../problem.ts'
import { button } from './components/button.ts'
import { textField } from './components/field.ts'
import { formBytesMax, queryOf, readFields } from './form.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './page.ts'
import { checkSameOrigin } from './same-origin.ts'
import { forgetToken, isConfidential, rememberToken } from './session.ts'

type Asked = { to: string; refusal?: string }

export async function signIn(app: FastifyInstance, { gate }: { gate: Gate }): Promise<void> {
  app.get('/console/sign-in', async (request, reply) => {
    const { to, ended } = readFields(queryOf(request.url), ['to', 'ended'])
    return sendForm(request, reply, {
      to: pageOf(to),
      ...(ended ? { refusal: 'Your session has ended, because your token has.' } : {}),
    })
  })

  app.post(
    '/console/sign-in',
    { bodyLimit: formBytesMax, onRequest: async (request) => checkSameOrigin(request) },
    async (request, reply) => {
      const { token, to } = readFields(String(request.body ?? ''), ['token', 'to'])
      if (!isConfidential(request)) throw new Problem('request.not-acceptable', { detail: inClear })
      const admission = await gate.admit(token, request.ip)
      if ('caller' in admission) {
        rememberToken(request, reply, token!)
        return reply.redirect(pageOf(to), 303)
      }
      const { problem } = admission
      if (!(problem instanceof Problem)) throw problem
      const missing = problem.code === 'auth.token-missing'
      const refusal = missing ? 'Give your token.' : `${problems[problem.code].title}.`
      if (problem.retryAfterSeconds !== undefined)
        reply.header('Retry-After', problem.retryAfterSeconds)
      return sendForm(request, reply.code(problem.status), { to: pageOf(to), refusal })
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

/** A page of ours: the author of a link does not choose where a sign-in leads. */
function pageOf(to: string | undefined): string {
  return to && /^\/console(?:[/?][\w\-./?=&%:+~]*)?$/.test(to) ? to : '/console'
}

const inClear =
  'A token must not cross a network in the clear: open this page over https (of a proxy that ' +
  'TRUST_PROXY names), or on the machine itself.'

function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { to, refusal }: Asked,
): FastifyReply {
  return sendPage(reply, {
    title: 'Sign in',
    content: isConfidential(request)
      ? html`${signInForm(to, refusal)}${isFromElsewhere(request) && goOn(to)}`
      : html`<p>${inClear}</p>`,
  })
}

function signInForm(to: string, refusal: string | undefined): Html {
  return html`<form method="post" action="/console/sign-in" class="form">
${refusal && html`<div class="callout bad" role="alert"><p>${refusal}</p></div>`}
${textField({
  ...{ name: 'token', label: 'API token', type: 'password', isRequired: true, hasFocus: true },
  autocomplete: 'current-password',
  hint: 'The session ends when you sign out, close the browser, or the token is revoked.',
})}
<input type="hidden" name="to" value="${to}">
${button({ text: 'Sign in', look: 'primary' })}
</form>`
}

// Browsers send no cookie with a link from another site (SameSite=Strict), but with one of ours.
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] === 'cross-site'
}

function goOn(to: string): Html {
  return html`<p>You followed a link from elsewhere. If you have signed in already,
<a href="${to}">go on</a>.</p>`
}
