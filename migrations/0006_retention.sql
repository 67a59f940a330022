-- Work that one process at a time does for all, and how far the removal of old bytes has come.

create table schedules (
  name   text primary key,
  due_at timestamptz not null
);

-- Bytes go month by month. A document that was not in a final state when its turn came is looked at
-- again.
create table retention (
  only_row    boolean primary key default true check (only_row),
  -- The bytes of all documents up to this one were removed, but for those left.
  done_to     uuid not null
);

create table retention_left (
  document_id uuid primary key
);

-- Objects of the payload store whose rows were removed; they are removed next.
create table removed_payloads (
  payload_id uuid primary key,
  sha256     bytea not null check (octet_length(sha256) = 32)
);

-- Months of which rows were removed that objects may belong to: those that no row names go next.
create table removed_months (
  first_id uuid primary key,
  next_id  uuid not null
);

-- There once payloads have been kept in a payload store.
create table payload_store (
  only_row  boolean primary key default true check (only_row),
  -- The store has the same mark, or the next one. Marks change, so that a copy of this database
  -- soon has another one than the store, and removes nothing from it.
  mark      uuid,
  next_mark uuid,
  -- Objects up to this one were searched for those that no row names.
  swept_to  text
);
