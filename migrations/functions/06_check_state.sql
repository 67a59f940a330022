-- Checks what a state may be, and refuses a move that the table of src/core/status.ts lacks.
-- Constraints and conditions of triggers would do, but Postgres would read each of them from its
-- text anew for every statement (docs/adr/0054-states-are-checked-by-a-function.md).
create or replace function check_state() returns trigger language plpgsql as $$
begin
  -- A document that is stored together with its first move begins where that leads, and one that
  -- is only reported waits for its report.
  if (case when tg_op = 'INSERT'
      then new.status <> all ('{accepted,rejected,received,sending,available}')
        and (new.status, new.waiting_reason) is distinct from ('waiting', 'tax-report')
      else new.status <> old.status and old.status || ' ' || new.status <> all ('{
        accepted sending, accepted waiting, accepted cancelled,
        waiting sending, waiting cancelled, waiting reported, waiting failed,
        sending waiting, sending delivered, sending failed,
        failed waiting, waiting delivered, failed delivered,
        received available, received acknowledged, available acknowledged}')
    end) then
    raise exception '% on % refused: no such move', lower(tg_op), tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  if (new.certainty in ('not-sent', 'unknown', 'refused', 'confirmed')
      and num_nulls(new.waiting_reason, new.waiting_since, new.next_attempt_at) in (0, 3)
      and num_nulls(new.failure_code, new.failure_detail, new.failure_retryable) in (0, 3)
      and (new.as4_message_id is null) = (new.as4_sent_at is null)
      and (new.completed_at is not null) =
        (new.status in
          ('delivered', 'reported', 'rejected', 'failed', 'cancelled', 'acknowledged'))
      and case when new.mls_due_at is null
        then coalesce(new.mls_status in ('accepted', 'acknowledged', 'rejected'), true)
        else new.mls_status in ('awaited', 'overdue') end
     ) is not true then
    raise exception 'no such state' using errcode = 'check_violation',
      table = tg_table_name, constraint = 'check_state', detail = new;
  end if;
  return new;
end
$$;
