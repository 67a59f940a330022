-- Moves the documents of the jobs that a claim took: to be sent, or to wait where there is a hold. A
-- document that waits again for the same reason goes on waiting since the first time, and gets no
-- new line in its log. `first` and `last`: the lowest and highest of the documents.
create or replace function move_taken(
  taken taken_jobs[], first uuid, last uuid, owner text, now_at timestamptz, claimed json, held json
) returns void language plpgsql as $$
begin
  update states set
    status = case when one.hold is null then claimed->>'to' else held->>'to' end,
    waiting_reason = one.hold,
    waiting_since = case
      when one.hold is null then null
      when waiting_reason = one.hold then waiting_since
      else now_at end,
    next_attempt_at = one.until,
    updated_at = now_at
  from unnest(taken) one
  where states.document_id = one.document_id
    and states.document_id between known_at_start(first) and known_at_start(last);
  insert into audit (document_id, at, to_status, event, actor, detail)
  select one.document_id, now_at,
    case when one.hold is null then claimed->>'to' else held->>'to' end,
    case when one.hold is null then claimed->>'event' else held->>'event' end,
    owner, one.hold
  from unnest(taken) one where one.hold is null or one.hold is distinct from one.held_before;
end
$$;
