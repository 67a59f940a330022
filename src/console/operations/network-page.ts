// /console/network: what the network says of a participant, before anything is sent.
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../../core/gateway.ts'
import { openFewLookups } from '../../core/network/few-lookups.ts'
import { lookUpParticipant, type ParticipantEntry } from '../../core/network/participant.ts'
import { type ParticipantTrace, traceParticipant } from '../../core/network/trace-participant.ts'
import { Problem, problems } from '../../problem.ts'
import { button } from '../components/button.ts'
import { callout } from '../components/callout.ts'
import { disclosure } from '../components/disclosure.ts'
import { facts } from '../components/facts.ts'
import { textField } from '../components/field.ts'
import { time } from '../components/time.ts'
import { foreign, plain } from '../foreign.ts'
import { queryOf, readFields } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sendPage } from '../page.ts'
import { code, counted, given, section } from '../show.ts'
import { labels } from '../words/labels.ts'
import { lookupSteps } from './lookup-steps.ts'

export async function networkPage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  const oneOfFew = openFewLookups(gateway)

  app.get(
    '/console/network',
    { config: { scope: 'any', testToken: 'nothing' } },
    async ({ url }, reply) => {
      const { participant, accepts } = readFields(queryOf(url), ['participant', 'accepts'])
      const asked = participant ? { ...named, id: participant, accepts } : undefined
      return sendPage(reply, {
        title: labels.network,
        at: '/console/network',
        content: html`${searchForm(participant, accepts)}
${asked && (await oneOfFew(() => found(gateway, asked)))}`,
      })
    },
  )
}

function searchForm(participant: string | undefined, accepts: string | undefined): Html {
  return html`<form action="/console/network" class="filters" role="search" aria-label="Look up">
${textField({
  ...{ name: 'participant', label: 'Participant', hint: 'Such as 0208:0123456749.' },
  ...{ value: participant, isRequired: true },
})}${textField({
  ...{ name: 'accepts', label: 'Document type', hint: 'An invoice, unless you say another.' },
  value: accepts,
})}<div>${button({ text: 'Look up', look: 'primary' })}</div></form>`
}

/** More of them are folded. */
const namesMax = 10

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

function stepByStep(trace: ParticipantTrace): Html {
  return section('steps', `Step by step, on the network ${trace.network}`, lookupSteps(trace))
}

function asAnswer(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

function failure({ code: problem, detail, errors }: Problem): Html {
  const words = detail ?? errors?.[0]?.message ?? ''
  return callout({
    tone: 'bad',
    happened: `${problems[problem].title}.`,
    toDo: html`<bdi>${plain(words)}</bdi> ${code(problem)}`,
  })
}

function entry(found: ParticipantEntry): Html {
  const { id, registered, smp, endpoint, accepts, warnings } = found
  return section(
    'participant',
    plain(id),
    html`${facts([
      ['Registered', registered ? 'yes' : 'no'],
      ['Takes this document type', accepts && (accepts.accepted ? 'yes' : 'no')],
      ['Why not', accepts?.failure && foreign(accepts.failure.detail)],
      ['SMP', smp && foreign(smp.url)],
      ['Endpoint', endpoint && foreign(endpoint.url)],
      ['Access point', given(endpoint?.accessPoint)],
      ['Certificate', given(endpoint?.certificate.subject)],
      ['Certificate ends', endpoint?.certificate.expiresAt && time(endpoint.certificate.expiresAt)],
    ])}
${warnings?.map(({ code: warning, detail }) =>
  callout({ tone: 'care', happened: foreign(detail), toDo: code(warning) }),
)}`,
  )
}

function documentTypes({ documentTypes }: ParticipantEntry): Html | undefined {
  const names = [...new Set(documentTypes.map(({ name }) => name))]
  if (names.length === 0) return undefined
  const listed = html`<ul>${names.map((name) => html`<li>${foreign(name)}</li>`)}</ul>`
  const isLong = names.length > namesMax
  return section(
    'takes',
    'Takes',
    isLong ? disclosure(counted(names.length, 'type'), listed) : listed,
  )
}
