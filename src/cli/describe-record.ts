// The record of a document, and the steps of its history, as lines for people.
import type { AuditEntry, DocumentRecord } from '../core/record.ts'
import { foreignText } from './foreign-text.ts'

/** All that usually matters, on several lines. */
export function recordInWords(record: DocumentRecord): string {
  const { id, status, test, type, number, totals, sender, receiver, as4, mls } = record
  const facts = {
    [type]: [number, totals && `${totals.payable} ${totals.currency}`].filter(Boolean).join(', '),
    from: partyInWords(sender),
    to: partyInWords(receiver),
    why: whyInWords(record),
    warning: record.warnings?.join(' '),
    receipt: as4?.receiptId,
    answer: mls.status === 'not-expected' ? undefined : [mls.status, mls.code].join(' ').trim(),
  }
  const lines = Object.entries(facts).map(([name, fact]) =>
    fact ? [`  ${name.padEnd(10)} ${fact}`] : [],
  )
  return [`${id}  ${status}${test ? ' (test)' : ''}`, ...lines.flat()].map(foreignText).join('\n')
}

/** One line of a list. */
export function recordInLine(record: DocumentRecord): string {
  const { createdAt, id, status, type, number = '', sender, receiver } = record
  const why = whyInWords(record)
  const what = `${type} ${number}`.trim()
  const line = `${createdAt}  ${id}  ${status.padEnd(9)}  ${what}  ${sender.id} → ${receiver.id}`
  return foreignText(why ? `${line}  ${why}` : line)
}

export function stepInWords({ at, to, event, attempt, detail }: AuditEntry): string {
  const which = attempt === undefined ? '' : `, attempt ${attempt}`
  const what = detail === undefined ? '' : `: ${detail}`
  return foreignText(`  ${at}  ${to.padEnd(9)}  ${event}${which}${what}`)
}

function partyInWords({ id, name }: DocumentRecord['sender']): string {
  return name ? `${id} (${name})` : id
}

/** Why it waits, or was not delivered. */
function whyInWords({ waiting, failure }: DocumentRecord): string | undefined {
  if (failure) return `${failure.code}: ${failure.detail}`
  return waiting && `${waiting.reason}, again at ${waiting.nextAttemptAt}`
}
