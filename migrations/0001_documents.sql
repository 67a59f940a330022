-- Who may call, what they submitted, and what became of it. Plain SQL for PostgreSQL 15 and newer,
-- the embedded database included. Times are passed in as values; nothing here reads a clock.
--
-- Tables that grow with the number of documents (documents, states, answers, files, payload_chunks,
-- attempts, audit) have keys that begin with a UUID version 7, whose time says in which partition
-- of a month a row is (0008_months.sql makes them). What has to be unique over all time is in key
-- tables of its own. A document's rows are written together by statements that guarantee what
-- foreign keys would only repeat.

-- The id itself. Where the key of a partitioned table is compared with known_at_start(id), one plan
-- serves all ids, and each run of it begins by choosing the partitions. Otherwise Postgres would
-- plan for each id anew, which takes longer than most statements.
create function known_at_start(id uuid) returns uuid language plpgsql stable parallel safe as $$
begin
  return id;
end
$$;

create table tenants (
  id           uuid primary key,
  name         text not null unique,
  participants text[] not null,
  -- Whether a second document with the same number is refused or accepted with a warning.
  duplicates   text not null check (duplicates in ('refuse', 'warn')),
  created_at   timestamptz not null
);

create table tokens (
  id            uuid primary key,
  public_id     text not null unique,
  tenant_id     uuid not null references tenants,
  secret_sha256 bytea not null check (octet_length(secret_sha256) = 32),
  name          text not null,
  environment   text not null check (environment in ('live', 'test')),
  scopes        text[] not null,
  created_at    timestamptz not null,
  expires_at    timestamptz,
  revoked_at    timestamptz,
  last_used_at  timestamptz
);

-- What was submitted: written once. The id carries the time of created_at, so the order of ids is
-- the order of creation. Amounts and dates are kept as submitted: a rejected document may have
-- nonsense there, and one of another kind may have none.
create table documents (
  id                  uuid primary key,
  tenant_id           uuid not null,
  direction           text not null check (direction in ('outbound', 'inbound')),
  kind                text not null
    check (kind in ('invoice', 'creditNote', 'debitNote', 'other')),
  test                boolean not null,
  -- What is played instead of a delivery: { name, speed }.
  scenario            jsonb check (scenario is null or test),
  client_id           text,
  reference           text,
  number              text,
  issue_date          text,
  sender_id           text not null,
  sender_name         text,
  sender_country      text,
  receiver_id         text not null,
  receiver_name       text,
  receiver_country    text,
  document_type_id    text not null,
  process_id          text not null,
  country_c1          text not null,
  currency            text,
  payable             text,
  tax                 text,
  instance_identifier text not null,
  -- Which Message Level Status is asked for; none for what gets no such answer.
  mls_type            text check (mls_type in ('FAILURE_ONLY', 'ALWAYS_SEND')),
  -- Of an inbound document: where the sender wants it, as written; and the earlier document that
  -- has the same InstanceIdentifier.
  mls_to              text,
  same_instance_as    uuid,
  -- Of the request that submitted it (W3C Trace Context), for the log.
  traceparent         text,
  validation          jsonb not null,
  warnings            text[] not null,
  created_at          timestamptz not null,
  constraint amounts_together
    check ((currency is null) = (payable is null) and (tax is null or payable is not null))
) partition by range (id);

create index documents_listed on documents (tenant_id, direction, id);
create index documents_by_kind on documents (tenant_id, kind, id);
create index documents_by_client on documents (tenant_id, client_id, id) include (direction)
  where client_id is not null;
create index documents_by_reference on documents (tenant_id, reference, id)
  where reference is not null;
create index documents_by_number on documents (tenant_id, number, id);
create index documents_by_sender on documents (tenant_id, sender_id, id) include (direction);
create index documents_by_receiver on documents (tenant_id, receiver_id, id) include (direction);
create index documents_of_test on documents (tenant_id, id) where test;

-- Where a document stands: the one row that changes while it moves. What it may hold is said in
-- check_state(), below.
create table states (
  document_id       uuid primary key,
  tenant_id         uuid not null,
  status            text not null,
  certainty         text not null,
  waiting_reason    text,
  waiting_since     timestamptz,
  next_attempt_at   timestamptz,
  failure_code      text,
  failure_detail    text,
  failure_retryable boolean,
  as4_message_id    text,
  as4_receipt_id    text,
  as4_sent_at       timestamptz,
  as4_received_at   timestamptz,
  as4_access_point  text,
  attempts          integer not null,
  -- The number of attempts before the last retry by a caller: they do not count against the limit.
  attempts_before   integer not null default 0,
  deadline          timestamptz not null,
  -- Message Level Status: the other side's of an outbound document, ours of an inbound one.
  mls_status        text,
  mls_code          text,
  -- Received, or sent.
  mls_at            timestamptz,
  mls_due_at        timestamptz,
  -- Of an inbound document that was validated after it was stored.
  validation        jsonb,
  -- How often an inbound document came again.
  repeats           integer not null default 0,
  updated_at        timestamptz not null,
  completed_at      timestamptz
) partition by range (document_id);

create index states_by_status on states (tenant_id, status, document_id);
create index states_refused on states (tenant_id, document_id) where mls_status = 'rejected';
-- Outbound: whose Message Level Status is late. Inbound: whom we owe one.
create index states_by_mls on states (mls_due_at) where mls_status = 'awaited';
create index states_by_update on states (tenant_id, updated_at, document_id);
-- What is not delivered is little beside what is: in the order of changes, nobody would meet it. A
-- document that is delivered at once never enters this index.
create index states_undelivered on states (tenant_id, status, updated_at, document_id)
  where status in ('waiting', 'failed', 'rejected', 'cancelled');
create index states_waiting on states (tenant_id, waiting_reason, updated_at, document_id)
  where status = 'waiting';
-- What ended when: with the id, which says when it began, that is all the figures need.
create index states_ended on states (tenant_id, completed_at) include (status, document_id)
  where completed_at is not null;
create index states_in_queue on states (tenant_id, document_id) include (waiting_reason)
  where status in ('accepted', 'waiting');

create view records as
  select document.*, state.document_id, state.status, state.certainty, state.waiting_reason,
         state.waiting_since, state.next_attempt_at, state.failure_code, state.failure_detail, state.failure_retryable,
         state.as4_message_id, state.as4_receipt_id, state.as4_sent_at, state.as4_received_at,
         state.as4_access_point, state.attempts, state.attempts_before, state.deadline,
         state.mls_status, state.mls_code, state.mls_at, state.mls_due_at,
         state.validation as validation_of_arrival, state.repeats,
         state.updated_at, state.completed_at
  from documents document join states state on state.document_id = document.id;

-- The newest document with a reference. Another one may take it over once that has failed.
create table document_references (
  tenant_id   uuid not null,
  reference   text not null,
  document_id uuid not null,
  primary key (tenant_id, reference)
);

-- The newest document with a number, by a digest of test flag, sender, receiver, kind and number.
-- Only documents whose kind gives the number a meaning: of others, a second one is no duplicate.
create table document_numbers (
  tenant_id   uuid not null,
  digest      bytea not null check (octet_length(digest) = 32),
  document_id uuid not null,
  primary key (tenant_id, digest)
);

-- Documents about documents: Message Level Status, Message Level Response, Invoice Response. Each
-- row is written with the document that answers.
create table answers (
  document_id uuid not null,
  answer_id   uuid not null,
  kind        text not null check (kind in ('mls', 'mlr', 'invoice-response')),
  code        text not null,
  at          timestamptz not null,
  primary key (document_id, answer_id)
) partition by range (document_id);

create unique index answers_one_mls on answers (document_id) where kind = 'mls';

-- Whether the other side has refused what was delivered.
create function is_refused(state states) returns boolean language sql stable as $$
  select coalesce(state.mls_status = 'rejected', false) or exists (select from answers
    where document_id = state.document_id and kind = 'invoice-response' and code = 'RE')
$$;

-- True, or an error that names the table and the holder: a statement that meets a taken key stores
-- nothing at all.
create function reference_is_free(holder uuid) returns boolean language plpgsql as $$
begin
  if exists (select from states where document_id = known_at_start(holder)
             and status not in ('failed', 'rejected', 'cancelled')
             and not is_refused(states)) then
    raise exception 'the reference is taken'
      using errcode = 'unique_violation', table = 'document_references', detail = holder;
  end if;
  return true;
end
$$;

-- A document that may have arrived keeps its number.
create function number_is_free(holder uuid) returns boolean language plpgsql as $$
begin
  if exists (select from states where document_id = known_at_start(holder)
             and (status not in ('failed', 'rejected', 'cancelled')
               or (status = 'failed' and certainty = 'unknown'))
             and not is_refused(states)) then
    raise exception 'the number is taken'
      using errcode = 'unique_violation', table = 'document_numbers', detail = holder;
  end if;
  return true;
end
$$;

-- Held by the first request with a key while that is under way, until its lease runs out; then kept
-- with the answer.
create table idempotency (
  tenant_id   uuid not null,
  path        text not null,
  key         text not null,
  body_sha256 bytea not null check (octet_length(body_sha256) = 32),
  holder      uuid,
  status      integer,
  -- json, not jsonb: the answer is given again with its members in their first order.
  answer      json,
  expires_at  timestamptz not null,
  primary key (tenant_id, path, key),
  check ((holder is null) = (answer is not null) and (holder is null) = (status is not null))
);

create index idempotency_expired on idempotency (expires_at);

-- Files of one document with the same bytes share a payload. Payloads may be removed after a while;
-- sizes and digests stay.
create table files (
  document_id uuid not null,
  -- Files of one call have one time; they are listed in the order in which they were given.
  ordinal     bigint not null generated always as identity,
  id          uuid not null,
  payload_id  uuid not null,
  kind        text not null,
  name        text not null,
  media_type  text not null,
  size        bigint not null,
  sha256      bytea not null check (octet_length(sha256) = 32),
  created_at  timestamptz not null,
  primary key (document_id, ordinal)
) partition by range (document_id);

-- Rows of at most 512 KB: the embedded database takes 0.6 s for 50 MB in such rows, and 11 s for
-- one value of that size. A payload in the payload store (PAYLOAD_STORE) has one row without bytes.
create table payload_chunks (
  payload_id uuid not null,
  ordinal    integer not null,
  bytes      bytea check (octet_length(bytes) <= 524288),
  primary key (payload_id, ordinal)
) partition by range (payload_id);

-- What fits on a page once it is compressed stays in its row, without rows of its own.
alter table payload_chunks alter bytes set storage main;

create table attempts (
  document_id             uuid not null,
  number                  integer not null,
  id                      uuid not null,
  message_id              text,
  endpoint_url            text,
  certificate_fingerprint text,
  access_point            text,
  -- Opens the payload of the stored request.
  session_key             bytea,
  -- Where the endpoint was found: the SMP, and its answers by digest.
  smp_metadata            jsonb,
  started_at              timestamptz not null,
  ended_at                timestamptz,
  outcome                 text,
  detail                  text,
  http_status             integer,
  ebms_errors             jsonb,
  primary key (document_id, number)
) partition by range (document_id);

-- By the name under which the other side knows it.
create index attempts_by_message on attempts (message_id) where message_id is not null;

-- Signed metadata as it came, once for all attempts that it led to.
create table smp_answers (
  sha256 bytea primary key,
  bytes  bytea not null
);

create table audit (
  document_id   uuid not null,
  sequence      integer not null,
  at            timestamptz not null,
  from_status   text,
  to_status     text not null,
  event         text not null,
  actor         text not null,
  attempt       integer,
  detail        text,
  -- Over the files that were stored with the line (store/audit.ts).
  files_sha256  text,
  previous_hash text not null,
  hash          text not null,
  primary key (document_id, sequence)
) partition by range (document_id);

-- Gives a new line its place: the next number, the status that the line before it led to, and the
-- hash over itself and the hash before it. Two writers of one document meet at the primary key: so
-- does one that says of a later line that it is the first. What is hashed is a JSON array: an
-- expression of many calls takes longer to prepare, in every transaction, than all the rest.
create function audit_append() returns trigger language plpgsql as $$
begin
  if new.sequence = 1 then
    new.from_status := null;
    new.previous_hash := repeat('0', 64);
  else
    select sequence + 1, to_status, hash into new.sequence, new.from_status, new.previous_hash
      from audit where document_id = known_at_start(new.document_id)
      order by sequence desc limit 1;
    if not found then
      new.sequence := 1;
      new.previous_hash := repeat('0', 64);
    end if;
  end if;
  new.hash := encode(sha256(convert_to(json_build_array(
    new.previous_hash, new.document_id, new.sequence,
    to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    new.from_status, new.to_status, new.event, new.actor, new.attempt, new.detail,
    new.files_sha256)::text, 'UTF8')), 'hex');
  return new;
end
$$;

create trigger audit_append before insert on audit for each row execute function audit_append();

-- Nobody changes what is written once.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % refused: %', lower(tg_op), tg_table_name, tg_argv[0]
    using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_unchanged before update or delete on audit
  for each row execute function refuse_change('the audit log is append-only');
create trigger audit_kept before truncate on audit
  for each statement execute function refuse_change('the audit log is append-only');
create trigger documents_unchanged before update on documents
  for each row execute function refuse_change('documents are written once');
create trigger documents_kept before truncate on documents
  for each statement execute function refuse_change('documents are written once');

-- What a state may be; and no statement makes a move that the state table of core/status.ts does not
-- have. Not as constraints and conditions of triggers: Postgres would read each of them from its
-- text anew for every statement (docs/adr/0054-states-are-checked-by-a-function.md).
create function check_state() returns trigger language plpgsql as $$
begin
  -- A document that is stored together with its first move begins where that leads.
  if (case when tg_op = 'INSERT'
      then new.status <> all ('{accepted,rejected,received,sending,available}')
      else new.status <> old.status and old.status || ' ' || new.status <> all ('{
        accepted sending, accepted waiting, accepted cancelled,
        waiting sending, waiting cancelled,
        sending waiting, sending delivered, sending failed,
        failed waiting, waiting delivered, failed delivered,
        received available, available acknowledged}')
    end) then
    raise exception '% on % refused: no such move', lower(tg_op), tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  if (new.certainty in ('not-sent', 'unknown', 'refused', 'confirmed')
      and num_nulls(new.waiting_reason, new.waiting_since, new.next_attempt_at) in (0, 3)
      and num_nulls(new.failure_code, new.failure_detail, new.failure_retryable) in (0, 3)
      and (new.as4_message_id is null) = (new.as4_sent_at is null)
      and (new.completed_at is not null) =
        (new.status in ('delivered', 'rejected', 'failed', 'cancelled', 'acknowledged'))
      and case when new.mls_due_at is null
        then coalesce(new.mls_status in ('accepted', 'acknowledged', 'rejected'), true)
        else new.mls_status in ('awaited', 'overdue') end
     ) is not true then
    raise exception 'no such state' using errcode = 'check_violation',
      table = tg_table_name, constraint = 'check_state', detail = new;
  end if;
  return new;
end
$$;

create trigger states_checked before insert or update on states
  for each row execute function check_state();
