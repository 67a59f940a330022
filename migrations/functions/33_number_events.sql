-- Numbers at most `wanted` of the pending events and returns how many. One transaction numbers at
-- a time, and whatever has a lower number is committed: a reader who has seen a number will never
-- meet a lower one that is new. The lock comes first, since each statement of a function sees
-- what was committed before it. A webhook gets a repeated message only where its types name that
-- event.
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
