-- The members of `after` that are not the same in `before`; at first all but nulls and the tenant,
-- whose chain it is.
create or replace function log_changes(before jsonb, after jsonb) returns jsonb language sql stable as $$
  select case when before is null then jsonb_strip_nulls(after) - 'tenantId' else coalesce(
    (select jsonb_object_agg(key, value) from jsonb_each(after)
     where value is distinct from before -> key), '{}') end
$$;
