-- How many deliveries a process may claim: in each lane that has jobs, and of each tenant there. A
-- process takes no more than its share of the slots of a lane or a tenant while others lack
-- deliveries: otherwise the one that comes first would keep them all, since it claims again whenever
-- one of its own deliveries ends. `sharing`: the number of those processes, with this one.
create or replace function claim_rooms(
  owner text, now_at timestamptz, slots json, sharing integer
) returns table (
  lane text, tenant_id uuid, room integer, tenant_used bigint, tenant_room numeric
)
language sql stable as $$
  with tenant_use as (
    select job.tenant_id, count(*) as used,
           count(*) filter (where job.lease_owner = owner) as own
    from jobs job
    where job.lease_owner is not null and job.run_at > now_at group by job.tenant_id
  )
  select line.lane, line.tenant_id,
         lane_room(line.lane, now_at, slots, owner, sharing),
         coalesce(tenant_use.used, 0),
         least((slots->>'ofTenant')::integer - coalesce(tenant_use.used, 0),
               ceil((slots->>'ofTenant')::numeric / sharing) - coalesce(tenant_use.own, 0))
  from queued_lanes() line left join tenant_use on tenant_use.tenant_id = line.tenant_id
$$;
