-- Claims due deliveries for one process, and puts back those that must wait for a pause or an open
-- circuit. All nodes claim one after the other: a count of slots is only true if no other claim
-- takes one at the same time. The lock comes first, since each statement of a function sees what was
-- committed before it. A last row without a job says that more were due than there are slots for.
create or replace function claim_deliveries(
  now_at timestamptz, owner text, free integer, lease_end timestamptz, places json, moves json
) returns table (
  job_id bigint, claimed_epoch integer, claimed_lane text, claimed_bytes bigint, document uuid,
  -- Never claimed before, nor changed since it was stored.
  is_first boolean
)
language plpgsql
-- Planned anew for the jobs of each claim, a statement would open the partitions of all months.
set plan_cache_mode = force_generic_plan
as $$
declare
  sharing integer;
  any_pause boolean;
  chosen record;
  claim record;
begin
  perform pg_advisory_xact_lock(4207003);
  sharing := sharers(owner, now_at, places);
  any_pause := exists (select from pauses);
  select * into chosen from next_jobs(owner, now_at, free, places, sharing, any_pause);
  select * into claim from lease_jobs(chosen.ids, chosen.holds, chosen.untils, owner, now_at, lease_end);
  if exists (select from unnest(claim.taken) one where one.ran_out) then
    perform close_lost_attempts(
      claim.taken, claim.first, claim.last, owner, now_at, moves->'leaseRanOut');
  end if;
  if claim.taken is not null then
    perform move_taken(
      claim.taken, claim.first, claim.last, owner, now_at, moves->'claim', moves->'hold');
  end if;
  perform note_claimant(owner, now_at, claim.given < free, places);
  return query
    select one.id, one.epoch, one.lane, one.bytes, one.document_id, one.is_new
    from unnest(claim.taken) one where one.hold is null;
  if chosen.is_more_due then
    job_id := null;
    return next;
  end if;
end
$$;
