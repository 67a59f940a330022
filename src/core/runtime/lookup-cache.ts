// Answers of the network, cached for a while; concurrent callers share one lookup.
import {
  type Endpoint,
  isReceiverFailure,
  type Offer,
  type Registration,
} from '../../peppol/index.ts'
import type { SmpMetadata } from '../../store/index.ts'

/** An endpoint, with its metadata by digest: the bytes are in the store, once for all documents. */
export type FoundEndpoint = Omit<Endpoint, 'smpAnswers'> & { smpMetadata: SmpMetadata }

/** Without `until` it is still being asked. */
export type Cached<T> = { until?: Date; answer: Promise<T> }

/** Answers by what was asked. */
export type LookupCache = {
  endpoints: Map<string, Cached<FoundEndpoint>>
  registrations: Map<string, Cached<Registration>>
  offers: Map<string, Cached<Offer>>
}

export function emptyLookupCache(): LookupCache {
  return { endpoints: new Map(), registrations: new Map(), offers: new Map() }
}

export type Caching = {
  now(): Date
  limits: { endpointCacheMs: number; endpointMissCacheMs: number; endpointsCachedMax: number }
}

/**
 * The cached answer, or that of `ask`. It is cached, also that there is no receiver; never that a
 * server could not be reached. `isNew` is false for an answer from before; `forget` drops it, but
 * not a newer one.
 */
export async function cachedAnswer<T>(
  cache: Map<string, Cached<T>>,
  key: string,
  ask: () => Promise<T>,
  { now, limits }: Caching,
): Promise<{ answer: T; isNew: boolean; forget(): void }> {
  const dropping = (entry: Cached<T>) => () => {
    if (cache.get(key) === entry) cache.delete(key)
  }
  const before = cache.get(key)
  if (before && (!before.until || before.until > now()))
    return {
      isNew: before.until === undefined,
      answer: await before.answer,
      forget: dropping(before),
    }
  const entry: Cached<T> = { answer: ask() }
  keepAmong(cache, key, entry, limits.endpointsCachedMax)
  try {
    const answer = await entry.answer
    entry.until = later(now(), limits.endpointCacheMs)
    return { answer, isNew: true, forget: dropping(entry) }
  } catch (error) {
    if (isReceiverFailure(error)) entry.until = later(now(), limits.endpointMissCacheMs)
    else dropping(entry)()
    throw error
  }
}

function keepAmong<T>(cache: Map<string, T>, key: string, entry: T, entriesMax: number): void {
  cache.delete(key)
  const oldest = cache.keys().next()
  if (cache.size >= entriesMax && !oldest.done) cache.delete(oldest.value)
  cache.set(key, entry)
}

function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms)
}
