-- What the receiver of a document says about it, and how long it has to: processes of the version
-- before do not know of it, and send the status that they would have sent.
-- Functions: b734474892e89335dee5fea2355254284ffe00dcabc06e7a130e584cb0922eec
alter table states
  -- AP, AB or RE; its file of the kind `word` says the rest.
  add column word_code text check (word_code in ('AP', 'AB', 'RE')),
  add column word_at   timestamptz;

-- Minutes; null: five.
alter table tenants add column mls_wait integer check (mls_wait between 1 and 15);

create or replace trigger log_change
  after insert or delete
  or update of name, participants, duplicates, french_process, retention_days, mls_wait
  on tenants for each row execute function log_tenant();
