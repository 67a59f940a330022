-- A document that may have arrived keeps its number.
create or replace function number_is_free(holder uuid) returns boolean language plpgsql as $$
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
