// Accepting a document: record, bytes, first audit line, job, keys and Idempotency-Key, all or
// nothing; and the first attempt, where the delivery begins at once.
import type { Pool, PoolClient } from 'pg'
import { keptTenant, tenantById } from '../access/tenants.ts'
import type { Answer, Document, MlsStatus, Move, NewFile, TaxReport } from '../facts.ts'
import { batched } from '../postgres/batch.ts'
import { between, type IdRange, rangeOf } from '../postgres/months.ts'
import { inParts, runPrepared } from '../postgres/prepared.ts'
import { columnsOf, type RowOf, rowsIn, rowType, toParameter } from '../postgres/row-types.ts'
import { newAttempt, toAttemptRow } from '../queue/attempts.ts'
import { newDocument, newState, numberDigest, toDocumentRow, toStateRow } from './documents.ts'
import {
  type FileParameters,
  type FileValues,
  fileParameters,
  insertFiles,
  insertFilesAbout,
  insertFilesOfPlaced,
  toFileValues,
} from './files.ts'
import type { KeyHold, StoredAnswer } from './idempotency.ts'
import { type Taken, takenBy } from './keys.ts'
import { hasNewName, insertNames, noteName } from './partner-names.ts'
import {
  type DeliveryStart,
  insertStarted,
  isPlaced,
  isWaitTooLong,
  linesOfStarted,
  type SlotParameters,
  slotParameters,
  stateOfPlaced,
  takeSlots,
  toStartedDocument,
} from './started.ts'
import {
  insertReports,
  isReportable,
  linesOfReported,
  reportColumns,
  reportRows,
  reportRowsOf,
  reportsOfHeld,
} from './tax-reports.ts'

export type Accept = {
  document: Document
  files: readonly NewFile[]
  /** To `accepted` or `rejected`, for a new document. */
  move: Move
  /** The delivery, if there is to be one, and what it shares with others (core/lane.ts). */
  job?: { runAt: Date; lane: string; bytes: number; start?: DeliveryStart }
  /** Whether an earlier document with the same number does not matter. */
  allowDuplicate: boolean
  /** The inbound document that it answers; with `mlsStatus`, as the one status that is owed. */
  answering?: Pick<Answer, 'kind' | 'code'> & {
    documentId: string
    mlsStatus?: MlsStatus
    /** A file of that document, which says the same. */
    copy?: NewFile
  }
  /** The document that did not arrive, and in whose stead it is sent: each names the other. */
  insteadOf?: string
  /** The report to a tax authority about it, which is stored with it or not at all. */
  report?: NewReport
  /** Set for a report by itself: what the document that it reports says then. */
  about?: TaxReport
  /** The hold on its Idempotency-Key, and the answer that ends it. */
  idempotency?: KeyHold & { answer: StoredAnswer; expiresAt: Date }
}

/** Its delivery does not begin with it. */
export type NewReport = Pick<Accept, 'document' | 'files' | 'move'> & {
  job: { runAt: Date; lane: string; bytes: number }
}

export type Accepted =
  /** `begun`: the delivery has a slot, and belongs to who asked for it. */
  | { kind: 'stored'; start?: { jobId: string; epoch: number } }
  /** Another request took the Idempotency-Key over. */
  | { kind: 'key-lost' }
  /** No Message Level Status is owed, or it has been sent since. */
  | { kind: 'not-owed' }
  /** The document in whose stead it would be sent was sent anew, or is on its way again. */
  | { kind: 'not-replaceable' }
  | { kind: 'tenant-removed' }
  /** Another report about the same document was stored just before. */
  | { kind: 'reported-before' }
  | Taken

// A request that does not hold its key any more is not in `held`, and nothing of it is stored.
const endKeys = `
  answered_key as (
    update idempotency
    set status = item.answer_status, answer = item.answer, expires_at = item.answer_expires_at,
        holder = null
    from item
    where idempotency.tenant_id = item.tenant_id and idempotency.path = item.key_path
      and idempotency.key = item.key and idempotency.holder = item.key_holder
    returning item.document_id
  ),`
const keyHeld = '(key is null or document_id in (select document_id from answered_key))'

const markAnswered = `
  answered as (
    update states set
      mls_status = coalesce(item.mls_status, states.mls_status),
      mls_code = case when item.mls_status is null then states.mls_code else item.answer_code end,
      mls_at = case when item.mls_status is null then states.mls_at else item.at end,
      mls_due_at = case when item.mls_status is null then states.mls_due_at end,
      response_code = case when item.answer_kind = 'invoice-response'
        then item.answer_code else states.response_code end,
      updated_at = item.at
    from item
    where states.document_id = item.about_id and ${between('states.document_id')}
      and (item.mls_status is null or states.mls_status = 'awaited'
        and coalesce(states.word_code, item.answer_code) = item.answer_code)
    returning states.document_id as about_id, states.status, item.document_id,
      item.mls_status is not null as is_mls
  ),`
const stillOwed = '(about_id is null or document_id in (select document_id from answered))'

// Few documents are sent instead of another one, so this is no column of every one.
const noteSentAnew = `
  replacement as (
    select (one ->> 'documentId')::uuid as document_id, (one ->> 'insteadOf')::uuid as instead_of
    from json_array_elements($replacements::json) one
  ),
  replaced as (
    update states set sent_anew_as = item.document_id, updated_at = item.at
    from replacement join item using (document_id)
    where states.document_id = replacement.instead_of and ${between('states.document_id')}
      and states.tenant_id = item.tenant_id and states.sent_anew_as is null
      and states.status in ('failed', 'cancelled')
      and states.certainty in ('not-sent', 'refused')
    returning item.document_id
  ),`
const isReplaceable = `(document_id in (select document_id from replaced)
  or document_id not in (select document_id from replacement))`
const insteadOfWhich = `,
  (select instead_of from replacement where replacement.document_id = held.document_id)`

const noteAnswers = `
  new_answer as (
    insert into answers (document_id, answer_id, kind, code, at)
    select about_id, document_id, answer_kind, answer_code, at from held where about_id is not null
  ),
  answer_line as (
    insert into audit (document_id, at, to_status, event, actor, detail, files_sha256)
    select answered.about_id, held.at, answered.status, 'answered', held.actor,
           held.answer_kind || ' ' || held.answer_code,
           $copies::json ->> held.document_id::text
    from held join answered on answered.document_id = held.document_id
  ),
  answer_given as (
    delete from inbound_jobs using answered
    where inbound_jobs.document_id = answered.about_id and answered.is_mls
  ),`

const takeReferences = `
  new_reference as (
    insert into document_references (tenant_id, reference, document_id)
    select tenant_id, reference, document_id from held
    where reference is not null and to_status = 'accepted'
    order by tenant_id, reference
    on conflict (tenant_id, reference) do update set document_id = excluded.document_id
      where reference_is_free(document_references.document_id)
  ),`

const insertJobs = `
  new_job as (
    insert into jobs (document_id, tenant_id, lane, receiver_id, bytes, run_at, deadline,
                      lease_owner, claimed_at, epoch)
    select document_id, tenant_id, lane, receiver_id, bytes,
           case when is_placed then lease_until else run_at end, deadline,
           case when is_placed then $owner::text end, case when is_placed then begun_at end,
           is_placed::integer
    from held where run_at is not null
    order by document_id
    returning document_id, id, epoch
  ),`

const acceptance = rowType('acceptance', {
  document_id: 'uuid',
  tenant_id: 'uuid',
  at: 'timestamptz',
  to_status: 'text',
  event: 'text',
  actor: 'text',
  detail: 'text',
  files_sha256: 'text',
  reference: 'text',
  number: 'bytea',
  allows_duplicate: 'boolean',
  receiver_id: 'text',
  run_at: 'timestamptz',
  lane: 'text',
  bytes: 'bigint',
  deadline: 'timestamptz',
  key_path: 'text',
  key: 'text',
  key_holder: 'uuid',
  answer_status: 'integer',
  answer: 'json',
  answer_expires_at: 'timestamptz',
  about_id: 'uuid',
  answer_kind: 'text',
  answer_code: 'text',
  mls_status: 'text',
  document: newDocument,
  state: newState,
  begun_state: newState,
  attempt: newAttempt,
  begun_at: 'timestamptz',
  lease_until: 'timestamptz',
  claim_to: 'text',
  claim_event: 'text',
})

// Postgres runs the later ones of these expressions first: the line begins with a digest of the
// document's row, which is there by then. A reference or number that belongs to another document
// ends the statement with an error that names the table (migrations/0001_documents.sql).
const acceptStatement = inParts<
  'keys' | 'answers' | 'replaced' | 'references' | 'names' | 'jobs' | 'slots' | 'reports',
  FileParameters &
    SlotParameters &
    IdRange & { acceptances: Buffer; replacements: string; copies: string; reports: string }
>(
  'accept_documents',
  (needs) => `
  with item as (
    select * from ${rowsIn(acceptance, '$acceptances')} as item
  ),
  ${needs.slots ? takeSlots : ''}
  ${needs.keys ? endKeys : ''}
  ${needs.answers ? markAnswered : ''}
  ${needs.replaced ? noteSentAnew : ''}
  ${needs.reports ? reportRows : ''}
  ${needs.reports ? 'kept' : 'held'} as (
    select item.*, ${needs.slots ? isPlaced : 'false'} as is_placed
    from item cross join lateral ${keptTenant('item.tenant_id')} tenant
    where ${needs.keys ? keyHeld : 'true'} and ${needs.answers ? stillOwed : 'true'}
      and ${needs.replaced ? isReplaceable : 'true'}
  ),
  ${needs.reports ? `held as (select * from kept where ${isReportable}),${insertReports}` : ''}
  ${needs.answers ? noteAnswers : ''}
  ${needs.references ? takeReferences : ''}
  ${needs.names ? insertNames : ''}
  new_number as (
    insert into document_numbers (tenant_id, digest, document_id)
    select tenant_id, number, document_id from held
    where number is not null and to_status = 'accepted'
    order by tenant_id, number
    on conflict (tenant_id, digest) do update set document_id = excluded.document_id
      where excluded.document_id in (select document_id from held where allows_duplicate)
        or number_is_free(document_numbers.document_id)
  ),
  new_line as (
    insert into audit (document_id, sequence, at, to_status, event, actor, detail, files_sha256)
    select document_id, 1, at, to_status, event, actor, detail, files_sha256 from held
    ${needs.reports ? linesOfReported : ''}
    ${needs.slots ? linesOfStarted : ''}
  ),
  new_document as (
    insert into documents (${columnsOf(newDocument)})
    select (document).* from held
  ),
  new_state as (
    insert into states (${columnsOf(newState)}, is_test
      ${needs.replaced ? ', sent_instead_of' : ''}${needs.reports ? reportColumns : ''})
    select (${needs.slots ? stateOfPlaced : 'state'}).*, (document).test
      ${needs.replaced ? insteadOfWhich : ''} ${needs.reports ? reportsOfHeld : ''} from held
  ),
  ${needs.jobs ? insertJobs : ''}
  ${needs.slots ? insertStarted : ''}
  ${needs.answers ? insertFilesAbout : needs.slots ? insertFilesOfPlaced : insertFiles}
  ${
    needs.slots
      ? `select document_id, job.id as job_id, job.epoch from held
         left join new_job job using (document_id)`
      : 'select document_id from held'
  }`,
)

type StoredRow = { document_id: string; job_id?: string | null; epoch?: number | null }
type Item = {
  accept: Accept
  files: FileValues
  filesOfAttempt?: FileValues
  /** Files of the document that this one is about. */
  copies?: FileValues
  /** Its report, written by the same statement. */
  report?: Pick<Item, 'accept' | 'files' | 'hasNewName'>
  hasNewName: boolean
}

function filesOf({ files, filesOfAttempt, copies }: Item): FileValues[] {
  return [files, filesOfAttempt, copies].filter((values) => values !== undefined)
}

function withReports(items: readonly Item[]): Item[] {
  return items.flatMap((item) => (item.report ? [item, item.report] : [item]))
}

export const accepting = batched(acceptItems)

async function acceptItems(
  database: Pool | PoolClient,
  accepted: Item[],
): Promise<(StoredRow | undefined)[]> {
  const items = withReports(accepted)
  const documents = items.map(({ accept }) => accept.document)
  const start = items.flatMap(({ accept: { document, job } }) =>
    job?.start ? [{ document, lane: job.lane, ...job.start }] : [],
  )
  const statement = acceptStatement({
    keys: items.some(({ accept }) => accept.idempotency),
    answers: items.some(({ accept }) => accept.answering),
    replaced: items.some(({ accept }) => accept.insteadOf),
    references: documents.some(({ reference }) => reference !== undefined),
    names: items.some((item) => item.hasNewName),
    jobs: items.some(({ accept }) => accept.job),
    slots: start.length > 0,
    reports: documents.some(({ reports, taxReport }) => reports || taxReport),
  })
  const query = statement.with({
    ...fileParameters(items.flatMap(filesOf)),
    acceptances: toParameter(acceptance, items.map(toAcceptanceRow)),
    ...slotParameters(start),
    copies: JSON.stringify(Object.fromEntries(items.flatMap(copyIn))),
    replacements: JSON.stringify(items.flatMap(({ accept }) => replacementIn(accept))),
    reports: JSON.stringify(
      items.flatMap(({ accept }) => reportRowsOf(accept.document, accept.about)),
    ),
    ...rangeOf(items.flatMap(({ accept }) => othersIn(accept))),
  })
  const { rows } = await runPrepared<StoredRow>(database, query)
  return accepted.map(({ accept: { document } }) =>
    rows.find((row) => row.document_id === document.id),
  )
}

function replacementIn({ document, insteadOf }: Accept): object[] {
  return insteadOf ? [{ documentId: document.id, insteadOf }] : []
}

function copyIn({ accept, copies }: Item): [string, string | undefined][] {
  return copies ? [[accept.document.id, copies.digest]] : []
}

/** The other documents of which a new one says something. */
function othersIn({ answering, insteadOf, document: { reports } }: Accept): string[] {
  return [answering?.documentId, insteadOf, reports?.documentId].filter((id) => id !== undefined)
}

/**
 * Stores a document with everything that belongs to it in one transaction, or says why
 * it was not stored.
 */
export async function acceptDocument(pool: Pool, accept: Accept): Promise<Accepted> {
  const { document, job } = accept
  const documentId = document.id
  const copies = await copiesOf(pool, accept)
  const own = await toFileValues(pool, accept.files, { documentId, at: document.createdAt })
  const report = await reportOf(pool, accept)
  // What is too large for the statement follows in its transaction, whose file it may be.
  const more = [...(copies.copies?.rest ?? []), ...(report.report?.files.rest ?? [])]
  const files = { ...own, rest: [...own.rest, ...more] }
  // Claims wait while slots are being taken: not for a transaction of several statements.
  const start = files.rest.length === 0 ? job?.start : undefined
  const filesOfAttempt = start && {
    ...(await toFileValues(pool, start.files, { documentId, at: start.attempt.startedAt })),
    ofAttempt: true as const,
  }
  const isNew = hasNewName(pool, document)
  const inLine = () =>
    accepting.write(pool, {
      ...{ accept: job ? { ...accept, job: inLineOnly(job) } : accept, files, hasNewName: isNew },
      ...copies,
      ...report,
    })
  try {
    const stored = filesOfAttempt
      ? await accepting
          .write(pool, { accept, files, filesOfAttempt, hasNewName: isNew, ...copies, ...report })
          .catch((error: unknown) => {
            if (!isWaitTooLong(error)) throw error
            return inLine()
          })
      : await inLine()
    if (!stored) return { kind: await whyNothing(pool, accept) }
    if (isNew) noteName(pool, document)
    const { job_id: jobId, epoch } = stored
    return { kind: 'stored', ...(jobId && epoch ? { start: { jobId, epoch } } : {}) }
  } catch (error) {
    if (isSecondReport(error)) return { kind: 'reported-before' }
    const taken = await takenBy(pool, error, document)
    if (taken) return taken
    throw error
  }
}

async function copiesOf(
  pool: Pool,
  { document, answering }: Accept,
): Promise<Pick<Item, 'copies'>> {
  if (!answering?.copy) return {}
  const of = { documentId: answering.documentId, at: document.createdAt }
  return { copies: await toFileValues(pool, [answering.copy], of) }
}

/** What a report by itself is stored with, in the transaction of a client. */
export type PreparedReport = Required<Item>['report']

export async function prepareReport(pool: Pool, report: NewReport): Promise<PreparedReport> {
  return (await reportOf(pool, { report })).report!
}

/** `about`: what the document that it reports says from now on. */
export async function acceptReport(
  client: PoolClient,
  { accept, ...item }: PreparedReport,
  about: TaxReport,
): Promise<void> {
  const [stored] = await acceptItems(client, [{ ...item, accept: { ...accept, about } }])
  if (!stored) throw new Error(`the report ${accept.document.id} was not stored`)
}

async function reportOf(
  pool: Pool,
  { report }: Pick<Accept, 'report'>,
): Promise<Pick<Item, 'report'>> {
  if (!report) return {}
  const { document } = report
  const of = { documentId: document.id, at: document.createdAt }
  const files = await toFileValues(pool, report.files, of)
  // Its receiver is no partner that anybody searches for.
  return { report: { accept: { ...report, allowDuplicate: true }, files, hasNewName: false } }
}

async function whyNothing(
  pool: Pool,
  { document, answering, insteadOf }: Accept,
): Promise<'tenant-removed' | 'not-owed' | 'not-replaceable' | 'key-lost'> {
  if (!(await tenantById(pool, document.tenantId))) return 'tenant-removed'
  if (insteadOf) return 'not-replaceable'
  return answering?.mlsStatus ? 'not-owed' : 'key-lost'
}

function isSecondReport(error: unknown): boolean {
  const { code, table } = error as { code?: string; table?: string }
  return code === '23505' && table === 'tax_reports'
}

function inLineOnly({ start: _, ...job }: NonNullable<Accept['job']>): NonNullable<Accept['job']> {
  return job
}

function toAcceptanceRow({ accept, files }: Item): RowOf<typeof acceptance> {
  const { document, move, job, idempotency, answering, allowDuplicate } = accept
  const start = job?.start
  return {
    document_id: document.id,
    tenant_id: document.tenantId,
    at: document.createdAt,
    ...{ to_status: move.to, event: move.event, actor: move.actor, detail: move.detail },
    files_sha256: files.digest,
    reference: document.reference,
    number: numberDigest(document),
    allows_duplicate: allowDuplicate,
    receiver_id: document.receiver.id,
    ...{ run_at: job?.runAt, lane: job?.lane, bytes: job?.bytes, deadline: document.deadline },
    ...{ key_path: idempotency?.path, key: idempotency?.key, key_holder: idempotency?.holder },
    answer_status: idempotency?.answer.status,
    answer: idempotency?.answer.body,
    answer_expires_at: idempotency?.expiresAt,
    about_id: answering?.documentId,
    ...{ answer_kind: answering?.kind, answer_code: answering?.code },
    mls_status: answering?.mlsStatus,
    ...{ document: toDocumentRow(document), state: toStateRow(document) },
    begun_state: start && toStateRow(toStartedDocument(document, start)),
    attempt: start && toAttemptRow({ documentId: document.id, attempt: start.attempt }),
    ...{ begun_at: start?.at, lease_until: start?.leaseUntil },
    ...{ claim_to: start?.move.to, claim_event: start?.move.event },
  }
}
