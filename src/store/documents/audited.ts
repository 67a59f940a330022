// What the database holds of each document, to be compared with the audit log.
import type { Pool } from 'pg'
import type { Answer, AuditLine, Certainty, FileKind, MlsStatus, Status } from '../facts.ts'
import { type Present, present } from '../postgres/rows.ts'
import { type AuditRow, toLine } from './audit.ts'
import { recordValues } from './record-digest.ts'

/** A document as one moment saw it. */
export type Audited = {
  documentId: string
  lines: AuditLine[]
  /** Absent: the document has no row, or no state. */
  state?: AuditedState
  files: AuditedFile[]
  answers: Pick<Answer, 'kind' | 'code' | 'doubt'>[]
}

export type AuditedState = Present<{
  /** The values of its row, as JSON: their SHA-256 is the digest of the record. */
  record: string
  direction: 'outbound' | 'inbound'
  /** Whether its row and its state name the same tenant. */
  isOfOneTenant: boolean
  status: Status
  certainty: Certainty
  receiptId: string | null
  receivedAt: Date | null
  mlsStatus: MlsStatus | null
  mlsCode: string | null
}>

/** Digest as hex. */
type AuditedFile = { id: string; kind: FileKind; size: number; sha256: string }

type AuditedRow = {
  id: string
  state: {
    record: string
    direction: 'outbound' | 'inbound'
    one_tenant: boolean
    status: Status
    certainty: Certainty
    receipt_id: string | null
    received_at: string | null
    mls_status: MlsStatus | null
    mls_code: string | null
  } | null
  lines: (Omit<AuditRow, 'at'> & { at: string })[] | null
  files: AuditedFile[] | null
  answers: { kind: Answer['kind']; code: string; doubt: string | null }[] | null
}

/**
 * The documents with the next ids after `after`: `limit` that have a row of their own, and those
 * between them that only the log knows.
 */
export async function auditedAfter(pool: Pool, after: string, limit: number): Promise<Audited[]> {
  const { rows } = await pool.query<AuditedRow>(
    `with known as (
       (select id from documents where id > $1 order by id limit $2)
       union
       (select document_id from states where document_id > $1 order by document_id limit $2)
       order by id limit $2
     ),
     ids as (
       select id from known
       union
       select document_id from audit where document_id > $1 and document_id <= (
         select case when count(*) < $2 then 'ffffffff-ffff-ffff-ffff-ffffffffffff'
           else max(id::text)::uuid end from known)
     )
     select ids.id, state.facts as state, line.all as lines, file.all as files,
            answer.all as answers
     from ids
     left join lateral (
       select json_build_object(
         'record', ${recordValues}::text, 'direction', document.direction,
         'one_tenant', document.tenant_id = state.tenant_id, 'status', state.status,
         'certainty', state.certainty, 'receipt_id', state.as4_receipt_id,
         'received_at', state.as4_received_at, 'mls_status', state.mls_status,
         'mls_code', state.mls_code) as facts
       from documents document, states state
       where document.id = ids.id and state.document_id = ids.id limit 1) state on true
     left join lateral (
       select json_agg(audit order by sequence) as all from audit where document_id = ids.id
     ) line on true
     left join lateral (
       select json_agg(json_build_object('id', id, 'kind', kind, 'size', size,
                                         'sha256', encode(sha256, 'hex')) order by ordinal) as all
       from files where document_id = ids.id) file on true
     left join lateral (
       select json_agg(json_build_object('kind', kind, 'code', code, 'doubt', doubt)) as all
       from answers where document_id = ids.id) answer on true
     order by ids.id`,
    [after, limit],
  )
  return rows.map(toAudited)
}

function toAudited({ id, state, lines, files, answers }: AuditedRow): Audited {
  return {
    documentId: id,
    lines: (lines ?? []).map((line) => toLine({ ...line, at: new Date(line.at) })),
    ...(state
      ? {
          state: present({
            record: state.record,
            direction: state.direction,
            isOfOneTenant: state.one_tenant,
            status: state.status,
            certainty: state.certainty,
            receiptId: state.receipt_id,
            receivedAt: state.received_at === null ? null : new Date(state.received_at),
            mlsStatus: state.mls_status,
            mlsCode: state.mls_code,
          }),
        }
      : {}),
    files: files ?? [],
    answers: (answers ?? []).map(({ doubt, ...said }) => ({ ...said, ...present({ doubt }) })),
  }
}
