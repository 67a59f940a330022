-- Moves a claimed delivery to the lane of its endpoint, once that is known. False when the lane has
-- no room: the delivery is then queued there, without an attempt.
create or replace function change_lane(
  wanted bigint, wanted_epoch integer, wanted_document uuid, new_lane text, now_at timestamptz,
  places json, move json
) returns boolean language plpgsql as $$
declare
  has_room boolean;
begin
  perform pg_advisory_xact_lock(4207003);
  has_room := lane_room(new_lane, now_at, places) > 0;
  update jobs set
    lane = new_lane,
    lease_owner = case when has_room then lease_owner end,
    claimed_at = case when has_room then claimed_at end,
    run_at = case when has_room then run_at else now_at end
  where document_id = wanted_document and id = wanted and epoch = wanted_epoch
    and lease_owner is not null;
  if not found then
    return false;
  end if;
  if not has_room then
    update states set
      status = move->>'to',
      waiting_reason = case
        when certainty = 'unknown' then 'receipt-unknown'
        when attempts > attempts_before then 'retry-backoff'
        else 'first-attempt' end,
      waiting_since = now_at, next_attempt_at = now_at, updated_at = now_at
    where document_id = known_at_start(wanted_document);
    insert into audit (document_id, at, to_status, event, actor, detail)
    values (wanted_document, now_at, move->>'to', move->>'event', move->>'actor', move->>'detail');
  end if;
  return has_room;
end
$$;
