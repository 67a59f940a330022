// /console/documents/{id}/answer: what becomes of a received invoice, told to its sender: chosen,
// shown as it will be sent for those who ask, and sent.
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../../core/gateway.ts'
import { type InboundRecord, showInbound } from '../../core/receive/inbound.ts'
import { checkTakesResponses, type ResponseWish, respond } from '../../core/receive/respond.ts'
import { answersTo } from '../../core/tracking/answers.ts'
import { historyOf } from '../../core/tracking/track.ts'
import { Problem } from '../../problem.ts'
import { badge } from '../components/badge.ts'
import { button, linkButton } from '../components/button.ts'
import { callout } from '../components/callout.ts'
import { facts } from '../components/facts.ts'
import { checkFields, form, longTextField, radioField, textField } from '../components/field.ts'
import { participant } from '../components/participant.ts'
import { day } from '../components/time.ts'
import { foreign, short } from '../foreign.ts'
import { type About, digestOf, formPage, type Shown } from '../form-page.ts'
import { type Html, html, type Part } from '../html.ts'
import { idOf } from '../id.ts'
import type { Page } from '../page.ts'
import { section } from '../show.ts'
import { actionWords, answerWord, fittingFor, givenAnswers, reasonWords } from '../words/answers.ts'
import { answerPageWords as words } from '../words/document-page.ts'
import { formWords } from '../words/frame.ts'
import { labels } from '../words/labels.ts'
import { actorNames } from './actor-names.ts'
import {
  type AnswerField,
  type AnswerGiven,
  actionField,
  answerFields,
  noteCharactersMax,
  reasonField,
  statuses,
  wishIn,
} from './answer-wish.ts'
import { answeredBy, answersList } from './answers.ts'

const at = '/console/inbound'
const bytesMax = 16_000
const numberCharacters = 60

type Answering = Shown<AnswerField>

export async function answerPage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  const find = ({ caller, params }: About) => showInbound(gateway, caller, idOf(params.id!))

  formPage(app, {
    ...{ path: '/console/documents/:id/answer', at, bytesMax, fields: answerFields },
    ...{ scope: 'documents:write', testToken: 'nothing' },
    // Who answers knows what was answered before.
    async state({ caller, params }) {
      const answers = await answersTo(gateway, caller, { id: idOf(params.id!) })
      return digestOf(answers.map(({ id }) => id))
    },
    async show(shown) {
      const document = await find(shown)
      return { ...pageOf(document), content: await choosing(gateway, document, shown) }
    },
    async act(shown) {
      const { caller, given } = shown
      const document = await find(shown)
      if (given.step === 'change')
        return { ...pageOf(document), content: await choosing(gateway, document, shown) }
      const wish = wishIn(given)
      if (given.step !== 'send' || !given.once) {
        const doubt = await doubtAbout(gateway, shown)
        return {
          ...pageOf(document),
          content: preview(document, wish, { ...shown, doubt, once: gateway.newId() }),
        }
      }
      const idempotencyKey = `console-${given.once}`
      await respond(gateway, caller, document.id, { wish, validation: 'off', idempotencyKey })
      return `/console/documents/${document.id}`
    },
  })
}

function pageOf({ id, number }: InboundRecord): Omit<Page, 'content'> {
  const name = short(number ?? id, numberCharacters)
  return { title: words.title(name), up: { text: name, href: `/console/documents/${id}` } }
}

async function choosing(
  gateway: Gateway,
  { id, sender, type }: InboundRecord,
  { caller, given, errors, notice, hidden }: Answering,
): Promise<Html> {
  if (type === 'other')
    return callout({
      ...{ tone: 'info', happened: words.onlyInvoices },
    })
  const [answers, { auditLog }] = await Promise.all([
    answersTo(gateway, caller, { id }),
    historyOf(gateway, caller, { id }),
  ])
  const names = await actorNames(gateway, caller, auditLog)
  const before = answers.filter(({ kind }) => kind === 'invoice-response')
  const once = html`<input type="hidden" name="once" value="${gateway.newId()}">`
  return html`${notice}
<div class="answer">${form(
    `/console/documents/${id}/answer`,
    html`${hidden}${once}${radioField({
      ...{ name: 'status', label: words.becomes, error: errors.status },
      ...{ value: given.status, choices: statuses.map(choiceOf) },
      hint: words.toldTo(short(sender.name ?? sender.id)),
    })}
<div class="fits why">${whyFields(given, errors)}</div>
<div class="fits paid">${checkFields({
      ...{ name: 'part', label: words.howMuchPaid },
      ...ticked(given, fittingFor('paid').reasons, reasonField, reasonWords),
    })}</div>
${longTextField({
  ...{
    name: 'note',
    label: words.note,
    value: given.note,
    max: noteCharactersMax,
    error: errors.note,
  },
  hint: words.noteHint,
})}${textField({
  ...{ name: 'date', label: words.asOf, type: 'date', value: given.date, error: errors.date },
  hint: words.asOfHint,
})}`,
    html`${button({ text: words.show, look: 'primary' })}
${stepButton('send', words.send, 'secondary')}
${linkButton({ text: formWords.back, href: `/console/documents/${id}`, look: 'quiet' })}`,
  )}</div>
${
  before.length > 0 &&
  section('before', words.before, answersList(before, answeredBy(answers, auditLog, names)))
}`
}

function choiceOf(status: ResponseWish['status']) {
  const { code, says } = givenAnswers[status]
  return { value: status, label: answerWord(code).word, hint: says }
}

function whyFields(given: AnswerGiven, errors: Answering['errors']): Html {
  const { reasons, actions } = fittingFor('rejected')
  return html`${checkFields({
    ...{ name: 'reasons', label: words.why, error: errors.reasons },
    ...ticked(given, reasons, reasonField, reasonWords),
  })}
${checkFields({
  ...{ name: 'actions', label: words.toDo },
  ...ticked(given, actions, actionField, actionWords),
})}`
}

function ticked<Code extends string>(
  given: AnswerGiven,
  codes: readonly Code[],
  fieldOf: (code: Code) => AnswerField,
  meanings: Record<Code, string>,
) {
  const choices = codes.map((code) => ({ value: fieldOf(code), label: meanings[code] }))
  return {
    choices,
    chosen: choices.map(({ value }) => value).filter((name) => given[name] === 'yes'),
  }
}

/** What would keep the answer from arriving; while the network does not say, nothing. */
async function doubtAbout(
  gateway: Gateway,
  { caller, params }: About,
): Promise<string | undefined> {
  try {
    await checkTakesResponses(gateway, caller, idOf(params.id!))
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'receiver.takes-no-response') return words.takesNone
    if (error.status < 500) throw error
    return undefined
  }
}

type Preview = Pick<Answering, 'given' | 'hidden'> & { doubt: string | undefined; once: string }

function preview(
  { id, number, sender, receiver }: InboundRecord,
  wish: ResponseWish,
  { given, hidden, doubt, once }: Preview,
): Html {
  const { status, reasons = [], actions = [], note, effectiveDate } = wish
  const kept = Object.entries({ ...given, once, step: undefined }).filter(([, value]) => value)
  const list = (texts: readonly string[]): Part =>
    texts.length > 0 && html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`
  return html`${doubt && callout({ tone: 'bad', happened: doubt, toDo: words.nothingSent })}
<div class="card">${facts([
    [words.answer, badge(answerWord(givenAnswers[status].code))],
    [labels.to, participant(sender)],
    [labels.from, participant(receiver)],
    [words.about, foreign(number ?? id)],
    [words.why, list(reasons.map(({ code }) => reasonWords[code]))],
    [words.toDo, list(actions.map(({ code }) => actionWords[code]))],
    [words.note, note && foreign(note)],
    [words.asOf, effectiveDate && day(effectiveDate)],
  ])}</div>
${form(
  `/console/documents/${id}/answer`,
  html`${hidden}${kept.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`,
  html`${!doubt && stepButton('send', words.send, 'primary')}
${stepButton('change', words.change, 'secondary')}
${linkButton({ text: formWords.back, href: `/console/documents/${id}`, look: 'quiet' })}`,
)}`
}

function stepButton(step: 'send' | 'change', text: string, look: 'primary' | 'secondary'): Html {
  return html`<button type="submit" name="step" value="${step}" class="button ${look}">${
    text
  }</button>`
}
