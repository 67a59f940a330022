-- What the log tells of a registration.
create or replace function log_registration_facts(registration registrations)
returns jsonb language sql stable as $$
  select case when registration.id is not null then jsonb_build_object(
    'tenantId', registration.tenant_id, 'documentTypes', registration.document_types,
    'country', registration.country, 'endUser', registration.end_user,
    'publishedBy', nullif(registration.published_by, 'elsewhere')) end
$$;
