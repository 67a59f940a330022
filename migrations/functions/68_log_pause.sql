-- Writes a pause, or its end, into the log.
create or replace function log_pause() returns trigger language plpgsql as $$
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
