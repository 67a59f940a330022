-- What the registrar writes into the SMP, and the one lease of those that write there. Processes of
-- the version before write nothing.
create table publications (
  participant_id text not null,
  -- Empty: the group of the participant.
  document_type  text not null,
  -- A group: creating, waiting-for-dns, published, withdrawing, withdrawn; a type: written,
  -- differs, published.
  state          text not null,
  -- Of what was written; a type alone has it.
  sha256         bytea check (octet_length(sha256) = 32),
  -- Why it went no further.
  detail         text,
  -- Since when it has this state.
  since          timestamptz not null,
  changed_at     timestamptz not null,
  changed_by     text not null,
  primary key (participant_id, document_type)
);

-- Each taking of the lease has an epoch, and whatever is written names it.
create table registrar_lease (
  is_only boolean primary key default true check (is_only),
  epoch   integer not null,
  ends_at timestamptz not null
);
