-- Writes a change of a registration into the log.
create or replace function log_registration() returns trigger language plpgsql as $$
declare
  detail jsonb := coalesce(
    log_changes(log_registration_facts(old), log_registration_facts(new)), '{}');
begin
  if tg_op <> 'UPDATE' or detail <> '{}' then
    perform log_change(
      array[coalesce(new.tenant_id, old.tenant_id)],
      'registration.' || case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed'
                                    else 'changed' end,
      coalesce(new.participant_id, old.participant_id), detail);
  end if;
  return null;
end
$$;
