// The attempts to deliver a document, each with what the other side said and what to do about it.
import type { AttemptEntry } from '../core/record.ts'
import { adviceOn } from './advice.ts'
import { plain } from './foreign.ts'
import { type Html, html } from './html.ts'
import { facts, given, time } from './show.ts'

export function attemptsSection(attempts: readonly AttemptEntry[]): Html {
  return html`<h2>Attempts</h2>
${attempts.map(
  (attempt) => html`<section class="attempt" aria-label="Attempt ${attempt.number}">
<h3>Attempt ${attempt.number}: ${plain(attempt.outcome ?? 'under way')}</h3>
${facts([
  ['Began', time(attempt.startedAt)],
  ['Ended', attempt.endedAt && time(attempt.endedAt)],
  ['What happened', given(attempt.detail)],
  ['Endpoint', given(attempt.endpointUrl)],
  ['Access point', given(attempt.accessPoint)],
  ['HTTP status', attempt.httpStatus],
  ['MessageId', given(attempt.messageId)],
  ['Certificate', given(attempt.certificateFingerprint)],
])}
${attempt.ebmsErrors?.map(
  ({ code, severity, detail }) => html`<p>The other side said: <code>${plain(code)}</code>
${plain(severity)} ${given(detail)}</p>`,
)}
${attempt.outcome && adviceOn(attempt.outcome)}
</section>`,
)}`
}
