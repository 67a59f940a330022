-- Writes a change of a tenant into its chain and that of the installation. A list may be long:
-- after the first line, only what was added and what was removed.
create or replace function log_tenant() returns trigger language plpgsql as $$
declare
  detail jsonb := log_changes(log_tenant_facts(old), log_tenant_facts(new));
begin
  if tg_op = 'DELETE' then
    detail := jsonb_build_object('name', old.name);
  elsif detail ? 'participants' and tg_op = 'UPDATE' then
    detail := detail - 'participants' || jsonb_strip_nulls(jsonb_build_object(
      'participantsAdded', (
        select jsonb_agg(participant) from unnest(new.participants) participant
        where participant <> all (old.participants)),
      'participantsRemoved', (
        select jsonb_agg(participant) from unnest(old.participants) participant
        where participant <> all (new.participants))));
  end if;
  if detail <> '{}' then
    perform log_change(
      array[coalesce(new.id, old.id), log_installation()],
      'tenant.' || case tg_op when 'INSERT' then 'created' when 'DELETE' then 'removed'
                              else 'changed' end,
      coalesce(new.id, old.id)::text, detail);
  end if;
  return null;
end
$$;
