-- Who else sent a document that is there: further access points, each of which is owed its own
-- Message Level Status. The first one is in the document itself.

create table inbound_senders (
  document_id  uuid not null,
  access_point text not null,
  -- What its envelope asks for.
  mls_type     text not null check (mls_type in ('FAILURE_ONLY', 'ALWAYS_SEND')),
  mls_to       text,
  -- When it is looked at next, which is also the end of a lease; null: nothing is owed any more.
  due_at       timestamptz,
  -- Our Message Level Status to it. Chosen before it is stored, so that it is stored once.
  answer_id    uuid,
  primary key (document_id, access_point)
);

create index inbound_senders_due on inbound_senders (due_at) where due_at is not null;
