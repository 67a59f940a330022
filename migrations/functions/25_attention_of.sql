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
