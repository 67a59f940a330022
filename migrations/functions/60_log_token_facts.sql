-- What the log tells of a token: never its secret, or a digest of it.
create or replace function log_token_facts(token tokens) returns jsonb language sql stable as $$
  select case when token.id is not null then jsonb_build_object(
    'tenantId', token.tenant_id, 'publicId', token.public_id, 'name', token.name,
    'environment', token.environment, 'scopes', token.scopes,
    'expiresAt', log_time(token.expires_at), 'revokedAt', log_time(token.revoked_at)) end
$$;
