// The queue: jobs fall due, are claimed with a lease that runs out, and belong to the process that
// claimed them last (the epoch). Which go next is decided by claim_deliveries, in
// migrations/functions.
import type { Pool, PoolClient } from 'pg'
import { acceptReport, type NewReport, prepareReport } from '../documents/accept.ts'
import { documentsOf, numberDigest, type RecentRecord } from '../documents/documents.ts'
import { storeInTransaction } from '../documents/files.ts'
import { type Taken, takenBy } from '../documents/keys.ts'
import type { Document, Move, TaxReport } from '../facts.ts'
import { prepared, runPrepared } from '../postgres/prepared.ts'
import { timeOf } from '../postgres/rows.ts'
import type { SlotLimits } from './lanes.ts'

export type JobClaim = {
  owner: string
  /** Free slots of this process. */
  limit: number
  now: Date
  leaseMs: number
  slots: SlotLimits
  /** `hold`: back to waiting, because of a pause or an open circuit. */
  moves: { claim: Move; leaseRanOut: Move; hold: Move }
  /** Is asked for documents that were never claimed before. */
  recent?: RecentRecord
}

export type ClaimedJob = {
  jobId: string
  epoch: number
  lane: string
  /** Bytes of the document. */
  bytes: number
  document: Document
}

/** `isMoreDue`: there are deliveries that only wait for others to end. */
export type Claimed = { jobs: ClaimedJob[]; isMoreDue: boolean }

type ClaimRow = {
  job_id: string
  claimed_epoch: number
  claimed_lane: string
  claimed_bytes: string
  document: string
  is_first: boolean
}

type NoRow = { job_id: null }

type ClaimValues = {
  now: Date
  owner: string
  limit: number
  leaseEnd: Date
  slots: string
  moves: string
}

const claimStatement = prepared<ClaimValues>(
  'claim_deliveries',
  'select * from claim_deliveries($now, $owner, $limit, $leaseEnd, $slots, $moves)',
)

/**
 * Claims the due deliveries that are next, at most `limit`. Each document moves by `claim`;
 * where a lease ran out it moves by `leaseRanOut` before. An attempt that was open then is closed
 * and makes the certainty `unknown`: its bytes may have gone out.
 */
export async function claimJobs(
  pool: Pool,
  { owner, limit, now, leaseMs, slots, moves, recent }: JobClaim,
): Promise<Claimed> {
  const leaseEnd = new Date(now.getTime() + leaseMs)
  const query = claimStatement.with({
    ...{ now, owner, limit, leaseEnd },
    slots: JSON.stringify(slots),
    moves: JSON.stringify(moves),
  })
  const { rows } = await runPrepared<ClaimRow | NoRow>(pool, query)
  const claims = rows.filter((row) => row.job_id !== null)
  const claimed = (id: string): Document | undefined => {
    const document = recent?.(id)
    return document && { ...document, status: moves.claim.to, updatedAt: now }
  }
  const documents = await documentsOf(
    pool,
    claims.map((claim) => ({ id: claim.document, isNew: claim.is_first })),
    claimed,
  )
  const jobs = claims.flatMap((claim) => {
    const document = documents.get(claim.document)
    return document ? [toClaimedJob(claim, document)] : []
  })
  return { jobs, isMoreDue: claims.length < rows.length }
}

function toClaimedJob(claim: ClaimRow, document: Document): ClaimedJob {
  return {
    jobId: claim.job_id,
    epoch: claim.claimed_epoch,
    lane: claim.claimed_lane,
    bytes: Number(claim.claimed_bytes),
    document,
  }
}

type Lease = {
  jobId: string
  documentId: string
  owner: string
  epoch: number
  until: Date
}

/** False when the job is done, or another process has claimed it since. */
export async function renewLease(
  pool: Pool,
  { jobId, documentId, owner, epoch, until }: Lease,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update jobs set run_at = $5
     where document_id = $2 and id = $1 and lease_owner = $3 and epoch = $4`,
    [jobId, documentId, owner, epoch, until],
  )
  return rowCount === 1
}

/**
 * The number of documents that are not in a final state, of each tenant that has some: reports to
 * tax authorities, which may wait for days, leave room for others.
 */
export async function backlog(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ tenant_id: string; count: number }>(
    `select tenant_id, count(*)::integer as count from jobs
     where not exists (select from tax_reports where report_id = document_id) group by tenant_id`,
  )
  return new Map(rows.map(({ tenant_id, count }) => [tenant_id, count]))
}

/** When the oldest document in the queue was submitted, as its id says. */
export async function oldestInQueue(pool: Pool): Promise<Date | undefined> {
  const { rows } = await pool.query<{ document_id: string }>(
    'select document_id from jobs order by document_id limit 1',
  )
  return rows[0] && timeOf(rows[0].document_id)
}

type Intervention = { documentId: string; tenantId: string; move: Move; now: Date }

/**
 * Ends a document that certainly has not left. False when it has, may have, is being sent, or is in
 * a final state.
 */
export async function cancelDocument(
  pool: Pool,
  { reported, ...intervention }: Intervention & { reported?: ReportEnd },
): Promise<boolean> {
  if (!reported) return cancelOne(pool, intervention)
  const withdrawal = await prepareReport(pool, reported.withdrawal.report)
  let isCancelled = false
  await storeInTransaction(pool, withdrawal.files, async (client) => {
    // What moves a report locks it before what it reports.
    await client.query('select from states where document_id = $1 for update', [reported.reportId])
    isCancelled = await cancelOne(client, intervention)
    if (!isCancelled) return false
    const report = { ...intervention, documentId: reported.reportId }
    if (await cancelOne(client, report)) return false
    await acceptReport(client, withdrawal, reported.withdrawal.taxReport)
    return true
  })
  return isCancelled
}

/** The report about a document that is cancelled: cancelled, too, or withdrawn if it has left. */
type ReportEnd = { reportId: string; withdrawal: { report: NewReport; taxReport: TaxReport } }

async function cancelOne(
  database: Pool | PoolClient,
  { documentId, tenantId, move, now }: Intervention,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `with held as (
       delete from jobs using states
       where jobs.document_id = $1 and jobs.tenant_id = $2 and jobs.lease_owner is null
         and states.document_id = jobs.document_id and states.certainty = 'not-sent'
       returning jobs.document_id
     ),
     changed as (
       update states set status = $4, waiting_reason = null, waiting_since = null,
         next_attempt_at = null, updated_at = $3, completed_at = $3
       from held where states.document_id = held.document_id
     )
     insert into audit (document_id, at, to_status, event, actor, detail)
     select document_id, $3, $4, $5, $6, $7 from held`,
    [documentId, tenantId, now, move.to, move.event, move.actor, move.detail],
  )
  return rowCount === 1
}

type Retry = {
  document: Document
  move: Move
  now: Date
  lane: string
  deadline: Date
  allowDuplicate: boolean
}

/**
 * Puts a failed document back in line, with all attempts before it again and a new deadline. False
 * when it has not failed, or with a failure that is not to be retried.
 */
export async function retryDocument(
  pool: Pool,
  { document, move, now, lane, deadline, allowDuplicate }: Retry,
): Promise<{ kind: 'retried' | 'not-retryable' } | Taken> {
  const values = [document.id, document.tenantId, now, move.to, move.event, move.actor]
  const more = [move.detail, lane, deadline, numberDigest(document), allowDuplicate]
  try {
    const { rowCount } = await pool.query(retryStatement, [...values, ...more])
    return { kind: rowCount === 1 ? 'retried' : 'not-retryable' }
  } catch (error) {
    const taken = await takenBy(pool, error, document)
    if (taken) return taken
    throw error
  }
}

const retryStatement = `
  with changed as (
    update states set status = $4, waiting_reason = 'first-attempt', waiting_since = $3,
      next_attempt_at = $3, failure_code = null, failure_detail = null, failure_retryable = null,
      attempts_before = attempts, deadline = $9, updated_at = $3, completed_at = null,
      set_aside_at = null, set_aside_note = null, sent_anew_as = null
    where document_id = $1 and tenant_id = $2 and status = 'failed' and failure_retryable
      and exists (select from files join payload_chunks using (payload_id)
                  where files.document_id = $1 and files.kind = 'ubl')
    returning document_id
  ),
  held as (
    select document.* from changed join documents document on document.id = changed.document_id
  ),
  new_job as (
    insert into jobs (document_id, tenant_id, lane, receiver_id, bytes, is_retry, run_at, deadline)
    select id, tenant_id, $8, receiver_id,
           (select max(size) from files where document_id = held.id and kind = 'ubl'), true, $3, $9
    from held
  ),
  new_reference as (
    insert into document_references as taken (tenant_id, reference, document_id)
    select tenant_id, reference, id from held where reference is not null
    on conflict (tenant_id, reference) do update set document_id = excluded.document_id
      where taken.document_id = excluded.document_id or reference_is_free(taken.document_id)
  ),
  new_number as (
    insert into document_numbers as taken (tenant_id, digest, document_id)
    select tenant_id, $10::bytea, id from held where $10::bytea is not null
    on conflict (tenant_id, digest) do update set document_id = excluded.document_id
      where taken.document_id = excluded.document_id or $11::boolean
        or number_is_free(taken.document_id)
  )
  insert into audit (document_id, at, to_status, event, actor, detail)
  select id, $3, $4, $5, $6, $7 from held`
