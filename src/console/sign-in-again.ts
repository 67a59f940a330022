// A session that ended in the middle of a form: the sign-in keeps what was typed, and the form is
// shown again with it. Nothing is done before its sender has seen it again.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Gate } from '../core/access/admit.ts'
import { requireOf } from '../core/access/may-call.ts'
import { questionForm } from './components/question.ts'
import { plain } from './foreign.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './page.ts'
import { isConfidential, rememberToken } from './session.ts'
import { refusalOf, signInCard } from './sign-in.ts'
import { signInWords as words } from './words/frame.ts'

/** The token beside the fields of a form that was kept; no form of a page has a field like this. */
const sessionField = 'session-token'

/** What that adds to a form. */
export const sessionFieldBytes = 1000

/** What is kept of a form; the page of a sign-in holds it. */
const keptBytesMax = 64 * 1024

/** No secret that was typed comes back in a page. */
const secrets = ['token', 'secret', 'password']

/** A file is kept as base64, which is longer by a third. */
const keptFileBytesMax = (keptBytesMax * 3) / 4

/**
 * Whether a form without a session is read, to be shown again: not too long, and no files but where
 * its page shows them again.
 */
export function canBeKept({ method, headers, routeOptions }: FastifyRequest): boolean {
  const type = headers['content-type'] ?? ''
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type)
  const isFile = routeOptions.config.takesFile && /^multipart\/form-data\b/i.test(type)
  if (method !== 'POST' || !(isForm || isFile)) return false
  const isCounted = headers['transfer-encoding'] === undefined
  const bytesMax = isForm ? keptBytesMax + sessionFieldBytes : keptFileBytesMax
  return isCounted && Number(headers['content-length'] ?? 0) <= bytesMax
}

/**
 * Answers a form without a session with the page of a sign-in, and one that brings a token with
 * itself again. Throws Problem `auth.scope-missing`, `auth.environment-mismatch`.
 */
export async function signInAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  gate: Gate,
): Promise<FastifyReply | undefined> {
  const typed = new URLSearchParams(String(request.body ?? ''))
  const token = typed.get(sessionField)?.trim() || undefined
  const isAgain = typed.has(sessionField)
  if (isAgain) {
    typed.delete(sessionField)
    request.body = typed.toString()
  }
  if (!request.caller) {
    if (!isConfidential(request))
      return sendPage(reply.code(406), {
        title: words.title,
        content: html`<p>${words.inClear}</p>`,
      })
    if (token === undefined) return askFor(request, reply.code(401), typed)
    const admission = await gate.admit(token, request.ip)
    if ('problem' in admission)
      return askFor(request, reply, typed, refusalOf(admission.problem, reply))
    rememberToken(request, reply, token)
    request.caller = admission.caller
    requireOf(request.caller, request.routeOptions.config)
  }
  request.isSignedInAgain = isAgain
  if (isAgain && !request.routeOptions.config.showsAgain) return ask(request, reply, typed)
  return undefined
}

function askFor(
  request: FastifyRequest,
  reply: FastifyReply,
  typed: URLSearchParams,
  refusal?: string,
): FastifyReply {
  const said = html`<p>${words.kept}</p>`
  const content = signInCard(request.url, {
    ...{ field: sessionField, refusal, said, hidden: hiddenFields(typed) },
  })
  return sendPage(reply, { title: words.title, content })
}

/** For a form that cannot show itself again. */
function ask(request: FastifyRequest, reply: FastifyReply, typed: URLSearchParams): FastifyReply {
  const shown = kept(typed).map(
    ([name, value]) => html`<li><bdi>${plain(name)}</bdi>:
<bdi>${plain(value)}</bdi></li>`,
  )
  const content = questionForm(request.url, {
    consequence: words.again.consequence(shown),
    inputs: hiddenFields(typed),
    button: words.again.button,
    back: '/console',
  })
  return sendPage(reply, { title: words.again.title, content })
}

function hiddenFields(typed: URLSearchParams): Html {
  return html`${kept(typed).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`
}

function kept(typed: URLSearchParams): [string, string][] {
  return [...typed].filter(([name]) => !secrets.includes(name))
}
