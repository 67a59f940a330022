-- The address without what may be a secret: credentials, path and query.
create or replace function log_origin(url text) returns text language sql immutable as $$
  select substring(url from '^[^:]+') || '://'
    || regexp_replace(substring(url from '^[^:]+:[/\\]*([^/\\?#]*)'), '^.*@', '')
$$;
