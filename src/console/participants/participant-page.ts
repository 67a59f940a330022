// /console/participants/{id}: one participant: what it receives, and whether the network finds it
// here.
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../core/access/actor.ts'
import type { Gateway } from '../../core/gateway.ts'
import { mayPublish } from '../../core/network/ask-publication.ts'
import { openFewLookups } from '../../core/network/few-lookups.ts'
import { type Presence, presenceOf } from '../../core/network/presence.ts'
import {
  type PublicationEntry,
  showPublication,
  storedPublication,
} from '../../core/network/publication-entry.ts'
import { type RegistrationEntry, showRegistration } from '../../core/network/registrations.ts'
import { traceParticipant } from '../../core/network/trace-participant.ts'
import { Problem, problems } from '../../problem.ts'
import { linkButton } from '../components/button.ts'
import { callout } from '../components/callout.ts'
import { facts } from '../components/facts.ts'
import { time } from '../components/time.ts'
import { foreign, plain } from '../foreign.ts'
import { queryOf, readFields } from '../form.ts'
import { type Html, html, type Part } from '../html.ts'
import { lookupSteps } from '../operations/lookup-steps.ts'
import { sendPage } from '../page.ts'
import { given, section } from '../show.ts'
import { labels } from '../words/labels.ts'
import { countryName, participantWords, presenceWords } from '../words/participants.ts'
import { publicationWords } from '../words/publication.ts'
import { config, path, pathOf } from './paths.ts'
import { comparedShown, publicationSection } from './publication.ts'
import { typesInWords } from './shown-types.ts'
import { openSoon } from './soon.ts'

export function participantPage(app: FastifyInstance, gateway: Gateway): void {
  const oneOfFew = openFewLookups(gateway)
  const soon = openSoon<Html>(gateway.now)
  const comparedSoon = openSoon<Html | 'none'>(gateway.now)

  app.get<{ Params: { id: string } }>(
    `${path}/:id`,
    { config },
    async ({ caller, params, url }, reply) => {
      const { steps, look } = readFields(queryOf(url), ['steps', 'look'])
      const registration = await showRegistration(gateway, caller.tenant.id, params.id)
      const { participant } = registration
      const here = pathOf(participant)
      const ask = () =>
        presence(registration, () => oneOfFew(() => presenceOf(gateway, participant)))
      const known = look === undefined ? await soon(participant, ask) : await ask()
      const wish = { participant, actor: actorOf(caller) }
      const compare = async () =>
        (await comparison(() =>
          oneOfFew(() => showPublication(gateway, caller.tenant.id, wish)),
        )) ?? 'none'
      const isCompared = gateway.publishing !== undefined
      const publication = await storedPublication(gateway, caller.tenant.id, participant)
      const { state, since, asked } = publication
      // What was written or asked for since then is compared anew.
      const key = [participant, state, since, asked?.at].join(' ')
      const compared = isCompared ? await comparedSoon(key, compare) : 'none'
      return sendPage(reply, {
        title: participant,
        at: path,
        up: { text: labels.participants, href: path },
        actions: html`${linkButton({
          ...{ text: participantWords.change, href: `${here}/change`, look: 'primary' },
        })}
${linkButton({ text: participantWords.remove.link, href: `${here}/remove`, look: 'danger' })}`,
        content: html`<div data-refresh="presence"${
          known === undefined && html` data-soon`
        }>${known ?? beingAsked(here)}</div>
<div data-refresh="publication"${compared === undefined && html` data-soon`}>${publicationSection(
          publication,
          {
            compared: compared === 'none' ? undefined : (compared ?? beingCompared()),
            mayAsk: isCompared && mayPublish(gateway, caller),
          },
        )}</div>
${registrationFacts(registration)}
${section(
  'steps',
  presenceWords.steps,
  steps === undefined
    ? html`<p>${presenceWords.asksNow}</p>
<p>${linkButton({ text: presenceWords.lookUp, href: `${here}?steps=yes#steps` })}</p>`
    : lookupSteps(await oneOfFew(() => traceParticipant(gateway, { id: participant }))),
)}`,
      })
    },
  )
}

function registrationFacts(registration: RegistrationEntry): Html {
  const { documentTypes, country, endUser, createdAt, warnings } = registration
  const types = typesInWords(documentTypes)
  return html`${warnings?.map(({ code, detail }) =>
    callout({
      tone: 'care',
      // Which one it is stands below by its name.
      ...(code === 'document-type.unknown'
        ? presenceWords.unknownType
        : { happened: foreign(detail) }),
    }),
  )}
${section(
  'receives',
  participantWords.receives,
  types.length === 1
    ? html`<p>${types[0]}</p>`
    : html`<ul>${types.map((one) => html`<li>${one}</li>`)}</ul>`,
)}
${section(
  'about',
  participantWords.about,
  facts([
    [participantWords.country, country && countryName(country)],
    [participantWords.endUser, given(endUser)],
    [participantWords.since, time(createdAt)],
  ]),
)}`
}

/** The SMP may not answer: that is said, and the page shown all the same. */
async function comparison(ask: () => Promise<PublicationEntry>): Promise<Html | undefined> {
  try {
    return comparedShown(await ask())
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const why = html`<bdi>${plain(error.detail ?? problems[error.code].title)}</bdi>`
    return callout({ tone: 'care', happened: publicationWords.notKnown, toDo: why })
  }
}

function beingCompared(): Html {
  return callout({ tone: 'info', happened: publicationWords.beingCompared })
}

/** The script reads the page again in a moment. */
function beingAsked(here: string): Html {
  return callout({
    tone: 'info',
    happened: presenceWords.beingAsked,
    buttons: linkButton({ text: presenceWords.lookNow, href: `${here}?look=yes` }),
  })
}

/** The network may not answer: that is said, and the page shown all the same. */
async function presence(
  registration: RegistrationEntry,
  ask: () => Promise<Presence>,
): Promise<Html> {
  try {
    return found(await ask(), registration)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const why = html`<bdi>${plain(error.detail ?? problems[error.code].title)}</bdi>`
    return callout({ tone: 'care', happened: presenceWords.notKnown, toDo: why })
  }
}

function found({ found: where, entry }: Presence, registration: RegistrationEntry): Html {
  const smp = entry.smp?.host
  const own = warningsOf(entry, registration)
  if (where === 'here')
    return html`${callout({
      tone: 'good',
      happened: presenceWords.here(html`<bdi>${plain(smp!)}</bdi>`),
    })}${own}`
  const isAbsent = where === 'not-registered'
  return html`${callout({ tone: isAbsent ? 'bad' : 'care', ...words(where, entry) })}
${isAbsent ? undefined : own}`
}

function words(
  where: Exclude<Presence['found'], 'here'>,
  { smp, endpoint }: Presence['entry'],
): { happened: Part; toDo: Part } {
  const host = html`<bdi>${plain(smp?.host ?? '')}</bdi>`
  if (where === 'not-registered') return presenceWords.notRegistered
  if (where === 'nowhere') return presenceWords.nowhere(host)
  const other = endpoint?.accessPoint ?? endpoint?.url ?? presenceWords.otherAccessPoint
  return presenceWords.elsewhere(host, html`<bdi>${plain(other)}</bdi>`)
}

/** What the registration warns of as well is said there. */
function warningsOf(
  { warnings = [] }: Presence['entry'],
  { warnings: known = [] }: RegistrationEntry,
): Html[] {
  const isNew = ({ detail }: { detail: string }) => known.every((one) => one.detail !== detail)
  return warnings
    .filter(isNew)
    .map(({ detail }) => callout({ tone: 'care', happened: foreign(detail) }))
}
