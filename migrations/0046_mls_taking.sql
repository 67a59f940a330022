-- A Message Level Status that came is recorded by one write with others, which also opens and
-- acknowledges the document that it came as. Processes of the version before write each by itself.
-- Functions: ac3f8861e3c3de5e73f0ecccce057160c49f78a3b20d851e4f71658660c23607
create type mls_taking as (
  document_id uuid,
  at timestamptz,
  from_status text,
  to_status text,
  mls_status text,
  code text,
  answer_id uuid,
  said jsonb,
  actor text,
  detail text,
  confirmed_event text,
  confirmed_detail text,
  files_sha256 text,
  work_id uuid,
  epoch integer,
  opened text,
  opened_to text,
  acknowledged text,
  opener text
);
