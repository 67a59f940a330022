// What has to be true of the documents that came in during a chaos run.
import type { Receipted } from './peer.ts'

export type InboundRow = {
  id: string
  type: string
  messageId: string
  instanceIdentifier: string
  status: string
  mls: { status: string; code?: string }
}

/** What the gateways show, and what the sender's access point got. */
export type InboundEnd = {
  rows: InboundRow[]
  contentOf(id: string): Promise<Buffer>
  /** Document ids, an entry for each event. */
  received: string[]
  /** The instance identifiers that the Message Level Statuses are about. */
  statuses: string[]
}

/**
 * Every receipt has a document with the bytes that were sent, once; there is none without; each was
 * announced once, and answered at most once, if its sender wanted it.
 */
export async function inboundFaults(
  receipted: Receipted[],
  { rows, contentOf, received, statuses }: InboundEnd,
): Promise<string[]> {
  const faults: string[] = []
  const byMessage = new Map(rows.map((row) => [row.messageId, row]))
  if (byMessage.size < rows.length)
    faults.push(`${rows.length - byMessage.size} documents have the MessageId of another one`)
  const sent = new Set(receipted.map(({ messageId }) => messageId))
  for (const { messageId } of rows)
    if (!sent.has(messageId)) faults.push(`${messageId} is stored, and was never sent`)

  const announced = countOf(received)
  const answered = countOf(statuses)
  for (const { messageId, instanceIdentifier, content, mlsType, isInvalid } of receipted) {
    const row = byMessage.get(messageId)
    if (!row) {
      faults.push(`${messageId} has a receipt, and is gone`)
      continue
    }
    if (!(await contentOf(row.id)).equals(content)) faults.push(`${messageId} has other bytes`)
    if (row.status !== 'acknowledged') faults.push(`${messageId} is '${row.status}' at the end`)
    const events = announced.get(row.id) ?? 0
    if (events !== 1) faults.push(`${messageId} was announced ${events} times`)
    // A tenant who takes longer than five minutes has the document, and has not said so.
    const usual = mlsType ? ['accepted', 'acknowledged'] : ['not-expected']
    const wanted = isInvalid ? ['rejected'] : usual
    if (!wanted.includes(row.mls.status))
      faults.push(`the status of ${messageId} is '${row.mls.status}', not '${wanted[0]}'`)
    // One that its receiver refused, as he does every now and then, never comes.
    const came = answered.get(instanceIdentifier) ?? 0
    if (came > (mlsType || isInvalid ? 1 : 0))
      faults.push(`${came} statuses about ${messageId} came back`)
  }
  return faults
}

export type AnswerRow = { id: string; kind: string; counts: boolean }

/** One response is there, and told once if it counts. */
export function answeredFaults(
  documentId: string,
  answers: readonly AnswerRow[],
  events: readonly { type: string; data: { documentId: string; answerId?: string } }[],
): string[] {
  const responses = answers.filter(({ kind }) => kind === 'invoice-response')
  const told = events.filter(
    ({ type, data }) => type === 'document.answered' && data.documentId === documentId,
  )
  const faults =
    responses.length === 1 ? [] : [`${documentId} has ${responses.length} responses, not one`]
  const expected = responses.filter(({ counts }) => counts).map(({ id }) => id)
  const actual = told.map(({ data }) => String(data.answerId))
  if (expected.sort().join(' ') !== actual.sort().join(' '))
    faults.push(`the responses to ${documentId} were told ${told.length} times`)
  return faults
}

function countOf(items: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
