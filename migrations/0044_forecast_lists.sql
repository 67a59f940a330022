-- The forecasts of a tenant, and those of the installation, newest first. There are few of them:
-- each is kept for 90 days.
create index forecasts_of_tenant on forecasts (tenant_id, id);
