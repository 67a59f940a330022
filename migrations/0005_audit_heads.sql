-- Signed heads over the audit chains of all documents. A chain shows that no line in it was
-- changed; only a head shows that the end of a chain, or a whole document, is missing
-- (docs/adr/0032-signed-heads-over-all-audit-chains.md).

-- The last line of each document that no head covers yet.
create table audit_uncovered (
  document_id uuid primary key,
  sequence    integer not null
) with (fillfactor = 50);

create function audit_uncover() returns trigger language plpgsql as $$
begin
  insert into audit_uncovered (document_id, sequence)
  select document_id, max(sequence) from new_lines group by document_id order by document_id
  on conflict (document_id) do update set sequence = excluded.sequence;
  return null;
end
$$;

create trigger audit_uncover after insert on audit referencing new table as new_lines
  for each statement execute function audit_uncover();

-- Certificates that heads were signed with, as PEM.
create table audit_signers (
  fingerprint text primary key,
  certificate text not null
);

create table audit_heads (
  number        bigint primary key,
  at            timestamptz not null,
  -- 52 bytes for each line: the document's id, the line's number as 4 bytes, and its hash.
  lines         bytea not null check (octet_length(lines) > 0 and octet_length(lines) % 52 = 0),
  root          bytea not null check (octet_length(root) = 32),
  previous_hash text not null,
  hash          text not null,
  signature     bytea not null,
  signer        text not null references audit_signers
);

create index audit_heads_by_time on audit_heads (at);

create trigger audit_heads_unchanged before update or delete on audit_heads
  for each row execute function refuse_change('the audit log is append-only');
create trigger audit_heads_kept before truncate on audit_heads
  for each statement execute function refuse_change('the audit log is append-only');
