// The document record: its columns, and how a row becomes a record.
import type { Pool } from 'pg'
import type { As4Facts, Document, Failure, Party, Waiting } from './facts.ts'
import { runPrepared } from './prepared.ts'
import { isUuid, present } from './rows.ts'

export type DocumentRow = {
  id: string
  tenant_id: string
  kind: Document['kind']
  direction: Document['direction']
  test: boolean
  client_id: string | null
  reference: string | null
  number: string
  issue_date: string
  sender_id: string
  sender_name: string | null
  sender_country: string | null
  receiver_id: string
  receiver_name: string | null
  receiver_country: string | null
  document_type_id: string
  process_id: string
  country_c1: string
  currency: string
  payable: string
  tax: string | null
  instance_identifier: string
  validation: Document['validation']
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
  deadline: Date
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

const byIdStatement = {
  name: 'document_by_id',
  text: 'select * from documents where tenant_id = $1 and id = $2',
}

/** Undefined when the tenant has no such document, or the id is not a UUID. */
export async function documentById(
  pool: Pool,
  tenantId: string,
  id: string,
): Promise<Document | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await runPrepared<DocumentRow>(pool, byIdStatement, [tenantId, id])
  return rows[0] && toDocument(rows[0])
}

/** The newest document with that reference: earlier ones that failed may have carried it too. */
export async function documentByReference(
  pool: Pool,
  tenantId: string,
  reference: string,
): Promise<Document | undefined> {
  const { rows } = await pool.query<DocumentRow>(
    `select * from documents where tenant_id = $1 and reference = $2
     order by created_at desc, id desc limit 1`,
    [tenantId, reference],
  )
  return rows[0] && toDocument(rows[0])
}

/** The number of documents that are not in a final state. */
export async function backlog(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::integer as count from documents where status in ('accepted', " +
      "'waiting', 'sending')",
  )
  return rows[0]?.count ?? 0
}

/** The values of all columns except those of a send, by column name. */
export function toRow(document: Document): Omit<DocumentRow, `as4_${string}`> {
  return {
    id: document.id,
    tenant_id: document.tenantId,
    kind: document.kind,
    direction: document.direction,
    test: document.test,
    client_id: document.clientId ?? null,
    reference: document.reference ?? null,
    number: document.number,
    issue_date: document.issueDate,
    sender_id: document.sender.id,
    sender_name: document.sender.name ?? null,
    sender_country: document.sender.country ?? null,
    receiver_id: document.receiver.id,
    receiver_name: document.receiver.name ?? null,
    receiver_country: document.receiver.country ?? null,
    document_type_id: document.documentTypeId,
    process_id: document.processId,
    country_c1: document.countryC1,
    currency: document.totals.currency,
    payable: document.totals.payable,
    tax: document.totals.tax ?? null,
    instance_identifier: document.instanceIdentifier,
    validation: document.validation,
    status: document.status,
    certainty: document.certainty,
    waiting_reason: document.waiting?.reason ?? null,
    waiting_since: document.waiting?.since ?? null,
    next_attempt_at: document.waiting?.nextAttemptAt ?? null,
    failure_code: document.failure?.code ?? null,
    failure_detail: document.failure?.detail ?? null,
    failure_retryable: document.failure?.retryable ?? null,
    attempts: document.attempts,
    deadline: document.deadline,
    created_at: document.createdAt,
    updated_at: document.updatedAt,
    completed_at: document.completedAt ?? null,
  }
}

export function toDocument(row: DocumentRow): Document {
  return present({
    id: row.id,
    tenantId: row.tenant_id,
    kind: row.kind,
    direction: row.direction,
    test: row.test,
    clientId: row.client_id,
    reference: row.reference,
    number: row.number,
    issueDate: row.issue_date,
    sender: toParty(row.sender_id, row.sender_name, row.sender_country),
    receiver: toParty(row.receiver_id, row.receiver_name, row.receiver_country),
    documentTypeId: row.document_type_id,
    processId: row.process_id,
    countryC1: row.country_c1,
    totals: present({ currency: row.currency, payable: row.payable, tax: row.tax }),
    instanceIdentifier: row.instance_identifier,
    validation: row.validation,
    status: row.status,
    certainty: row.certainty,
    waiting: toWaiting(row),
    failure: toFailure(row),
    as4: toAs4Facts(row),
    attempts: row.attempts,
    deadline: row.deadline,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
  })
}

function toParty(id: string, name: string | null, country: string | null): Party {
  return present({ id, name, country })
}

function toWaiting(row: DocumentRow): Waiting | null {
  if (row.waiting_reason === null || row.waiting_since === null || row.next_attempt_at === null)
    return null
  return {
    reason: row.waiting_reason,
    since: row.waiting_since,
    nextAttemptAt: row.next_attempt_at,
  }
}

function toFailure(row: DocumentRow): Failure | null {
  if (row.failure_code === null || row.failure_detail === null || row.failure_retryable === null)
    return null
  return { code: row.failure_code, detail: row.failure_detail, retryable: row.failure_retryable }
}

function toAs4Facts(row: DocumentRow): As4Facts | null {
  if (row.as4_message_id === null || row.as4_sent_at === null) return null
  return present({
    messageId: row.as4_message_id,
    receiptId: row.as4_receipt_id,
    sentAt: row.as4_sent_at,
    receivedAt: row.as4_received_at,
    accessPoint: row.as4_access_point,
  })
}
