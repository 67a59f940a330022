-- Where a report to a tax authority stands, by its state.
create or replace function report_status(state states) returns text language sql immutable as $$
  select case
    when state.status = 'cancelled' then 'withdrawn'
    when state.status in ('failed', 'rejected') then 'failed'
    when state.status <> 'delivered' then 'pending'
    when state.mls_status = 'rejected' then 'rejected'
    when state.mls_status = 'overdue' then 'overdue'
    when state.mls_status in ('accepted', 'acknowledged') then
      case when state.reports ->> 'type' = 'withdraw' then 'withdrawn' else 'accepted' end
    else 'sent' end
$$;
