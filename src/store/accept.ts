// Accepting a document: record, bytes, first audit line, job and Idempotency-Key, all or nothing.
import type { Pool } from 'pg'
import { type DocumentRow, toDocument, toRow } from './documents.ts'
import type { Document, Move, NewFile } from './facts.ts'
import { insertFiles, storeWithFiles, toFileValues } from './files.ts'
import { firstAnswer, type StoredAnswer } from './idempotency.ts'
import { runPrepared } from './prepared.ts'

export type Accept = {
  document: Document
  files: readonly NewFile[]
  /** To `accepted` or `rejected`, for a new document. */
  move: Move
  /** The delivery, if there is to be one. */
  job?: { runAt: Date }
  idempotency?: {
    path: string
    key: string
    bodySha256: Buffer
    answer: StoredAnswer
    expiresAt: Date
  }
}

export type Accepted =
  | { kind: 'stored' }
  /** The same request was answered before: give that answer again. */
  | { kind: 'replay'; answer: StoredAnswer }
  /** The key was used before, with another body. */
  | { kind: 'key-reused' }
  /** The reference belongs to another document of the tenant that did not fail. */
  | { kind: 'reference-taken'; document: Document }

// If the key exists, or another transaction is just writing it, `held` is empty and
// nothing is stored.
const acceptStatement = {
  name: 'accept_document',
  text: `
  with key_claim as (
    insert into idempotency (tenant_id, path, key, body_sha256, status, answer, expires_at)
    select tenant_id, $7, $8, $9::bytea, $10::integer, $11::json, $12::timestamptz
    from json_populate_record(null::documents, $6::json)
    where $8::text is not null
    on conflict (tenant_id, path, key) do update
      set body_sha256 = excluded.body_sha256, status = excluded.status,
          answer = excluded.answer, expires_at = excluded.expires_at
      where idempotency.expires_at <= $5::timestamptz
    returning key
  ),
  held as (
    select id as document_id from json_populate_record(null::documents, $6::json)
    where $8::text is null or exists (select from key_claim)
  ),
  new_document as (
    insert into documents
    select document.* from held, json_populate_record(null::documents, $6::json) as document
  ),
  new_line as (
    insert into audit (document_id, at, to_status, event, actor, detail)
    select document_id, $5::timestamptz, $13, $14, $15, $16 from held
  ),
  new_job as (
    insert into jobs (kind, document_id, run_at)
    select 'deliver', document_id, $17::timestamptz from held where $17::timestamptz is not null
  ),
  ${insertFiles}
  select document_id from held`,
}

/**
 * Stores a document with everything that belongs to it in one transaction, or says why
 * it was not stored.
 */
export async function acceptDocument(pool: Pool, accept: Accept): Promise<Accepted> {
  const files = await toFileValues(accept.files)
  try {
    const stored = await storeWithFiles(pool, files, async (database) => {
      const { rowCount } = await runPrepared(database, acceptStatement, [
        ...files.first,
        ...toValues(accept),
      ])
      return rowCount === 1
    })
    return stored ? { kind: 'stored' } : await answerAgain(pool, accept)
  } catch (error) {
    if (!isReferenceTaken(error)) throw error
    const document = await holderOfReference(pool, accept.document)
    // Its holder may have failed in the meantime, which frees the reference.
    return document ? { kind: 'reference-taken', document } : acceptDocument(pool, accept)
  }
}

function toValues({ document, move, job, idempotency }: Accept): unknown[] {
  return [
    document.createdAt,
    JSON.stringify(toRow(document)),
    idempotency?.path,
    idempotency?.key,
    idempotency?.bodySha256,
    idempotency?.answer.status,
    idempotency && JSON.stringify(idempotency.answer.body),
    idempotency?.expiresAt,
    move.to,
    move.event,
    move.actor,
    move.detail,
    job?.runAt,
  ]
}

async function answerAgain(pool: Pool, { document, idempotency }: Accept): Promise<Accepted> {
  if (idempotency === undefined)
    throw new Error('A document without an Idempotency-Key was not stored')
  const { path, key, bodySha256 } = idempotency
  const first = await firstAnswer(pool, {
    tenantId: document.tenantId,
    path,
    key,
    now: document.createdAt,
  })
  if (first === undefined) throw new Error('The first answer to an Idempotency-Key is missing')
  return first.bodySha256.equals(bodySha256)
    ? { kind: 'replay', answer: first.answer }
    : { kind: 'key-reused' }
}

function isReferenceTaken(error: unknown): boolean {
  return (
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === 'documents_reference_taken'
  )
}

async function holderOfReference(
  pool: Pool,
  { tenantId, reference }: Document,
): Promise<Document | undefined> {
  const { rows } = await pool.query<DocumentRow>(
    `select * from documents
     where tenant_id = $1 and reference = $2 and status not in ('failed', 'rejected', 'cancelled')`,
    [tenantId, reference],
  )
  return rows[0] && toDocument(rows[0])
}
