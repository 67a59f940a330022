-- Participants that move to another SMP, or to ours. Processes of the version before move none.
create table participant_moves (
  participant_id text primary key,
  -- in, out
  direction      text not null,
  -- asked, key-given, taken, finished, cancelled, failed
  state          text not null,
  -- Encrypted; from when the SMP gave it until it was shown.
  sealed_key     bytea,
  -- Why it went no further.
  detail         text,
  -- The other SMP that DNS named in so many answers, one after the other.
  named_url      text,
  named_from     timestamptz,
  named_to       timestamptz,
  named_count    integer,
  -- Since when it has this state.
  since          timestamptz not null,
  changed_at     timestamptz not null,
  changed_by     text not null
);
