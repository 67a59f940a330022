-- The process of a tenant's French documents that state none. Processes of the version before leave
-- it as it is.
-- Functions: 2bc6920fe44d744437a6ac1e5834615dd2d93bded9f1c5116fda789b9b1a618b
alter table tenants add column french_process text not null default 'none'
  check (french_process in ('none', 'regulated', 'non-regulated'));

create or replace trigger log_change
  after insert or delete or update of name, participants, duplicates, french_process
  on tenants for each row execute function log_tenant();
