-- How many more deliveries `asker` may start in a lane now: what is free, and no more than its
-- share of all. `places`: the limits of src/store/queue/lanes.ts.
create or replace function lane_room(
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
