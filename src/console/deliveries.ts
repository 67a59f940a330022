// What was sent to a webhook, and what came back.
import type { DeliveryRecord } from '../core/webhooks/webhooks.ts'
import { foreign } from './foreign.ts'
import { type Html, html } from './html.ts'
import { mark, table, time } from './show.ts'

/** `webhook` is the path of its page. */
export function deliveriesTable(webhook: string, deliveries: readonly DeliveryRecord[]): Html {
  return table(
    'Deliveries',
    ['Event', 'Status', 'Attempts', 'The last answer', 'Next attempt', 'Again'],
    deliveries.map(
      ({ id, type, createdAt, documentId, status, nextAttemptAt, attempts }) => html`<tr>
<th scope="row">${
        documentId ? html`<a href="/console/documents/${documentId}">${type}</a>` : type
      } ${time(createdAt)}</th>
<td>${mark(status)}</td><td>${attempts.length}</td><td>${answerOf(attempts.at(-1))}</td>
<td>${nextAttemptAt && time(nextAttemptAt)}</td>
<td><form method="post" action="${webhook}/deliveries/${id}/redeliver">
<button type="submit" class="quiet">Send again</button></form></td></tr>`,
    ),
  )
}

function answerOf(attempt: DeliveryRecord['attempts'][number] | undefined): Html | undefined {
  if (!attempt) return undefined
  const { httpStatus, error, body } = attempt
  return html`${httpStatus} ${error && foreign(error)} ${body && foreign(body)}`
}
