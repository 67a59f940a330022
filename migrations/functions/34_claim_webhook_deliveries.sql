-- Claims due deliveries for one process, of the tenant first that has the fewest under way, and of
-- its webhooks the one first that has waited longest: at most places.ofTenant for a tenant and
-- places.ofWebhook for a webhook, or one while it is slow or failing, and none while an earlier one
-- of the same document is open. That is put back to when the earlier one is due, and comes forward
-- when the earlier one ends.
create or replace function claim_webhook_deliveries(
  now_at timestamptz, owner text, lease_end timestamptz, free integer, free_for_slow integer,
  places json
) returns table (
  claimed_webhook uuid, claimed_delivery uuid, claimed_epoch integer, claimed_tries integer
)
language plpgsql as $$
declare
  of_tenant integer := coalesce((places->>'ofTenant')::integer, 2147483647);
  held jsonb;
  hook record;
  next record;
  room integer;
  taken integer;
begin
  select coalesce(jsonb_object_agg(by_tenant.tenant_id, by_tenant.count), '{}') into held
  from (
    select delivery.tenant_id, count(*) from webhook_deliveries delivery
    where delivery.lease_owner is not null and delivery.due_at > now_at
    group by delivery.tenant_id
  ) by_tenant;
  for hook in
    select webhook.id, webhook.tenant_id::text as tenant, used.count as used,
           webhook.failures >= (places->>'failingAfter')::integer
             or coalesce(used.is_slow, false)
             or coalesce(webhook.slow_until > now_at, false) as is_slow
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
    order by coalesce((held->>webhook.tenant_id::text)::integer, 0),
             webhook.claimed_at nulls first
    for no key update of webhook skip locked
  loop
    exit when free <= 0;
    taken := coalesce((held->>hook.tenant)::integer, 0);
    room := case when hook.is_slow then least(1 - hook.used, free_for_slow)
      else least((places->>'ofWebhook')::integer - hook.used, free) end;
    room := least(room, of_tenant - taken);
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
      taken := taken + 1;
      if hook.is_slow then
        free_for_slow := free_for_slow - 1;
      end if;
      exit when room <= 0;
    end loop;
    held := jsonb_set(held, array[hook.tenant], to_jsonb(taken));
  end loop;
end
$$;
