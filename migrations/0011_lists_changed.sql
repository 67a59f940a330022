-- When the list of a tenant's participants was changed: a delivery that begins later asks again in
-- whose name its document is. Null until the first change; a new tenant brings its list with it.

alter table tenants add column listed_at timestamptz;

-- The latest change of all.
create index tenants_by_listing on tenants (greatest(created_at, listed_at));
