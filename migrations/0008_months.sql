-- The partitions of the tables that grow with the number of documents: one of each table for each
-- calendar month, in UTC.

-- The lowest UUID version 7 of a moment (RFC 9562, 5.7).
create function first_uuid(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
    || '70008000000000000000')::uuid
$$;

-- As partitions have it in their names.
create function month_name(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY_MM')
$$;

create view months as
  select month_name(begins) as name, begins, ends,
         first_uuid(begins) as first_id, first_uuid(ends) as next_id
  from (select to_date(substr(part.relname, 11), 'YYYY_MM')::timestamp as begun
        from pg_inherits join pg_class part on part.oid = inhrelid
        where inhparent = 'documents'::regclass
        -- Conditions on months are kept away from the names of other tables.
        offset 0) part
  cross join lateral (select begun at time zone 'UTC' as begins,
                             (begun + interval '1 month') at time zone 'UTC' as ends) bounds;

create function monthly_tables() returns text[] language sql immutable as $$
  select array['documents', 'states', 'answers', 'files', 'payload_chunks', 'attempts', 'audit']
$$;

-- Makes the partitions of the month of `at`, unless they are there: all of them or none. Attaching
-- a new table does not wait for those who read or write the others, and they do not wait for it.
create function make_month(at timestamptz) returns void language plpgsql as $$
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
