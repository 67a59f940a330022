-- Requests to forget all documents of a participant or a client. One process at a time works on
-- one, document by document in the order of their ids; another one goes on where it died.
create table forgettings (
  id             uuid primary key,
  tenant_id      uuid not null,
  participant_id text,
  client_id      text,
  reason         text not null,
  actor          text not null,
  created_at     timestamptz not null,
  -- Up to this document all have had their turn.
  done_to        uuid not null,
  -- How many are forgotten.
  forgotten      bigint not null default 0,
  -- When it is worked on next, which is also the end of a lease; null: it is complete.
  due_at         timestamptz,
  epoch          integer not null default 0,
  completed_at   timestamptz,
  check ((participant_id is null) <> (client_id is null)),
  check ((due_at is null) = (completed_at is not null))
) with (fillfactor = 70);

create index forgettings_due on forgettings (due_at) where due_at is not null;
create unique index forgettings_under_way
  on forgettings (tenant_id, coalesce(participant_id, ''), coalesce(client_id, ''))
  where due_at is not null;

-- Documents that were passed by: they were not at their end, or not what their log says.
create table forgetting_left (
  forgetting_id uuid not null,
  document_id   uuid not null,
  primary key (forgetting_id, document_id)
);
