-- Events: what clients are told of. They come from the audit log, so that no statement can forget
-- one, and are numbered when somebody reads them (docs/adr says why).

-- What has happened and has no number yet. Written in the transaction of the move.
create table pending_events (
  id          bigint primary key generated always as identity,
  tenant_id   uuid not null,
  type        text not null,
  at          timestamptz not null,
  document_id uuid,
  -- Of the moment; core/status.ts makes the outcome of both.
  status      text,
  certainty   text,
  mls_status  text,
  -- Of an event that is not about a document.
  details     jsonb,
  check ((document_id is null) = (status is null) and (document_id is null) = (certainty is null))
);

-- The feed of a tenant: consecutive numbers from 1 on, the oldest removed after EVENTS_DAYS.
create table events (
  tenant_id   uuid not null,
  sequence    bigint not null,
  id          uuid not null,
  type        text not null,
  at          timestamptz not null,
  document_id uuid,
  status      text,
  certainty   text,
  mls_status  text,
  details     jsonb,
  primary key (tenant_id, sequence)
);

-- The last number given to an event of a tenant.
create table event_counters (
  tenant_id uuid primary key,
  last      bigint not null
) with (fillfactor = 50);

-- Which ends of our own certificates were announced to all tenants.
create table certificate_notices (
  fingerprint text not null,
  days        integer not null,
  primary key (fingerprint, days)
);

-- Of one document, events stand in the order of its audit lines: whoever moves it holds its row in
-- `states` (or in `jobs`) to the end of the transaction. A claim is no event.
create function is_event(to_status text, event text) returns boolean language sql immutable as $$
  select to_status not in ('sending', 'received', 'acknowledged')
    and event not in ('mls-sent', 'mls-ignored', 'answered')
$$;

create function audit_to_event() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(
    select line.document_id from new_lines line where is_event(line.to_status, line.event)
    order by line.document_id);
begin
  if ids = '{}' then
    return null;
  end if;
  insert into pending_events
    (tenant_id, type, at, document_id, status, certainty, mls_status)
  select state.tenant_id,
    case line.event
      when 'mls-received' then 'document.mls.received'
      when 'mls-overdue' then 'document.mls.overdue'
      when 'opened' then 'inbound.received'
      else 'document.' || line.to_status end,
    line.at, line.document_id, line.to_status, state.certainty, state.mls_status
  from new_lines line join states state on state.document_id = line.document_id
    and state.document_id between known_at_start(ids[1])
      and known_at_start(ids[array_upper(ids, 1)])
  where is_event(line.to_status, line.event)
  order by line.document_id, line.sequence;
  return null;
end
$$;

create trigger audit_to_event after insert on audit referencing new table as new_lines
  for each statement execute function audit_to_event();

-- A UUID version 7 (RFC 9562, 5.7).
create function uuid_of(at timestamptz) returns uuid language sql volatile as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;

-- Whom a tenant's events are sent to. The secrets are encrypted (src/secrets-key.ts).
create table webhooks (
  id              uuid primary key,
  tenant_id       uuid not null,
  url             text not null,
  description     text,
  -- Empty: all of them.
  types           text[] not null,
  enabled         boolean not null default true,
  disabled_at     timestamptz,
  disabled_reason text,
  secret          bytea not null,
  -- The one before still signs, until then.
  previous_secret bytea,
  previous_until  timestamptz,
  -- In a row.
  failures        integer not null default 0,
  last_success_at timestamptz,
  -- When it last had its turn.
  claimed_at      timestamptz,
  created_at      timestamptz not null,
  check (enabled = (disabled_reason is null) and enabled = (disabled_at is null)),
  check ((previous_secret is null) = (previous_until is null))
) with (fillfactor = 50);

create index webhooks_of_tenant on webhooks (tenant_id, id);

-- One for each webhook and event, by the id of the event: kept as its log. Open while it has a
-- due_at; while somebody holds its lease, that is the end of the lease, as in `jobs`.
create table webhook_deliveries (
  webhook_id  uuid not null,
  id          uuid not null,
  tenant_id   uuid not null,
  sequence    bigint not null,
  document_id uuid,
  status      text not null check (status in ('waiting', 'delivered', 'failed')),
  due_at      timestamptz,
  lease_owner text,
  epoch       integer not null default 0,
  begun_at    timestamptz,
  -- Of the retry schedule.
  tries       integer not null default 0,
  attempts    jsonb not null default '[]',
  primary key (webhook_id, id),
  check ((due_at is not null) = (status = 'waiting')),
  check (lease_owner is null or due_at is not null)
) with (fillfactor = 70);

create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, sequence)
  where due_at is not null;
create index webhook_deliveries_of_document on webhook_deliveries (webhook_id, document_id, sequence)
  where due_at is not null;

-- Numbers at most `wanted` of the pending events and returns how many. Nobody else numbers any
-- meanwhile, and whatever has a lower number is committed: a reader who has seen a number will
-- never meet a lower one that is new. The lock comes first, since each statement of a function sees
-- what was committed before it.
create function number_events(wanted integer) returns integer language plpgsql as $$
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
    where case when event.type = 'webhook.test' then event.details->>'webhookId' = wanting.id::text
      else event.type = any (wanting.types) or wanting.types = '{}' end
  )
  select count(*) into numbered from new_events;
  return numbered;
end
$$;

-- Claims due deliveries for one process: of each webhook in its turn at most places.ofWebhook, or
-- one while it is slow or failing, and none while an earlier one of the same document is open. That
-- is put back to when the earlier one is due, and comes forward when the earlier one ends.
create function claim_webhook_deliveries(
  now_at timestamptz, owner text, lease_end timestamptz, free integer, free_for_slow integer,
  places json
) returns table (
  claimed_webhook uuid, claimed_delivery uuid, claimed_epoch integer, claimed_tries integer
)
language plpgsql as $$
declare
  hook record;
  next record;
  room integer;
begin
  for hook in
    select webhook.id, used.count as used,
           webhook.failures >= (places->>'failingAfter')::integer
             or coalesce(used.is_slow, false) as is_slow
    from webhooks webhook cross join lateral (
      select count(*)::integer as count, bool_or(delivery.due_at <
        lease_end - (places->>'slowMs')::integer * interval '1 millisecond') as is_slow
      from webhook_deliveries delivery
      where delivery.webhook_id = webhook.id and delivery.due_at > now_at
        and delivery.lease_owner is not null
    ) used
    where webhook.enabled and exists (
      select from webhook_deliveries delivery
      where delivery.webhook_id = webhook.id and delivery.due_at <= now_at)
    order by webhook.claimed_at nulls first
    for no key update of webhook skip locked
  loop
    exit when free <= 0;
    room := case when hook.is_slow then least(1 - hook.used, free_for_slow)
      else least((places->>'ofWebhook')::integer - hook.used, free) end;
    continue when room <= 0;
    update webhooks set claimed_at = now_at where id = hook.id;
    for next in
      select delivery.id, (
        select max(earlier.due_at) from webhook_deliveries earlier
        where earlier.webhook_id = hook.id and earlier.document_id = delivery.document_id
          and earlier.sequence < delivery.sequence and earlier.due_at is not null
      ) as earlier_due_at
      from webhook_deliveries delivery
      where delivery.webhook_id = hook.id and delivery.due_at <= now_at
      order by delivery.due_at, delivery.sequence limit 50
    loop
      if next.earlier_due_at is not null then
        update webhook_deliveries
        set due_at = greatest(next.earlier_due_at, now_at + interval '1 second'), lease_owner = null
        where webhook_id = hook.id and id = next.id;
        continue;
      end if;
      return query
        update webhook_deliveries set
          lease_owner = owner, due_at = lease_end, epoch = epoch + 1,
          begun_at = coalesce(begun_at, now_at)
        where webhook_id = hook.id and id = next.id
        returning webhook_id, id, epoch, tries;
      room := room - 1;
      free := free - 1;
      if hook.is_slow then
        free_for_slow := free_for_slow - 1;
      end if;
      exit when room <= 0;
    end loop;
  end loop;
end
$$;
