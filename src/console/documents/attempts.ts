// The attempts to deliver a document, each with what happened and what to do about it; all but the
// last are folded. What the other side said in codes stands among what is technical.
import type { AttemptEntry } from '../../core/record.ts'
import { disclosure } from '../components/disclosure.ts'
import { facts } from '../components/facts.ts'
import { exactTime } from '../components/time.ts'
import { plain } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { code, given } from '../show.ts'
import { attemptWords } from '../words/document-page.ts'
import { attemptNamed } from '../words/files.ts'
import { labels } from '../words/labels.ts'
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
  if (outcome === undefined) return attemptWords.underWay
  return failureReason(outcome) ?? plain(outcome)
}

/** The same attempts for technicians: where each went, and the codes of what came back. */
export function technicalAttempts(attempts: readonly AttemptEntry[]): Html {
  return html`${attempts.map((attempt) =>
    disclosure(
      attemptNamed(attempt.number),
      html`${facts([
        [attemptWords.code, attempt.outcome && code(attempt.outcome)],
        [attemptWords.endpoint, given(attempt.endpointUrl)],
        [attemptWords.accessPoint, given(attempt.accessPoint)],
        [attemptWords.httpStatus, attempt.httpStatus],
        [labels.messageId, given(attempt.messageId)],
        [attemptWords.certificate, given(attempt.certificateFingerprint)],
      ])}
${attempt.ebmsErrors?.map(
  ({ code: error, severity, detail }) => html`<p>${attemptWords.otherSide} ${code(error)}
${plain(severity)} ${given(detail)}</p>`,
)}`,
    ),
  )}`
}

function attemptFacts(attempt: AttemptEntry): Html {
  return html`${facts([
    [attemptWords.began, exactTime(attempt.startedAt)],
    [attemptWords.ended, attempt.endedAt && exactTime(attempt.endedAt)],
    [attemptWords.happened, given(attempt.detail)],
  ])}
${attempt.outcome && adviceOn(attempt.outcome)}`
}
