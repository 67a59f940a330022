-- Documents that other access points sent us, whom we receive for, and Message Level Status in both
-- directions.

-- Whom we receive for. A participant belongs to one tenant of the installation.
create table registrations (
  participant_id text primary key,
  -- The order of ids is that of creation.
  id             uuid not null,
  tenant_id      uuid not null references tenants,
  -- Identifiers of document types; empty: whatever comes.
  document_types text[] not null,
  -- Of the participant, for the reports to Peppol.
  country        text,
  end_user       text,
  created_at     timestamptz not null
);

create index registrations_of_tenant on registrations (tenant_id, id);

-- Each message that was stored or repeated a stored document. A MessageId belongs to its sender.
create table inbound_messages (
  access_point text not null,
  message_id   text not null,
  document_id  uuid not null,
  sbd_sha256   bytea not null check (octet_length(sbd_sha256) = 32),
  -- The file with the receipt, which every repetition gets again.
  receipt_id   uuid not null,
  primary key (access_point, message_id)
);

create index inbound_messages_by_id on inbound_messages (message_id);

-- The first document with an InstanceIdentifier, by a digest of sender, receiver and identifier.
create table inbound_instances (
  digest          bytea primary key check (octet_length(digest) = 32),
  document_id     uuid not null,
  document_sha256 bytea not null check (octet_length(document_sha256) = 32)
);

-- What is still to be done with a document that is not a delivery: an inbound one is opened, and
-- answered when the tenant did not; the answer to a scenario is played. Due and leased as in `jobs`.
create table inbound_jobs (
  document_id uuid primary key,
  run_at      timestamptz not null,
  lease_owner text,
  epoch       integer not null default 0
) with (fillfactor = 70);

create index inbound_jobs_due on inbound_jobs (run_at);

-- What the reports to Peppol count: written with the receipt, of every exchange that is no test.
create table exchanges (
  document_id      uuid primary key,
  at               timestamptz not null,
  direction        text not null check (direction in ('outbound', 'inbound')),
  -- The other side's.
  access_point     text not null,
  document_type_id text not null,
  process_id       text not null,
  country_c1       text not null,
  country_c4       text,
  end_user         text not null
);

create index exchanges_by_time on exchanges (at);
