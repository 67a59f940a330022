-- Makes an event of each new line of the audit log that is one. The events of one document are in
-- the order of its lines: a statement that moves a document holds its row in `states` (or in
-- `jobs`) to the end of the transaction. A report to a tax authority has none: what is reported tells
-- of it (tell_reported).
create or replace function audit_to_event() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(
    select line.document_id from new_lines line where told_as(line.event) is not null
    order by line.document_id);
begin
  if ids = '{}' then
    return null;
  end if;
  insert into pending_events
    (tenant_id, type, at, document_id, status, certainty, mls_status)
  select state.tenant_id, told_as(line.event), line.at, line.document_id, line.to_status,
         state.certainty, state.mls_status
  from new_lines line join states state on state.document_id = line.document_id
    and state.document_id between known_at_start(ids[1])
      and known_at_start(ids[array_upper(ids, 1)])
  where told_as(line.event) is not null and state.reports is null
  order by line.document_id, line.sequence;
  return null;
end
$$;
