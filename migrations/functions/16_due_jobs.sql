-- The jobs that are due: at most `free` first attempts and as many retries of each tenant in each
-- lane, with the room there, and with why a job must wait instead (`hold`). `yields`: a retry that
-- has not been due for a minute.
create or replace function due_jobs(
  owner text, now_at timestamptz, free integer, slots json, sharing integer, any_pause boolean
) returns table (
  room integer, tenant_used bigint, tenant_room numeric,
  document_id uuid, id bigint, tenant_id uuid, lane text, run_at timestamptz, deadline timestamptz,
  yields boolean, hold text, open_until timestamptz
)
language sql stable as $$
  -- Materialized: otherwise the room would be counted anew for each job that is due.
  with rooms as materialized (
    select * from claim_rooms(owner, now_at, slots, sharing)
  )
  select rooms.room, rooms.tenant_used, rooms.tenant_room,
    job.document_id, job.id, job.tenant_id, job.lane, job.run_at, job.deadline,
    job.is_retry and job.run_at > now_at - interval '1 minute',
    case
      when job.deadline <= now_at then null
      when any_pause and is_paused(job) then 'paused'
      when health.open_until > now_at then 'receiver-circuit-open'
    end,
    health.open_until
  from rooms left join lanes health on health.lane = rooms.lane
  cross join lateral (
    (select * from jobs first where first.lane = rooms.lane
       and first.tenant_id = rooms.tenant_id and not first.is_retry and first.run_at <= now_at
     order by first.run_at, first.id limit free)
    union all
    (select * from jobs again where again.lane = rooms.lane
       and again.tenant_id = rooms.tenant_id and again.is_retry and again.run_at <= now_at
     order by again.run_at, again.id limit free)
  ) job
$$;
