-- Notes the last line of each chain of the log for the next signed head.
create or replace function log_uncover() returns trigger language plpgsql as $$
begin
  insert into audit_uncovered (document_id, sequence)
  select chain_id, max(sequence) from new_lines group by chain_id order by chain_id
  on conflict (document_id) do update set sequence = excluded.sequence;
  return null;
end
$$;
