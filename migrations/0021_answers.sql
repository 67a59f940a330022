-- Documents about documents: whether each counts, and what it says.

alter table answers
  -- Why it does not count: it came from another participant, or through another access point.
  add column doubt text,
  -- Its content, so that it outlives its file; null: read it from there.
  add column said  jsonb;

-- Of a received response, what it is about. A Message Level Status is looked up by what it is about.
create index answers_by_answer on answers (answer_id) where kind <> 'mls';

create or replace function is_refused(state states) returns boolean language sql stable as $$
  select coalesce(state.mls_status = 'rejected', false) or exists (select from answers
    where document_id = state.document_id and kind = 'invoice-response' and code = 'RE'
      and doubt is null)
$$;

-- Until now, anyone who knew the id of a document was heard.
update answers set doubt = case
    when lower(answering.sender_id) <> lower(about.receiver_id)
      or lower(answering.receiver_id) <> lower(about.sender_id)
      then 'from ' || answering.sender_id || ' to ' || answering.receiver_id
        || ', but the document went from ' || about.sender_id || ' to ' || about.receiver_id
    else 'from ' || coalesce(answering.as4_access_point, 'none')
      || ', but the document went to ' || coalesce(about.as4_access_point, 'none') end
  from records about, records answering
  where answers.kind <> 'mls' and about.id = answers.document_id and about.direction = 'outbound'
    and answering.id = answers.answer_id and answering.direction = 'inbound'
    and (lower(answering.sender_id) <> lower(about.receiver_id)
      or lower(answering.receiver_id) <> lower(about.sender_id)
      or answering.as4_access_point is distinct from about.as4_access_point);
