// The attempts to deliver a document, each with what happened and what to do about it; all but the
// last are folded. What the other side said in codes stands among what is technical.
import type { AttemptEntry } from '../../core/record.ts'
import { disclosure } from '../components/disclosure.ts'
import { facts } from '../components/facts.ts'
import { exactTime } from '../components/time.ts'
import { plain } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { code, given } from '../show.ts'
import { attemptNamed } from '../words/files.ts'
import { failureReason } from '../words/reasons.ts'
import { adviceOn } from './advice.ts'

export function attemptsList(attempts: readonly AttemptEntry[]): Html {
  return html`${attempts.map((attempt, at) =>
    disclosure(
      html`${attemptNamed(attempt.number)}: ${outcomeOf(attempt)}`,
      attemptFacts(attempt),
      at === attempts.length - 1,
    ),
  )}`
}

function outcomeOf({ outcome }: AttemptEntry): string {
  if (outcome === undefined) return 'under way'
  return failureReason(outcome) ?? plain(outcome)
}

/** The same attempts for technicians: where each went, and the codes of what came back. */
export function technicalAttempts(attempts: readonly AttemptEntry[]): Html {
  return html`${attempts.map((attempt) =>
    disclosure(
      attemptNamed(attempt.number),
      html`${facts([
        ['Code', attempt.outcome && code(attempt.outcome)],
        ['Endpoint', given(attempt.endpointUrl)],
        ['Access point', given(attempt.accessPoint)],
        ['HTTP status', attempt.httpStatus],
        ['Message id', given(attempt.messageId)],
        ['Certificate', given(attempt.certificateFingerprint)],
      ])}
${attempt.ebmsErrors?.map(
  ({ code: error, severity, detail }) => html`<p>The other side said: ${code(error)}
${plain(severity)} ${given(detail)}</p>`,
)}`,
    ),
  )}`
}

function attemptFacts(attempt: AttemptEntry): Html {
  return html`${facts([
    ['Began', exactTime(attempt.startedAt)],
    ['Ended', attempt.endedAt && exactTime(attempt.endedAt)],
    ['What happened', given(attempt.detail)],
  ])}
${attempt.outcome && adviceOn(attempt.outcome)}`
}
