// Delivery attempts: the row exists before the socket opens, and is closed together with the
// status that follows.
import type { Pool, PoolClient } from 'pg'
import { deliveryColumns, toDeliveryColumns } from '../documents/documents.ts'
import {
  type FileParameters,
  type FileValues,
  fileParameters,
  insertFiles,
  storeWithFiles,
  toFileValues,
} from '../documents/files.ts'
import type {
  As4Facts,
  Attempt,
  Certainty,
  Failure,
  Move,
  NewAttempt,
  NewFile,
  SmpMetadata,
  Waiting,
} from '../facts.ts'
import { batched } from '../postgres/batch.ts'
import { between, type IdRange, rangeOf } from '../postgres/months.ts'
import { inParts, type PreparedQuery, prepared, runPrepared } from '../postgres/prepared.ts'
import { columnsOf, type RowOf, rowsIn, rowType, toParameter } from '../postgres/row-types.ts'
import { isUuid, present } from '../postgres/rows.ts'
import { statement } from '../postgres/statement.ts'
import { type CircuitValues, circuitValues, type LaneEnd, laneFails } from './lanes.ts'

type AttemptRow = {
  id: string
  document_id: string
  number: number
  message_id: string | null
  endpoint_url: string | null
  certificate_fingerprint: string | null
  access_point: string | null
  session_key: Buffer | null
  smp_metadata: SmpMetadata | null
  started_at: Date
  ended_at: Date | null
  outcome: string | null
  detail: string | null
  http_status: number | null
  ebms_errors: { code: string; severity: string; detail?: string }[] | null
}

/** A job as it was claimed: anyone who has claimed it since then has a higher epoch. */
type Claim = { jobId: string; epoch: number; documentId: string }

/** `leaseUntil`: the claim is renewed together with the attempt. */
type AttemptStart = Claim & {
  attempt: NewAttempt
  files: readonly NewFile[]
  leaseUntil: Date
}

export type AttemptEnd = Claim & {
  attempt: Attempt
  move: Move
  at: Date
  certainty: Certainty
  waiting?: Waiting
  failure?: Failure
  /** Absent: what is known of an earlier send remains. */
  as4?: As4Facts
  completedAt?: Date
  files: readonly NewFile[]
  /** When the job is due again. Absent: the job is done and is deleted. */
  nextRunAt?: Date
  /** The Message Level Status that was asked for, and when a simulated one comes. */
  mls?: { dueAt: Date; playAt?: Date }
  lane: LaneEnd
}

export const newAttempt = rowType('new_attempt', {
  document_id: 'uuid',
  number: 'integer',
  id: 'uuid',
  message_id: 'text',
  endpoint_url: 'text',
  certificate_fingerprint: 'text',
  access_point: 'text',
  session_key: 'bytea',
  smp_metadata: 'jsonb',
  started_at: 'timestamptz',
  ended_at: 'timestamptz',
  outcome: 'text',
  detail: 'text',
  http_status: 'integer',
  ebms_errors: 'jsonb',
})

const attemptStart = rowType('attempt_start', {
  document_id: 'uuid',
  job_id: 'bigint',
  epoch: 'integer',
  number: 'integer',
  at: 'timestamptz',
  lease_until: 'timestamptz',
  attempt: newAttempt,
})

// The statement that stores the attempt also renews the lease. Another process may be claiming this
// job because the lease had run out: since we changed the row, it looks again and skips it, instead
// of taking the job without seeing this attempt and sending the document under another MessageId.
const recordStatement = prepared<FileParameters & IdRange & { starts: Buffer }>(
  'record_attempts',
  `
  with item as (
    select * from ${rowsIn(attemptStart, '$starts')} as item
  ),
  held as (
    update jobs set run_at = item.lease_until
    from item
    where jobs.document_id = item.document_id and jobs.id = item.job_id
      and jobs.epoch = item.epoch and jobs.lease_owner is not null
    returning item.document_id, item.number, item.at, item.attempt
  ),
  new_attempt as (
    insert into attempts (${columnsOf(newAttempt)})
    select (attempt).* from held
  ),
  counted as (
    update states set attempts = greatest(attempts, held.number), updated_at = held.at
    from held where states.document_id = held.document_id and ${between('states.document_id')}
  ),
  ${insertFiles}
  select document_id from held`,
)

export const recording = batched(
  async (database, items: { start: AttemptStart; files: FileValues }[]): Promise<boolean[]> => {
    const starts = items.map(({ start: { attempt, leaseUntil, ...claim } }) => ({
      number: attempt.number,
      at: attempt.startedAt,
      lease_until: leaseUntil,
      attempt: toAttemptRow({ documentId: claim.documentId, attempt }),
      ...toClaimRow(claim),
    }))
    const query = recordStatement.with({
      ...fileParameters(items.map(({ files }) => files)),
      starts: toParameter(attemptStart, starts),
      ...rangeOf(items.map(({ start }) => start.documentId)),
    })
    return areHeld(database, query, items)
  },
)

/**
 * Stores an attempt and its request before the socket opens. False when the claim
 * is no longer ours.
 */
export async function recordAttempt(pool: Pool, start: AttemptStart): Promise<boolean> {
  const { documentId, attempt } = start
  const files = await toFileValues(pool, start.files, { documentId, at: attempt.startedAt })
  return recording.write(pool, { start, files })
}

/** For each item, whether the statement returned its document. */
async function areHeld(
  database: Pool | PoolClient,
  query: PreparedQuery,
  items: { files: FileValues }[],
): Promise<boolean[]> {
  const { rows } = await runPrepared<{ document_id: string }>(database, query)
  const held = new Set(rows.map((row) => row.document_id))
  return items.map(({ files }) => held.has(files.documentId))
}

function toClaimRow({ documentId, jobId, epoch }: Claim) {
  return { document_id: documentId, job_id: jobId, epoch }
}

const attemptEnd = rowType('attempt_end', {
  document_id: 'uuid',
  job_id: 'bigint',
  epoch: 'integer',
  at: 'timestamptz',
  to_status: 'text',
  event: 'text',
  actor: 'text',
  number: 'integer',
  detail: 'text',
  files_sha256: 'text',
  next_run_at: 'timestamptz',
  lane: 'text',
  health: 'text',
  closed_until: 'timestamptz',
  is_confirmed: 'boolean',
  played_at: 'timestamptz',
  certainty: 'text',
  ...deliveryColumns,
  mls_status: 'text',
  mls_due_at: 'timestamptz',
  completed_at: 'timestamptz',
  attempt: newAttempt,
})

const endJobs = `
  job_done as (
    delete from jobs using held
    where jobs.document_id = held.document_id and held.next_run_at is null
  ),`
const putBackJobs = `
  job_again as (
    update jobs set run_at = held.next_run_at, is_retry = true, lease_owner = null,
                    claimed_at = null
    from held where jobs.document_id = held.document_id and held.next_run_at is not null
  ),`

const openLanes = `
  lane_works as (
    delete from lanes using held where lanes.lane = held.lane and held.health = 'works'
  ),`

const insertExchanges = `
  new_exchange as (
    insert into exchanges (document_id, at, direction, access_point, document_type_id, process_id,
                           country_c1, end_user)
    select document.id, held.at, document.direction, held.as4_access_point,
           document.document_type_id, document.process_id, document.country_c1,
           coalesce(sender.tenant_id || ' ' || sender.end_user, document.sender_id)
    from held join documents document
      on document.id = held.document_id and ${between('document.id')}
    left join registrations sender on sender.participant_id = document.sender_id
    where held.is_confirmed and not document.test and held.as4_access_point is not null
  ),`

const playMls = `
  mls_played as (
    insert into inbound_jobs (document_id, run_at)
    select document_id, played_at from held where played_at is not null
    on conflict do nothing
  ),`

// A claim is still ours when no other process has raised the epoch. The lock keeps them from it
// while we write.
const finishStatement = inParts<
  'done' | 'again' | 'works' | 'fails' | 'confirmed' | 'played',
  FileParameters & CircuitValues & IdRange & { ends: Buffer }
>(
  'finish_attempts',
  (needs) => `
  with item as (
    select * from ${rowsIn(attemptEnd, '$ends')} as item
  ),
  held as (
    select item.* from item join jobs
      on jobs.document_id = item.document_id and jobs.id = item.job_id
      and jobs.epoch = item.epoch and jobs.lease_owner is not null
    for update of jobs
  ),
  ${needs.done ? endJobs : ''}
  ${needs.again ? putBackJobs : ''}
  ended as (
    insert into attempts (${columnsOf(newAttempt)})
    select (attempt).* from held
    on conflict (document_id, number) do update set
      message_id = excluded.message_id, endpoint_url = excluded.endpoint_url,
      certificate_fingerprint = excluded.certificate_fingerprint,
      access_point = excluded.access_point,
      ended_at = excluded.ended_at, outcome = excluded.outcome, detail = excluded.detail,
      http_status = excluded.http_status, ebms_errors = excluded.ebms_errors
  ),
  changed as (
    update states set
      status = held.to_status, certainty = held.certainty,
      waiting_reason = held.waiting_reason, waiting_since = held.waiting_since,
      next_attempt_at = held.next_attempt_at,
      failure_code = held.failure_code, failure_detail = held.failure_detail,
      failure_retryable = held.failure_retryable,
      as4_message_id = case when held.as4_message_id is null
        then states.as4_message_id else held.as4_message_id end,
      as4_receipt_id = case when held.as4_message_id is null
        then states.as4_receipt_id else held.as4_receipt_id end,
      as4_sent_at = case when held.as4_message_id is null
        then states.as4_sent_at else held.as4_sent_at end,
      as4_received_at = case when held.as4_message_id is null
        then states.as4_received_at else held.as4_received_at end,
      as4_access_point = case when held.as4_message_id is null
        then states.as4_access_point else held.as4_access_point end,
      -- A Message Level Status may have come before the receipt.
      mls_status = coalesce(states.mls_status, held.mls_status),
      mls_due_at = case when states.mls_status is null
        then held.mls_due_at else states.mls_due_at end,
      attempts = greatest(states.attempts, held.number),
      updated_at = held.at, completed_at = held.completed_at
    from held
    where states.document_id = held.document_id and ${between('states.document_id')}
  ),
  new_line as (
    insert into audit (document_id, at, to_status, event, actor, attempt, detail, files_sha256)
    select document_id, at, to_status, event, actor, number, detail, files_sha256 from held
  ),
  ${needs.works ? openLanes : ''}
  ${needs.confirmed ? insertExchanges : ''}
  ${needs.played ? playMls : ''}
  ${needs.fails ? laneFails : ''}
  ${insertFiles}
  select document_id from held`,
)

type Ending = { end: AttemptEnd; files: FileValues }

async function finish(database: Pool | PoolClient, items: Ending[]): Promise<boolean[]> {
  const [{ end: first }] = items as [Ending]
  const rows = items.map(toEndRow)
  const form = finishStatement({
    done: items.some(({ end }) => !end.nextRunAt),
    again: items.some(({ end }) => end.nextRunAt),
    works: items.some(({ end }) => end.lane.health === 'works'),
    fails: items.some(({ end }) => end.lane.health === 'fails' || end.lane.closedUntil),
    confirmed: rows.some((row) => row.is_confirmed),
    played: rows.some((row) => row.played_at),
  })
  const query = form.with({
    ...fileParameters(items.map(({ files }) => files)),
    ends: toParameter(attemptEnd, rows),
    ...circuitValues(first.lane, first.at),
    ...rangeOf(items.map(({ end }) => end.documentId)),
  })
  return areHeld(database, query, items)
}

export const finishing = batched(finish)

/**
 * Closes an attempt (or stores one that was never recorded, because the lookup failed) with its
 * results: status, audit line, files, and the end of the job or its next time, in one transaction.
 * False when the claim is no longer ours.
 */
export async function finishAttempt(pool: Pool, end: AttemptEnd): Promise<boolean> {
  const { documentId, lane } = end
  const files = await toFileValues(pool, end.files, { documentId, at: end.at })
  const item = { end, files }
  // Two failures of a lane in one statement would count as one.
  if (lane.health === 'fails' || lane.closedUntil)
    return storeWithFiles(pool, files, async (database) => (await finish(database, [item]))[0]!)
  return finishing.write(pool, item)
}

function toEndRow({ end, files }: Ending): RowOf<typeof attemptEnd> {
  const { move, lane, attempt, certainty, mls } = end
  return {
    at: end.at,
    to_status: move.to,
    event: move.event,
    actor: move.actor,
    detail: move.detail,
    number: attempt.number,
    files_sha256: files.digest,
    next_run_at: end.nextRunAt,
    lane: lane.name,
    health: lane.health,
    closed_until: lane.closedUntil,
    is_confirmed: certainty === 'confirmed',
    played_at: mls?.playAt,
    certainty,
    mls_status: mls && 'awaited',
    mls_due_at: mls?.dueAt,
    completed_at: end.completedAt,
    attempt: toAttemptRow(end),
    ...toClaimRow(end),
    ...toDeliveryColumns(end),
  }
}

const selectAttempts = statement<{ documentId: string }>(
  'select * from attempts where document_id = $documentId order by number',
)

/** All attempts of a document, oldest first. */
export async function attemptsOf(pool: Pool, documentId: string): Promise<Attempt[]> {
  if (!isUuid(documentId)) return []
  const { rows } = await pool.query<AttemptRow>(selectAttempts.with({ documentId }))
  return rows.map(toAttempt)
}

/** A row of `attempts`. */
export function toAttemptRow({
  documentId,
  attempt,
}: {
  documentId: string
  attempt: Attempt
}): RowOf<typeof newAttempt> {
  return {
    document_id: documentId,
    id: attempt.id,
    number: attempt.number,
    message_id: attempt.messageId,
    endpoint_url: attempt.endpointUrl,
    certificate_fingerprint: attempt.certificateFingerprint,
    access_point: attempt.accessPoint,
    session_key: attempt.sessionKey,
    smp_metadata: attempt.smpMetadata,
    started_at: attempt.startedAt,
    ended_at: attempt.endedAt,
    outcome: attempt.outcome,
    detail: attempt.detail,
    http_status: attempt.httpStatus,
    ebms_errors: attempt.ebmsErrors,
  }
}

function toAttempt(row: AttemptRow): Attempt {
  return present({
    id: row.id,
    number: row.number,
    messageId: row.message_id,
    endpointUrl: row.endpoint_url,
    certificateFingerprint: row.certificate_fingerprint,
    accessPoint: row.access_point,
    sessionKey: row.session_key,
    smpMetadata: row.smp_metadata,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    outcome: row.outcome,
    detail: row.detail,
    httpStatus: row.http_status,
    ebmsErrors: row.ebms_errors,
  })
}
