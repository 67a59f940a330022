-- Writes a change of a webhook into the log.
create or replace function log_webhook() returns trigger language plpgsql as $$
declare
  detail jsonb := log_changes(log_webhook_facts(old), log_webhook_facts(new));
  event text := 'webhook.' || case
    when tg_op = 'INSERT' then 'created'
    when tg_op = 'DELETE' then 'deleted'
    when old.enabled <> new.enabled then case when new.enabled then 'enabled' else 'disabled' end
    when old.secret <> new.secret then 'secret-rotated'
    else 'changed' end;
begin
  if tg_op = 'DELETE' then
    detail := jsonb_build_object('url', log_origin(old.url));
  elsif tg_op = 'UPDATE' and old.url <> new.url then
    -- The part that is left out may be all that changed.
    detail := detail || jsonb_build_object('url', log_origin(new.url));
  end if;
  perform log_change(
    array[coalesce(new.tenant_id, old.tenant_id)], event, coalesce(new.id, old.id)::text, detail,
    -- What does not arrive for days disables it.
    case when event = 'webhook.disabled' then 'gateway' else 'unknown' end);
  return null;
end
$$;
