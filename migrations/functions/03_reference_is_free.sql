-- True, or an error that names the table and the holder: a statement that meets a taken key stores
-- nothing at all.
create or replace function reference_is_free(holder uuid) returns boolean language plpgsql as $$
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
