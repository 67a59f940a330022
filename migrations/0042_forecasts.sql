-- What the rules of another day would refuse of the documents of the last days. One process at a
-- time works on one, in the order of the documents' ids; another one goes on where it died.
create table forecasts (
  id            uuid primary key,
  -- Whose documents; null: those of all tenants.
  tenant_id     uuid,
  actor         text not null,
  -- The day of the rules, YYYY-MM-DD, and how many days of documents.
  rules_day     text not null,
  days          integer not null,
  created_at    timestamptz not null,
  -- The documents above done_from and below done_until; up to done_to all have had their turn.
  done_from     uuid not null,
  done_until    uuid not null,
  done_to       uuid not null,
  judged        bigint not null default 0,
  refused       bigint not null default 0,
  -- Documents whose bytes were removed, and those that no rules could judge.
  without_bytes bigint not null default 0,
  not_judged    bigint not null default 0,
  -- When it is worked on next, which is also the end of a lease; null: it is complete.
  due_at        timestamptz,
  epoch         integer not null default 0,
  completed_at  timestamptz,
  check ((due_at is null) = (completed_at is not null))
) with (fillfactor = 70);

create index forecasts_due on forecasts (due_at) where due_at is not null;
create unique index forecasts_under_way
  on forecasts (coalesce(tenant_id, '00000000-0000-0000-0000-000000000000'), rules_day, days)
  where due_at is not null;

-- What would refuse them: no message and no value of a document.
create table forecast_rules (
  forecast_id      uuid not null,
  tenant_id        uuid not null,
  document_type_id text not null,
  sender_id        text not null,
  rule             text not null,
  documents        bigint not null,
  -- The first of them.
  document_ids     uuid[] not null,
  primary key (forecast_id, tenant_id, document_type_id, sender_id, rule)
) with (fillfactor = 70);
