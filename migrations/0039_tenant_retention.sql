-- How long the bytes of a tenant's documents are kept, where that is not as RETENTION_DAYS says.
-- Processes of the version before remove them as RETENTION_DAYS says.
-- Functions: 15bf029391971db4e204f04db40f6ec58e3b2016c21b912888f338209d3ac9f7
alter table tenants add column retention_days integer check (retention_days > 0);

create or replace trigger log_change
  after insert or delete
  or update of name, participants, duplicates, french_process, retention_days
  on tenants for each row execute function log_tenant();

-- Tenants that have days of their own, or had: their bytes go by these rows, and not by months.
create table tenant_retention (
  tenant_id uuid primary key,
  -- The bytes of all its documents up to this one were removed, but for those left.
  done_to   uuid not null
);
