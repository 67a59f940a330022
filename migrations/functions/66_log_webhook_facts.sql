-- What the log tells of a webhook: never its secret.
create or replace function log_webhook_facts(webhook webhooks) returns jsonb language sql stable as $$
  select case when webhook.id is not null then jsonb_build_object(
    'tenantId', webhook.tenant_id, 'url', log_origin(webhook.url),
    'description', webhook.description, 'types', webhook.types, 'enabled', webhook.enabled) end
$$;
