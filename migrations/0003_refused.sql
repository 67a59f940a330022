-- A message that the other access point refused is known to be refused, not unknown.
alter table documents drop constraint documents_certainty_check;
alter table documents add constraint documents_certainty_check
  check (certainty in ('not-sent', 'unknown', 'refused', 'confirmed'));
update documents set certainty = 'refused' where certainty = 'unknown' and failure_code = 'as4.error';
