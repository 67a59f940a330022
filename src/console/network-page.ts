// /console/network: what the network says of a participant, before anything is sent.
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../core/gateway.ts'
import { openFewLookups } from '../core/network/few-lookups.ts'
import { lookUpParticipant, type ParticipantEntry } from '../core/network/participant.ts'
import { type ParticipantTrace, traceParticipant } from '../core/network/trace-participant.ts'
import { Problem, problems } from '../problem.ts'
import { foreign, plain } from './foreign.ts'
import { queryOf, readFields } from './form.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './page.ts'
import { facts, given, mark, table, time } from './show.ts'

export async function networkPage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  const oneOfFew = openFewLookups(gateway)

  app.get(
    '/console/network',
    { config: { scope: 'any', testToken: 'nothing' } },
    async ({ caller, url }, reply) => {
      const { participant, accepts } = readFields(queryOf(url), ['participant', 'accepts'])
      const asked = participant ? { ...named, id: participant, accepts } : undefined
      return sendPage(reply, {
        title: 'Network',
        at: '/console/network',
        caller,
        content: html`${searchForm(participant, accepts)}
${asked && (await oneOfFew(() => found(gateway, asked)))}`,
      })
    },
  )
}

function searchForm(participant: string | undefined, accepts: string | undefined): Html {
  return html`<form action="/console/network" class="filters" role="search">
<label>Participant, such as 0208:0123456749
<input name="participant" required value="${participant}"></label>
<label>Document type, an invoice by default <input name="accepts" value="${accepts}"></label>
<button type="submit">Look up</button></form>`
}

/** What a message calls the participant. */
const named = { name: 'The participant' }

type Asked = typeof named & { id: string; accepts: string | undefined }

/** What is known of the participant, and how the network answers at this moment. */
async function found(gateway: Gateway, asked: Asked): Promise<Html> {
  const { accepts, ...participant } = asked
  const [known, trace] = await Promise.all([
    lookUpParticipant(gateway, asked).catch(asAnswer),
    traceParticipant(gateway, { ...participant, documentTypeId: accepts }).catch(asAnswer),
  ])
  return html`${known instanceof Problem ? failure(known) : entry(known)}
${!(trace instanceof Problem) && stepByStep(trace)}
${!(known instanceof Problem) && documentTypes(known)}`
}

function stepByStep({ network, steps }: ParticipantTrace): Html {
  return html`<h3>Step by step, on the network ${network}</h3>
${table(
  'Step by step',
  ['Step', 'Outcome', 'Time', 'What the network says'],
  steps.map(
    ({ step, outcome, detail, millis, code, remedy }) => html`<tr><th scope="row">${step}</th>
<td>${mark(outcome)}</td><td>${millis !== undefined && `${millis} ms`}</td>
<td>${code && html`<code>${code}</code> `}${foreign(detail)}
${remedy && html`<p><strong>What to do:</strong> ${remedy}</p>`}</td></tr>`,
  ),
)}`
}

function asAnswer(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

function failure({ code, detail, errors }: Problem): Html {
  const words = detail ?? errors?.[0]?.message ?? ''
  return html`<p class="refusal">${problems[code].title}. <bdi>${plain(words)}</bdi></p>
<p class="hint"><code>${code}</code></p>`
}

function entry(found: ParticipantEntry): Html {
  const { id, registered, smp, endpoint, accepts, warnings } = found
  return html`<h2><bdi>${plain(id)}</bdi></h2>
${facts([
  ['Registered', registered ? 'yes' : 'no'],
  ['Takes this document type', accepts && (accepts.accepted ? 'yes' : 'no')],
  ['Why not', accepts?.failure && foreign(accepts.failure.detail)],
  ['SMP', smp && foreign(smp.url)],
  ['Endpoint', endpoint && foreign(endpoint.url)],
  ['Access point', given(endpoint?.accessPoint)],
  ['Certificate', given(endpoint?.certificate.subject)],
  ['Certificate ends', endpoint?.certificate.expiresAt && time(endpoint.certificate.expiresAt)],
])}
${warnings?.map(
  ({ code, detail }) => html`<p class="warning"><code>${plain(code)}</code> ${foreign(detail)}</p>`,
)}
`
}

function documentTypes({ documentTypes }: ParticipantEntry): Html | undefined {
  const names = [...new Set(documentTypes.map(({ name }) => name))]
  if (names.length === 0) return undefined
  return html`<h3>Takes</h3>
<ul>${names.map((name) => html`<li>${foreign(name)}</li>`)}</ul>`
}
