// /console/participants: whom documents are received for, and whether the network finds them here.
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../../core/gateway.ts'
import { openFewLookups } from '../../core/network/few-lookups.ts'
import { listRegistrations, type RegistrationEntry } from '../../core/network/registrations.ts'
import { badge } from '../components/badge.ts'
import { linkButton } from '../components/button.ts'
import { emptyList } from '../components/list-state.ts'
import { linkedTable } from '../components/table.ts'
import { day } from '../components/time.ts'
import { queryOf, readFields } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sendPage } from '../page.ts'
import { pageLinks } from '../paging.ts'
import { brief } from '../show.ts'
import { labels } from '../words/labels.ts'
import { countryName, presenceStates, participantWords as words } from '../words/participants.ts'
import { participantForms } from './participant-forms.ts'
import { participantPage } from './participant-page.ts'
import { config, path, pathOf } from './paths.ts'
import { type KnownPresence, openPresences, type Presences } from './presences.ts'
import { publicationForms } from './publication-forms.ts'
import { typesInShort } from './shown-types.ts'

const rowsMax = 50
const add = { text: words.add, href: `${path}/add`, look: 'primary' } as const

export async function participantPages(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  const presences = openPresences(gateway, openFewLookups(gateway))

  app.get(path, { config }, async ({ caller, url }, reply) => {
    const given = readFields(queryOf(url), ['cursor'])
    const query = { limit: rowsMax, ...given }
    const { data, page } = await listRegistrations(gateway, caller, query)
    const isAsking = presences.ask(data.map(({ participant }) => participant))
    return sendPage(reply, {
      title: labels.participants,
      at: path,
      actions: data.length > 0 ? linkButton(add) : undefined,
      content: html`<div${isAsking && html` data-soon`}>${
        data.length > 0 ? participantsTable(data, presences) : emptyList(words.none, add)
      }</div>
${pageLinks(path, given, page.nextCursor)}`,
    })
  })
  participantPage(app, gateway)
  participantForms(app, gateway)
  publicationForms(app, gateway)
}

function participantsTable(
  registrations: readonly RegistrationEntry[],
  presences: Presences,
): Html {
  return linkedTable(
    labels.participants,
    [
      ...([{ head: words.participant, as: 'title' }, words.country] as const),
      ...([{ head: words.receives, as: 'wide' }, words.network, words.endUser] as const),
      words.since,
    ],
    registrations.map(({ participant, country, documentTypes, endUser, createdAt }) => [
      html`<a href="${pathOf(participant)}"><bdi>${participant}</bdi></a>`,
      country && countryName(country),
      typesInShort(documentTypes),
      presenceShown(presences.of(participant)),
      brief(endUser),
      day(createdAt.slice(0, 10)),
    ]),
  )
}

function presenceShown(presence: KnownPresence | undefined): Html {
  if (presence === undefined) return html`<span class="hint">${words.beingAsked}</span>`
  return badge(presenceStates[presence])
}
