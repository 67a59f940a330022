// The history of a document as a person tells it: a sentence for each line of its audit log.
import { commandActor } from '../../core/access/actor.ts'
import type { AuditEntry, DocumentRecord } from '../../core/record.ts'
import { type TimelineEntry, timeline } from '../components/timeline.ts'
import { foreign } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { madeAt } from '../id.ts'
import { answerWord } from '../words/answers.ts'

const sentences: Record<string, string> = {
  submitted: 'Submitted, and kept: it will be sent.',
  refused: 'Refused: it was not kept for sending.',
  claimed: 'An attempt to deliver it began.',
  held: 'Held back: sending is paused, or the receiver’s provider does not respond.',
  'lease-ran-out': 'The process that was sending it died, or lost the database.',
  delivered: 'Delivered: the receiver’s access point gave a signed receipt.',
  postponed: 'The attempt failed; there will be another one.',
  failed: 'Given up.',
  cancelled: 'Cancelled: it never left.',
  retried: 'Queued again, with a new deadline.',
  confirmed: 'Delivered after all: the receiver reported on it.',
  received: 'Received, and acknowledged with a signed receipt.',
  repeated: 'It came again; the same receipt was given again.',
  opened: 'Opened: it can be fetched.',
  acknowledged: 'Taken.',
  'mls-received': 'The receiver’s provider reported on it.',
  'mls-ignored': 'A report about it came, and does not count.',
  'mls-overdue': 'The report that was asked for is overdue.',
  'mls-sent': 'Our report on it was queued.',
  answered: 'It was answered.',
  'set-aside': 'Put aside: it needs no attention any more.',
  'set-aside-undone': 'Taken back: it needs attention again, if there is a reason.',
  forgotten: 'Forgotten at a request: its contents were removed.',
}

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
  const link = (id: string, text: string) => html`<a href="/console/documents/${id}">${text}</a>`
  return [
    ...(sentInsteadOf
      ? [{ at: createdAt, said: html`Sent instead of ${link(sentInsteadOf, 'another document')}.` }]
      : []),
    ...(sentAnewAs
      ? [{ at: madeAt(sentAnewAs), said: html`Sent anew as ${link(sentAnewAs, 'another one')}.` }]
      : []),
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
  const said = sentences[event] ?? event
  return {
    at,
    said: attempts > 1 ? `${attempts} attempts failed; there will be another one.` : said,
    by: actorName(actor, names),
    more: moreOf(line),
  }
}

/** Details in words: codes stand among what is technical. */
function moreOf({ event, detail }: AuditEntry): Html | undefined {
  if (detail === undefined || event === 'delivered') return undefined
  const said = event.startsWith('mls-')
    ? detail.replace(/^[A-Z]{2}\b/, (code) => answerWord(code).word)
    : detail.replace(/^[a-z0-9]+\.[a-z0-9-]+: /, '')
  return html`<p class="hint">${foreign(said)}</p>`
}

/** Nothing for what the gateway does by itself. */
export function actorName(actor: string, names: ActorNames): Html | undefined {
  if (actor.startsWith('token:'))
    return html`by ${foreign(names.get(actor) ?? 'a token that is gone')}`
  return actor === commandActor ? html`by the command line` : undefined
}
