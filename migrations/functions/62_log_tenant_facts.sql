-- What the log tells of a tenant.
create or replace function log_tenant_facts(tenant tenants) returns jsonb language sql stable as $$
  select case when tenant.id is not null then jsonb_build_object(
    'name', tenant.name, 'participants', tenant.participants, 'duplicates', tenant.duplicates,
    'frenchProcess', nullif(tenant.french_process, 'none'),
    'retentionDays', tenant.retention_days, 'mlsWait', tenant.mls_wait,
    'mlsType', tenant.mls_type, 'mlsTo', tenant.mls_to,
    'taxReporting', nullif(tenant.tax_reporting, '[]'),
    'mayPublish', nullif(tenant.may_publish, false)) end
$$;
