-- What statements are given as rows: arrays of these types (src/store/row-types.ts). They are types of
-- their own, not those of tables: whoever writes rows knows all columns of their type, and a table
-- gets another column while processes of the version before still write to it. So a type is never
-- changed: another version has another type.

create type new_document as (
  id uuid,
  tenant_id uuid,
  direction text,
  kind text,
  test boolean,
  scenario jsonb,
  client_id text,
  reference text,
  number text,
  issue_date text,
  sender_id text,
  sender_name text,
  sender_country text,
  receiver_id text,
  receiver_name text,
  receiver_country text,
  document_type_id text,
  process_id text,
  country_c1 text,
  currency text,
  payable text,
  tax text,
  instance_identifier text,
  mls_type text,
  mls_to text,
  same_instance_as uuid,
  traceparent text,
  validation jsonb,
  warnings text[],
  created_at timestamptz
);

create type new_state as (
  document_id uuid,
  tenant_id uuid,
  status text,
  certainty text,
  waiting_reason text,
  waiting_since timestamptz,
  next_attempt_at timestamptz,
  failure_code text,
  failure_detail text,
  failure_retryable boolean,
  as4_message_id text,
  as4_receipt_id text,
  as4_sent_at timestamptz,
  as4_received_at timestamptz,
  as4_access_point text,
  attempts integer,
  attempts_before integer,
  deadline timestamptz,
  mls_status text,
  mls_code text,
  mls_at timestamptz,
  mls_due_at timestamptz,
  repeats integer,
  updated_at timestamptz,
  completed_at timestamptz
);

create type new_chunk as (
  document_id uuid,
  payload_id uuid,
  ordinal integer,
  start integer,
  length integer,
  of_attempt boolean
);

create type new_file as (
  document_id uuid,
  position integer,
  id uuid,
  payload_id uuid,
  kind text,
  name text,
  media_type text,
  size bigint,
  sha256 bytea,
  at timestamptz,
  of_attempt boolean
);

create type new_attempt as (
  document_id uuid,
  number integer,
  id uuid,
  message_id text,
  endpoint_url text,
  certificate_fingerprint text,
  access_point text,
  session_key bytea,
  smp_metadata jsonb,
  started_at timestamptz,
  ended_at timestamptz,
  outcome text,
  detail text,
  http_status integer,
  ebms_errors jsonb
);

create type new_exchange as (
  document_id uuid,
  at timestamptz,
  direction text,
  access_point text,
  document_type_id text,
  process_id text,
  country_c1 text,
  country_c4 text,
  end_user text
);

-- The other columns say what else is stored with it, or changed.
create type acceptance as (
  document_id uuid,
  tenant_id uuid,
  at timestamptz,
  to_status text,
  event text,
  actor text,
  detail text,
  files_sha256 text,
  reference text,
  number bytea,
  allows_duplicate boolean,
  receiver_id text,
  run_at timestamptz,
  lane text,
  bytes bigint,
  deadline timestamptz,
  key_path text,
  key text,
  key_holder uuid,
  answer_status integer,
  answer json,
  answer_expires_at timestamptz,
  about_id uuid,
  answer_kind text,
  answer_code text,
  mls_status text,
  document new_document,
  state new_state,
  begun_state new_state,
  attempt new_attempt,
  begun_at timestamptz,
  lease_until timestamptz,
  claim_to text,
  claim_event text
);

create type attempt_start as (
  document_id uuid,
  job_id bigint,
  epoch integer,
  number integer,
  at timestamptz,
  lease_until timestamptz,
  attempt new_attempt
);

create type attempt_end as (
  document_id uuid,
  job_id bigint,
  epoch integer,
  at timestamptz,
  to_status text,
  event text,
  actor text,
  number integer,
  detail text,
  files_sha256 text,
  next_run_at timestamptz,
  lane text,
  health text,
  closed_until timestamptz,
  is_confirmed boolean,
  played_at timestamptz,
  certainty text,
  waiting_reason text,
  waiting_since timestamptz,
  next_attempt_at timestamptz,
  failure_code text,
  failure_detail text,
  failure_retryable boolean,
  as4_message_id text,
  as4_receipt_id text,
  as4_sent_at timestamptz,
  as4_received_at timestamptz,
  as4_access_point text,
  mls_status text,
  mls_due_at timestamptz,
  completed_at timestamptz,
  attempt new_attempt
);

create type new_arrival as (
  document_id uuid,
  at timestamptz,
  access_point text,
  message_id text,
  sbd_sha256 bytea,
  receipt_id uuid,
  instance bytea,
  document_sha256 bytea,
  to_status text,
  event text,
  actor text,
  detail text,
  files_sha256 text,
  opened_to text,
  opened_by text,
  opener text,
  work_at timestamptz,
  document new_document,
  state new_state,
  exchange new_exchange
);

create type inbound_opening as (
  document_id uuid,
  epoch integer,
  at timestamptz,
  to_status text,
  event text,
  actor text,
  detail text,
  files_sha256 text,
  validation jsonb,
  mls_due_at timestamptz
);
