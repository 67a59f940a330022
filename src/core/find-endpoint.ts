// Where a receiver's access point is: the network's answer, cached for a while.
import {
  checkAccessPoint,
  type Endpoint,
  type LookupQuery,
  lookup,
  NetworkError,
} from '../peppol/index.ts'
import type { CachedEndpoint, DeliveryLimits, PeppolAccess } from './gateway.ts'

type Limits = Pick<DeliveryLimits, 'endpointCacheMs' | 'endpointMissCacheMs' | 'endpointsCachedMax'>

/**
 * Throws NetworkError as peppol/lookup does. Only answers are cached, never that a
 * server was unreachable.
 */
export async function findEndpoint(
  peppolAccess: PeppolAccess,
  query: LookupQuery,
  { now, limits }: { now(): Date; limits: Limits },
): Promise<Endpoint> {
  const key = keyOf(query)
  const cached = peppolAccess.endpoints.get(key)
  if (cached && cached.until > now()) {
    if ('missing' in cached) throw cached.missing
    // Only the endpoint is cached, not that it may still be trusted.
    await checkReceiver(peppolAccess, cached.found.certificate, now())
    return cached.found
  }
  const remember = (entry: CachedEndpoint) =>
    keepAmong(peppolAccess.endpoints, key, entry, limits.endpointsCachedMax)
  try {
    const found = await lookup({ ...peppolAccess, now }, query)
    remember({ found, until: later(now(), limits.endpointCacheMs) })
    return found
  } catch (error) {
    if (error instanceof NetworkError && error.code.startsWith('receiver.'))
      remember({ missing: error, until: later(now(), limits.endpointMissCacheMs) })
    throw error
  }
}

/** Throws NetworkError `certificate.*` unless we may send to the access point now. */
export async function checkReceiver(
  { network, revocationOf }: PeppolAccess,
  certificate: Endpoint['certificate'],
  now: Date,
): Promise<void> {
  await checkAccessPoint(certificate, { trust: network.trust, revocationOf, now })
}

/**
 * After a failed attempt the next one asks the network again: the endpoint may have moved
 * or changed its key.
 */
export function forgetEndpoint(peppolAccess: PeppolAccess, query: LookupQuery): void {
  peppolAccess.endpoints.delete(keyOf(query))
}

function keepAmong<T>(kept: Map<string, T>, key: string, entry: T, entriesMax: number): void {
  kept.delete(key)
  const oldest = kept.keys().next()
  if (kept.size >= entriesMax && !oldest.done) kept.delete(oldest.value)
  kept.set(key, entry)
}

function keyOf({ participant, documentType, process }: LookupQuery): string {
  return JSON.stringify([participant, documentType, process])
}

function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms)
}
