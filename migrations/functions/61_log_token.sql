-- Writes a change of a token into the log.
create or replace function log_token() returns trigger language plpgsql as $$
declare
  changed_by jsonb := nullif(current_setting('fourcorner.changed_by', true), '')::jsonb;
  detail jsonb := log_changes(log_token_facts(old), log_token_facts(new));
  event text := case
    when tg_op = 'INSERT' then 'token.created'
    when tg_op = 'DELETE' then 'token.removed'
    when old.revoked_at is null and new.revoked_at is not null then 'token.revoked'
    when changed_by ? 'rotates' then 'token.rotated'
    else 'token.changed' end;
begin
  if tg_op = 'DELETE' then
    detail := jsonb_build_object('publicId', old.public_id, 'name', old.name);
  elsif tg_op = 'UPDATE' and old.secret_sha256 <> new.secret_sha256 then
    detail := detail || '{"secret": "replaced"}';
  end if;
  if detail <> '{}' or event = 'token.rotated' then
    perform log_change(array[coalesce(new.tenant_id, old.tenant_id)], event,
                       coalesce(new.id, old.id)::text, detail);
  end if;
  return null;
end
$$;
