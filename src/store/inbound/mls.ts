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
  type FileValues,
  fileParameters,
  insertFiles,
  toFileValues,
} from '../documents/files.ts'
import { numberFrom } from '../documents/numbers.ts'
import type { Answer, AnswerSource, Document, MlsStatus, Move, NewFile, Said } from '../facts.ts'
import { batched } from '../postgres/batch.ts'
import { between, type IdRange, rangeOf } from '../postgres/months.ts'
import { inParts, runPrepared } from '../postgres/prepared.ts'
import { type RowOf, rowsIn, rowType, toParameter } from '../postgres/row-types.ts'
import { isUuid, present } from '../postgres/rows.ts'
import type { InboundClaim } from './inbound.ts'

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

export type MlsReceipt = {
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
  /** The work that ends with it: on the document that the message came as, or on this one. */
  work: InboundClaim
  /** How the document that the message came as moves on from `received`. */
  opening?: { opened: Move; acknowledged?: Move }
}

const mlsTaking = rowType('mls_taking', {
  document_id: 'uuid',
  at: 'timestamptz',
  from_status: 'text',
  to_status: 'text',
  mls_status: 'text',
  code: 'text',
  answer_id: 'uuid',
  said: 'jsonb',
  actor: 'text',
  detail: 'text',
  confirmed_event: 'text',
  confirmed_detail: 'text',
  files_sha256: 'text',
  work_id: 'uuid',
  epoch: 'integer',
  opened: 'text',
  opened_to: 'text',
  acknowledged: 'text',
  opener: 'text',
})

// A delivery that is under way ends first. What the message confirms needs no further attempt.
const unqueued = `
  unqueued as (
    delete from jobs using job, states
    where jobs.document_id = job.document_id and jobs.lease_owner is null
      and states.document_id = jobs.document_id and ${between('states.document_id')}
      and states.status = 'waiting' and states.certainty = 'unknown' and job.from_status = 'waiting'
    returning jobs.document_id
  ),`

const andUnqueued = `
      and (job.from_status <> 'waiting' or job.document_id in (select document_id from unqueued))`

const opened = `
  opened as (
    update states set status = held.opened_to,
      updated_at = held.at,
      completed_at = case when held.acknowledged is not null then held.at end
    from held
    where states.document_id = held.work_id and ${between('states.document_id')}
      and states.status = 'received' and held.opened is not null
  ),`

const takeStatement = inParts<'waiting' | 'opened', FileParameters & IdRange & { takings: Buffer }>(
  'take_mls',
  (needs) => `
  with item as (
    select * from ${rowsIn(mlsTaking, '$takings')} as item
  ),
  job as (
    select item.* from item join inbound_jobs
      on inbound_jobs.document_id = item.work_id and inbound_jobs.epoch = item.epoch
    for update of inbound_jobs
  ),
  ${needs.waiting ? unqueued : ''}
  held as (
    update states set
      status = job.to_status, mls_status = job.mls_status, mls_code = job.code, mls_at = job.at,
      mls_due_at = null, updated_at = job.at, certainty = 'confirmed',
      set_aside_at = case when job.mls_status <> 'rejected' then states.set_aside_at end,
      set_aside_note = case when job.mls_status <> 'rejected' then states.set_aside_note end,
      waiting_reason = null, waiting_since = null, next_attempt_at = null,
      failure_code = null, failure_detail = null, failure_retryable = null,
      completed_at = coalesce(states.completed_at, job.at)
    from job
    where states.document_id = job.document_id and ${between('states.document_id')}
      and states.status = job.from_status
      ${needs.waiting ? andUnqueued : ''}
      and not exists (select from answers
        where answers.document_id = job.document_id and ${between('answers.document_id')}
          and answers.kind = 'mls')
    returning job.*
  ),
  new_answer as (
    insert into answers (document_id, answer_id, kind, code, at, said)
    select document_id, answer_id, 'mls', code, at, said from held
  ),
  new_lines as (
    insert into audit (document_id, at, to_status, event, actor, detail, files_sha256)
    select line.document_id, held.at, line.to_status, line.event, line.actor, line.detail,
           line.digest
    from held, lateral (values
      (1, document_id, to_status, confirmed_event, held.actor, confirmed_detail, null),
      (2, document_id, to_status, 'mls-received', held.actor, held.detail, files_sha256),
      (3, work_id, 'available', held.opened, opener, null, null),
      (4, work_id, 'acknowledged', held.acknowledged, opener, null, null))
      as line (step, document_id, to_status, event, actor, detail, digest)
    where line.event is not null
    order by held.document_id, line.step
  ),
  ${needs.opened ? opened : ''}
  done as (
    delete from inbound_jobs using held where inbound_jobs.document_id = held.work_id
  ),
  ${insertFiles}
  select document_id from held`,
)

export const taking = batched(
  async (database, items: { receipt: MlsReceipt; files: FileValues }[]): Promise<boolean[]> => {
    const form = takeStatement({
      waiting: items.some(({ receipt }) => receipt.document.status === 'waiting'),
      opened: items.some(({ receipt }) => receipt.opening),
    })
    const query = form.with({
      ...fileParameters(items.map(({ files }) => files)),
      takings: toParameter(mlsTaking, items.map(toTaking)),
      ...rangeOf(
        items.flatMap(({ receipt: { document, work } }) => [document.id, work.documentId]),
      ),
    })
    const { rows } = await runPrepared<{ document_id: string }>(database, query)
    const taken = new Set(rows.map((row) => row.document_id))
    return items.map(({ receipt }) => taken.has(receipt.document.id))
  },
)

/**
 * Records the first Message Level Status of a document, and ends the work that found it. False when
 * the document has moved, or has one already, or when another process took the work over.
 */
export async function recordMls(pool: Pool, receipt: MlsReceipt): Promise<boolean> {
  const { document, file, at } = receipt
  const files = await toFileValues(pool, [file], { documentId: document.id, at })
  return taking.write(pool, { receipt, files })
}

function toTaking({
  receipt,
  files,
}: {
  receipt: MlsReceipt
  files: FileValues
}): RowOf<typeof mlsTaking> {
  const { document, answer, mlsStatus, confirmed, at, work, opening } = receipt
  const { opened, acknowledged } = opening ?? {}
  return {
    ...{ document_id: document.id, at, from_status: document.status },
    to_status: confirmed?.to ?? document.status,
    ...{ mls_status: mlsStatus, code: answer.code, answer_id: answer.answerId, said: answer.said },
    ...{ actor: receipt.actor, detail: receipt.detail, files_sha256: files.digest },
    ...{ confirmed_event: confirmed?.event, confirmed_detail: confirmed?.detail },
    ...{ work_id: work.documentId, epoch: work.epoch, opener: opened?.actor },
    ...{ opened: opened?.event, opened_to: (acknowledged ?? opened)?.to },
    acknowledged: acknowledged?.event,
  }
}

/** Lines of one event about one document that anybody may cause. */
const notesMax = 100

/** Notes something about a document in its audit log: it stays where it is. */
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
