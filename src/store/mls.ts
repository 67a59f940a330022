// Message Level Status of documents that we sent, and other documents about documents.
import type { Pool } from 'pg'
import { type DocumentRow, type StateRow, toDocument } from './documents.ts'
import type { Answer, Document, MlsStatus, Move, NewFile } from './facts.ts'
import { fileParameters, insertFiles, storeWithFiles, toFileValues } from './files.ts'
import { runPrepared } from './prepared.ts'
import { isUuid } from './rows.ts'

/** A document of any tenant that was sent with this InstanceIdentifier, which is its id. */
export async function sentDocument(
  pool: Pool,
  instanceIdentifier: string,
): Promise<Document | undefined> {
  if (!isUuid(instanceIdentifier)) return undefined
  const { rows } = await pool.query<DocumentRow & StateRow>(
    `select * from records where id = $1 and direction = 'outbound'`,
    [instanceIdentifier],
  )
  return rows[0] && toDocument(rows[0])
}

type MlsReceipt = {
  document: Pick<Document, 'id' | 'status'>
  answer: Answer
  mlsStatus: Extract<MlsStatus, 'accepted' | 'acknowledged' | 'rejected'>
  /** To `delivered`, when the message proves what no receipt did. */
  confirmed?: Move
  actor: string
  detail: string
  /** The message as it came. */
  file: NewFile
  at: Date
}

// A delivery that is under way ends first. What the message confirms needs no further attempt.
const mlsStatement = {
  name: 'record_mls',
  text: `
  with unqueued as (
    delete from jobs using states
    where jobs.document_id = $5::uuid and jobs.lease_owner is null
      and states.document_id = jobs.document_id and states.document_id = known_at_start($5::uuid)
      and states.status = 'waiting' and states.certainty = 'unknown' and $6::text = 'waiting'
    returning jobs.document_id
  ),
  held as (
    update states set
      status = $7::text, mls_status = $8::text, mls_code = $9, mls_at = $4::timestamptz,
      mls_due_at = null, updated_at = $4::timestamptz, certainty = 'confirmed',
      waiting_reason = null, waiting_since = null, next_attempt_at = null,
      failure_code = null, failure_detail = null, failure_retryable = null,
      completed_at = coalesce(completed_at, $4::timestamptz)
    where document_id = known_at_start($5::uuid) and status = $6::text
      and (status <> 'waiting' or exists (select from unqueued))
      and not exists (select from answers where document_id = known_at_start($5::uuid)
                        and kind = 'mls')
    returning document_id
  ),
  new_answer as (
    insert into answers (document_id, answer_id, kind, code, at)
    select document_id, $10::uuid, 'mls', $9, $4::timestamptz from held
  ),
  new_lines as (
    insert into audit (document_id, at, to_status, event, actor, detail, files_sha256)
    select document_id, $4::timestamptz, $7::text, line.event, $11, line.detail, line.digest
    from held, (values (1, $12::text, $13::text, null::text), (2, 'mls-received', $14, $15))
      as line (step, event, detail, digest)
    where line.event is not null
    order by line.step
  ),
  ${insertFiles}
  select document_id from held`,
}

/**
 * Records the first Message Level Status of a document. False when the document has moved, or has
 * one already.
 */
export async function recordMls(pool: Pool, receipt: MlsReceipt): Promise<boolean> {
  const { document, answer, mlsStatus, confirmed, file, at } = receipt
  const files = await toFileValues(pool, [file], { documentId: document.id, at })
  return storeWithFiles(pool, files, async (database) => {
    const { rowCount } = await runPrepared(database, mlsStatement, [
      ...fileParameters([files]),
      at,
      ...[document.id, document.status, confirmed?.to ?? document.status],
      ...[mlsStatus, answer.code, answer.answerId, receipt.actor],
      ...[confirmed?.event, confirmed?.detail, receipt.detail],
      files.digest,
    ])
    return rowCount === 1
  })
}

/** Notes something about a document in its audit log: it stays where it is. */
export async function noteAbout(
  pool: Pool,
  { documentId, event, actor, detail, at }: Omit<Move, 'to'> & { documentId: string; at: Date },
): Promise<void> {
  await pool.query(
    `insert into audit (document_id, at, to_status, event, actor, detail)
     select document_id, $2, status, $3, $4, $5 from states where document_id = $1 for update`,
    [documentId, at, event, actor, detail],
  )
}

/** A document that is about another: MLR, Invoice Response. Noted in that one's audit log. */
export async function addAnswer(
  pool: Pool,
  { documentId, actor, ...answer }: Answer & { documentId: string; actor: string },
): Promise<void> {
  await pool.query(
    `with new_answer as (
       insert into answers (document_id, answer_id, kind, code, at) values ($1, $2, $3, $4, $5)
       on conflict do nothing returning document_id
     ),
     held as (
       select document_id, status from states
       where document_id in (select document_id from new_answer) for update
     )
     insert into audit (document_id, at, to_status, event, actor, detail)
     select document_id, $5, status, 'answered', $6, $3 || ' ' || $4 from held`,
    [documentId, answer.answerId, answer.kind, answer.code, answer.at, actor],
  )
}

/** Oldest first. */
export async function answersTo(pool: Pool, documentId: string): Promise<Answer[]> {
  const { rows } = await pool.query<Answer>(
    `select answer_id as "answerId", kind, code, at from answers
     where document_id = $1 order by at, answer_id`,
    [documentId],
  )
  return rows
}

/** Marks the next documents whose Message Level Status is late; returns how many. */
export async function markMlsOverdue(
  pool: Pool,
  { now, limit, move }: { now: Date; limit: number; move: Omit<Move, 'to'> },
): Promise<number> {
  const { rowCount } = await pool.query(
    `with next as (
       select document_id from states
       where mls_status = 'awaited' and mls_due_at <= $1 and status = 'delivered'
       order by mls_due_at limit $2 for update skip locked
     ),
     held as (
       update states set mls_status = 'overdue', updated_at = $1
       from next where states.document_id = next.document_id
       returning states.document_id, states.status
     )
     insert into audit (document_id, at, to_status, event, actor)
     select document_id, $1, status, $3, $4 from held`,
    [now, limit, move.event, move.actor],
  )
  return rowCount ?? 0
}
