// The tenant of the access point itself.

/** What belongs to it is in no other tenant's lists and events. */
export const serviceTenantId = '00000000-0000-7000-8000-000000000001'
