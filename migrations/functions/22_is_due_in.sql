-- Whether a lane has a delivery that is due, or one whose lease has run out. Each tenant is found
-- by one step in an index, however many documents wait for a later time.
create or replace function is_due_in(wanted text, now_at timestamptz) returns boolean
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
