// Message Level Status of documents that we sent, and other documents about documents.
import type { Pool } from 'pg'
import {
  type DocumentRow,
  documentRecords,
  type StateRow,
  toDocument,
} from '../documents/documents.ts'
import {
  type FileParameters,
  fileParameters,
  insertFiles,
  storeWithFiles,
  toFileValues,
} from '../documents/files.ts'
import { numberFrom } from '../documents/numbers.ts'
import type {
  Answer,
  AnswerSource,
  Document,
  MlsStatus,
  Move,
  NewFile,
  Said,
  Status,
} from '../facts.ts'
import { prepared, runPrepared } from '../postgres/prepared.ts'
import { isUuid, present } from '../postgres/rows.ts'

/** A document of any tenant that was sent with this InstanceIdentifier, which is its id. */
export async function sentDocument(
  pool: Pool,
  instanceIdentifier: string,
): Promise<Document | undefined> {
  if (!isUuid(instanceIdentifier)) return undefined
  const { rows } = await pool.query<DocumentRow & StateRow>(
    `select * from ${documentRecords} where id = $1 and direction = 'outbound'`,
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

type MlsValues = FileParameters & {
  at: Date
  documentId: string
  status: Status
  toStatus: Status
  mlsStatus: MlsStatus
  code: string
  answerId: string
  actor: string
  confirmedEvent: string | undefined
  confirmedDetail: string | undefined
  detail: string
  filesDigest: string | undefined
  said: Said | undefined
}

// A delivery that is under way ends first. What the message confirms needs no further attempt.
const mlsStatement = prepared<MlsValues>(
  'record_mls',
  `
  with unqueued as (
    delete from jobs using states
    where jobs.document_id = $documentId::uuid and jobs.lease_owner is null
      and states.document_id = jobs.document_id
      and states.document_id = known_at_start($documentId::uuid)
      and states.status = 'waiting' and states.certainty = 'unknown' and $status::text = 'waiting'
    returning jobs.document_id
  ),
  held as (
    update states set
      status = $toStatus::text, mls_status = $mlsStatus::text, mls_code = $code,
      mls_at = $at::timestamptz, mls_due_at = null, updated_at = $at::timestamptz,
      certainty = 'confirmed',
      set_aside_at = case when $mlsStatus::text <> 'rejected' then set_aside_at end,
      set_aside_note = case when $mlsStatus::text <> 'rejected' then set_aside_note end,
      waiting_reason = null, waiting_since = null, next_attempt_at = null,
      failure_code = null, failure_detail = null, failure_retryable = null,
      completed_at = coalesce(completed_at, $at::timestamptz)
    where document_id = known_at_start($documentId::uuid) and status = $status::text
      and (status <> 'waiting' or exists (select from unqueued))
      and not exists (select from answers where document_id = known_at_start($documentId::uuid)
                        and kind = 'mls')
    returning document_id
  ),
  new_answer as (
    insert into answers (document_id, answer_id, kind, code, at, said)
    select document_id, $answerId::uuid, 'mls', $code, $at::timestamptz, $said::jsonb from held
  ),
  new_lines as (
    insert into audit (document_id, at, to_status, event, actor, detail, files_sha256)
    select document_id, $at::timestamptz, $toStatus::text, line.event, $actor, line.detail,
           line.digest
    from held, (values (1, $confirmedEvent::text, $confirmedDetail::text, null::text),
                       (2, 'mls-received', $detail, $filesDigest))
      as line (step, event, detail, digest)
    where line.event is not null
    order by line.step
  ),
  ${insertFiles}
  select document_id from held`,
)

/**
 * Records the first Message Level Status of a document. False when the document has moved, or has
 * one already.
 */
export async function recordMls(pool: Pool, receipt: MlsReceipt): Promise<boolean> {
  const { document, answer, mlsStatus, confirmed, file, at } = receipt
  const files = await toFileValues(pool, [file], { documentId: document.id, at })
  return storeWithFiles(pool, files, async (database) => {
    const query = mlsStatement.with({
      ...fileParameters([files]),
      ...{ at, documentId: document.id, status: document.status },
      toStatus: confirmed?.to ?? document.status,
      ...{ mlsStatus, code: answer.code, answerId: answer.answerId, said: answer.said },
      ...{ actor: receipt.actor, detail: receipt.detail, filesDigest: files.digest },
      confirmedEvent: confirmed?.event,
      confirmedDetail: confirmed?.detail,
    })
    const { rowCount } = await runPrepared(database, query)
    return rowCount === 1
  })
}

/** Notes something about a document in its audit log: it stays where it is. */
/** Lines of one event about one document that anybody may cause. */
const notesMax = 100

export async function noteAbout(
  pool: Pool,
  { documentId, event, actor, detail, at }: Omit<Move, 'to'> & { documentId: string; at: Date },
): Promise<void> {
  await pool.query(
    `insert into audit (document_id, at, to_status, event, actor, detail)
     select document_id, $2, status, $3, $4, $5
     from (select document_id, status from states where document_id = $1 for update) held
     where (select count(*) from audit where document_id = $1 and event = $3) < $6`,
    [documentId, at, event, actor, detail, notesMax],
  )
}

/** Codes of an Invoice Response after which a document that was set aside needs attention again. */
const asksForAction = ['RE', 'UQ', 'CA']

/** How many are kept of one document: those that count, and those that do not. */
const answersMax = { counting: 100, doubted: 20 }

/**
 * A document that is about another: MLR, Invoice Response. Noted in that one's audit log, and told
 * to its tenant if it counts. False when it was noted before, or when there are too many.
 */
export async function addAnswer(
  pool: Pool,
  { documentId, actor, ...answer }: Answer & { documentId: string; actor: string },
): Promise<boolean> {
  const { answerId, kind, code, at, doubt, said } = answer
  const { rowCount } = await pool.query(
    `with held as (
       select document_id, tenant_id, status, certainty, mls_status from states
       where document_id = $1 for update
     ),
     new_answer as (
       insert into answers (document_id, answer_id, kind, code, at, doubt, said)
       select document_id, $2, $3, $4, $5, $7::text, $8 from held
       where $9 > (select count(*) from answers where document_id = $1 and kind <> 'mls'
                   and (doubt is null) = ($7::text is null))
       on conflict do nothing returning document_id
     ),
     changed as (
       update states set updated_at = $5,
         response_code = case when $3 = 'invoice-response' then $4 else response_code end,
         set_aside_at = case when $10 then null else set_aside_at end,
         set_aside_note = case when $10 then null else set_aside_note end
       from new_answer where states.document_id = new_answer.document_id and $7::text is null
     ),
     new_event as (
       insert into pending_events
         (tenant_id, type, at, document_id, status, certainty, mls_status, details)
       select tenant_id, 'document.answered', $5, document_id, status, certainty, mls_status,
              jsonb_build_object('answerId', $2::uuid)
       from held join new_answer using (document_id) where $7::text is null
     )
     insert into audit (document_id, at, to_status, event, actor, detail)
     select document_id, $5, status, 'answered', $6, concat_ws(' ', $3::text, $4::text, $7::text)
     from held join new_answer using (document_id)`,
    [
      ...[documentId, answerId, kind, code, at, actor, doubt, said],
      doubt === undefined ? answersMax.counting : answersMax.doubted,
      kind === 'invoice-response' && asksForAction.includes(code),
    ],
  )
  return rowCount === 1
}

type AnswerRow = {
  answer_id: string
  kind: Answer['kind']
  code: string
  at: Date
  doubt: string | null
  said: Said | null
  sender_id: string | null
  sender_name: string | null
  sender_country: string | null
  direction: Document['direction'] | null
  as4_access_point: string | null
}

/** Oldest first. */
export async function answersTo(
  pool: Pool,
  documentId: string,
): Promise<(Answer & { from?: AnswerSource })[]> {
  const { rows } = await pool.query<AnswerRow>(
    `select answer.answer_id, answer.kind, answer.code, answer.at, answer.doubt, answer.said,
            answering.sender_id, answering.sender_name, answering.sender_country,
            answering.direction, answering.as4_access_point
     from answers answer left join lateral (
       select * from ${documentRecords} where id = answer.answer_id limit 1) answering on true
     where answer.document_id = $1 order by answer.at, answer.answer_id`,
    [documentId],
  )
  return rows.map(toAnswer)
}

function toAnswer(row: AnswerRow): Answer & { from?: AnswerSource } {
  const { answer_id: answerId, kind, code, at, sender_id: id } = row
  const from = id !== null && {
    participant: present({ id, name: row.sender_name, country: row.sender_country }),
    // What we sent ourselves went to that access point.
    ...(row.direction === 'inbound' && row.as4_access_point
      ? { accessPoint: row.as4_access_point }
      : {}),
  }
  return {
    ...{ answerId, kind, code, at },
    ...present({ doubt: row.doubt, said: row.said }),
    ...(from ? { from } : {}),
  }
}

/** The Message Level Status that was recorded for a document. */
export async function mlsAnswerTo(
  pool: Pool,
  documentId: string,
): Promise<Pick<Answer, 'answerId' | 'kind' | 'said'> | undefined> {
  const { rows } = await pool.query<{ answer_id: string; said: Said | null }>(
    `select answer_id, said from answers where document_id = $1 and kind = 'mls'`,
    [documentId],
  )
  return rows[0] && { answerId: rows[0].answer_id, kind: 'mls', ...present({ said: rows[0].said }) }
}

/** What MLR and Invoice Responses are about, by their ids. */
export async function answeredBy(
  pool: Pool,
  answerIds: readonly string[],
): Promise<Map<string, { documentId: string; number?: string }>> {
  if (answerIds.length === 0) return new Map()
  const { rows } = await pool.query<{ answer_id: string; id: string; number: string | null }>(
    `select answer.answer_id, document.id, document.number
     from answers answer join documents document on document.id = answer.document_id
     where answer.answer_id = any ($1) and answer.kind <> 'mls'`,
    [answerIds],
  )
  return new Map(
    rows.map(({ answer_id: answerId, id: documentId, number }) => {
      const shown = number === null ? {} : { number: numberFrom(number).number! }
      return [answerId, { documentId, ...shown }]
    }),
  )
}

/** To whom statuses wait because the network does not know them, with how many there are. */
export type UnresolvedStatuses = { receiver: string; statuses: number }

/** Counts documents that a tenant sends, for 20 receivers at most. */
export async function unresolvedStatuses(
  pool: Pool,
  tenantId: string,
): Promise<UnresolvedStatuses[]> {
  const { rows } = await pool.query<UnresolvedStatuses>(
    `select document.receiver_id as receiver, count(*)::integer as statuses
     from states state join documents document on document.id = state.document_id
     cross join lateral (
       select outcome from attempts where document_id = state.document_id
       order by number desc limit 1) last
     where state.tenant_id = $1 and state.status = 'waiting'
       and last.outcome in ('receiver.not-registered', 'receiver.document-type-unsupported')
     group by 1 order by 1 limit 20`,
    [tenantId],
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
