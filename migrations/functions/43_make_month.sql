-- Makes the partitions of the month of `at`, unless they are there: all of them or none. Attaching
-- a new table does not wait for readers and writers of the others, and they do not wait for it.
create or replace function make_month(at timestamptz) returns void language plpgsql as $$
declare
  begins timestamptz := date_trunc('month', at, 'UTC');
  ends timestamptz := (begins at time zone 'UTC' + interval '1 month') at time zone 'UTC';
  parent text;
  part text;
  definition text;
begin
  if exists (select from months where name = month_name(at)) then
    return;
  end if;
  perform pg_advisory_xact_lock(4207005);
  if exists (select from months where name = month_name(at)) then
    return;
  end if;
  foreach parent in array monthly_tables() loop
    part := parent || '_' || month_name(at);
    execute format('create table %I (like %I including constraints including storage)',
                   part, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)',
                   parent, part, first_uuid(begins), first_uuid(ends));
    -- A statement that names a partition runs the triggers of that alone, and those of whole
    -- statements are not passed on to partitions.
    for definition in
      select pg_get_triggerdef(oid) from pg_trigger
      where tgrelid = parent::regclass and not tgisinternal and (tgtype & 1) = 0
    loop
      execute regexp_replace(definition, ' ON \S+ ', format(' ON %I ', part));
    end loop;
  end loop;
  -- Where a row changes while its document moves, the next version stays on its page.
  execute format('alter table %I set (fillfactor = 70)', 'states_' || month_name(at));
end
$$;
