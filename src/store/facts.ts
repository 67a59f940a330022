// The facts that the store keeps, as plain records. Which may follow which is decided
// in core/status.ts.
import type { AuditEvent } from './documents/audit-events.ts'

/** `other`: whatever is no invoice, credit note or debit note, such as an order. */
export const documentKinds = ['invoice', 'creditNote', 'debitNote', 'other'] as const
type DocumentKind = (typeof documentKinds)[number]

export const directions = ['outbound', 'inbound'] as const
type Direction = (typeof directions)[number]

/**
 * The last three are those of an inbound document. `reported`: a tax authority has its report, and
 * there is no buyer to send it to.
 */
export const statuses = [
  'accepted',
  'waiting',
  'sending',
  'delivered',
  'rejected',
  'failed',
  'cancelled',
  'reported',
  'received',
  'available',
  'acknowledged',
] as const
export type Status = (typeof statuses)[number]

/**
 * What is known of a sending: no byte left us; bytes left and no valid receipt came back; the other
 * access point refused the message; a valid receipt is stored.
 */
export const certainties = ['not-sent', 'unknown', 'refused', 'confirmed'] as const
export type Certainty = (typeof certainties)[number]

export const waitingReasons = [
  'first-attempt',
  'retry-backoff',
  'receiver-circuit-open',
  'smp-unavailable',
  'dns-unavailable',
  'revocation-unavailable',
  'receipt-unknown',
  'validator-unavailable',
  'paused',
  'tax-report',
] as const
export type WaitingReason = (typeof waitingReasons)[number]

export type Party = { id: string; name?: string; country?: string }

export type Waiting = { reason: WaitingReason; since: Date; nextAttemptAt: Date }

export type Failure = { code: string; detail: string; retryable: boolean }

export type As4Facts = {
  messageId: string
  receiptId?: string
  sentAt: Date
  receivedAt?: Date
  accessPoint?: string
}

/** Which Message Level Status is asked for. */
export const mlsTypes = ['FAILURE_ONLY', 'ALWAYS_SEND'] as const
export type MlsType = (typeof mlsTypes)[number]

export const mlsStatuses = ['awaited', 'accepted', 'acknowledged', 'rejected', 'overdue'] as const
export type MlsStatus = (typeof mlsStatuses)[number]

/** Accepted, acknowledged, rejected. */
export const mlsCodes = ['AP', 'AB', 'RE'] as const
export type MlsCode = (typeof mlsCodes)[number]

/**
 * Message Level Status: of an outbound document what the other side said, of an inbound one what we
 * said. `at`: when it was received, or sent.
 */
export type Mls = { status: MlsStatus; code?: string; at?: Date; dueAt?: Date }

/** What the receiver of an inbound document said about it; its file of that kind says why. */
export type Word = { code: MlsCode; at: Date }

/** Whose provider reports a document to the tax authority: its sender's or its receiver's. */
export const taxRoles = ['sender', 'receiver'] as const
type TaxRole = (typeof taxRoles)[number]

/** What a report says of the document: that it is there, again, no more, or is not valid. */
export const taxReportTypes = ['submit', 'resubmit', 'withdraw', 'failed'] as const
export type TaxReportType = (typeof taxReportTypes)[number]

export const taxReportStatuses = [
  'not-applicable',
  'pending',
  'sent',
  'accepted',
  'rejected',
  'failed',
  'overdue',
  'withdrawn',
] as const
export type TaxReportStatus = (typeof taxReportStatuses)[number]

/** Where the last report about a document stands, or why there is none. */
export type TaxReport = {
  status: TaxReportStatus
  regime: string
  role: TaxRole
  /** ISO 8601. */
  at: string
  /** The report. */
  documentId?: string
  /** What the Message Level Status of the authority says. */
  code?: string
  detail?: string
  /** The outcome of the document waits for it. */
  holds?: true
}

/** What a report is about. */
export type Reports = {
  documentId: string
  role: TaxRole
  regime: string
  type: TaxReportType
  /** The first report about a document has 1. */
  sequence: number
  /** In which time the authority answers. */
  overdueMs: number
}

export const answerKinds = ['mls', 'mlr', 'invoice-response'] as const

/** A document about another one. */
export type Answer = {
  answerId: string
  kind: (typeof answerKinds)[number]
  code: string
  at: Date
  /** Why it does not count; absent: it counts. */
  doubt?: string
  /** Absent: it was stored by an earlier version, and is read from its file. */
  said?: Said
}

/** Who answered, where the answer is a document of this database. */
export type AnswerSource = { participant: Party; accessPoint?: string }

/** What an answer says beside its code (core/said.ts). */
export type Said = {
  /** MLS and MLR: why, and what is wrong. */
  reason?: string
  issues?: { location: string; text: string; code?: string }[]
  /** Invoice Response. */
  reasons?: SaidClarification[]
  actions?: SaidClarification[]
  note?: string
  effectiveDate?: string
}

export type SaidClarification = {
  code?: string
  text?: string
  conditions?: { field?: string; text?: string }[]
}

/** What the reports to Peppol count. */
export type Exchange = {
  at: Date
  direction: Document['direction']
  /** The other side's seat id. */
  accessPoint: string
  documentTypeId: string
  processId: string
  countryC1: string
  countryC4?: string
  endUser: string
}

export const validationModes = ['off', 'true', 'schema', 'report'] as const
export const validationVerdicts = ['not-validated', 'valid', 'invalid'] as const

export type ValidationFacts = {
  mode: (typeof validationModes)[number]
  verdict: (typeof validationVerdicts)[number]
  errors: number
  warnings: number
  ruleSets: RuleSetUse[]
}

export const rulePackNames = ['own', 'official'] as const
type RulePackName = (typeof rulePackNames)[number]

/** A rule set that was applied, with its version. */
type RuleSetUse = {
  id: string
  version: string
  pack: RulePackName
  validFrom?: string
  note?: string
}

export type Document = {
  id: string
  tenantId: string
  kind: DocumentKind
  direction: Direction
  test: boolean
  /** What is played instead of a delivery (core/scenarios.ts); only for test documents. */
  scenario?: Scenario
  clientId?: string
  reference?: string
  /** Where the document has one; at most 255 characters. */
  number?: string
  /** Digest of the whole number, where `number` is cut; as hex. */
  numberSha256?: string
  issueDate?: string
  sender: Party
  receiver: Party
  documentTypeId: string
  processId: string
  countryC1: string
  totals?: { currency: string; payable: string; tax?: string }
  /** SBDH InstanceIdentifier: the same for all attempts; of an outbound document, its id. */
  instanceIdentifier: string
  /** Absent for what gets no Message Level Status. */
  mlsType?: MlsType
  /** Where the sender of an inbound document wants the Message Level Status, as written. */
  mlsTo?: string
  /** The earlier inbound document with the same InstanceIdentifier, which is another one. */
  sameInstanceAs?: string
  /** The trace of the request that submitted it (W3C Trace Context). */
  traceparent?: string
  validation: ValidationFacts
  /** What the caller should know about a document that was accepted all the same. */
  warnings: string[]
  status: Status
  certainty: Certainty
  waiting?: Waiting
  failure?: Failure
  as4?: As4Facts
  mls?: Mls
  word?: Word
  /** How often an inbound document came again. */
  repeats: number
  /** A person has seen to it: it needs no attention any more. */
  setAside?: { at: Date; note?: string }
  /** The document that was sent in its stead, after this one failed or was refused. */
  sentAnewAs?: string
  /** The last document in whose stead this one was sent. */
  sentInsteadOf?: string
  /** The code of the last Invoice Response about it: by its receiver, or ours. */
  responseCode?: string
  /** When its contents were removed at a person's request. */
  forgottenAt?: Date
  /** Set on a report to a tax authority. */
  reports?: Reports
  /** Set on a document that such a report is, or could be, about. */
  taxReport?: TaxReport
  attempts: number
  /** Attempts before the last retry by a caller: they do not count against the limit. */
  attemptsBefore: number
  /** When the delivery ends, or the Message Level Status of an inbound document is due. */
  deadline: Date
  createdAt: Date
  updatedAt: Date
  completedAt?: Date
}

/** `speed`: how many times faster than in reality the time between attempts passes. */
export type Scenario = { name: string; speed: number }

export const fileKinds = [
  'submitted',
  'ubl',
  'sbd',
  'as4-request',
  'as4-response',
  'mls',
  'findings',
  'attachment',
  'word',
] as const
export type FileKind = (typeof fileKinds)[number]

export type NewFile = {
  id: string
  kind: FileKind
  name: string
  mediaType: string
  bytes: Uint8Array
}

export type File = {
  id: string
  kind: FileKind
  name: string
  mediaType: string
  size: number
  sha256: string
  createdAt: Date
}

/**
 * One step of a document's life: every change of status is written with its audit line,
 * in one transaction.
 */
export type Move = { to: Status; event: AuditEvent; actor: string; detail?: string }

export type AuditLine = {
  sequence: number
  at: Date
  from?: Status
  to: Status
  event: string
  actor: string
  attempt?: number
  detail?: string
  /** Over the files that were stored with the line (filesDigest). */
  filesSha256?: string
  /**
   * SHA-256 (hex) over this line and `previousHash`; the first line's previousHash is the digest of
   * the document's record, or 64 zeros if it is older than that (record-digest.ts).
   */
  hash: string
  previousHash: string
}

/** Who changes something that the log of the installation tells of, and when. */
export type ChangedBy = {
  /** `token:<id>`, `command`, or what else it is. */
  actor: string
  at: Date
  /** A token that is changed is replaced by one that is created with it. */
  rotates?: true
}

/** A line of the log of the installation. */
export type LogLine = {
  /** The id of a tenant, or that of the installation. */
  chain: string
  sequence: number
  at: Date
  event: string
  actor: string
  /** What was changed: the id of a token, tenant, webhook or document, or a participant. */
  subject: string
  /** JSON as PostgreSQL writes it: an object. */
  detail: string
  previousHash: string
  /** SHA-256 (hex) over the line and `previousHash`. */
  hash: string
}

export type NewAttempt = {
  id: string
  number: number
  messageId?: string
  endpointUrl?: string
  certificateFingerprint?: string
  accessPoint?: string
  /** The key of the encrypted payload, when the attempt made a new message. */
  sessionKey?: Buffer
  smpMetadata?: SmpMetadata
  startedAt: Date
}

/** The answers that led to the endpoint, in the order in which they were asked for. */
export type SmpMetadata = {
  /** Base URL of the SMP that DNS named. */
  smp: string
  /** Digests as hex. */
  answers: { url: string; sha256: string }[]
}

/** `endedAt` is absent while the attempt is open: it is unknown whether the socket was used. */
export type Attempt = NewAttempt & {
  endedAt?: Date
  outcome?: string
  detail?: string
  httpStatus?: number
  ebmsErrors?: { code: string; severity: string; detail?: string }[]
}

/** Whether a tenant's second document with the same number is refused, or taken with a warning. */
export type DuplicatePolicy = 'refuse' | 'warn'

/** The process of a tenant's French documents that state none; `none`: they must state one. */
export const frenchProcesses = ['none', 'regulated', 'non-regulated'] as const
export type FrenchProcess = (typeof frenchProcesses)[number]

/** The regimes of tax reporting for which reports are built. */
export const reportedRegimes = ['ae', 'sk'] as const

/** What is reported to a tax authority: all that these participants send and receive. */
export type TaxReporting = {
  regime: (typeof reportedRegimes)[number]
  participants: string[]
  /** The participant of the authority, `0242:…`. */
  receiver: string
  /** The authority by name, where reports of the regime say it. */
  authority?: { id: string; name?: string }
  /** The first day, by the clock of the regime: YYYY-MM-DD. */
  from: string
  /** Whether a document has no outcome before its report has one. */
  holdOutcome: boolean
  /** Minutes without the authority's status after which a report is overdue. */
  overdueMinutes: number
}

export type Tenant = {
  id: string
  name: string
  participants: string[]
  duplicates: DuplicatePolicy
  frenchProcess: FrenchProcess
  /** How long the bytes of its documents are kept; absent: as RETENTION_DAYS says. */
  retentionDays?: number
  /** Minutes in which it may say what becomes of a received document; absent: five. */
  mlsWait?: number
  /** Which Message Level Status its documents ask for; absent: as MLS_REQUEST says. */
  mlsType?: MlsType
  /** Where it is sent: `0242:000306-UNIT1`; absent: to the service provider itself. */
  mlsTo?: string
  /** Absent: nothing is reported. */
  taxReporting?: TaxReporting[]
  /** It may publish and withdraw its participants; absent: an operator does. */
  mayPublish?: boolean
}

export const tokenEnvironments = ['live', 'test'] as const
export type TokenEnvironment = (typeof tokenEnvironments)[number]

export type Token = {
  id: string
  publicId: string
  name: string
  environment: TokenEnvironment
  scopes: string[]
  createdAt: Date
  expiresAt?: Date
  revokedAt?: Date
  lastUsedAt?: Date
  tenant: Tenant
}

export type TokenWithSecret = Token & { secretSha256: Buffer }
