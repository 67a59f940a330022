// The record of a document as its row has it, and the digest of it with which its chain of audit
// lines begins (migrations/0024_record_digest.sql).
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { AuditLine } from '../facts.ts'
import { forgottenFacts } from './audit.ts'

/** The columns of `documents`, each as a string, a boolean or a list of strings, in their order. */
export const recordColumns = [
  'id',
  'tenant_id',
  'direction',
  'kind',
  'test',
  'scenario',
  'client_id',
  'reference',
  'number',
  'issue_date',
  'sender_id',
  'sender_name',
  'sender_country',
  'receiver_id',
  'receiver_name',
  'receiver_country',
  'document_type_id',
  'process_id',
  'country_c1',
  'currency',
  'payable',
  'tax',
  'instance_identifier',
  'mls_type',
  'mls_to',
  'same_instance_as',
  'traceparent',
  'validation',
  'warnings',
  'created_at',
] as const

type RecordColumn = (typeof recordColumns)[number]

/** Null for what the record has not; jsonb as text. */
export type RecordRow = Record<RecordColumn, string | boolean | string[] | null>

const expressions: Partial<Record<RecordColumn, string>> = {
  scenario: 'document.scenario::text',
  validation: 'document.validation::text',
  created_at: `to_char(document.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
}

/** An expression of SQL for the values of a row of `document`, as JSON in the order of columns. */
export const recordValues = `json_build_array(${recordColumns
  .map((column) => expressions[column] ?? `document.${column}`)
  .join(', ')})`

/** The record of a document that is there. */
export async function recordOf(pool: Pool, documentId: string): Promise<RecordRow> {
  const { rows } = await pool.query<{ values: unknown[] }>(
    `select ${recordValues} as values from documents document where id = $1`,
    [documentId],
  )
  return toRecordRow(rows[0]?.values ?? [])
}

export function toRecordRow(values: readonly unknown[]): RecordRow {
  return Object.fromEntries(
    recordColumns.map((column, index) => [column, values[index] ?? null]),
  ) as RecordRow
}

/** An expression of SQL for the digest of a row of `document`. */
export const recordSha256 = `encode(sha256(convert_to(${recordValues}::text, 'UTF8')), 'hex')`

/** Whether a record, as JSON, has none of the texts that a forgotten document loses. */
export function isWithoutTexts(record: string): boolean {
  const { sender_name, receiver_name, warnings } = toRecordRow(JSON.parse(record) as unknown[])
  return sender_name === null && receiver_name === null && !(warnings as string[]).length
}

const zeros = '0'.repeat(64)

/**
 * The digest that the record of these lines must have: that of the last forgetting, or the one that
 * the chain begins with. Undefined if they are older than that, and the record was not forgotten.
 */
export function recordDigestOf(lines: readonly AuditLine[]): string | undefined {
  const [first] = lines
  const forgotten = lines.findLast((line) => forgottenFacts(line) !== undefined)
  if (forgotten) return forgottenFacts(forgotten)?.record
  return first && recordDigestIn(first)
}

/**
 * What the first line has in place of a hash before it: the digest of the record. Undefined if the
 * line was written before there was one.
 */
export function recordDigestIn({
  previousHash,
}: Pick<AuditLine, 'previousHash'>): string | undefined {
  return previousHash === zeros ? undefined : previousHash
}

/** SHA-256 (hex) of a record: of its values as JSON, as PostgreSQL writes an array. */
export function recordDigest(row: RecordRow): string {
  const values = recordColumns.map((column) => JSON.stringify(row[column]))
  return createHash('sha256')
    .update(`[${values.join(', ')}]`)
    .digest('hex')
}
