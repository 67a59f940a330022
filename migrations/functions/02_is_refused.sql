-- Whether the other side has refused what was delivered.
create or replace function is_refused(state states) returns boolean language sql stable as $$
  select coalesce(state.mls_status = 'rejected', false) or exists (select from answers
    where document_id = state.document_id and kind = 'invoice-response' and code = 'RE'
      and doubt is null)
$$;
