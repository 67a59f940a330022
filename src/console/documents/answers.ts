// What was said about a document by its receiver or by their provider, newest first.
import type { AuditEntry } from '../../core/record.ts'
import type { AnswerEntry } from '../../core/tracking/answers.ts'
import { badge } from '../components/badge.ts'
import { callout } from '../components/callout.ts'
import { disclosure } from '../components/disclosure.ts'
import { participantName } from '../components/participant.ts'
import { time } from '../components/time.ts'
import { foreign } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { actionWords, answerWord, reasonWords } from '../words/answers.ts'
import { answersWords } from '../words/document-page.ts'
import { type ActorNames, actorName } from './history.ts'

/** `by`: who gave those that are our own. */
export function answersList(
  answers: readonly AnswerEntry[],
  by: ReadonlyMap<string, Html> = new Map(),
): Html {
  if (answers.length === 0) return html`<p class="quiet-text">${answersWords.none}</p>`
  return html`${answers
    .toReversed()
    .map((answer, at) =>
      disclosure(
        html`${badge(answerWord(answer.code))} ${time(answer.at)}`,
        html`${said(answer)}${by.has(answer.id) && html`<p class="hint">${by.get(answer.id)}</p>`}`,
        at === 0,
      ),
    )}`
}

function said(answer: AnswerEntry): Html {
  const { from, doubt, kind, id } = answer
  return html`${
    doubt !== undefined &&
    callout({ tone: 'care', happened: html`${answersWords.doesNotCount} ${foreign(doubt)}` })
  }
${textsOf(answer).map((text) => html`<p>${foreign(text)}</p>`)}
${
  from &&
  html`<p class="hint">${answersWords.from}
${participantName({ id: from.participant, name: from.name })}</p>`
}
${
  // A Message Level Status and a Message Level Response belong to the access points.
  kind === 'invoice-response' &&
  html`<p><a href="/console/documents/${id}">${answersWords.open}</a></p>`
}`
}

/** Why, in the words of the other side. */
export function textsOf({ reason, note, issues = [], ...entry }: Partial<AnswerEntry>): string[] {
  const { reasons = [], actions = [] } = entry
  const clarified = [
    ...reasons.map(({ code, text }) => text ?? wordsOf(code, reasonWords)),
    ...actions.map(({ code, text }) => text ?? wordsOf(code, actionWords)),
  ]
  const found = issues.map(({ location, text }) => [location, text].filter(Boolean).join(': '))
  return [reason, ...clarified, note, ...found].filter((text) => text !== undefined)
}

/** A code that this version does not know is shown as what it is. */
function wordsOf(code: string | undefined, words: Record<string, string>): string | undefined {
  return code !== undefined && Object.hasOwn(words, code) ? words[code] : code
}

/** Who gave each answer to a received document, by the answer's id: its history says so. */
export function answeredBy(
  answers: readonly AnswerEntry[],
  lines: readonly AuditEntry[],
  names: ActorNames,
): ReadonlyMap<string, Html> {
  const left = lines.filter(({ event }) => event === 'answered')
  const by = new Map<string, Html>()
  for (const { id, kind, code } of answers) {
    const at = left.findIndex(({ detail }) => detail === `${kind} ${code}`)
    const [line] = at < 0 ? [] : left.splice(at, 1)
    const name = line && actorName(line.actor, names)
    if (name) by.set(id, name)
  }
  return by
}
