-- Reports to tax authorities: documents that say which document they report, and what each document
-- says of its report. Processes of the version before make none, and show them as documents.
-- Functions: be76d3786c8a98fbc0a7ad4cfcd39f6c9fa66765a66f01ce0418870c1fb83e3d
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

-- The trigger needs a function: what it does is in migrations/functions.
create function tell_reported() returns trigger language plpgsql as $$
begin
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
