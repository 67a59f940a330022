// The queue: jobs fall due, are claimed with a lease that runs out, and belong to whoever claimed
// them last (the epoch).
import type { Pool } from 'pg'
import { type DocumentRow, toDocument } from './documents.ts'
import type { Document, Move } from './facts.ts'
import { runPrepared } from './prepared.ts'

export type JobClaim = {
  owner: string
  limit: number
  now: Date
  leaseMs: number
  moves: { claim: Move; leaseRanOut: Move }
}

export type ClaimedJob = {
  jobId: string
  epoch: number
  document: Document
}

type Row = DocumentRow & { job_id: string; epoch: number }

// `for update skip locked` lets several gateways claim at once without waiting for each other or
// colliding on one job.
const claimStatement = {
  name: 'claim_jobs',
  text: `
  with due as (
    select id, run_at, lease_owner is not null as ran_out from jobs
    where kind = 'deliver' and run_at <= $1::timestamptz
    order by run_at, id limit $2
    for update skip locked
  ),
  claimed as (
    update jobs set lease_owner = $3, run_at = $4::timestamptz, epoch = epoch + 1
    from due where jobs.id = due.id
    returning jobs.id, jobs.document_id, jobs.epoch, due.run_at as fell_due_at, due.ran_out
  ),
  left_open as (
    select attempt.document_id
    from claimed join attempts attempt on attempt.document_id = claimed.document_id
    where claimed.ran_out and attempt.ended_at is null
  ),
  closed as (
    update attempts set ended_at = $1::timestamptz, outcome = $10
    from claimed
    where claimed.ran_out and attempts.document_id = claimed.document_id
      and attempts.ended_at is null
  ),
  moved as (
    update documents set
      status = $5, waiting_reason = null, waiting_since = null, next_attempt_at = null,
      updated_at = $1::timestamptz,
      certainty = case
                  when exists (select from left_open where left_open.document_id = documents.id)
                  then 'unknown' else documents.certainty end
    from claimed
    where documents.id = claimed.document_id
      and documents.status in ('accepted', 'waiting', 'sending')
    returning documents.*
  ),
  new_lines as (
    insert into audit (document_id, at, to_status, event, actor, detail)
    select line.document_id, $1::timestamptz, line.to_status, line.event, line.actor, line.detail
    from (
      select document_id, 1 as step, $9 as to_status, $10 as event, $11 as actor, $12 as detail
      from claimed where ran_out
      union all
      select document_id, 2, $5, $6, $7, $8 from claimed
    ) line
    join moved on moved.id = line.document_id
    order by line.document_id, line.step
  )
  select moved.*, claimed.id as job_id, claimed.epoch
  from claimed
  join moved on moved.id = claimed.document_id
  order by claimed.fell_due_at, claimed.id`,
}

/**
 * Claims the due deliveries, at most `limit`, oldest first. Each document moves by `claim`; where a
 * lease ran out it moves by `leaseRanOut` before. An attempt that was open then is closed and makes
 * the certainty `unknown`: nobody knows whether its bytes went out.
 */
export async function claimJobs(
  pool: Pool,
  { owner, limit, now, leaseMs, moves }: JobClaim,
): Promise<ClaimedJob[]> {
  const { rows } = await runPrepared<Row>(pool, claimStatement, [
    now,
    limit,
    owner,
    new Date(now.getTime() + leaseMs),
    ...toValues(moves.claim),
    ...toValues(moves.leaseRanOut),
  ])
  return rows.map(toClaimedJob)
}

function toValues({ to, event, actor, detail }: Move): unknown[] {
  return [to, event, actor, detail]
}

function toClaimedJob(row: Row): ClaimedJob {
  return { jobId: row.job_id, epoch: row.epoch, document: toDocument(row) }
}

export type Lease = { jobId: string; owner: string; epoch: number; until: Date }

/** False when the job is done, or somebody else has claimed it since. */
export async function renewLease(
  pool: Pool,
  { jobId, owner, epoch, until }: Lease,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update jobs set run_at = $4 where id = $1 and lease_owner = $2 and epoch = $3',
    [jobId, owner, epoch, until],
  )
  return rowCount === 1
}
