// Who may call now: a token that is valid and has calls left. Wrong tokens cost the database only
// so many queries per address.
import { sha256 } from '../crypto/index.ts'
import { Problem } from '../problem.ts'
import { authenticate } from './authenticate.ts'
import { addressKey } from './client-address.ts'
import type { Caller, Gateway } from './gateway.ts'
import type { SharedUse } from './shared-use.ts'
import { type Buckets, openBuckets, type Rate } from './token-bucket.ts'

/** The calls that are left, of a token or of an address whose tokens are not valid. */
export type Quota = { of: 'token' | 'address'; rate: Rate; left: number }

type Admission = { quota: Quota } & ({ caller: Caller } | { problem: unknown })

/** The digests of tokens that were valid lately, with their ids; the oldest is forgotten first. */
const knownMax = 10_000

export type Gate = { admit(text: string | undefined, address: string): Promise<Admission> }

/**
 * A token that was valid lately is limited by its own rate only, so that nobody who shares its
 * address can keep it out. The problems are those of `authenticate`, and `rate.limited`.
 */
export function openGate(
  gateway: Pick<Gateway, 'store' | 'requests' | 'rates' | 'sharedUse' | 'now'> & {
    peppolAccess: { network: { name: string } }
  },
): Gate {
  const { rates, sharedUse, now } = gateway
  const ofTokens = openSharedBuckets('token', openBuckets(rates.perToken, now), sharedUse)
  const ofAddresses = openSharedBuckets(
    'address',
    openBuckets(rates.failuresPerAddress, now),
    sharedUse,
  )
  const known = new Map<string, string>()

  const refuse = (quota: Quota): Admission => ({ quota, problem: limited(quota) })
  const quotaOf = (of: Quota['of'], buckets: Buckets, key: string): Quota => {
    const left = Math.max(0, buckets.left(key))
    return { of, rate: buckets.rate, left }
  }

  return {
    async admit(text, ip) {
      const address = addressKey(ip)
      const digest = text === undefined ? '' : sha256(text).toString('base64')
      const knownId = known.get(digest)
      const before =
        knownId === undefined
          ? quotaOf('address', ofAddresses, address)
          : quotaOf('token', ofTokens, knownId)
      if (before.left < 1) return refuse(before)
      try {
        const caller = await authenticate(gateway, text)
        const { id } = caller.token
        remember(known, digest, id)
        const quota = quotaOf('token', ofTokens, id)
        if (quota.left < 1) return refuse(quota)
        ofTokens.take(id)
        return { quota: { ...quota, left: quota.left - 1 }, caller }
      } catch (problem) {
        if (isGuess(problem)) {
          known.delete(digest)
          ofAddresses.take(address)
        }
        return { quota: quotaOf('address', ofAddresses, address), problem }
      }
    },
  }
}

/** Of all processes of this node: what the others allow leaves less here, debts if need be. */
function openSharedBuckets(
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
    take(key) {
      buckets.take(key)
      spend(prefix + key)
    },
  }
}

function remember(known: Map<string, string>, digest: string, id: string): void {
  known.set(digest, id)
  const [oldest] = known.keys()
  if (known.size > knownMax && oldest !== undefined) known.delete(oldest)
}

// A call without a token costs nothing.
function isGuess(error: unknown): boolean {
  return error instanceof Problem && error.status === 401 && error.code !== 'auth.token-missing'
}

function limited({ of, rate, left }: Quota): Problem {
  const whose = of === 'token' ? 'This token' : 'An address whose tokens are not valid'
  return new Problem('rate.limited', {
    detail: `${whose} has ${rate.perSecond} calls a second, and ${rate.burst} at once.`,
    retryAfterSeconds: Math.max(1, Math.ceil((1 - left) / rate.perSecond)),
  })
}
