-- What is left of a registration once the types that leave the SMP are served no more, and since
-- when the SMP has them no more. Processes of the version before go on serving all of them.
alter table registrations
  add column next_types    text[],
  add column types_gone_at timestamptz;
