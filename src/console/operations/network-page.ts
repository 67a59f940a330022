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
import { networkWords as words } from '../words/network.ts'
import { failureReason } from '../words/reasons.ts'
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
        content: html`<p>${words.about}</p>
${searchForm(participant, accepts)}
${asked && (await oneOfFew(() => found(gateway, asked)))}`,
      })
    },
  )
}

function searchForm(participant: string | undefined, accepts: string | undefined): Html {
  return html`<form action="/console/network" class="filters" role="search" aria-label="${
    words.lookUp
  }">
${textField({
  ...{ name: 'participant', label: words.participant, hint: words.participantHint },
  ...{ value: participant, isRequired: true },
})}${textField({
  ...{ name: 'accepts', label: words.documentType, hint: words.documentTypeHint },
  value: accepts,
})}<div>${button({ text: words.lookUp, look: 'primary' })}</div></form>`
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
${!(known instanceof Problem) && documentTypes(known)}
${!(trace instanceof Problem) && stepByStep(trace)}
${!(known instanceof Problem) && technical(known)}`
}

function stepByStep(trace: ParticipantTrace): Html {
  return section(
    'steps',
    words.steps,
    html`<p class="hint">${words.onNetwork(trace.network)}</p>
${lookupSteps(trace)}`,
  )
}

function asAnswer(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

function failure({ code: problem, detail, errors }: Problem): Html {
  return callout({
    tone: 'bad',
    happened: `${problems[problem].title}.`,
    toDo: html`<bdi>${plain(detail ?? errors?.[0]?.message ?? '')}</bdi>
<span class="hint">${code(problem)}</span>`,
  })
}

/** Whether something can be sent to it, in a sentence. */
function entry(found: ParticipantEntry): Html {
  return section(
    'participant',
    plain(found.id),
    html`${callout(verdict(found))}
${found.warnings?.map(({ code: warning, detail }) =>
  callout({
    tone: 'care',
    happened: foreign(detail),
    toDo: html`<span class="hint">${code(warning)}</span>`,
  }),
)}`,
  )
}

function verdict({
  registered,
  accepts,
  endpoint,
}: ParticipantEntry): Parameters<typeof callout>[0] {
  if (!registered) return { tone: 'bad', ...words.notFound }
  if (!accepts)
    return endpoint
      ? { tone: 'good', happened: words.reachable }
      : { tone: 'care', happened: words.unreachable }
  if (accepts.accepted) return { tone: 'good', happened: words.takesIt }
  const { code: why = '', detail = '' } = accepts.failure ?? {}
  const reason = failureReason(why)
  return {
    ...{ tone: 'bad', happened: words.takesNone },
    toDo: html`${reason && `${reason}. `}${foreign(detail)}`,
  }
}

function technical({ smp, endpoint, profiles }: ParticipantEntry): Html | undefined {
  if (!smp && !endpoint) return undefined
  const end = endpoint?.certificate.expiresAt
  return disclosure(
    words.technical,
    facts([
      [words.smp, smp && foreign(smp.url)],
      [words.endpoint, endpoint && foreign(endpoint.url)],
      [words.accessPoint, given(endpoint?.accessPoint)],
      [words.certificate, given(endpoint?.certificate.subject)],
      [words.certificateEnds, end && time(end)],
      [words.profiles, profiles.length > 0 && code(profiles.join(', '))],
    ]),
  )
}

function documentTypes({ documentTypes }: ParticipantEntry): Html | undefined {
  const names = [...new Set(documentTypes.map(({ name }) => name))]
  if (names.length === 0) return undefined
  const listed = html`<ul>${names.map((name) => html`<li>${foreign(name)}</li>`)}</ul>`
  const isLong = names.length > namesMax
  return section(
    'takes',
    words.takes,
    isLong ? disclosure(counted(names.length, words.type), listed) : listed,
  )
}
