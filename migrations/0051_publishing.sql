-- Who publishes a participant, which tenants may do it themselves, and what was asked for and is not
-- done yet. What is registered already is published elsewhere, until the SMP agrees with it.
-- Processes of the version before write nothing of it.
-- Functions: 76cf7f3d15d6b97762ed0485e52327fda70aafe46744a43bc533492417ecc4f0
alter table registrations
  add column published_by text not null default 'elsewhere'
    check (published_by in ('us', 'elsewhere'));

alter table tenants add column may_publish boolean not null default false;

create or replace trigger log_change
  after insert or delete
  or update of name, participants, duplicates, french_process, retention_days, mls_wait, mls_type,
               mls_to, tax_reporting, may_publish
  on tenants for each row execute function log_tenant();

-- At most one for a participant: the last one counts.
create table publication_wishes (
  participant_id text primary key references registrations on delete cascade,
  wish           text not null check (wish in ('publish', 'withdraw')),
  asked_at       timestamptz not null,
  asked_by       text not null,
  -- How often it was tried, and why it went no further.
  tries          integer not null default 0,
  code           text,
  detail         text,
  -- When it is tried again; null: never, unless it is asked for again.
  next_at        timestamptz
);

create index publication_wishes_due on publication_wishes (next_at) where next_at is not null;
