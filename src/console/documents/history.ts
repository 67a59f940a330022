// The history of a document as a person tells it: a sentence for each line of its audit log.
import { commandActor } from '../../core/access/actor.ts'
import type { AuditEntry, DocumentRecord } from '../../core/record.ts'
import { type TimelineEntry, timeline } from '../components/timeline.ts'
import { foreign } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { madeAt } from '../id.ts'
import { answerWord } from '../words/answers.ts'
import { historySentence, historyWords } from '../words/history.ts'

/** Names of tokens by `token:<id>`. */
export type ActorNames = ReadonlyMap<string, string>

/** Oldest first; the attempts of one wait are one line. */
export function history(
  lines: readonly AuditEntry[],
  names: ActorNames,
  document: Pick<DocumentRecord, 'createdAt' | 'sentAnewAs' | 'sentInsteadOf'>,
): Html {
  const told = folded(lines).map((entry) => toEntry(entry, names))
  const entries = [...told, ...links(document)]
  return timeline(entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)))
}

/** That one document was sent in the stead of another one, told on both. */
function links({
  createdAt,
  sentAnewAs,
  sentInsteadOf,
}: Pick<DocumentRecord, 'createdAt' | 'sentAnewAs' | 'sentInsteadOf'>): TimelineEntry[] {
  const link = (id: string) => html`<a href="/console/documents/${id}">${historyWords.another}</a>`
  const { sentInsteadOf: instead, sentAnewAs: anew } = historyWords
  return [
    ...(sentInsteadOf ? [{ at: createdAt, said: html`${instead} ${link(sentInsteadOf)}.` }] : []),
    ...(sentAnewAs ? [{ at: madeAt(sentAnewAs), said: html`${anew} ${link(sentAnewAs)}.` }] : []),
  ]
}

type Folded = { line: AuditEntry; attempts: number }

/** Attempts that failed one after the other are one entry: the last of them. */
function folded(lines: readonly AuditEntry[]): Folded[] {
  const shown: Folded[] = []
  for (const line of lines.filter(isTold)) {
    const last = shown.at(-1)
    if (line.event === 'postponed' && last?.line.event === 'postponed')
      shown[shown.length - 1] = { line, attempts: last.attempts + 1 }
    else shown.push({ line, attempts: 1 })
  }
  return shown
}

/** The beginning of an attempt goes without saying once its end is told. */
function isTold({ event }: AuditEntry, at: number, lines: readonly AuditEntry[]): boolean {
  return event !== 'claimed' || at === lines.length - 1
}

function toEntry({ line, attempts }: Folded, names: ActorNames): TimelineEntry {
  const { at, event, actor } = line
  const said = historySentence(event)
  return {
    at,
    said: attempts > 1 ? historyWords.attemptsFailed(attempts) : said,
    by: actorName(actor, names),
    more: moreOf(line),
  }
}

/** Details in words: codes stand among what is technical. */
function moreOf({ event, detail }: AuditEntry): Html | undefined {
  if (detail === undefined || event === 'delivered') return undefined
  return html`<p class="hint">${foreign(inWords(event, detail))}</p>`
}

function inWords(event: string, detail: string): string {
  const word = (code: string) => answerWord(code).word
  if (event.startsWith('mls-')) return detail.replace(/^[A-Z]{2}\b/, word)
  if (event === 'answered') return detail.replace(/^[a-z-]+ ([A-Z]{2})$/, (_, code) => word(code))
  return detail.replace(/^[a-z0-9]+\.[a-z0-9-]+: /, '')
}

/** Nothing for what the gateway does by itself. */
export function actorName(actor: string, names: ActorNames): Html | undefined {
  if (actor.startsWith('token:'))
    return html`${historyWords.by} ${foreign(names.get(actor) ?? historyWords.goneToken)}`
  return actor === commandActor ? html`${historyWords.byCommand}` : undefined
}
