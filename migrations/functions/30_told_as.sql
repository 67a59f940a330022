-- The type of the event that clients get for a line of the audit log; null for a line that is no
-- event. It is a list, so that a new kind of line is no event until it is in it. The same list is
-- in src/store/documents/audit-events.ts; a test compares them.
create or replace function told_as(event text) returns text language sql immutable parallel safe as $$
  select case event
    when 'submitted' then 'document.accepted'
    when 'refused' then 'document.rejected'
    when 'held' then 'document.waiting'
    when 'lease-ran-out' then 'document.waiting'
    when 'postponed' then 'document.waiting'
    when 'retried' then 'document.waiting'
    when 'delivered' then 'document.delivered'
    when 'confirmed' then 'document.delivered'
    when 'failed' then 'document.failed'
    when 'cancelled' then 'document.cancelled'
    when 'mls-received' then 'document.mls.received'
    when 'mls-overdue' then 'document.mls.overdue'
    when 'reported' then 'document.reported'
    when 'tax-report-pending' then 'document.tax-report.pending'
    when 'tax-report-sent' then 'document.tax-report.sent'
    when 'tax-report-accepted' then 'document.tax-report.accepted'
    when 'tax-report-rejected' then 'document.tax-report.rejected'
    when 'tax-report-failed' then 'document.tax-report.failed'
    when 'tax-report-overdue' then 'document.tax-report.overdue'
    when 'tax-report-withdrawn' then 'document.tax-report.withdrawn'
    when 'opened' then 'inbound.received'
    when 'repeated' then 'inbound.repeated'
  end
$$;
