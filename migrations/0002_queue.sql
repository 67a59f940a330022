-- The queue: deliveries that wait or are under way, and who may go next.

-- A job falls due at run_at. While somebody holds its lease, run_at is the end of that lease, so a
-- job whose holder died falls due by itself. Each claim raises the epoch, and whoever writes must
-- name the epoch that they claimed. run_at is never later than the deadline.
create table jobs (
  document_id uuid primary key,
  id          bigint not null generated always as identity,
  tenant_id   uuid not null,
  -- What the delivery shares with others: the endpoint; before it is known, a group of receivers.
  lane        text not null check (octet_length(lane) <= 512),
  receiver_id text not null,
  -- Of the document: large ones take turns.
  bytes       bigint not null,
  is_retry    boolean not null default false,
  run_at      timestamptz not null,
  deadline    timestamptz not null,
  -- Why it was put back without an attempt.
  held        text check (held in ('paused', 'receiver-circuit-open')),
  lease_owner text,
  claimed_at  timestamptz,
  epoch       integer not null default 0,
  check ((lease_owner is null) = (claimed_at is null))
);

create index jobs_in_line on jobs (lane, tenant_id, is_retry, run_at, id);
create index jobs_leased on jobs (lane, tenant_id, claimed_at) where lease_owner is not null;
create index jobs_of_tenant on jobs (tenant_id);

-- Only lanes whose last attempt failed, or whose receiver asked us to wait, have a row.
create table lanes (
  lane       text primary key,
  failures   integer not null,
  -- How often the circuit opened since the last success.
  openings   integer not null default 0,
  open_until timestamptz
);

-- A receiver, or '*' for all, to whom nothing is sent until the row is gone; '*restored' for what
-- was queued up to `last_job`, the last job of a restored database.
create table pauses (
  receiver_id text primary key,
  since       timestamptz not null,
  actor       text not null,
  last_job    bigint check ((last_job is not null) = (receiver_id = '*restored'))
);

-- Whether a pause holds this job.
create function is_paused(job jobs) returns boolean language plpgsql stable as $$
begin
  return exists (select from pauses
    where receiver_id in ('*', job.receiver_id) or job.id <= last_job);
end
$$;

-- Processes that claim, and whether the last claim of each left it with free places.
create table claimants (
  name     text primary key,
  asked_at timestamptz not null,
  lacks    boolean not null
) with (fillfactor = 50);

-- Among how many processes places are shared: `asker`, and all others that lack deliveries. What was
-- written before a clock went back lies ahead.
create function sharers(asker text, now_at timestamptz, places json)
returns integer language plpgsql stable as $$
begin
  return (select 1 + count(*)::integer from claimants
    where lacks and name <> asker
      and abs(extract(epoch from now_at - asked_at)) * 1000 < (places->>'sharedMs')::integer);
end
$$;

-- How many more deliveries `asker` may start in a lane now: what is free, and no more than its share
-- of all. `places`: as in store/lanes.ts.
create function lane_room(
  wanted text, now_at timestamptz, places json, asker text default null, sharing integer default 1
) returns integer language plpgsql stable as $$
begin
  return (select case when health.open_until > now_at then 0
      else least(allowed - used.count, ceil(allowed::numeric / sharing) - used.own)::integer end
    from (select count(*) as count, count(*) filter (where lease_owner = asker) as own,
                 min(claimed_at) as oldest
          from jobs where lease_owner is not null and lane = wanted and run_at > now_at) used
    left join lanes health on health.lane = wanted
    cross join lateral (select case
      when health.failures >= (places->>'failuresMax')::integer then 1
      when health.failures > 0 or used.oldest < now_at - (places->>'slowMs')::integer
        * interval '1 millisecond' then (places->>'ofSlowEndpoint')::integer
      else (places->>'ofEndpoint')::integer end as allowed) lane_places);
end
$$;

-- Written when it has changed, or else now and then: a claim that finds nothing writes nothing.
create function note_claimant(asker text, now_at timestamptz, lacking boolean, places json)
returns void language plpgsql as $$
begin
  if exists (select from claimants where name = asker and lacks = lacking
      and abs(extract(epoch from now_at - asked_at)) * 2000 <= (places->>'sharedMs')::integer) then
    return;
  end if;
  delete from claimants where name <> asker and asked_at < now_at - interval '1 day';
  insert into claimants (name, asked_at, lacks) values (asker, now_at, lacking)
  on conflict (name) do update set asked_at = excluded.asked_at, lacks = excluded.lacks;
end
$$;

-- What becomes of the jobs that one claim takes.
create type taken_jobs as (
  document_id uuid, id bigint, epoch integer, lane text, bytes bigint, is_new boolean,
  -- Why it is put back, until when, and why it was before.
  hold text, until timestamptz, held_before text,
  ran_out boolean
);

-- Claims due deliveries for one process, and puts back those that must wait for a pause or an open
-- circuit. All nodes claim one after the other: a count of places is only true if nobody else takes
-- one meanwhile. The lock comes first, since each statement of a function sees what was committed
-- before it.
--
-- Whose turn it is: a tenant with fewer deliveries under way goes first, then first attempts go
-- before retries (unless those have been due for a minute), then what fell due first. A process
-- takes no more than its share of the places of a lane or a tenant while others lack deliveries:
-- otherwise the one that comes first would keep them all, since it claims again whenever one of its
-- own deliveries ends.
--
-- What is claimed is found by its key, whatever the planner thinks of the sizes of the tables: there
-- are few at a time. A last row without a job says that more were due than there are places for.
create function claim_deliveries(
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

-- Whether a delivery that is due stands in a lane, or one whose holder died. Each tenant is found by
-- one step in an index, however many documents wait for a later time.
create function is_due_in(wanted text, now_at timestamptz) returns boolean
language plpgsql stable as $$
declare
  one uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    select tenant_id into one from jobs where lane = wanted and tenant_id > one
      order by tenant_id limit 1;
    if not found then
      return false;
    end if;
    if exists (select from jobs
        where lane = wanted and tenant_id = one and not is_retry and run_at <= now_at)
      or exists (select from jobs
        where lane = wanted and tenant_id = one and is_retry and run_at <= now_at) then
      return true;
    end if;
  end loop;
end
$$;

-- A document for which take_places is asked.
create type place_wish as (document_id uuid, tenant_id uuid, lane text, receiver_id text);

-- Which of some new documents are sent at once: those in whose lane nobody stands in line and whose
-- receiver is not paused, as far as there are places. Claims wait until this is committed. It waits
-- for no claim, because somebody waits for the answer to a submission: what meets a claim stands in
-- line. The lock comes first, since each statement of a function sees what was committed before it.
create function take_places(wanted place_wish[], asker text, now_at timestamptz, places json)
returns setof uuid language plpgsql
-- Counting who shares the places would be planned for each call, which takes longer than counting.
set plan_cache_mode = force_generic_plan
as $$
declare
  sharing integer;
begin
  if not pg_try_advisory_xact_lock(4207003) then
    return;
  end if;
  -- Whoever holds this lock waits for nobody for long, such as another document with the number.
  perform set_config('lock_timeout', '100ms', true);
  sharing := sharers(asker, now_at, places);
  return query
    with wish as (
      select one.* from unnest(wanted) as one
      where not exists (select from pauses where pauses.receiver_id in ('*', one.receiver_id))
    ),
    lane_rooms as materialized (
      select lane, lane_room(lane, now_at, places, asker, sharing) as room
      from (select distinct lane from wish) lanes
      where not is_due_in(lane, now_at)
    ),
    tenant_rooms as materialized (
      select tenant_id, least((places->>'ofTenant')::integer - used.count,
             ceil((places->>'ofTenant')::numeric / sharing) - used.own) as room
      from (select distinct tenant_id from wish) tenants cross join lateral (
        select count(*) as count, count(*) filter (where lease_owner = asker) as own
        from jobs where jobs.tenant_id = tenants.tenant_id
          and lease_owner is not null and run_at > now_at) used
    ),
    in_turn as (
      select wish.*, row_number() over (partition by lane order by document_id) as lane_place,
             row_number() over (partition by tenant_id order by document_id) as tenant_place
      from wish
    )
    select in_turn.document_id from in_turn
    join lane_rooms on lane_rooms.lane = in_turn.lane and lane_place <= lane_rooms.room
    join tenant_rooms on tenant_rooms.tenant_id = in_turn.tenant_id
      and tenant_place <= tenant_rooms.room;
end
$$;

-- Moves a claimed delivery to the lane of its endpoint, once that is known. False when the lane has
-- no room: the delivery is then put back in line there, without an attempt.
create function change_lane(
  wanted bigint, wanted_epoch integer, wanted_document uuid, new_lane text, now_at timestamptz,
  places json, move json
) returns boolean language plpgsql as $$
declare
  has_room boolean;
begin
  perform pg_advisory_xact_lock(4207003);
  has_room := lane_room(new_lane, now_at, places) > 0;
  update jobs set
    lane = new_lane,
    lease_owner = case when has_room then lease_owner end,
    claimed_at = case when has_room then claimed_at end,
    run_at = case when has_room then run_at else now_at end
  where document_id = wanted_document and id = wanted and epoch = wanted_epoch
    and lease_owner is not null;
  if not found then
    return false;
  end if;
  if not has_room then
    update states set
      status = move->>'to',
      waiting_reason = case
        when certainty = 'unknown' then 'receipt-unknown'
        when attempts > attempts_before then 'retry-backoff'
        else 'first-attempt' end,
      waiting_since = now_at, next_attempt_at = now_at, updated_at = now_at
    where document_id = known_at_start(wanted_document);
    insert into audit (document_id, at, to_status, event, actor, detail)
    values (wanted_document, now_at, move->>'to', move->>'event', move->>'actor', move->>'detail');
  end if;
  return has_room;
end
$$;
