// What can be done with a document where it stands: its page offers it, and a question rests on it.
import type { DocumentRecord } from '../../core/record.ts'

export type ActionName = 'cancel' | 'retry' | 'acknowledge'

export function possibleAction(document: DocumentRecord): ActionName | undefined {
  const { status, certainty, failure, direction } = document
  if (direction === 'inbound') return status === 'available' ? 'acknowledge' : undefined
  const isWaiting = status === 'accepted' || status === 'waiting'
  if (isWaiting && certainty === 'not-sent') return 'cancel'
  return status === 'failed' && failure?.retryable ? 'retry' : undefined
}
