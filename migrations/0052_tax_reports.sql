-- Reports to tax authorities: documents that say which document they report, and what each document
-- says of its report. Processes of the version before make none, and show them as documents.
-- Functions: e63578edad09c7743d040ccd0397d3306e559807e1ec1bf705b41a45743ad22c
alter table states
  -- Of a report: { documentId, role, regime, type, sequence, overdueMs }.
  add column reports    jsonb,
  -- Of a document that is reported, or is not though it could be: { status, at, regime, role,
  -- documentId, code, detail, holds }. Where there are several reports, of the last one.
  add column tax_report jsonb;

-- Whatever is reported is reported once.
create table tax_reports (
  document_id uuid not null,
  role        text not null check (role in ('sender', 'receiver')),
  sequence    integer not null,
  report_id   uuid not null unique,
  tenant_id   uuid not null,
  regime      text not null,
  type        text not null check (type in ('submit', 'resubmit', 'withdraw', 'failed')),
  primary key (document_id, role, sequence)
);

create index tax_reports_listed on tax_reports (tenant_id, report_id);

create index states_by_tax_report on states (tenant_id, (tax_report ->> 'status'), document_id)
  where tax_report is not null;

create index states_held on states (tenant_id, document_id)
  where tax_report ->> 'holds' = 'true'
    and tax_report ->> 'status' in ('pending', 'sent', 'overdue');

alter table documents
  drop constraint documents_kind_check,
  add constraint documents_kind_check
    check (kind in ('invoice', 'creditNote', 'debitNote', 'other', 'taxReport')) not valid;
alter table documents validate constraint documents_kind_check;

create function tell_reported() returns trigger language plpgsql as $$
declare
  told text;
  held states;
  ended text;
begin
  if new.reports is null
    or (new.status, new.mls_status) is not distinct from (old.status, old.mls_status) then
    return null;
  end if;
  told := case
    when new.status = 'cancelled' then 'withdrawn'
    when new.status in ('failed', 'rejected') then 'failed'
    when new.status <> 'delivered' then 'pending'
    when new.mls_status = 'rejected' then 'rejected'
    when new.mls_status = 'overdue' then 'overdue'
    when new.mls_status in ('accepted', 'acknowledged') then
      case when new.reports ->> 'type' = 'withdraw' then 'withdrawn' else 'accepted' end
    else 'sent' end;
  select * into held from states
    where document_id = known_at_start((new.reports ->> 'documentId')::uuid) for update;
  -- A later report has taken its place, or nothing new is told.
  if not found or held.tax_report ->> 'documentId' is distinct from new.document_id::text
    or held.tax_report ->> 'status' = told then
    return null;
  end if;
  ended := case when held.status = 'waiting' and held.waiting_reason = 'tax-report' then
    case when told = 'accepted' then 'reported' when told = 'withdrawn' then 'cancelled'
      when told in ('rejected', 'failed') then 'failed' end
  end;
  update states set
    tax_report = held.tax_report - '{code,detail}'::text[] || jsonb_strip_nulls(jsonb_build_object(
      'status', told, 'at', log_time(new.updated_at), 'code', new.mls_code,
      'detail', new.failure_detail)),
    updated_at = new.updated_at,
    status = coalesce(ended, held.status),
    waiting_reason = case when ended is null then held.waiting_reason end,
    waiting_since = case when ended is null then held.waiting_since end,
    next_attempt_at = case when ended is null then held.next_attempt_at end,
    failure_code = case when ended = 'failed' then 'tax-report.' || told else held.failure_code end,
    failure_detail = case when ended = 'failed'
      then coalesce(new.failure_detail, 'The tax authority did not accept the report.')
      else held.failure_detail end,
    failure_retryable = case when ended = 'failed' then false else held.failure_retryable end,
    completed_at = case when ended is null then held.completed_at else new.updated_at end
  where document_id = known_at_start(held.document_id);
  insert into audit (document_id, at, to_status, event, actor, detail)
  values (held.document_id, new.updated_at, held.status, 'tax-report-' || told, 'tax-report',
          coalesce(new.failure_code, new.mls_code));
  if ended is not null then
    insert into audit (document_id, at, to_status, event, actor)
    values (held.document_id, new.updated_at, ended, ended, 'tax-report');
  end if;
  return null;
end
$$;

create trigger reported_told after update on states
  for each row execute function tell_reported();

-- These allow more than those before, so no row is read again. Writers of both tables wait, so that
-- none follows the old list after the new one counts.
lock table pending_events, events in access exclusive mode;
alter table pending_events
  drop constraint pending_events_type,
  add constraint pending_events_type check (type in (
    'document.accepted', 'document.rejected', 'document.waiting', 'document.delivered',
    'document.failed', 'document.cancelled', 'document.answered', 'document.mls.received',
    'document.mls.overdue', 'document.reported', 'document.tax-report.pending',
    'document.tax-report.sent', 'document.tax-report.accepted', 'document.tax-report.rejected',
    'document.tax-report.failed', 'document.tax-report.overdue', 'document.tax-report.withdrawn',
    'inbound.received', 'inbound.repeated', 'certificate.expiring', 'rules.forecast',
    'webhook.test')) not valid;
alter table events
  drop constraint events_type,
  add constraint events_type check (type in (
    'document.accepted', 'document.rejected', 'document.waiting', 'document.delivered',
    'document.failed', 'document.cancelled', 'document.answered', 'document.mls.received',
    'document.mls.overdue', 'document.reported', 'document.tax-report.pending',
    'document.tax-report.sent', 'document.tax-report.accepted', 'document.tax-report.rejected',
    'document.tax-report.failed', 'document.tax-report.overdue', 'document.tax-report.withdrawn',
    'inbound.received', 'inbound.repeated', 'certificate.expiring', 'rules.forecast',
    'webhook.test')) not valid;
