-- The chain of the installation.
create or replace function log_installation() returns uuid language sql immutable as $$
  select '00000000-0000-0000-0000-000000000001'::uuid
$$;
