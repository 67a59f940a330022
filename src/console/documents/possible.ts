// What can be done with a document where it stands: its page offers it, and a question rests on it.
import type { DocumentRecord } from '../../core/record.ts'

export type ActionName = 'acknowledge' | 'answer' | 'retry' | 'cancel' | 'set-aside' | 'take-back'

/** What should be done comes first. */
export function possibleActions(document: DocumentRecord): ActionName[] {
  const { type, status, certainty, failure, direction, attention, setAside } = document
  const isWaiting = status === 'accepted' || status === 'waiting'
  const can: Record<ActionName, boolean> = {
    acknowledge: direction === 'inbound' && status === 'available',
    answer: direction === 'inbound' && type !== 'other' && status !== 'received',
    retry: status === 'failed' && failure?.retryable === true,
    cancel: direction === 'outbound' && isWaiting && certainty === 'not-sent',
    'set-aside': attention !== undefined,
    'take-back': setAside !== undefined,
  }
  return (Object.keys(can) as ActionName[]).filter((name) => can[name])
}
