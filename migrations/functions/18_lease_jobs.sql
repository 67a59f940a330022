-- Leases jobs to a process, or puts them back where there is a hold, unless another transaction has
-- them. `given`: how many it leases; `first` and `last`: the lowest and highest of the documents.
--
-- They are found by their keys, whatever the planner thinks of the size of the table: there are few
-- at a time.
create or replace function lease_jobs(
  ids uuid[], holds text[], untils timestamptz[],
  owner text, now_at timestamptz, lease_end timestamptz,
  out taken taken_jobs[], out given integer, out first uuid, out last uuid
) language plpgsql as $$
begin
  with next_one as (
    select * from unnest(ids, holds, untils) as one (document_id, hold, until)
  ),
  locked as (
    select next_one.*, job.run_at as due_at, job.lease_owner is not null as ran_out,
           job.held as held_before, job.epoch = 0 and not job.is_retry as is_new
    from jobs job join next_one on next_one.document_id = job.document_id
    where job.document_id = any (ids) and job.run_at <= now_at
    for update of job skip locked
  ),
  changed as (
    update jobs job set
      lease_owner = case when locked.hold is null then owner end,
      claimed_at = case when locked.hold is null then now_at end,
      run_at = coalesce(locked.until, lease_end),
      held = locked.hold,
      epoch = job.epoch + 1
    from locked
    where job.document_id = locked.document_id and job.document_id = any (ids)
    returning job.id, job.epoch, job.lane, job.bytes, locked.*
  )
  select array_agg(row(document_id, id, epoch, lane, bytes, is_new, hold, until, held_before,
                       ran_out)::taken_jobs order by due_at, id),
         count(*) filter (where hold is null), min(document_id::text), max(document_id::text)
  into taken, given, first, last from changed;
end
$$;
