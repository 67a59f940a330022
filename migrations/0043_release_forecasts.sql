-- Forecasts that are made unasked: of a day on which a version of a rule set begins, once for each
-- tenant, which is told. Processes of the version before work on them as on any other, and leave
-- the telling to those that know it.
alter table forecasts
  add column is_release boolean not null default false,
  add column told_at    timestamptz;

create unique index forecasts_of_release on forecasts (tenant_id, rules_day) where is_release;

-- What a removed forecast has found goes with it.
alter table forecast_rules
  add foreign key (forecast_id) references forecasts (id) on delete cascade;

-- The rows that are there fit the shorter list: nothing is read again.
alter table pending_events
  drop constraint pending_events_type,
  add constraint pending_events_type check (type in (
    'document.accepted', 'document.rejected', 'document.waiting', 'document.delivered',
    'document.failed', 'document.cancelled', 'document.answered', 'document.mls.received',
    'document.mls.overdue', 'inbound.received', 'inbound.repeated', 'certificate.expiring',
    'rules.forecast', 'webhook.test')) not valid;
alter table events
  drop constraint events_type,
  add constraint events_type check (type in (
    'document.accepted', 'document.rejected', 'document.waiting', 'document.delivered',
    'document.failed', 'document.cancelled', 'document.answered', 'document.mls.received',
    'document.mls.overdue', 'inbound.received', 'inbound.repeated', 'certificate.expiring',
    'rules.forecast', 'webhook.test')) not valid;
