// What is known of a received document beside what is known of any: how it came, what we answered.

import type { InboundRecord } from '../core/receive/inbound.ts'
import type { AnswerEntry } from '../core/tracking/answers.ts'
import { foreign, plain } from './foreign.ts'
import { type Html, html } from './html.ts'
import { facts, table, time } from './show.ts'

export function arrivalSection(record: InboundRecord): Html {
  const { mls, sameInstanceAs, repeats, acknowledgedAt } = record
  return html`<h2>Arrival</h2>
${facts([
  ['Sent, by the clock of the sender', time(record.sentAt)],
  ['Received', time(record.receivedAt)],
  ['Acknowledged', acknowledgedAt && time(acknowledgedAt)],
  ['Instance identifier', foreign(record.instanceIdentifier)],
  ['Another document had it before', sameInstanceAs && linkById(sameInstanceAs)],
  ['Came again', repeats > 0 && `${repeats} times`],
  ['Country of the sender', plain(record.countryC1)],
  ['Status asked for by the sender', mls.requested],
  ['Our status', mls.status],
  ['Our status says', mls.code],
  ['Our status was sent', mls.sentAt && time(mls.sentAt)],
  ['Our status is due', mls.dueAt && time(mls.dueAt)],
])}`
}

/** Message Level Status and responses, from any sender. */
export function answersSection(answers: readonly AnswerEntry[]): Html {
  return html`<h2>What was said about it</h2>
${table(
  'What was said about it',
  ['Document', 'Kind', 'Code', 'When', 'From', 'Says'],
  answers.map(
    ({ id, kind, code, at, ...entry }) => html`<tr>
<th scope="row">${ofTenant.includes(kind) ? linkById(id) : html`<code>${id}</code>`}</th>
<td>${kind}</td><td><code>${plain(code)}</code></td><td>${time(at)}</td>
<td>${source(entry)}</td><td>${words(entry)}</td></tr>`,
  ),
)}`
}

function source({ from, doubt }: Pick<AnswerEntry, 'from' | 'doubt'>): Html {
  return html`${
    from &&
    html`${from.name !== undefined && foreign(from.name)}
<code><bdi>${plain(from.participant)}</bdi></code>
${from.accessPoint !== undefined && foreign(from.accessPoint)}`
  }
${doubt !== undefined && html`<p class="warning">Does not count: ${foreign(doubt)}</p>`}`
}

function words({ reason, note, issues = [], ...entry }: Partial<AnswerEntry>): Html {
  const { reasons = [], actions = [] } = entry
  const clarified = [...reasons, ...actions].map(({ code, text }) =>
    [code, text].filter((part) => part !== undefined).join(' '),
  )
  const found = issues.map(({ location, text }) => `${location}: ${text}`)
  const texts = [reason, note, ...clarified, ...found].filter((text) => text !== undefined)
  return html`${texts.map((text) => html`<p>${foreign(text)}</p>`)}`
}

// Message Level Status and Response are documents of the access point itself.
const ofTenant: readonly AnswerEntry['kind'][] = ['invoice-response']

function linkById(id: string): Html {
  return html`<a href="/console/documents/${id}"><code>${id}</code></a>`
}
