-- Which due jobs a claim takes, at most `free`, and which it puts back, why and until when. One row
-- of arrays, and whether more were due than there are slots for.
--
-- The order: a tenant with fewer deliveries under way goes first, then first attempts go before
-- retries (unless those have been due for a minute), then what fell due first.
create or replace function next_jobs(
  owner text, now_at timestamptz, free integer, slots json, sharing integer, any_pause boolean
) returns table (ids uuid[], holds text[], untils timestamptz[], is_more_due boolean)
language sql stable as $$
  with due as (
    select * from due_jobs(owner, now_at, free, slots, sharing, any_pause)
  ),
  in_turn as (
    select due.*, due.tenant_used + row_number() over (
      partition by due.tenant_id order by due.yields, due.run_at, due.id) as turn
    from due where due.hold is null
  ),
  in_lane as (
    select in_turn.*, row_number() over (
      partition by in_turn.lane order by in_turn.turn, in_turn.yields, in_turn.run_at, in_turn.id
    ) as lane_slot
    from in_turn
  ),
  in_tenant as (
    select in_lane.*, row_number() over (
      partition by in_lane.tenant_id order by in_lane.turn) as tenant_slot
    from in_lane
    -- What is past its deadline is not sent: it needs no slot.
    where in_lane.lane_slot <= in_lane.room or in_lane.deadline <= now_at
  ),
  next_ones as (
    (select picked.document_id, null as hold, null::timestamptz as until from in_tenant picked
     where picked.tenant_slot <= picked.tenant_room
     order by picked.yields, picked.turn, picked.run_at, picked.id limit free)
    union all
    select due.document_id, due.hold,
      case due.hold when 'paused' then due.deadline else least(due.open_until, due.deadline) end
    from due where due.hold is not null
  )
  select array_agg(document_id), array_agg(hold), array_agg(until),
         (select count(*) from due where hold is null) > count(*) filter (where hold is null)
  from next_ones
$$;
