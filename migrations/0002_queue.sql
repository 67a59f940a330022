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
create function is_paused(job jobs) returns boolean language sql stable as $$
  select exists (select from pauses
    where receiver_id in ('*', job.receiver_id) or job.id <= last_job)
$$;

-- Processes that claim, and whether the last claim of each left it with free places.
create table claimants (
  name     text primary key,
  asked_at timestamptz not null,
  lacks    boolean not null
);

-- Among how many processes places are shared: `asker`, and all others that lack deliveries. What was
-- written before a clock went back lies ahead.
create function sharers(asker text, now_at timestamptz, places json)
returns integer language sql stable as $$
  select 1 + count(*)::integer from claimants
  where lacks and name <> asker
    and abs(extract(epoch from now_at - asked_at)) * 1000 < (places->>'sharedMs')::integer
$$;

-- How many more deliveries `asker` may start in a lane now: what is free, and no more than its share
-- of all. `places`: as in store/lanes.ts.
create function lane_room(
  wanted text, now_at timestamptz, places json, asker text default null, sharing integer default 1
) returns integer language sql stable as $$
  select case when health.open_until > now_at then 0
    else least(allowed - used.count, ceil(allowed::numeric / sharing) - used.own)::integer end
  from (select count(*) as count, count(*) filter (where lease_owner = asker) as own,
               min(claimed_at) as oldest
        from jobs where lease_owner is not null and lane = wanted and run_at > now_at) used
  left join lanes health on health.lane = wanted
  cross join lateral (select case
    when health.failures >= (places->>'failuresMax')::integer then 1
    when health.failures > 0 or used.oldest < now_at - (places->>'slowMs')::integer
      * interval '1 millisecond' then (places->>'ofSlowEndpoint')::integer
    else (places->>'ofEndpoint')::integer end as allowed) lane_places
$$;

-- Written when it has changed, or else now and then: a claim that finds nothing writes nothing.
create function note_claimant(asker text, now_at timestamptz, lacking boolean, places json)
returns void language sql as $$
  delete from claimants where name <> asker and asked_at < now_at - interval '1 day';
  insert into claimants as known (name, asked_at, lacks) values (asker, now_at, lacking)
  on conflict (name) do update set asked_at = excluded.asked_at, lacks = excluded.lacks
    where known.lacks <> excluded.lacks
      or abs(extract(epoch from now_at - known.asked_at)) * 2000 > (places->>'sharedMs')::integer
$$;

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
create function claim_deliveries(
  now_at timestamptz, owner text, free integer, lease_end timestamptz, places json, moves json
) returns table (
  job_id bigint, claimed_epoch integer, claimed_lane text, claimed_bytes bigint, document uuid
)
language plpgsql as $$
declare
  sharing integer;
  given integer;
begin
  perform pg_advisory_xact_lock(4207003);
  sharing := sharers(owner, now_at, places);
  return query
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
  rooms as (
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
        when is_paused(job) then 'paused'
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
  ),
  locked as (
    select job.document_id, job.lease_owner is not null as ran_out, job.run_at as fell_due_at
    from jobs job
    where job.document_id in (select next_ones.document_id from next_ones)
      and job.run_at <= now_at
    for update skip locked
  ),
  changed as (
    update jobs set
      lease_owner = case when next_ones.hold is null then owner end,
      claimed_at = case when next_ones.hold is null then now_at end,
      run_at = coalesce(next_ones.until, lease_end),
      held = next_ones.hold,
      epoch = jobs.epoch + 1
    from locked join next_ones on next_ones.document_id = locked.document_id
    where jobs.document_id = locked.document_id
    returning jobs.*, locked.ran_out, locked.fell_due_at
  ),
  left_open as (
    update attempts set ended_at = now_at, outcome = moves->'leaseRanOut'->>'event'
    from changed
    where changed.ran_out and attempts.document_id = changed.document_id
      and attempts.ended_at is null
    returning attempts.document_id
  ),
  moved as (
    update states set
      status = case when changed.held is null
        then moves->'claim'->>'to' else moves->'hold'->>'to' end,
      waiting_reason = changed.held,
      waiting_since = case
        when changed.held is null then null
        when states.waiting_reason = changed.held then states.waiting_since
        else now_at end,
      next_attempt_at = case when changed.held is null then null else changed.run_at end,
      updated_at = now_at,
      certainty = case
        when changed.document_id in (select left_open.document_id from left_open) then 'unknown'
        else states.certainty end
    from changed, states before
    where states.document_id = changed.document_id and before.document_id = states.document_id
    returning states.document_id, before.waiting_reason as reason_before
  ),
  new_lines as (
    insert into audit (document_id, at, to_status, event, actor, detail)
    select line.document_id, now_at, line.move->>'to', line.move->>'event', owner, line.detail
    from (
      select changed.document_id, 1 as step, moves->'leaseRanOut' as move, null as detail
      from changed where changed.ran_out
      union all
      select changed.document_id, 2, moves->'claim', null from changed where changed.held is null
      union all
      select changed.document_id, 2, moves->'hold', changed.held
      from changed join moved on moved.document_id = changed.document_id
      where changed.held is distinct from moved.reason_before and changed.held is not null
    ) line
    order by line.document_id, line.step
  )
  select changed.id, changed.epoch, changed.lane, changed.bytes, changed.document_id
  from changed where changed.held is null
  order by changed.fell_due_at, changed.id;
  get diagnostics given = row_count;
  perform note_claimant(owner, now_at, given < free, places);
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
    where document_id = wanted_document;
    insert into audit (document_id, at, to_status, event, actor, detail)
    values (wanted_document, now_at, move->>'to', move->>'event', move->>'actor', move->>'detail');
  end if;
  return has_room;
end
$$;
