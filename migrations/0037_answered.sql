-- What receivers answered, newest first: the code of the last Invoice Response, and where there is
-- none, what their provider said by Message Level Status.
create index states_answered on states (tenant_id, coalesce(response_code, mls_status), document_id)
  where response_code is not null
    or (status = 'delivered' and mls_status in ('accepted', 'acknowledged', 'rejected'));
