-- The chain of a document begins with its record: the first line's previous_hash is the SHA-256 of
-- the document's row instead of zeros, so that the signed heads cover the record as well. The same
-- digest is computed in src/store/record-digest.ts; a test compares them. Documents of before keep
-- their zeros.

-- Lines that came before the row of their document. The statements of the version before write them
-- in that order: they wait here until the end of the same statement.
create table audit_waiting (
  ordinal      bigint primary key generated always as identity,
  document_id  uuid not null,
  sequence     integer,
  at           timestamptz not null,
  to_status    text not null,
  event        text not null,
  actor        text not null,
  attempt      integer,
  detail       text,
  files_sha256 text
);

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
