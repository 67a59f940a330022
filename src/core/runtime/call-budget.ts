// How many calls are left: to a tenant, and within that to each of its tokens.
import type { SharedUse } from './shared-use.ts'
import { type Buckets, openBuckets, type Rate } from './token-bucket.ts'

/** The calls that are left, to a token, to its tenant, or to an address without a valid token. */
export type Quota = { of: 'token' | 'tenant' | 'address'; rate: Rate; left: number }

/** Whose calls are counted: ids. */
export type Spender = { token: string; tenant: string }

export type CallBudget = {
  /** The quota of the token or of its tenant, whichever is nearer to its end. */
  quotaOf(spender: Spender): Quota
  take(spender: Spender, calls?: number): void
}

export function openCallBudget({
  rates,
  sharedUse,
  now,
}: {
  rates: { perToken: Rate; perTenant: Rate }
  sharedUse: SharedUse
  now: () => Date
}): CallBudget {
  const ofTokens = openSharedBuckets('token', openBuckets(rates.perToken, now), sharedUse)
  const ofTenants = openSharedBuckets('tenant', openBuckets(rates.perTenant, now), sharedUse)
  return {
    quotaOf({ token, tenant }) {
      const [own, all] = [quotaIn(ofTokens, 'token', token), quotaIn(ofTenants, 'tenant', tenant)]
      return all.left < own.left ? all : own
    },
    take({ token, tenant }, calls = 1) {
      ofTokens.take(token, calls)
      ofTenants.take(tenant, calls)
    },
  }
}

export function spenderOf({ token, tenant }: Record<keyof Spender, { id: string }>): Spender {
  return { token: token.id, tenant: tenant.id }
}

export function quotaIn(buckets: Buckets, of: Quota['of'], key: string): Quota {
  return { of, rate: buckets.rate, left: Math.max(0, buckets.left(key)) }
}

/** Use by all processes of this node: what the others allow leaves less here, even debts. */
export function openSharedBuckets(
  of: Quota['of'],
  buckets: Buckets,
  { spend, onSpent }: SharedUse,
): Buckets {
  const prefix = `${of} `
  onSpent((key, calls) => {
    if (key.startsWith(prefix)) buckets.take(key.slice(prefix.length), calls)
  })
  return {
    ...buckets,
    take(key, calls = 1) {
      buckets.take(key, calls)
      spend(prefix + key, calls)
    },
  }
}
