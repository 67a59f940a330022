-- Claims due deliveries for one process, and puts back those that must wait for a pause or an
-- open circuit. All nodes claim one after the other: a count of places is only true if nobody
-- else takes one meanwhile. The lock comes first, since each statement of a function sees what
-- was committed before it.
--
-- Whose turn it is: a tenant with fewer deliveries under way goes first, then first attempts go
-- before retries (unless those have been due for a minute), then what fell due first. A process
-- takes no more than its share of the places of a lane or a tenant while others lack deliveries:
-- otherwise the one that comes first would keep them all, since it claims again whenever one of
-- its own deliveries ends.
--
-- What is claimed is found by its key, whatever the planner thinks of the sizes of the tables:
-- there are few at a time. A last row without a job says that more were due than there are places
-- for.
create or replace function claim_deliveries(
  now_at timestamptz, owner text, free integer, lease_end timestamptz, places json, moves json
) returns table (
  job_id bigint, claimed_epoch integer, claimed_lane text, claimed_bytes bigint, document uuid,
  -- Nobody has claimed it before, or changed it since it was stored.
  is_first boolean
)
language plpgsql
-- Planned anew for the jobs of each claim, a statement would open the partitions of all months.
set plan_cache_mode = force_generic_plan
as $$
declare
  sharing integer;
  next_ids uuid[];
  next_holds text[];
  next_untils timestamptz[];
  is_more_due boolean;
  any_pause boolean;
  taken taken_jobs[];
  given integer;
  first uuid;
  last uuid;
begin
  perform pg_advisory_xact_lock(4207003);
  sharing := sharers(owner, now_at, places);
  any_pause := exists (select from pauses);
  with recursive lines as (
    (select lane, tenant_id from jobs order by lane, tenant_id limit 1)
    union all
    select next.lane, next.tenant_id from lines cross join lateral (
      select job.lane, job.tenant_id from jobs job
      where (job.lane, job.tenant_id) > (lines.lane, lines.tenant_id)
      order by job.lane, job.tenant_id limit 1) next
  ),
  tenant_use as (
    select job.tenant_id, count(*) as used,
           count(*) filter (where job.lease_owner = owner) as own
    from jobs job
    where job.lease_owner is not null and job.run_at > now_at group by job.tenant_id
  ),
  -- Materialized: otherwise the room would be counted anew for each job that is due.
  rooms as materialized (
    select line.lane, line.tenant_id,
           lane_room(line.lane, now_at, places, owner, sharing) as room,
           coalesce(tenant_use.used, 0) as tenant_used,
           least((places->>'ofTenant')::integer - coalesce(tenant_use.used, 0),
                 ceil((places->>'ofTenant')::numeric / sharing) - coalesce(tenant_use.own, 0)
           ) as tenant_room
    from lines line left join tenant_use on tenant_use.tenant_id = line.tenant_id
  ),
  due as (
    select rooms.room, rooms.tenant_used, rooms.tenant_room, job.*,
      job.is_retry and job.run_at > now_at - interval '1 minute' as yields,
      case
        when job.deadline <= now_at then null
        when any_pause and is_paused(job) then 'paused'
        when health.open_until > now_at then 'receiver-circuit-open'
      end as hold,
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
  ),
  in_turn as (
    select due.*, due.tenant_used + row_number() over (
      partition by due.tenant_id order by due.yields, due.run_at, due.id) as turn
    from due where due.hold is null
  ),
  in_lane as (
    select in_turn.*, row_number() over (
      partition by in_turn.lane order by in_turn.turn, in_turn.yields, in_turn.run_at, in_turn.id
    ) as lane_place
    from in_turn
  ),
  in_tenant as (
    select in_lane.*, row_number() over (
      partition by in_lane.tenant_id order by in_lane.turn) as tenant_place
    from in_lane
    -- What is past its deadline is not sent: it needs no place.
    where in_lane.lane_place <= in_lane.room or in_lane.deadline <= now_at
  ),
  next_ones as (
    (select picked.document_id, null as hold, null::timestamptz as until from in_tenant picked
     where picked.tenant_place <= picked.tenant_room
     order by picked.yields, picked.turn, picked.run_at, picked.id limit free)
    union all
    select due.document_id, due.hold,
      case due.hold when 'paused' then due.deadline else least(due.open_until, due.deadline) end
    from due where due.hold is not null
  )
  select array_agg(document_id), array_agg(hold), array_agg(until),
         (select count(*) from due where hold is null) > count(*) filter (where hold is null)
  into next_ids, next_holds, next_untils, is_more_due from next_ones;
  with next_one as (
    select * from unnest(next_ids, next_holds, next_untils) as one (document_id, hold, until)
  ),
  locked as (
    select next_one.*, job.run_at as due_at, job.lease_owner is not null as ran_out,
           job.held as held_before, job.epoch = 0 and not job.is_retry as is_new
    from jobs job join next_one on next_one.document_id = job.document_id
    where job.document_id = any (next_ids) and job.run_at <= now_at
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
    where job.document_id = locked.document_id and job.document_id = any (next_ids)
    returning job.id, job.epoch, job.lane, job.bytes, locked.*
  )
  select array_agg(row(document_id, id, epoch, lane, bytes, is_new, hold, until, held_before,
                       ran_out)::taken_jobs order by due_at, id),
         count(*) filter (where hold is null), min(document_id::text), max(document_id::text)
  into taken, given, first, last from changed;
  if exists (select from unnest(taken) one where one.ran_out) then
    with closed as (
      update attempts set ended_at = now_at, outcome = moves->'leaseRanOut'->>'event'
      from unnest(taken) one
      where attempts.document_id = one.document_id and one.ran_out and ended_at is null
        and attempts.document_id between known_at_start(first) and known_at_start(last)
      returning attempts.document_id
    )
    update states set certainty = 'unknown' from closed
    where states.document_id = closed.document_id
      and states.document_id between known_at_start(first) and known_at_start(last);
    insert into audit (document_id, at, to_status, event, actor)
    select one.document_id, now_at, moves->'leaseRanOut'->>'to', moves->'leaseRanOut'->>'event',
           owner
    from unnest(taken) one where one.ran_out;
  end if;
  if taken is not null then
    update states set
      status = case when one.hold is null then moves->'claim'->>'to' else moves->'hold'->>'to' end,
      waiting_reason = one.hold,
      waiting_since = case
        when one.hold is null then null
        when waiting_reason = one.hold then waiting_since
        else now_at end,
      next_attempt_at = one.until,
      updated_at = now_at
    from unnest(taken) one
    where states.document_id = one.document_id
      and states.document_id between known_at_start(first) and known_at_start(last);
    insert into audit (document_id, at, to_status, event, actor, detail)
    select one.document_id, now_at,
      case when one.hold is null then moves->'claim'->>'to' else moves->'hold'->>'to' end,
      case when one.hold is null then moves->'claim'->>'event' else moves->'hold'->>'event' end,
      owner, one.hold
    from unnest(taken) one where one.hold is null or one.hold is distinct from one.held_before;
  end if;
  perform note_claimant(owner, now_at, given < free, places);
  return query
    select one.id, one.epoch, one.lane, one.bytes, one.document_id, one.is_new
    from unnest(taken) one where one.hold is null;
  if is_more_due then
    job_id := null;
    return next;
  end if;
end
$$;
