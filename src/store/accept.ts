// Accepting a document: record, bytes, first audit line, job, keys and Idempotency-Key, all or
// nothing.
import type { Pool } from 'pg'
import { numberDigest, toDocumentRow, toStateRow } from './documents.ts'
import type { Answer, Document, MlsStatus, Move, NewFile } from './facts.ts'
import { insertFiles, storeWithFiles, toFileValues } from './files.ts'
import type { KeyHold, StoredAnswer } from './idempotency.ts'
import { type Taken, takenBy } from './keys.ts'
import { runPrepared } from './prepared.ts'

export type Accept = {
  document: Document
  files: readonly NewFile[]
  /** To `accepted` or `rejected`, for a new document. */
  move: Move
  /** The delivery, if there is to be one, and what it shares with others (core/lane.ts). */
  job?: { runAt: Date; lane: string; bytes: number }
  /** Whether an earlier document with the same number does not matter. */
  allowDuplicate: boolean
  /** The inbound document that it answers; with `mlsStatus`, as the one status that is owed. */
  answering?: Pick<Answer, 'kind' | 'code'> & { documentId: string; mlsStatus?: MlsStatus }
  /** The hold on its Idempotency-Key, and the answer that ends it. */
  idempotency?: KeyHold & { answer: StoredAnswer; expiresAt: Date }
}

type Accepted =
  | { kind: 'stored' }
  /** Another request took the Idempotency-Key over. */
  | { kind: 'key-lost' }
  /** No Message Level Status is owed, or it was sent meanwhile. */
  | { kind: 'not-owed' }
  | Taken

// If this request does not hold its key any more, `held` is empty and nothing is stored. A
// reference or number that belongs to another document ends the statement with an error that names
// the table (migrations/0001_documents.sql).
const acceptStatement = {
  name: 'accept_document',
  text: `
  with document as (select * from json_populate_record(null::documents, $5::json)),
  answered_key as (
    update idempotency
    set status = $10::integer, answer = $11::json, expires_at = $12::timestamptz, holder = null
    from document
    where idempotency.tenant_id = document.tenant_id and path = $7 and key = $8
      and holder = $9::uuid
    returning key
  ),
  answered as (
    update states set
      mls_status = coalesce($24::text, mls_status),
      mls_code = case when $24::text is null then mls_code else $26 end,
      mls_at = case when $24::text is null then mls_at else $4::timestamptz end,
      mls_due_at = case when $24::text is null then mls_due_at end,
      updated_at = $4::timestamptz
    where document_id = $23::uuid and ($24::text is null or mls_status = 'awaited')
    returning document_id, status
  ),
  held as (
    select id as document_id, tenant_id from document
    where ($8::text is null or exists (select from answered_key))
      and ($23::uuid is null or exists (select from answered))
  ),
  new_answer as (
    insert into answers (document_id, answer_id, kind, code, at)
    select answered.document_id, held.document_id, $25, $26, $4::timestamptz from held, answered
  ),
  answer_line as (
    insert into audit (document_id, at, to_status, event, actor, detail)
    select answered.document_id, $4::timestamptz, answered.status, 'answered', $15,
           $25 || ' ' || $26
    from held, answered
  ),
  answer_given as (
    delete from inbound_jobs using answered
    where inbound_jobs.document_id = answered.document_id and $24::text is not null
  ),
  new_reference as (
    insert into document_references (tenant_id, reference, document_id)
    select document.tenant_id, document.reference, document.id from held, document
    where document.reference is not null and $13::text = 'accepted'
    on conflict (tenant_id, reference) do update set document_id = excluded.document_id
      where reference_is_free(document_references.document_id)
  ),
  new_number as (
    insert into document_numbers (tenant_id, digest, document_id)
    select tenant_id, $19::bytea, document_id from held
    where $19::bytea is not null and $13::text = 'accepted'
    on conflict (tenant_id, digest) do update set document_id = excluded.document_id
      where $20::boolean or number_is_free(document_numbers.document_id)
  ),
  new_document as (insert into documents select document.* from held, document),
  new_state as (
    insert into states
    select (json_populate_record(null::states, $6::json)).* from held
  ),
  new_line as (
    insert into audit (document_id, at, to_status, event, actor, detail, files_sha256)
    select document_id, $4::timestamptz, $13::text, $14, $15, $16, $22 from held
  ),
  new_job as (
    insert into jobs (document_id, tenant_id, lane, receiver_id, bytes, run_at, deadline)
    select document.id, document.tenant_id, $18, document.receiver_id, $21::bigint,
           $17::timestamptz, ($6::json->>'deadline')::timestamptz
    from held, document where $17::timestamptz is not null
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
  const { answering } = accept
  try {
    const stored = await storeWithFiles(pool, files, async (database) => {
      const { rowCount } = await runPrepared(database, acceptStatement, [
        ...files.first,
        ...toValues(accept),
        files.digest,
        ...[answering?.documentId, answering?.mlsStatus, answering?.kind, answering?.code],
      ])
      return rowCount === 1
    })
    return { kind: stored ? 'stored' : answering?.mlsStatus ? 'not-owed' : 'key-lost' }
  } catch (error) {
    const taken = await takenBy(pool, error, accept.document)
    if (taken) return taken
    throw error
  }
}

function toValues({ document, move, job, idempotency, allowDuplicate }: Accept): unknown[] {
  return [
    document.createdAt,
    JSON.stringify(toDocumentRow(document)),
    JSON.stringify({
      document_id: document.id,
      tenant_id: document.tenantId,
      ...toStateRow(document),
    }),
    idempotency?.path,
    idempotency?.key,
    idempotency?.holder,
    idempotency?.answer.status,
    idempotency && JSON.stringify(idempotency.answer.body),
    idempotency?.expiresAt,
    move.to,
    move.event,
    move.actor,
    move.detail,
    job?.runAt,
    job?.lane,
    numberDigest(document),
    allowDuplicate,
    job?.bytes,
  ]
}
