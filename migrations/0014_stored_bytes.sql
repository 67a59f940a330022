-- What was stored in a day (UTC), counted where there is a limit: of one access point that sends to
-- us, or of one tenant that submits. Processes of the version before count nothing.

create table stored_bytes (
  day   date not null,
  kind  text not null check (kind in ('access-point', 'tenant')),
  key   text not null,
  bytes bigint not null,
  primary key (day, kind, key)
) with (fillfactor = 50);
