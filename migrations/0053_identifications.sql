-- How the customer behind a participant was identified. Processes of the version before know nothing
-- of it.
create table identifications (
  participant_id text primary key references registrations on delete cascade,
  -- What was checked: a register, a contract, a person.
  checked        text not null,
  checked_by     text not null,
  checked_on     date not null,
  -- Until when it counts.
  due_on         date not null,
  -- Where the proof is kept.
  reference      text not null,
  recorded_at    timestamptz not null,
  recorded_by    text not null
);
