// Adding, changing and removing a participant.
import type { FastifyInstance } from 'fastify'
import type { Caller, Gateway } from '../../core/gateway.ts'
import { mayPublish } from '../../core/network/ask-publication.ts'
import { storedPublication } from '../../core/network/publication-entry.ts'
import { namedTypesOf } from '../../core/network/received-types.ts'
import {
  addRegistration,
  changeRegistration,
  type RegistrationEntry,
  registrarOf,
  removeRegistration,
  showRegistration,
} from '../../core/network/registrations.ts'
import { askFirst, type Question } from '../ask-first.ts'
import { button, linkButton } from '../components/button.ts'
import { form } from '../components/field.ts'
import { plain } from '../foreign.ts'
import { type About, digestOf, formPage } from '../form-page.ts'
import { html } from '../html.ts'
import { formWords } from '../words/frame.ts'
import { labels } from '../words/labels.ts'
import { participantWords as words } from '../words/participants.ts'
import { publicationWords } from '../words/publication.ts'
import {
  factFields,
  fieldNames,
  type Given,
  givenOf,
  participantField,
  participantIn,
  wishIn,
} from './fields.ts'
import { config, path, pathOf } from './paths.ts'
import { typesInShort } from './shown-types.ts'

// A registration may list some hundred types.
const bytesMax = 200_000
const charactersMax = 100_000

export function participantForms(app: FastifyInstance, gateway: Gateway): void {
  const find = ({ caller, params }: About) =>
    showRegistration(gateway, caller.tenant.id, params.id!)

  formPage(app, {
    ...{ path: `${path}/add`, at: path, ...config, bytesMax, charactersMax },
    fields: fieldNames(),
    show: ({ given, errors, notice, hidden }) => ({
      title: words.add,
      up,
      content: html`${notice}${form(
        `${path}/add`,
        html`${hidden}${participantField(given, errors, gateway.now())}
${factFields(given, { errors, others: [] })}`,
        html`${button({ text: words.addIt, look: 'primary' })}
${linkButton({ text: formWords.back, href: path, look: 'quiet' })}`,
      )}`,
    }),
    async act({ caller, given }) {
      const registrar = await registrarOf(gateway, caller)
      const wish = wishIn(given)
      const { participant } = await addRegistration(gateway, registrar, participantIn(given), wish)
      return pathOf(participant)
    },
  })

  formPage(app, {
    ...{ path: `${path}/:id/change`, at: path, ...config, bytesMax, charactersMax },
    fields: async (about) => fieldNames(typesOf(await find(about))),
    state: async (about) => stateOf(await find(about)),
    async show({ caller, params, given, errors, notice, hidden }) {
      const registration = await find({ caller, params })
      const here = pathOf(registration.participant)
      const { others } = namedTypesOf(typesOf(registration))
      const shown: Given = Object.keys(given).length > 0 ? given : givenOf(registration)
      return {
        title: words.changeOf(registration.participant),
        up: { text: registration.participant, href: here },
        content: html`${notice}${form(
          `${here}/change`,
          html`${hidden}${factFields(shown, { errors, others })}`,
          html`${button({ text: words.save, look: 'primary' })}
${linkButton({ text: formWords.back, href: here, look: 'quiet' })}`,
        )}`,
      }
    },
    async act({ caller, params, given }) {
      const before = typesOf(await find({ caller, params }))
      const registrar = await registrarOf(gateway, caller)
      await changeRegistration(gateway, registrar, params.id!, wishIn(given, before))
      return pathOf(params.id!)
    },
  })

  askFirst(app, {
    ...{ path: `${path}/:id/remove`, at: path, ...config },
    async ask(about) {
      const registration = await find(about)
      const { participant, documentTypes } = registration
      const stays = await whyItStays(gateway, about.caller, participant)
      if (stays) return stays
      return {
        state: stateOf(registration),
        title: words.remove.title,
        consequence: words.remove.consequence(
          html`<bdi>${plain(participant)}</bdi>`,
          typesInShort(documentTypes),
        ),
        button: words.remove.button,
        destroys: true,
        back: pathOf(participant),
      }
    },
    async act({ caller, params }) {
      await removeRegistration(gateway, await registrarOf(gateway, caller), params.id!)
      return path
    },
  })
}

/** What is in the SMP is withdrawn there first: the page says so, and leads there. */
async function whyItStays(
  gateway: Gateway,
  caller: Caller,
  participant: string,
): Promise<Pick<Question, 'title' | 'consequence' | 'back'> | undefined> {
  const { state, asked } = await storedPublication(gateway, caller.tenant.id, participant)
  const isAsked = asked?.wish === 'publish' && asked.nextAt !== undefined
  if (state === undefined && !isAsked) return undefined
  const { title, published, withdrawn } = publicationWords.removal
  const named = html`<bdi>${plain(participant)}</bdi>`
  const back = pathOf(participant)
  if (state === 'withdrawn') return { title, consequence: withdrawn(named), back }
  const { link } = publicationWords.withdraw
  const way =
    gateway.publishing &&
    mayPublish(gateway, caller) &&
    html`<p>${linkButton({ text: link, href: `${back}/withdraw`, look: 'danger' })}</p>`
  return { title, consequence: html`${published(named)}${way}`, back }
}

const up = { text: labels.participants, href: path }

/** What a form or a question about a registration rests on. */
function stateOf({ documentTypes, country, endUser }: RegistrationEntry): string {
  return digestOf([documentTypes, country, endUser])
}

function typesOf({ documentTypes }: RegistrationEntry): readonly string[] {
  return documentTypes === 'all' ? [] : documentTypes
}
