-- Closes the attempts of jobs whose lease ran out. Whether their bytes went out is unknown. `move`:
-- what the log says of it; `first` and `last`: the lowest and highest of the documents.
create or replace function close_lost_attempts(
  taken taken_jobs[], first uuid, last uuid, owner text, now_at timestamptz, move json
) returns void language plpgsql as $$
begin
  with closed as (
    update attempts set ended_at = now_at, outcome = move->>'event'
    from unnest(taken) one
    where attempts.document_id = one.document_id and one.ran_out and ended_at is null
      and attempts.document_id between known_at_start(first) and known_at_start(last)
    returning attempts.document_id
  )
  update states set certainty = 'unknown' from closed
  where states.document_id = closed.document_id
    and states.document_id between known_at_start(first) and known_at_start(last);
  insert into audit (document_id, at, to_status, event, actor)
  select one.document_id, now_at, move->>'to', move->>'event', owner
  from unnest(taken) one where one.ran_out;
end
$$;
