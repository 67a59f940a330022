-- Notes the last line of each chain for the next signed head, and writes the lines that waited for
-- the row of their document (migrations/0024_record_digest.sql).
create or replace function audit_uncover() returns trigger language plpgsql as $$
begin
  insert into audit_uncovered (document_id, sequence)
  select document_id, max(sequence) from new_lines group by document_id order by document_id
  on conflict (document_id) do update set sequence = excluded.sequence;
  if exists (select from audit_waiting) then
    with line as (delete from audit_waiting returning *)
    insert into audit
      (document_id, sequence, at, to_status, event, actor, attempt, detail, files_sha256)
    select document_id, case when ordinal = first then 1 end, at, to_status, event, actor, attempt,
           detail, files_sha256
    from (select line.*, min(ordinal) over (partition by document_id) as first from line) waiting
    order by ordinal;
  end if;
  return null;
end
$$;
