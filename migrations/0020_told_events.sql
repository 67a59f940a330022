-- Which lines of the audit log clients are told of: a list of those that are, so that a new kind of
-- line is no event until it is in it. The same list is in src/store/audit-events.ts; a test compares
-- them.

-- The type of the event; null: no event.
create function told_as(event text) returns text language sql immutable parallel safe as $$
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
    when 'opened' then 'inbound.received'
    when 'repeated' then 'inbound.repeated'
  end
$$;

-- Writers of both tables wait, so that none follows the old list after the new one counts.
lock table pending_events, events in access exclusive mode;

create or replace function audit_to_event() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(
    select line.document_id from new_lines line where told_as(line.event) is not null
    order by line.document_id);
begin
  if ids = '{}' then
    return null;
  end if;
  insert into pending_events
    (tenant_id, type, at, document_id, status, certainty, mls_status)
  select state.tenant_id, told_as(line.event), line.at, line.document_id, line.to_status,
         state.certainty, state.mls_status
  from new_lines line join states state on state.document_id = line.document_id
    and state.document_id between known_at_start(ids[1])
      and known_at_start(ids[array_upper(ids, 1)])
  where told_as(line.event) is not null
  order by line.document_id, line.sequence;
  return null;
end
$$;

drop function is_event(text, text);

-- Until now, a repeated message was told as a type that no reader knows. Numbers stay consecutive.
update pending_events set type = 'inbound.repeated' where type = 'document.available';
update events set type = 'inbound.repeated' where type = 'document.available';

-- A webhook gets it where it is named, and none could name it.
delete from webhook_deliveries delivery using events event
  where delivery.due_at is not null and event.type = 'inbound.repeated'
    and event.tenant_id = delivery.tenant_id and event.sequence = delivery.sequence;

alter table pending_events add constraint pending_events_type check (type in (
  'document.accepted', 'document.rejected', 'document.waiting', 'document.delivered',
  'document.failed', 'document.cancelled', 'document.answered', 'document.mls.received',
  'document.mls.overdue', 'inbound.received', 'inbound.repeated', 'certificate.expiring',
  'webhook.test')) not valid;
alter table events add constraint events_type check (type in (
  'document.accepted', 'document.rejected', 'document.waiting', 'document.delivered',
  'document.failed', 'document.cancelled', 'document.answered', 'document.mls.received',
  'document.mls.overdue', 'inbound.received', 'inbound.repeated', 'certificate.expiring',
  'webhook.test')) not valid;
alter table pending_events validate constraint pending_events_type;
alter table events validate constraint events_type;

-- As in 0004_events.sql, but for what is sent only where it is named.
create or replace function number_events(wanted integer) returns integer language plpgsql as $$
declare
  numbered integer;
begin
  if not exists (select from pending_events) then
    return 0;
  end if;
  perform pg_advisory_xact_lock(4207004);
  with taken as (
    delete from pending_events
    where id = any (array(select id from pending_events order by id limit wanted))
    returning *
  ),
  raised as (
    insert into event_counters as counter (tenant_id, last)
    select tenant_id, count(*) from taken group by tenant_id
    on conflict (tenant_id) do update set last = counter.last + excluded.last
    returning tenant_id, last
  ),
  new_events as (
    insert into events (tenant_id, sequence, id, type, at, document_id, status, certainty,
                        mls_status, details)
    select taken.tenant_id,
      raised.last + 1 - row_number() over (partition by taken.tenant_id order by taken.id desc),
      uuid_of(at), type, at, document_id, status, certainty, mls_status, details
    from taken join raised on raised.tenant_id = taken.tenant_id
    returning *
  ),
  -- A webhook that is just being deleted gets none.
  wanting as (
    select id, tenant_id, types from webhooks
    where enabled and tenant_id in (select tenant_id from taken)
    for key share
  ),
  new_deliveries as (
    insert into webhook_deliveries
      (webhook_id, id, tenant_id, sequence, document_id, status, due_at)
    select wanting.id, event.id, event.tenant_id, event.sequence, event.document_id, 'waiting',
           event.at
    from new_events event join wanting on wanting.tenant_id = event.tenant_id
    where case event.type
      when 'webhook.test' then event.details->>'webhookId' = wanting.id::text
      when 'inbound.repeated' then event.type = any (wanting.types)
      else event.type = any (wanting.types) or wanting.types = '{}' end
  )
  select count(*) into numbered from new_events;
  return numbered;
end
$$;
