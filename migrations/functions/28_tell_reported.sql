-- Tells a document where its report to a tax authority stands, whenever the report moves, and notes
-- it in its audit log. What is only reported, since its buyer is not on the network, ends with it.
create or replace function tell_reported() returns trigger language plpgsql as $$
declare
  told text;
  held states;
  ended text;
begin
  if new.reports is null
    or (new.status, new.mls_status) is not distinct from (old.status, old.mls_status) then
    return null;
  end if;
  told := report_status(new);
  select * into held from states
    where document_id = known_at_start((new.reports ->> 'documentId')::uuid) for update;
  -- A later report has taken its place, or nothing new is told.
  if not found or held.tax_report ->> 'documentId' is distinct from new.document_id::text
    or held.tax_report ->> 'status' = told then
    return null;
  end if;
  ended := case when held.status = 'waiting' and held.waiting_reason = 'tax-report' then
    case when told = 'accepted' then 'reported' when told = 'withdrawn' then 'cancelled'
      when told in ('rejected', 'failed') then 'failed' end
  end;
  update states set
    tax_report = held.tax_report - 'code' || jsonb_strip_nulls(jsonb_build_object(
      'status', told, 'at', log_time(new.updated_at), 'code', new.mls_code,
      'detail', new.failure_detail)),
    updated_at = new.updated_at,
    status = coalesce(ended, held.status),
    waiting_reason = case when ended is null then held.waiting_reason end,
    waiting_since = case when ended is null then held.waiting_since end,
    next_attempt_at = case when ended is null then held.next_attempt_at end,
    failure_code = case when ended = 'failed' then 'tax-report.' || told else held.failure_code end,
    failure_detail = case when ended = 'failed'
      then coalesce(new.failure_detail, 'The tax authority did not accept the report.')
      else held.failure_detail end,
    failure_retryable = case when ended = 'failed' then false else held.failure_retryable end,
    completed_at = case when ended is null then held.completed_at else new.updated_at end
  where document_id = known_at_start(held.document_id);
  insert into audit (document_id, at, to_status, event, actor, detail)
  values (held.document_id, new.updated_at, held.status, 'tax-report-' || told, 'tax-report',
          coalesce(new.failure_code, new.mls_code));
  if ended is not null then
    insert into audit (document_id, at, to_status, event, actor)
    values (held.document_id, new.updated_at, ended, ended, 'tax-report');
  end if;
  return null;
end
$$;
