-- The processes that work on this database, so that they notice when they do not fit together. The
-- clock is the database's: those of the nodes may differ.
create table nodes (
  id          uuid primary key,
  -- Host and port; the processes of one node have the same.
  name        text not null,
  version     text not null,
  network     text not null,
  seat_id     text not null,
  -- Digest of the certificates that are trusted, where the operator chose them.
  authorities text,
  -- SHA-256 fingerprints of our certificates whose keys it has.
  keys        text[] not null,
  -- Digest of the key that encrypts the secrets of webhooks.
  secrets_key text,
  seen_at     timestamptz not null
);
