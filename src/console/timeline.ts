// The history of a document as a person tells it: a sentence for each line of its audit log.
import type { AuditEntry } from '../core/record.ts'
import { foreign } from './foreign.ts'
import { type Html, html } from './html.ts'
import { time } from './show.ts'

const sentences: Record<string, string> = {
  submitted: 'Submitted, and kept: it will be sent.',
  refused: 'Refused: it was not kept for sending.',
  claimed: 'An attempt to deliver it began.',
  held: 'Held back: the queue is paused, or the circuit of its receiver is open.',
  'lease-ran-out': 'The process that was sending it died, or lost the database.',
  delivered: 'Delivered: the receiver’s access point gave a signed receipt.',
  postponed: 'The attempt failed; there will be another one.',
  failed: 'Given up.',
  cancelled: 'Cancelled: it never left.',
  retried: 'Queued again by a caller, with a new deadline.',
  confirmed: 'Delivered after all: the receiver reported on it.',
  received: 'Received, and acknowledged with a signed receipt.',
  repeated: 'It came again; the same receipt was given again.',
  opened: 'Opened: the tenant can fetch it.',
  acknowledged: 'The tenant has it.',
  'mls-received': 'A Message Level Status about it came.',
  'mls-ignored': 'A Message Level Status about it came, and does not count.',
  'mls-overdue': 'The Message Level Status that was asked for is overdue.',
  'mls-sent': 'Our Message Level Status about it was queued.',
  answered: 'It was answered.',
}

/** Oldest first. */
export function timeline(lines: readonly AuditEntry[]): Html {
  return html`<ol class="timeline">${lines.map(
    ({ at, event, actor, attempt, detail }) => html`<li>
<p>${time(at)} <strong>${sentences[event] ?? event}</strong></p>
${detail && html`<p>${foreign(detail)}</p>`}
<p class="hint">by ${foreign(actor)}${attempt !== undefined && `, attempt ${attempt}`}</p>
</li>`,
  )}</ol>`
}
