-- The lanes that have jobs, and the tenants of each. Each pair is found by one step in an index,
-- however many jobs it has.
create or replace function queued_lanes() returns table (lane text, tenant_id uuid)
language sql stable as $$
  with recursive lines as (
    (select job.lane, job.tenant_id from jobs job order by job.lane, job.tenant_id limit 1)
    union all
    select next.lane, next.tenant_id from lines cross join lateral (
      select job.lane, job.tenant_id from jobs job
      where (job.lane, job.tenant_id) > (lines.lane, lines.tenant_id)
      order by job.lane, job.tenant_id limit 1) next
  )
  select lines.lane, lines.tenant_id from lines
$$;
