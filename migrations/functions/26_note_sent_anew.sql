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
