-- Work that one process at a time does for all, and how far the removal of old bytes has come.

create table schedules (
  name   text primary key,
  due_at timestamptz not null
);

-- Documents are removed from in the order of their ids. One that was not in a final state when its
-- turn came is looked at again.
create table retention (
  only_row    boolean primary key default true check (only_row),
  -- The bytes of all documents up to this one were removed, but for those left.
  done_to     uuid not null
);

create table retention_left (
  document_id uuid primary key
);
