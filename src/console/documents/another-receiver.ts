// /console/documents/{id}/send-to-another: a document that did not arrive goes to another receiver,
// after a question that says what the network knows of that one.
import type { FastifyInstance } from 'fastify'
import { refuseUnlessTest } from '../../core/access/may-call.ts'
import type { Gateway } from '../../core/gateway.ts'
import { openFewLookups } from '../../core/network/few-lookups.ts'
import { lookUpParticipant } from '../../core/network/participant.ts'
import { sendToAnother } from '../../core/operations/send-to-another.ts'
import type { DocumentRecord } from '../../core/record.ts'
import { filesOf, trackDocument } from '../../core/tracking/track.ts'
import { Problem } from '../../problem.ts'
import { button, linkButton } from '../components/button.ts'
import { callout } from '../components/callout.ts'
import { facts } from '../components/facts.ts'
import { form, textField } from '../components/field.ts'
import { participant } from '../components/participant.ts'
import { questionForm } from '../components/question.ts'
import { foreign, plain, short } from '../foreign.ts'
import { type About, formPage, type Shown } from '../form-page.ts'
import { type Html, html } from '../html.ts'
import { idOf } from '../id.ts'
import { anotherReceiverWords as words } from '../words/document-page.ts'
import { formWords } from '../words/frame.ts'
import { possibleActions } from './possible.ts'

const numberCharacters = 60
const participantCharactersMax = 200
const fields = ['receiver', 'step', 'once'] as const

export async function anotherReceiverPage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  const oneOfFew = openFewLookups(gateway)

  async function find({ caller, params }: About): Promise<DocumentRecord> {
    const document = await trackDocument(gateway, caller, { id: idOf(params.id!) })
    refuseUnlessTest(caller, document.test)
    return document
  }

  formPage(app, {
    ...{ path: '/console/documents/:id/send-to-another', at: '/console/documents', fields },
    ...{ scope: 'documents:write', testToken: 'test' },
    async state(about) {
      const { status, certainty, sentAnewAs = '' } = await find(about)
      return `${status} ${certainty} ${sentAnewAs}`.trim()
    },
    async show(shown) {
      const document = await find(shown)
      const { files } = await filesOf(gateway, shown.caller, { id: document.id })
      const isPossible = possibleActions(document, files).includes('send-to-another')
      return { ...around(document), content: isPossible ? ask(document, shown) : never(document) }
    },
    async act(shown) {
      const { caller, given } = shown
      const document = await find(shown)
      const receiver = given.receiver ?? ''
      if (given.step === 'send' && given.once) {
        const idempotencyKey = `console-${given.once}`
        const wish = { receiver, idempotencyKey }
        const { record } = await sendToAnother(gateway, caller, { id: document.id }, wish)
        return `/console/documents/${record.id}`
      }
      const asked = { ...named, id: receiver, accepts: document.documentTypeId }
      const found = await oneOfFew(() => lookUpParticipant(gateway, asked).catch(unlessOfField))
      const content = question(document, { ...shown, found, receiver, once: gateway.newId() })
      return { ...around(document), content }
    },
  })
}

const named = { name: 'receiver' }

function around({ id, number }: DocumentRecord) {
  const name = short(number ?? id, numberCharacters)
  return { title: words.title, up: { text: name, href: `/console/documents/${id}` } }
}

function ask(
  document: DocumentRecord,
  { given, errors, notice, hidden }: Shown<(typeof fields)[number]>,
): Html {
  const here = `/console/documents/${document.id}`
  return html`${notice}
${about(document)}
${form(
  `${here}/send-to-another`,
  html`${hidden}${textField({
    ...{ name: 'receiver', label: words.receiver, isRequired: true, hasFocus: true },
    ...{ max: participantCharactersMax, value: given.receiver, error: errors.receiver },
    hint: words.hint,
  })}`,
  html`${button({ text: words.next, look: 'primary' })}
${linkButton({ text: formWords.back, href: here, look: 'quiet' })}`,
)}`
}

function about({ number, id, receiver }: DocumentRecord): Html {
  return facts([
    [words.document, foreign(number ?? id)],
    [words.didNotArrive, participant(receiver)],
  ])
}

function never({ id }: DocumentRecord): Html {
  return html`<p class="lead">${words.never}</p>
<p>${linkButton({ text: formWords.goBack, href: `/console/documents/${id}` })}</p>`
}

type Found = Awaited<ReturnType<typeof lookUpParticipant>> | Problem
type Asked = { found: Found; receiver: string; once: string; hidden: Shown<string>['hidden'] }

function question(document: DocumentRecord, { found, receiver, once, hidden }: Asked): Html {
  const here = `/console/documents/${document.id}`
  const kept = Object.entries({ receiver, once, step: 'send' })
  return html`${doubtAbout(found)}${questionForm(`${here}/send-to-another`, {
    consequence: html`<p>${words.consequence(
      foreign(document.number ?? document.id),
      html`<bdi>${plain(found instanceof Problem ? receiver : found.id)}</bdi>`,
    )}</p>`,
    inputs: [
      hidden,
      kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`),
    ],
    button: words.button,
    back: here,
  })}`
}

function doubtAbout(found: Found): Html | undefined {
  if (found instanceof Problem) return callout({ tone: 'care', happened: words.notSaid })
  if (!found.registered) return callout({ tone: 'bad', happened: words.unknown })
  const { accepts } = found
  if (accepts?.accepted !== false) return callout({ tone: 'good', happened: words.takesIt })
  const toDo = foreign(accepts.failure?.detail ?? '')
  return callout({ tone: 'bad', happened: words.takesNone, toDo })
}

/** What was typed is put right first; that the network gives no answer is one. */
function unlessOfField(error: unknown): Problem {
  if (!(error instanceof Problem)) throw error
  const { code, status, detail, errors = [] } = error
  if (status >= 500) return error
  const pointed = errors.map((one) => ({ ...one, pointer: '/receiver' }))
  throw new Problem(code, { ...(detail ? { detail } : {}), errors: pointed, cause: error })
}
