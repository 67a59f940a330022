// The document record: its columns, and how a row becomes a record.
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type {
  As4Facts,
  Document,
  Failure,
  Mls,
  MlsCode,
  MlsStatus,
  MlsType,
  Party,
  Reports,
  Scenario,
  TaxReport,
  Waiting,
  Word,
} from '../facts.ts'
import { asked, batchedRead } from '../postgres/batch.ts'
import { between, type IdRange, rangeOf } from '../postgres/months.ts'
import { prepared, runPrepared } from '../postgres/prepared.ts'
import { type RowOf, rowType } from '../postgres/row-types.ts'
import { isUuid, present } from '../postgres/rows.ts'
import { numberColumn, numberFrom } from './numbers.ts'

/** A report to a tax authority is another document, and is listed by itself. */
export type StoredKind = Document['kind'] | 'taxReport'

export type DocumentRow = {
  id: string
  tenant_id: string
  kind: StoredKind
  direction: Document['direction']
  test: boolean
  scenario: Scenario | null
  client_id: string | null
  reference: string | null
  number: string | null
  issue_date: string | null
  sender_id: string
  sender_name: string | null
  sender_country: string | null
  receiver_id: string
  receiver_name: string | null
  receiver_country: string | null
  document_type_id: string
  process_id: string
  country_c1: string
  currency: string | null
  payable: string | null
  tax: string | null
  instance_identifier: string
  mls_type: MlsType | null
  mls_to: string | null
  same_instance_as: string | null
  traceparent: string | null
  validation: Document['validation']
  warnings: string[]
  created_at: Date
}

export type StateRow = {
  status: Document['status']
  certainty: Document['certainty']
  waiting_reason: Waiting['reason'] | null
  waiting_since: Date | null
  next_attempt_at: Date | null
  failure_code: string | null
  failure_detail: string | null
  failure_retryable: boolean | null
  as4_message_id: string | null
  as4_receipt_id: string | null
  as4_sent_at: Date | null
  as4_received_at: Date | null
  as4_access_point: string | null
  attempts: number
  attempts_before: number
  deadline: Date
  mls_status: MlsStatus | null
  mls_code: string | null
  mls_at: Date | null
  mls_due_at: Date | null
  word_code: MlsCode | null
  word_at: Date | null
  validation_of_arrival: Document['validation'] | null
  repeats: number
  set_aside_at: Date | null
  set_aside_note: string | null
  sent_anew_as: string | null
  sent_instead_of: string | null
  response_code: string | null
  forgotten_at: Date | null
  reports: Reports | null
  tax_report: TaxReport | null
  updated_at: Date
  completed_at: Date | null
}

/** The columns of StateRow, of the table `states` under the name `state`. */
export const stateColumns = `
  state.status, state.certainty, state.waiting_reason, state.waiting_since, state.next_attempt_at,
  state.failure_code, state.failure_detail, state.failure_retryable, state.as4_message_id,
  state.as4_receipt_id, state.as4_sent_at, state.as4_received_at, state.as4_access_point,
  state.attempts, state.attempts_before, state.deadline, state.mls_status, state.mls_code,
  state.mls_at, state.mls_due_at, state.word_code, state.word_at,
  state.validation as validation_of_arrival, state.repeats,
  state.set_aside_at, state.set_aside_note, state.sent_anew_as, state.sent_instead_of,
  state.response_code, state.forgotten_at, state.reports, state.tax_report, state.updated_at,
  state.completed_at`

export type RecordRow = DocumentRow & StateRow

/**
 * Every document with its state, as rows to select from. No view: one with more columns breaks the
 * prepared statements of the version before.
 */
export const documentRecords = `(
  select document.*, state.document_id, ${stateColumns}
  from documents document join states state on state.document_id = document.id) record`

const byIdStatement = prepared<{ ids: string } & IdRange>(
  'document_by_id',
  `
  select found.* from json_array_elements_text($ids::json) as asked (id)
  cross join lateral (
    select * from ${documentRecords} where id = asked.id::uuid and ${between('id')}
      and ${between('document_id')} limit 1) found`,
)

const byId = batchedRead(async (pool, ids: string[]) => {
  const query = byIdStatement.with({ ids: asked(ids), ...rangeOf(ids) })
  const { rows } = await runPrepared<RecordRow>(pool, query)
  return ids.map((id) => rows.find((row) => row.id === id))
})

/** Undefined when the tenant has no such document, or the id is not a UUID. */
export async function documentById(
  pool: Pool,
  tenantId: string,
  id: string,
): Promise<Document | undefined> {
  if (!isUuid(id)) return undefined
  const row = await byId(pool, id.toLowerCase())
  return row?.tenant_id === tenantId ? toDocument(row) : undefined
}

/** The record of a document that this process has stored, as it was stored; it may have gone. */
export type RecentRecord = (documentId: string) => Document | undefined

// Planned for each array anew: then the bounds choose the partitions. It is not asked for often.
const byIdsStatement = prepared<{ ids: string[] } & IdRange>(
  'documents_by_id',
  `
  select * from ${documentRecords}
  where id = any ($ids) and id between $lowestId and $highestId
    and document_id between $lowestId and $highestId`,
)

/** Documents by their ids; those that have not changed since they were stored, from `recent`. */
export async function documentsOf(
  pool: Pool,
  wanted: readonly { id: string; isNew: boolean }[],
  recent: RecentRecord | undefined,
): Promise<Map<string, Document>> {
  const found = new Map<string, Document>()
  for (const { id, isNew } of wanted) {
    const document = isNew ? recent?.(id) : undefined
    if (document) found.set(id, document)
  }
  const missing = wanted.map(({ id }) => id).filter((id) => !found.has(id))
  if (missing.length === 0) return found
  const query = byIdsStatement.with({ ids: missing, ...rangeOf(missing) })
  const { rows } = await runPrepared<RecordRow>(pool, query)
  for (const row of rows) found.set(row.id, toDocument(row))
  return found
}

/**
 * The document with that reference that did not fail, else the newest of those that did.
 */
export async function documentByReference(
  pool: Pool,
  tenantId: string,
  reference: string,
): Promise<Document | undefined> {
  const { rows } = await pool.query<RecordRow>(
    `select * from ${documentRecords} where tenant_id = $1 and reference = $2
     order by status not in ('failed', 'rejected', 'cancelled') desc, id desc limit 1`,
    [tenantId, reference],
  )
  return rows[0] && toDocument(rows[0])
}

const versionsStatement = prepared<{ ids: readonly string[] } & IdRange>(
  'versions',
  `
  select document_id, updated_at, status from states
  where document_id = any ($ids) and document_id between $lowestId and $highestId`,
)

/** What shows whether documents have changed; those that are not there are left out. */
export async function versions(
  pool: Pool,
  ids: readonly string[],
): Promise<{ id: string; updatedAt: string; status: Document['status'] }[]> {
  const { rows } = await runPrepared<
    Pick<StateRow, 'updated_at' | 'status'> & { document_id: string }
  >(pool, versionsStatement.with({ ids, ...rangeOf(ids) }))
  return rows.map(({ document_id: id, updated_at: updatedAt, status }) => ({
    id,
    updatedAt: updatedAt.toISOString(),
    status,
  }))
}

/**
 * What makes two documents the same to a receiver: SHA-256 over their parties, kind and number.
 * Undefined when nothing does: a number of an order says nothing about a catalogue.
 */
export function numberDigest(document: Document): Buffer | undefined {
  const { test, kind, sender, receiver } = document
  const number = numberColumn(document)
  if (kind === 'other' || number === undefined) return undefined
  const identity = JSON.stringify([test, kind, sender.id, receiver.id, number])
  return createHash('sha256').update(identity).digest()
}

const holdersStatement = prepared<{ digests: string }>(
  'number_holders',
  `
  select asked.position, holder.document_id
  from json_to_recordset($digests::json) as asked (position integer, tenant_id uuid, digest text)
  cross join lateral (
    select document_id from document_numbers taken
    where taken.tenant_id = asked.tenant_id and taken.digest = decode(asked.digest, 'hex')
    limit 1) holder`,
)

const holderOf = batchedRead(async (pool, all: { tenantId: string; digest: Buffer }[]) => {
  const digests = all.map(({ tenantId, digest }, position) => ({
    position,
    tenant_id: tenantId,
    digest: digest.toString('hex'),
  }))
  const { rows } = await runPrepared<{ position: number; document_id: string }>(
    pool,
    holdersStatement.with({ digests: JSON.stringify(digests) }),
  )
  return all.map((_, position) => rows.find((row) => row.position === position)?.document_id)
})

const sameNumberStatement = prepared<{ documentId: string }>(
  'same_number',
  `
  select document_id as id, status from states state
  where document_id = known_at_start($documentId::uuid) and not is_refused(state)
    and (status not in ('failed', 'rejected', 'cancelled')
      or (status = 'failed' and certainty = 'unknown'))`,
)

/** The earlier document with the same number that may have reached the receiver, if any. */
export async function sameNumber(
  pool: Pool,
  document: Document,
): Promise<Pick<Document, 'id' | 'status'> | undefined> {
  const digest = numberDigest(document)
  const holder = digest && (await holderOf(pool, { tenantId: document.tenantId, digest }))
  if (!holder) return undefined
  const query = sameNumberStatement.with({ documentId: holder })
  const { rows } = await runPrepared<Pick<Document, 'id' | 'status'>>(pool, query)
  return rows[0]
}

/** The columns of what is written once. */
export const newDocument = rowType('new_document', {
  id: 'uuid',
  tenant_id: 'uuid',
  direction: 'text',
  kind: 'text',
  test: 'boolean',
  scenario: 'jsonb',
  client_id: 'text',
  reference: 'text',
  number: 'text',
  issue_date: 'text',
  sender_id: 'text',
  sender_name: 'text',
  sender_country: 'text',
  receiver_id: 'text',
  receiver_name: 'text',
  receiver_country: 'text',
  document_type_id: 'text',
  process_id: 'text',
  country_c1: 'text',
  currency: 'text',
  payable: 'text',
  tax: 'text',
  instance_identifier: 'text',
  mls_type: 'text',
  mls_to: 'text',
  same_instance_as: 'uuid',
  traceparent: 'text',
  validation: 'jsonb',
  warnings: 'text[]',
  created_at: 'timestamptz',
})

export function toDocumentRow(document: Document): RowOf<typeof newDocument> {
  return {
    id: document.id,
    tenant_id: document.tenantId,
    direction: document.direction,
    kind: document.reports ? 'taxReport' : document.kind,
    test: document.test,
    scenario: document.scenario,
    client_id: document.clientId,
    reference: document.reference,
    number: numberColumn(document),
    issue_date: document.issueDate,
    sender_id: document.sender.id,
    sender_name: document.sender.name,
    sender_country: document.sender.country,
    receiver_id: document.receiver.id,
    receiver_name: document.receiver.name,
    receiver_country: document.receiver.country,
    document_type_id: document.documentTypeId,
    process_id: document.processId,
    country_c1: document.countryC1,
    currency: document.totals?.currency,
    payable: document.totals?.payable,
    tax: document.totals?.tax,
    instance_identifier: document.instanceIdentifier,
    mls_type: document.mlsType,
    mls_to: document.mlsTo,
    same_instance_as: document.sameInstanceAs,
    traceparent: document.traceparent,
    validation: document.validation,
    warnings: document.warnings,
    created_at: document.createdAt,
  }
}

/** What a delivery waits for, why it failed, and what is known of its sending. */
export const deliveryColumns = {
  waiting_reason: 'text',
  waiting_since: 'timestamptz',
  next_attempt_at: 'timestamptz',
  failure_code: 'text',
  failure_detail: 'text',
  failure_retryable: 'boolean',
  as4_message_id: 'text',
  as4_receipt_id: 'text',
  as4_sent_at: 'timestamptz',
  as4_received_at: 'timestamptz',
  as4_access_point: 'text',
} as const

export function toDeliveryColumns({
  waiting,
  failure,
  as4,
}: Pick<Partial<Document>, 'waiting' | 'failure' | 'as4'>) {
  return {
    waiting_reason: waiting?.reason,
    waiting_since: waiting?.since,
    next_attempt_at: waiting?.nextAttemptAt,
    failure_code: failure?.code,
    failure_detail: failure?.detail,
    failure_retryable: failure?.retryable,
    as4_message_id: as4?.messageId,
    as4_receipt_id: as4?.receiptId,
    as4_sent_at: as4?.sentAt,
    as4_received_at: as4?.receivedAt,
    as4_access_point: as4?.accessPoint,
  }
}

/** The columns of a new document's state. */
export const newState = rowType('new_state', {
  document_id: 'uuid',
  tenant_id: 'uuid',
  status: 'text',
  certainty: 'text',
  ...deliveryColumns,
  attempts: 'integer',
  attempts_before: 'integer',
  deadline: 'timestamptz',
  mls_status: 'text',
  mls_code: 'text',
  mls_at: 'timestamptz',
  mls_due_at: 'timestamptz',
  repeats: 'integer',
  updated_at: 'timestamptz',
  completed_at: 'timestamptz',
})

export function toStateRow(document: Document): RowOf<typeof newState> {
  const { mls } = document
  return {
    document_id: document.id,
    tenant_id: document.tenantId,
    status: document.status,
    certainty: document.certainty,
    attempts: document.attempts,
    attempts_before: document.attemptsBefore,
    deadline: document.deadline,
    mls_status: mls?.status,
    mls_code: mls?.code,
    mls_at: mls?.at,
    mls_due_at: mls?.dueAt,
    repeats: document.repeats,
    updated_at: document.updatedAt,
    completed_at: document.completedAt,
    ...toDeliveryColumns(document),
  }
}

export function toDocument(row: RecordRow): Document {
  return present({
    id: row.id,
    tenantId: row.tenant_id,
    kind: row.kind === 'taxReport' ? 'other' : row.kind,
    direction: row.direction,
    test: row.test,
    scenario: row.scenario,
    clientId: row.client_id,
    reference: row.reference,
    ...(row.number === null ? {} : numberFrom(row.number)),
    issueDate: row.issue_date,
    sender: toParty(row.sender_id, row.sender_name, row.sender_country),
    receiver: toParty(row.receiver_id, row.receiver_name, row.receiver_country),
    documentTypeId: row.document_type_id,
    processId: row.process_id,
    countryC1: row.country_c1,
    totals: toTotals(row),
    instanceIdentifier: row.instance_identifier,
    mlsType: row.mls_type,
    mlsTo: row.mls_to,
    sameInstanceAs: row.same_instance_as,
    traceparent: row.traceparent,
    validation: row.validation_of_arrival ?? row.validation,
    warnings: row.warnings,
    status: row.status,
    certainty: row.certainty,
    waiting: toWaiting(row),
    failure: toFailure(row),
    as4: toAs4Facts(row),
    mls: toMls(row),
    word: toWord(row),
    repeats: row.repeats,
    setAside: toSetAside(row),
    sentAnewAs: row.sent_anew_as,
    sentInsteadOf: row.sent_instead_of,
    responseCode: row.response_code,
    forgottenAt: row.forgotten_at,
    reports: row.reports,
    taxReport: row.tax_report,
    attempts: row.attempts,
    attemptsBefore: row.attempts_before,
    deadline: row.deadline,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
  })
}

function toParty(id: string, name: string | null, country: string | null): Party {
  return present({ id, name, country })
}

type Totals = NonNullable<Document['totals']>

function toTotals({ currency, payable, tax }: DocumentRow): Totals | null {
  return currency === null || payable === null ? null : present({ currency, payable, tax })
}

function toWaiting(row: StateRow): Waiting | null {
  if (row.waiting_reason === null || row.waiting_since === null || row.next_attempt_at === null)
    return null
  return {
    reason: row.waiting_reason,
    since: row.waiting_since,
    nextAttemptAt: row.next_attempt_at,
  }
}

function toFailure(row: StateRow): Failure | null {
  if (row.failure_code === null || row.failure_detail === null || row.failure_retryable === null)
    return null
  return { code: row.failure_code, detail: row.failure_detail, retryable: row.failure_retryable }
}

function toSetAside({ set_aside_at: at, set_aside_note: note }: StateRow) {
  return at && present({ at, note })
}

function toAs4Facts(row: StateRow): As4Facts | null {
  if (row.as4_message_id === null || row.as4_sent_at === null) return null
  return present({
    messageId: row.as4_message_id,
    receiptId: row.as4_receipt_id,
    sentAt: row.as4_sent_at,
    receivedAt: row.as4_received_at,
    accessPoint: row.as4_access_point,
  })
}

function toWord({ word_code: code, word_at: at }: StateRow): Word | null {
  return code === null || at === null ? null : { code, at }
}

function toMls(row: StateRow): Mls | null {
  if (row.mls_status === null) return null
  return present({
    status: row.mls_status,
    code: row.mls_code,
    at: row.mls_at,
    dueAt: row.mls_due_at,
  })
}
