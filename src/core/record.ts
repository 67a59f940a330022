// The document record as callers see it (docs/api.md, "The document record").
import { nameInRecord } from '../peppol/index.ts'
import type {
  Attempt,
  Attention,
  AuditLine,
  Document,
  File,
  FileKind,
  Said,
  WaitingReason,
} from '../store/index.ts'
import { attentionOf, type Outcome, outcomeOf } from './status.ts'

export {
  answerKinds,
  attentions,
  certainties,
  directions,
  documentKinds,
  fileKinds,
  frenchProcesses,
  mlsCodes,
  mlsStatuses,
  mlsTypes,
  reportedRegimes,
  rulePackNames,
  statuses,
  taxReportStatuses,
  taxReportTypes,
  taxRoles,
  tokenEnvironments,
  validationModes,
  validationVerdicts,
  waitingReasons,
} from '../store/index.ts'

export type DocumentRecord = {
  id: string
  type: Document['kind']
  direction: Document['direction']
  test: boolean
  clientId?: string
  reference?: string
  number?: string
  issueDate?: string
  sender: Document['sender']
  receiver: Document['receiver']
  documentTypeId: string
  /** In words, by the code list of Peppol. */
  documentTypeName: string
  processId: string
  totals?: NonNullable<Document['totals']>
  status: Document['status']
  outcome: Outcome
  certainty: Document['certainty']
  waiting?: { reason: WaitingReason; since: string; nextAttemptAt: string; givesUpAt: string }
  failure?: NonNullable<Document['failure']>
  validation: Document['validation']
  /** What you should know although the document was accepted. */
  warnings?: string[]
  mls: {
    status: 'not-expected' | NonNullable<Document['mls']>['status']
    code?: string
    receivedAt?: string
    dueAt?: string
    /** In the record of one document, not in lists. */
    reason?: string
    issues?: NonNullable<Said['issues']>
  }
  /** The last Invoice Response: what the receiver said, or what was answered. */
  responseCode?: string
  /** Why it needs a person. */
  attention?: Attention
  setAside?: { at: string; note?: string }
  /** The document that was sent in its stead, and the one in whose stead it was sent. */
  sentAnewAs?: string
  sentInsteadOf?: string
  /** When its contents were removed at a person's request. */
  forgottenAt?: string
  /** Where its report to a tax authority stands. */
  taxReport?: Omit<NonNullable<Document['taxReport']>, 'holds'>
  /** Which document such a report reports, and for whom. */
  reports?: Pick<NonNullable<Document['reports']>, 'documentId' | 'role'>
  attempts: number
  as4?: {
    messageId: string
    receiptId?: string
    sentAt: string
    receivedAt?: string
    accessPoint?: string
  }
  createdAt: string
  updatedAt: string
  completedAt?: string
  links: { status: string; history: string; files: string; evidence: string }
}

/** `said`: what the Message Level Status says beside its code. */
export function toRecord(
  document: Document,
  said: Pick<Said, 'reason' | 'issues'> = {},
): DocumentRecord {
  const { waiting, as4, mls, setAside } = document
  return {
    id: document.id,
    type: document.kind,
    direction: document.direction,
    test: document.test,
    ...present({ clientId: document.clientId, reference: document.reference }),
    ...present({ number: document.number, issueDate: document.issueDate }),
    sender: document.sender,
    receiver: document.receiver,
    documentTypeId: document.documentTypeId,
    documentTypeName: nameInRecord(document.documentTypeId),
    processId: document.processId,
    ...present({ totals: document.totals }),
    status: document.status,
    outcome: outcomeOf(document),
    certainty: document.certainty,
    ...present({
      waiting: waiting && {
        reason: waiting.reason,
        since: waiting.since.toISOString(),
        nextAttemptAt: waiting.nextAttemptAt.toISOString(),
        givesUpAt: document.deadline.toISOString(),
      },
      failure: document.failure,
    }),
    validation: document.validation,
    ...(document.warnings.length > 0 ? { warnings: document.warnings } : {}),
    mls: {
      status: mls?.status ?? 'not-expected',
      ...present({
        code: mls?.code,
        receivedAt: mls?.at?.toISOString(),
        dueAt: mls?.dueAt?.toISOString(),
      }),
      ...said,
    },
    ...present({
      responseCode: document.responseCode,
      attention: attentionOf(document),
      setAside: setAside && { ...setAside, at: setAside.at.toISOString() },
      sentAnewAs: document.sentAnewAs,
      sentInsteadOf: document.sentInsteadOf,
      forgottenAt: document.forgottenAt?.toISOString(),
      ...taxFacts(document),
    }),
    attempts: document.attempts,
    ...present({
      as4: as4 && {
        messageId: as4.messageId,
        ...present({ receiptId: as4.receiptId }),
        sentAt: as4.sentAt.toISOString(),
        ...present({ receivedAt: as4.receivedAt?.toISOString(), accessPoint: as4.accessPoint }),
      },
    }),
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    ...present({ completedAt: document.completedAt?.toISOString() }),
    links: linksOf(document.id),
  }
}

/** What a document says of its report to a tax authority, and such a report of its document. */
export function taxFacts({
  taxReport,
  reports,
}: Document): Pick<DocumentRecord, 'taxReport' | 'reports'> {
  const { holds: _, ...stated } = taxReport ?? {}
  return {
    ...(taxReport ? { taxReport: stated as NonNullable<DocumentRecord['taxReport']> } : {}),
    ...(reports ? { reports: { documentId: reports.documentId, role: reports.role } } : {}),
  }
}

export function linksOf(documentId: string): DocumentRecord['links'] {
  return {
    status: `/api/v1/status/${documentId}`,
    history: `/api/v1/status/${documentId}/history`,
    files: `/api/v1/documents/${documentId}/files`,
    evidence: `/api/v1/documents/${documentId}/evidence`,
  }
}

export type AuditEntry = {
  sequence: number
  at: string
  from: string | null
  to: string
  event: string
  actor: string
  attempt?: number
  detail?: string
  hash: string
  previousHash: string
}

export function toAuditEntry(line: AuditLine): AuditEntry {
  return {
    sequence: line.sequence,
    at: line.at.toISOString(),
    from: line.from ?? null,
    to: line.to,
    event: line.event,
    actor: line.actor,
    ...present({ attempt: line.attempt, detail: line.detail }),
    hash: line.hash,
    previousHash: line.previousHash,
  }
}

export type FileEntry = {
  id: string
  kind: FileKind
  name: string
  mediaType: string
  size: number
  sha256: string
  createdAt: string
  url: string
}

export function toFileEntry(documentId: string, file: File): FileEntry {
  return {
    id: file.id,
    kind: file.kind,
    name: file.name,
    mediaType: file.mediaType,
    size: file.size,
    sha256: file.sha256,
    createdAt: file.createdAt.toISOString(),
    url: `/api/v1/documents/${documentId}/files/${file.id}`,
  }
}

export type AttemptEntry = {
  number: number
  startedAt: string
  endedAt?: string
  outcome?: string
  detail?: string
  messageId?: string
  endpointUrl?: string
  accessPoint?: string
  certificateFingerprint?: string
  httpStatus?: number
  ebmsErrors?: { code: string; severity: string; detail?: string }[]
}

export function toAttemptEntry(attempt: Attempt): AttemptEntry {
  return {
    number: attempt.number,
    startedAt: attempt.startedAt.toISOString(),
    ...present({
      endedAt: attempt.endedAt?.toISOString(),
      outcome: attempt.outcome,
      detail: attempt.detail,
      messageId: attempt.messageId,
      endpointUrl: attempt.endpointUrl,
      accessPoint: attempt.accessPoint,
      certificateFingerprint: attempt.certificateFingerprint,
      httpStatus: attempt.httpStatus,
      ebmsErrors: attempt.ebmsErrors,
    }),
  }
}

/** The members that have a value: an absent fact is an absent member, never null. */
function present<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
