-- Revocation lists and answers of OCSP responders, fetched once for all processes.
-- The key names what was asked for and who has to have signed it; the version names the current
-- bytes.

create table revocation_sources (
  key           text primary key,
  url           text not null,
  version       uuid,
  fetched_at    timestamptz,
  failure       text,
  failed_since  timestamptz,
  retry_at      timestamptz,
  -- One process fetches at a time.
  claimed_until timestamptz,
  check ((version is null) = (fetched_at is null)),
  check ((failure is null) = (failed_since is null) and (failure is null) = (retry_at is null))
);

create table revocation_chunks (
  key     text not null,
  version uuid not null,
  ordinal integer not null,
  bytes   bytea not null check (octet_length(bytes) <= 524288),
  primary key (key, version, ordinal)
);
