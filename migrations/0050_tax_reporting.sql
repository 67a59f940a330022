-- What a tenant reports to tax authorities; processes of the version before report nothing.
-- Functions: fb5a1608f45d07713ef9b9da2921908a9a7fee22153674fcb07e005eb6c4cbf3
alter table tenants add column tax_reporting jsonb not null default '[]';

create or replace trigger log_change
  after insert or delete
  or update of name, participants, duplicates, french_process, retention_days, mls_wait, mls_type,
               mls_to, tax_reporting
  on tenants for each row execute function log_tenant();
