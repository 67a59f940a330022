// Who may call now: a token that is valid and has calls left. Wrong tokens cost the database only
// so many queries per address, and what is read of them for all addresses together.
import { sha256 } from '../../crypto/index.ts'
import { Problem } from '../../problem.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { cached } from '../runtime/cached.ts'
import {
  openSharedBuckets,
  type Quota,
  quotaIn,
  type Spender,
  spenderOf,
} from '../runtime/call-budget.ts'
import { addressKey } from '../runtime/client-address.ts'
import { openBuckets } from '../runtime/token-bucket.ts'
import { authenticate } from './authenticate.ts'
import { parseToken } from './token.ts'

type Admission = { quota: Quota } & ({ caller: Caller } | { problem: unknown })

/** The digests of tokens that were valid lately; the oldest is forgotten first. */
const knownMax = 10_000

/** How often the public ids of valid tokens are read at most, while they are asked for. */
const readIdsMs = 250

export type Gate = {
  admit(text: string | undefined, ip: string): Promise<Admission>
  /** The tenant of a token that was valid lately. */
  tenantOf(text: string | undefined): string | undefined
}

/**
 * A valid token is limited by its own rate and its tenant's only, so that no neighbour at its
 * address can keep it out. The problems are those of `authenticate`, and `rate.limited`.
 */
export function openGate(
  gateway: Pick<Gateway, 'store' | 'requests' | 'rates' | 'callBudget' | 'sharedUse' | 'now'> & {
    peppolAccess: { network: { name: string } }
  },
): Gate {
  const { rates, callBudget, sharedUse, now, store } = gateway
  const ofAddresses = openSharedBuckets(
    'address',
    openBuckets(rates.failuresPerAddress, now),
    sharedUse,
  )
  const known = new Map<string, Spender>()
  const validIds = cached(async () => new Set(await store.validPublicIds(now())), readIdsMs)
  // Who knows a public id has guesses of their own, and takes none from the others.
  const ofPublicIds = openBuckets(rates.failuresPerAddress, now)

  /** The public id of a token that may be valid, although its address has no calls left. */
  async function heardId(text: string | undefined): Promise<string | undefined> {
    const id = text === undefined ? undefined : parseToken(text)?.publicId
    const isHeard = id && ofPublicIds.left(id) >= 1 && (await validIds()).has(id)
    return isHeard ? id : undefined
  }

  const refuse = (quota: Quota): Admission => ({ quota, problem: limited(quota) })
  const quotaOf = (address: string) => quotaIn(ofAddresses, 'address', address)

  return {
    tenantOf: (text) => known.get(digestOf(text))?.tenant,
    async admit(text, ip) {
      const address = addressKey(ip)
      const digest = digestOf(text)
      const spender = known.get(digest)
      const before = spender ? callBudget.quotaOf(spender) : quotaOf(address)
      const heard = before.left < 1 && !spender ? await heardId(text) : undefined
      if (before.left < 1 && !heard) return refuse(before)
      try {
        const caller = await authenticate(gateway, text)
        const spender = spenderOf(caller)
        remember(known, digest, spender)
        const quota = callBudget.quotaOf(spender)
        if (quota.left < 1) return refuse(quota)
        callBudget.take(spender)
        return { quota: { ...quota, left: quota.left - 1 }, caller }
      } catch (problem) {
        if (isGuess(problem)) {
          known.delete(digest)
          if (heard) ofPublicIds.take(heard)
          else ofAddresses.take(address)
        }
        return { quota: quotaOf(address), problem }
      }
    },
  }
}

function digestOf(text: string | undefined): string {
  return text === undefined ? '' : sha256(text).toString('base64')
}

function remember(known: Map<string, Spender>, digest: string, spender: Spender): void {
  known.set(digest, spender)
  const [oldest] = known.keys()
  if (known.size > knownMax && oldest !== undefined) known.delete(oldest)
}

// A call without a token costs nothing.
function isGuess(error: unknown): boolean {
  return error instanceof Problem && error.status === 401 && error.code !== 'auth.token-missing'
}

function limited({ of, rate, left }: Quota): Problem {
  const whose = {
    token: 'This token',
    tenant: 'This tenant',
    address: 'An address whose tokens are not valid',
  }[of]
  return new Problem('rate.limited', {
    detail: `${whose} has ${rate.perSecond} calls a second, and ${rate.burst} at once.`,
    retryAfterSeconds: Math.max(1, Math.ceil((1 - left) / rate.perSecond)),
  })
}
