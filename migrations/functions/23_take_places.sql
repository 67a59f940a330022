-- Which of some new documents are sent at once: those in whose lane nothing is queued and whose
-- receiver is not paused, as far as there are delivery slots. Claims wait until this is
-- committed. It waits for no claim, because a caller waits for the answer to the submission: what
-- meets a claim is queued. The lock comes first, since each statement of a function sees what was
-- committed before it.
create or replace function take_places(wanted place_wish[], asker text, now_at timestamptz, places json)
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
