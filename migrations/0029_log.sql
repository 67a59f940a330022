-- The log of the installation: who changed tokens, tenants, registrations, webhooks and pauses, and
-- who sent reports. Append-only chains as those of documents (0001_documents.sql), covered by the
-- same signed heads (0005_audit_heads.sql): one of each tenant, by its id, and one of the
-- installation. Triggers on the tables write the lines, so that no change goes without one,
-- whichever program makes it. What it must never hold is a secret, or a digest of one.

create table log_lines (
  chain_id      uuid not null,
  sequence      integer not null,
  -- The order of lines in all chains, for lists.
  ordinal       bigint not null generated always as identity unique,
  at            timestamptz not null,
  event         text not null,
  actor         text not null,
  -- What was changed: the id of a token, a participant, …
  subject       text not null,
  detail        jsonb not null,
  previous_hash text not null,
  hash          text not null,
  primary key (chain_id, sequence)
);

create index log_lines_of_chain on log_lines (chain_id, ordinal);

-- Gives a new line its place in its chain and its hash. Others that write to the chain wait for the
-- end of the transaction. Every transaction takes the chain of its tenant first, and that of the
-- installation last.
create function log_append() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4207006, hashtext(new.chain_id::text));
  new.at := date_trunc('milliseconds', new.at);
  select sequence + 1, hash into new.sequence, new.previous_hash
    from log_lines where chain_id = new.chain_id order by sequence desc limit 1;
  if not found then
    new.sequence := 1;
    new.previous_hash := repeat('0', 64);
  end if;
  new.hash := encode(sha256(convert_to(json_build_array(
    new.previous_hash, new.chain_id, new.sequence,
    to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    new.event, new.actor, new.subject, new.detail::text)::text, 'UTF8')), 'hex');
  return new;
end
$$;

create trigger log_append before insert on log_lines for each row execute function log_append();

create trigger log_unchanged before update or delete on log_lines
  for each row execute function refuse_change('the log is append-only');
create trigger log_kept before truncate on log_lines
  for each statement execute function refuse_change('the log is append-only');

-- The last line of a chain waits for a head as that of a document does.
create function log_uncover() returns trigger language plpgsql as $$
begin
  insert into audit_uncovered (document_id, sequence)
  select chain_id, max(sequence) from new_lines group by chain_id order by chain_id
  on conflict (document_id) do update set sequence = excluded.sequence;
  return null;
end
$$;

create trigger log_uncover after insert on log_lines referencing new table as new_lines
  for each statement execute function log_uncover();

-- Writes one line into each chain. The transaction says who changes something and when
-- (src/store/log.ts). One that does not is of a process of the version before, or was made by hand.
create function log_change(
  chains uuid[], event text, subject text, detail jsonb, otherwise text default 'unknown'
) returns void language plpgsql as $$
declare
  changed_by jsonb := nullif(current_setting('fourcorner.changed_by', true), '')::jsonb;
begin
  insert into log_lines (chain_id, at, event, actor, subject, detail)
  select chain, coalesce((changed_by->>'at')::timestamptz, now()), event,
         coalesce(changed_by->>'actor', otherwise), subject, detail
  from unnest(chains) with ordinality as chain (chain, place) order by place;
end
$$;

create function log_installation() returns uuid language sql immutable as $$
  select '00000000-0000-0000-0000-000000000001'::uuid
$$;

create function log_time(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The members of `after` that are not the same in `before`; at first all but nulls and the tenant,
-- whose chain it is.
create function log_changes(before jsonb, after jsonb) returns jsonb language sql stable as $$
  select case when before is null then jsonb_strip_nulls(after) - 'tenantId' else coalesce(
    (select jsonb_object_agg(key, value) from jsonb_each(after)
     where value is distinct from before -> key), '{}') end
$$;

create function log_token_facts(token tokens) returns jsonb language sql stable as $$
  select case when token.id is not null then jsonb_build_object(
    'tenantId', token.tenant_id, 'publicId', token.public_id, 'name', token.name,
    'environment', token.environment, 'scopes', token.scopes,
    'expiresAt', log_time(token.expires_at), 'revokedAt', log_time(token.revoked_at)) end
$$;

create function log_token() returns trigger language plpgsql as $$
declare
  changed_by jsonb := nullif(current_setting('fourcorner.changed_by', true), '')::jsonb;
  detail jsonb := log_changes(log_token_facts(old), log_token_facts(new));
  event text := case
    when tg_op = 'INSERT' then 'token.created'
    when tg_op = 'DELETE' then 'token.removed'
    when old.revoked_at is null and new.revoked_at is not null then 'token.revoked'
    when changed_by ? 'rotates' then 'token.rotated'
    else 'token.changed' end;
begin
  if tg_op = 'DELETE' then
    detail := jsonb_build_object('publicId', old.public_id, 'name', old.name);
  elsif tg_op = 'UPDATE' and old.secret_sha256 <> new.secret_sha256 then
    detail := detail || '{"secret": "replaced"}';
  end if;
  if detail <> '{}' or event = 'token.rotated' then
    perform log_change(array[coalesce(new.tenant_id, old.tenant_id)], event,
                       coalesce(new.id, old.id)::text, detail);
  end if;
  return null;
end
$$;

-- Not when the time of the last use is noted.
create trigger log_change after insert or delete
  or update of public_id, tenant_id, secret_sha256, name, environment, scopes, expires_at, revoked_at
  on tokens for each row execute function log_token();

create function log_tenant_facts(tenant tenants) returns jsonb language sql stable as $$
  select case when tenant.id is not null then jsonb_build_object(
    'name', tenant.name, 'participants', tenant.participants, 'duplicates', tenant.duplicates) end
$$;

-- Into the chain of the tenant and that of the installation. A list may be long: later on only what
-- came and what went.
create function log_tenant() returns trigger language plpgsql as $$
declare
  detail jsonb := log_changes(log_tenant_facts(old), log_tenant_facts(new));
begin
  if tg_op = 'DELETE' then
    detail := jsonb_build_object('name', old.name);
  elsif detail ? 'participants' and tg_op = 'UPDATE' then
    detail := detail - 'participants' || jsonb_strip_nulls(jsonb_build_object(
      'participantsAdded', (
        select jsonb_agg(participant) from unnest(new.participants) participant
        where participant <> all (old.participants)),
      'participantsRemoved', (
        select jsonb_agg(participant) from unnest(old.participants) participant
        where participant <> all (new.participants))));
  end if;
  if detail <> '{}' then
    perform log_change(
      array[coalesce(new.id, old.id), log_installation()],
      'tenant.' || case tg_op when 'INSERT' then 'created' when 'DELETE' then 'removed'
                              else 'changed' end,
      coalesce(new.id, old.id)::text, detail);
  end if;
  return null;
end
$$;

create trigger log_change after insert or delete or update of name, participants, duplicates
  on tenants for each row execute function log_tenant();

create function log_registration_facts(registration registrations)
returns jsonb language sql stable as $$
  select case when registration.id is not null then jsonb_build_object(
    'tenantId', registration.tenant_id, 'documentTypes', registration.document_types,
    'country', registration.country, 'endUser', registration.end_user) end
$$;

create function log_registration() returns trigger language plpgsql as $$
declare
  detail jsonb := coalesce(
    log_changes(log_registration_facts(old), log_registration_facts(new)), '{}');
begin
  if tg_op <> 'UPDATE' or detail <> '{}' then
    perform log_change(
      array[coalesce(new.tenant_id, old.tenant_id)],
      'registration.' || case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed'
                                    else 'changed' end,
      coalesce(new.participant_id, old.participant_id), detail);
  end if;
  return null;
end
$$;

create trigger log_change after insert or update or delete on registrations
  for each row execute function log_registration();

-- The address without what may be a secret: credentials, path and query.
create function log_origin(url text) returns text language sql immutable as $$
  select substring(url from '^[^:]+') || '://'
    || regexp_replace(substring(url from '^[^:]+:[/\\]*([^/\\?#]*)'), '^.*@', '')
$$;

create function log_webhook_facts(webhook webhooks) returns jsonb language sql stable as $$
  select case when webhook.id is not null then jsonb_build_object(
    'tenantId', webhook.tenant_id, 'url', log_origin(webhook.url),
    'description', webhook.description, 'types', webhook.types, 'enabled', webhook.enabled) end
$$;

create function log_webhook() returns trigger language plpgsql as $$
declare
  detail jsonb := log_changes(log_webhook_facts(old), log_webhook_facts(new));
  event text := 'webhook.' || case
    when tg_op = 'INSERT' then 'created'
    when tg_op = 'DELETE' then 'deleted'
    when old.enabled <> new.enabled then case when new.enabled then 'enabled' else 'disabled' end
    when old.secret <> new.secret then 'secret-rotated'
    else 'changed' end;
begin
  if tg_op = 'DELETE' then
    detail := jsonb_build_object('url', log_origin(old.url));
  elsif tg_op = 'UPDATE' and old.url <> new.url then
    -- The part that is left out may be all that changed.
    detail := detail || jsonb_build_object('url', log_origin(new.url));
  end if;
  perform log_change(
    array[coalesce(new.tenant_id, old.tenant_id)], event, coalesce(new.id, old.id)::text, detail,
    -- What does not arrive for days disables it.
    case when event = 'webhook.disabled' then 'gateway' else 'unknown' end);
  return null;
end
$$;

create trigger log_change after insert or delete on webhooks
  for each row execute function log_webhook();

-- Not when a delivery has ended that leaves it as it was.
create trigger log_update after update of tenant_id, url, description, types, enabled, secret
  on webhooks for each row
  when ((old.tenant_id, old.url, old.description, old.types, old.enabled, old.secret)
    is distinct from (new.tenant_id, new.url, new.description, new.types, new.enabled, new.secret))
  execute function log_webhook();

create function log_pause() returns trigger language plpgsql as $$
declare
  receiver text := coalesce(new.receiver_id, old.receiver_id);
begin
  perform log_change(
    array[log_installation()],
    case tg_op when 'DELETE' then 'queue.resumed' else 'queue.paused' end,
    case receiver when '*' then 'all' when '*restored' then 'restored' else receiver end,
    '{}', coalesce(new.actor, 'unknown'));
  return null;
end
$$;

create trigger log_change after insert or delete on pauses
  for each row execute function log_pause();
