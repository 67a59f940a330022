// /console/network: what the network says of a participant, before anything is sent.
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../core/gateway.ts'
import { lookUpParticipant, type ParticipantEntry } from '../core/participant.ts'
import { Problem, problems } from '../problem.ts'
import { foreign, plain } from './foreign.ts'
import { queryOf, readFields } from './form.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './page.ts'
import { facts, given, time } from './show.ts'

export async function networkPage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  let open = 0

  app.get('/console/network', { config: { scope: 'any' } }, async ({ caller, url }, reply) => {
    const { participant, accepts } = readFields(queryOf(url), ['participant', 'accepts'])
    if (open >= gateway.requests.lookupsMax)
      throw new Problem('capacity.busy', { detail: 'Too many participants are being looked up.' })
    open += 1
    try {
      const found = participant
        ? await lookUpParticipant(gateway, caller, { id: participant, accepts }).catch(asAnswer)
        : undefined
      return await sendPage(reply, {
        title: 'Network',
        at: '/console/network',
        caller,
        content: html`<form action="/console/network" class="row" role="search">
<label>Participant, such as 0208:0123456749
<input name="participant" required value="${participant}"></label>
<button type="submit">Look up</button></form>
${found instanceof Problem ? failure(found) : found && entry(found)}`,
      })
    } finally {
      open -= 1
    }
  })
}

function asAnswer(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

function failure({ code, detail }: Problem): Html {
  return html`<p class="refusal">${problems[code].title}. ${given(detail)}</p>
<p class="hint"><code>${code}</code></p>`
}

function entry({ id, registered, smp, endpoint, documentTypes, warnings }: ParticipantEntry): Html {
  const names = [...new Set(documentTypes.map(({ name }) => name))]
  return html`<h2><bdi>${plain(id)}</bdi></h2>
${facts([
  ['Registered', registered ? 'yes' : 'no'],
  ['SMP', smp && foreign(smp.url)],
  ['Endpoint', endpoint && foreign(endpoint.url)],
  ['Access point', given(endpoint?.accessPoint)],
  ['Certificate', given(endpoint?.certificate.subject)],
  ['Certificate ends', endpoint?.certificate.expiresAt && time(endpoint.certificate.expiresAt)],
])}
${warnings?.map(
  ({ code, detail }) => html`<p class="warning"><code>${plain(code)}</code> ${foreign(detail)}</p>`,
)}
${names.length > 0 && html`<h3>Takes</h3>${list(names)}`}`
}

function list(names: readonly string[]): Html {
  return html`<ul>${names.map((name) => html`<li>${foreign(name)}</li>`)}</ul>`
}
