-- What needs a person's attention, and what ends that: a document was put aside, or sent anew as
-- another one. The last Invoice Response stands in the state, so that lists can show it.
alter table states
  add column set_aside_at timestamptz,
  add column set_aside_note text,
  add column sent_anew_as uuid,
  add column sent_instead_of uuid,
  add column response_code text,
  -- Of a document that was submitted as a test: it needs no attention.
  add column is_test boolean;

-- The view `records` stays as it is for processes of the version before: their prepared statements
-- would fail on a view with more columns.
create view document_records as
  select document.*, state.document_id, state.status, state.certainty, state.waiting_reason,
         state.waiting_since, state.next_attempt_at, state.failure_code, state.failure_detail,
         state.failure_retryable, state.as4_message_id, state.as4_receipt_id, state.as4_sent_at,
         state.as4_received_at, state.as4_access_point, state.attempts, state.attempts_before,
         state.deadline, state.mls_status, state.mls_code, state.mls_at, state.mls_due_at,
         state.validation as validation_of_arrival, state.repeats, state.set_aside_at,
         state.set_aside_note, state.sent_anew_as, state.sent_instead_of, state.response_code,
         state.updated_at, state.completed_at
  from documents document join states state on state.document_id = document.id;

-- Why a document needs a person's attention; null when it does not. src/core/status.ts says the
-- same; a test compares them. The index states_attention holds its results: a change of this text
-- needs a migration that makes that index anew.
create or replace function attention_of(
  status text, certainty text, mls_status text, response_code text, set_aside_at timestamptz,
  sent_anew_as uuid, is_test boolean
) returns text language sql immutable parallel safe as $$
  select case
    when set_aside_at is not null or sent_anew_as is not null or is_test then null
    when status = 'failed' and certainty = 'unknown' then 'unclear'
    when status = 'failed' then 'not-delivered'
    when status = 'rejected' then 'not-valid'
    when status = 'delivered' and (mls_status = 'rejected' or response_code = 'RE') then 'refused'
    when status = 'delivered' and response_code in ('UQ', 'CA') then 'query'
    when status = 'delivered' and mls_status = 'overdue' then 'unanswered'
    when status = 'available' and mls_status = 'rejected' then 'received-not-valid'
  end
$$;

-- A document takes over the number or the reference of one that did not arrive or was refused: that
-- one needs no attention any more, and each names the other.
create or replace function note_sent_anew() returns trigger language plpgsql as $$
begin
  update states state
  set sent_anew_as = new.document_id,
      updated_at = coalesce((select created_at from documents
                             where id = known_at_start(new.document_id)), updated_at)
  where document_id = known_at_start(old.document_id)
    and sent_anew_as is distinct from new.document_id
    and (status in ('failed', 'rejected', 'cancelled') or is_refused(state));
  if found then
    update states set sent_instead_of = old.document_id
      where document_id = known_at_start(new.document_id);
  end if;
  return null;
end
$$;

create trigger number_sent_anew after update on document_numbers for each row
  when (old.document_id is distinct from new.document_id) execute function note_sent_anew();
create trigger reference_sent_anew after update on document_references for each row
  when (old.document_id is distinct from new.document_id) execute function note_sent_anew();

-- What was said, and what was sent anew, before this version.
update states set response_code = last.code
from (
  select distinct on (document_id) document_id, code from answers
  where kind = 'invoice-response' and doubt is null
  order by document_id, at desc, answer_id desc
) last
where states.document_id = last.document_id;

update states set sent_anew_as = taken.document_id
from documents document join document_references taken
  on taken.tenant_id = document.tenant_id and taken.reference = document.reference
where states.document_id = document.id and taken.document_id > document.id
  and states.status in ('failed', 'rejected', 'cancelled');

update states set sent_anew_as = (
  select later.id from documents later
  where later.tenant_id = document.tenant_id and later.number = document.number
    and later.id > document.id and later.kind = document.kind and later.test = document.test
    and later.sender_id = document.sender_id and later.receiver_id = document.receiver_id
    and later.direction = 'outbound'
  order by later.id desc limit 1)
from documents document
where states.document_id = document.id and states.sent_anew_as is null
  and states.status in ('failed', 'rejected', 'cancelled') and document.kind <> 'other'
  and document.number is not null;

update states state set is_test = true
from documents document
where document.id = state.document_id and document.test
  and attention_of(state.status, state.certainty, state.mls_status, state.response_code,
                   state.set_aside_at, state.sent_anew_as, null) is not null;

update states later set sent_instead_of = earlier.document_id
from states earlier where earlier.sent_anew_as = later.document_id;

create index states_attention on states (tenant_id,
    attention_of(status, certainty, mls_status, response_code, set_aside_at, sent_anew_as,
                 is_test),
    document_id)
  where attention_of(status, certainty, mls_status, response_code, set_aside_at, sent_anew_as,
                     is_test)
    is not null;
create index states_set_aside on states (tenant_id, document_id) where set_aside_at is not null;

-- Functions: d013b25e95f653c672951ff50fe4e688fe61ea642bb240a33ee1b5fe936008c7
