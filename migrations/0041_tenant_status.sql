-- Which Message Level Status a tenant asks for, and where it is sent; null: as MLS_REQUEST says, and
-- to the main identifier of the service provider. Processes of the version before ask as before.
-- Functions: fb76490154981adfc92da6536dc589f8ff6b998ac8f621355cd4111c66464333
alter table tenants
  add column mls_type text check (mls_type in ('FAILURE_ONLY', 'ALWAYS_SEND')),
  add column mls_to   text;

create or replace trigger log_change
  after insert or delete
  or update of name, participants, duplicates, french_process, retention_days, mls_wait, mls_type,
               mls_to
  on tenants for each row execute function log_tenant();
