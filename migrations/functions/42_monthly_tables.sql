-- The tables that have a partition for each month.
create or replace function monthly_tables() returns text[] language sql immutable as $$
  select array['documents', 'states', 'answers', 'files', 'payload_chunks', 'attempts', 'audit']
$$;
