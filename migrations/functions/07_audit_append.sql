-- Gives a new line its number, the status that the line before it led to, and the hash over itself
-- and the hash before it; the first line has the digest of its document's row instead. Two writers
-- of one document meet at the primary key: so does one that says of a later line that it is the
-- first. What is hashed is a JSON array: an expression of many calls takes longer to prepare, in
-- every transaction, than all the rest. The digest is also computed in
-- src/store/documents/record-digest.ts; a test compares them.
create or replace function audit_append() returns trigger language plpgsql as $$
declare
  is_first boolean := new.sequence = 1;
begin
  if is_first is not true then
    select sequence + 1, to_status, hash into new.sequence, new.from_status, new.previous_hash
      from audit where document_id = known_at_start(new.document_id)
      order by sequence desc limit 1;
    is_first := not found;
  end if;
  if is_first then
    new.sequence := 1;
    new.from_status := null;
    select encode(sha256(convert_to(json_build_array(
      document.id, document.tenant_id, document.direction, document.kind, document.test,
      document.scenario::text, document.client_id, document.reference, document.number,
      document.issue_date, document.sender_id, document.sender_name, document.sender_country,
      document.receiver_id, document.receiver_name, document.receiver_country,
      document.document_type_id, document.process_id, document.country_c1, document.currency,
      document.payable, document.tax, document.instance_identifier, document.mls_type,
      document.mls_to, document.same_instance_as, document.traceparent,
      document.validation::text, document.warnings,
      to_char(document.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      )::text, 'UTF8')), 'hex')
      into new.previous_hash
      from documents document where document.id = known_at_start(new.document_id);
    if not found then
      if pg_trigger_depth() = 1 then
        insert into audit_waiting
          (document_id, sequence, at, to_status, event, actor, attempt, detail, files_sha256)
        values (new.document_id, new.sequence, new.at, new.to_status, new.event, new.actor,
                new.attempt, new.detail, new.files_sha256);
        return null;
      end if;
      new.previous_hash := repeat('0', 64);
    end if;
  end if;
  new.hash := encode(sha256(convert_to(json_build_array(
    new.previous_hash, new.document_id, new.sequence,
    to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    new.from_status, new.to_status, new.event, new.actor, new.attempt, new.detail,
    new.files_sha256)::text, 'UTF8')), 'hex');
  return new;
end
$$;
