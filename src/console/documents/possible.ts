// What can be done with a document where it stands: its page offers it, and a question rests on it.
import { possibleReports, type ReportAction } from '../../core/operations/report-again.ts'
import { isReaddressable } from '../../core/operations/send-to-another.ts'
import type { DocumentRecord, FileEntry } from '../../core/record.ts'
import { isFinal } from '../../core/status.ts'

export type ActionName =
  | 'acknowledge'
  | 'answer'
  | 'status'
  | 'retry'
  | 'cancel'
  | 'send-to-another'
  | 'set-aside'
  | 'take-back'
  | 'report-again'
  | 'withdraw-report'

/** Whether its contents can be removed, for a person who asks for that. */
export function isForgettable({ status, forgottenAt }: DocumentRecord): boolean {
  return isFinal(status) && forgottenAt === undefined
}

/** What should be done comes first. */
export function possibleActions(
  document: DocumentRecord,
  files: readonly Pick<FileEntry, 'kind' | 'mediaType'>[] = [],
): ActionName[] {
  const { type, status, certainty, failure, direction, attention, setAside } = document
  const isWaiting = status === 'accepted' || status === 'waiting'
  const can: Record<ActionName, boolean> = {
    acknowledge: direction === 'inbound' && status === 'available',
    answer: direction === 'inbound' && type !== 'other' && status !== 'received',
    status: direction === 'inbound' && status === 'available',
    retry: status === 'failed' && failure?.retryable === true,
    cancel: direction === 'outbound' && isWaiting && certainty === 'not-sent',
    'send-to-another': isReaddressable(document) && files.some(isSubmittedJson),
    'set-aside': attention !== undefined,
    'take-back': setAside !== undefined,
    'report-again': mayReport(document, 'resubmit'),
    'withdraw-report': mayReport(document, 'withdraw'),
  }
  return (Object.keys(can) as ActionName[]).filter((name) => can[name])
}

function mayReport({ taxReport }: DocumentRecord, action: ReportAction): boolean {
  return taxReport !== undefined && possibleReports[action].includes(taxReport.status)
}

function isSubmittedJson({ kind, mediaType }: Pick<FileEntry, 'kind' | 'mediaType'>): boolean {
  return kind === 'submitted' && mediaType === 'application/json'
}
