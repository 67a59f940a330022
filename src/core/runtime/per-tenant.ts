// What is asked for again and again, kept for each tenant apart and for all of them together.

const tenantsMax = 1_000

/**
 * `open` makes what answers for a tenant (undefined: for all of them), once. Those that were asked
 * for longest ago are forgotten.
 */
export function perTenant<T>(
  open: (tenantId: string | undefined) => () => Promise<T>,
): (tenantId?: string) => Promise<T> {
  const kept = new Map<string | undefined, () => Promise<T>>()
  return (tenantId) => {
    const ask = kept.get(tenantId) ?? open(tenantId)
    // What was asked for last is at the end.
    kept.delete(tenantId)
    kept.set(tenantId, ask)
    if (kept.size > tenantsMax) kept.delete(kept.keys().next().value)
    return ask()
  }
}
