// What was sent to a webhook, and what came back.
import type { DeliveryRecord } from '../../core/webhooks/webhooks.ts'
import { button } from '../components/button.ts'
import { table } from '../components/table.ts'
import { time } from '../components/time.ts'
import { foreign } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { otherBadge } from '../words/other-states.ts'

/** `webhook` is the path of its page. */
export function deliveriesTable(webhook: string, deliveries: readonly DeliveryRecord[]): Html {
  return table(
    'Deliveries',
    ['Event', 'When', 'State', { head: 'Attempts', as: 'figure' }, 'The last answer', 'Next', ''],
    deliveries.map(({ id, type, createdAt, documentId, status, nextAttemptAt, attempts }) => [
      documentId ? html`<a href="/console/documents/${documentId}">${type}</a>` : type,
      time(createdAt),
      otherBadge(status),
      attempts.length,
      answerOf(attempts.at(-1)),
      nextAttemptAt && time(nextAttemptAt),
      html`<form method="post" action="${webhook}/deliveries/${id}/redeliver">${button({
        text: 'Send again',
      })}</form>`,
    ]),
  )
}

function answerOf(attempt: DeliveryRecord['attempts'][number] | undefined): Html | undefined {
  if (!attempt) return undefined
  const { httpStatus, error, body } = attempt
  return html`${httpStatus} ${error && foreign(error)} ${body && foreign(body)}`
}
