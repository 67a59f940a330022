-- Writes one line into each chain. The transaction names who makes the change and when
-- (src/store/access/log.ts). One that does not is from a process of the version before, or was made
-- by hand.
create or replace function log_change(
  chains uuid[], event text, subject text, detail jsonb, otherwise text default 'unknown'
) returns void language plpgsql as $$
declare
  changed_by jsonb := nullif(current_setting('fourcorner.changed_by', true), '')::jsonb;
begin
  insert into log_lines (chain_id, at, event, actor, subject, detail)
  select chain, coalesce((changed_by->>'at')::timestamptz, now()), event,
         coalesce(changed_by->>'actor', otherwise), subject, detail
  from unnest(chains) with ordinality as chain (chain, place) order by place;
end
$$;
