-- The month in the names of partitions.
create or replace function month_name(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY_MM')
$$;
