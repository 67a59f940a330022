-- Who owns a participant is in one list of its tenant: for whom it sends, and for whom it may
-- receive. Until now a tenant could receive for others; what is registered is added to the list.

update tenants set participants = participants || array(
  select participant_id from registrations
  where tenant_id = tenants.id and participant_id <> all (tenants.participants)
  order by id)
where exists (
  select from registrations
  where tenant_id = tenants.id and participant_id <> all (tenants.participants));

-- Whether another tenant lists a participant.
create index tenants_by_participant on tenants using gin (participants);
