// What the network said lately: kept for a while, and asked once for all who ask at the same time.
import {
  type Endpoint,
  isReceiverFailure,
  type Offer,
  type Registration,
} from '../../peppol/index.ts'
import type { SmpMetadata } from '../../store/index.ts'

/** With the metadata by digest: its bytes are in the store, once for all documents. */
export type FoundEndpoint = Omit<Endpoint, 'smpAnswers'> & { smpMetadata: SmpMetadata }

/** Without `until` it is still being asked. */
export type Kept<T> = { until?: Date; answer: Promise<T> }

/** By what was asked. */
export type NetworkAnswers = {
  endpoints: Map<string, Kept<FoundEndpoint>>
  registrations: Map<string, Kept<Registration>>
  offers: Map<string, Kept<Offer>>
}

export function noAnswersYet(): NetworkAnswers {
  return { endpoints: new Map(), registrations: new Map(), offers: new Map() }
}

export type Keeping = {
  now(): Date
  limits: { endpointCacheMs: number; endpointMissCacheMs: number; endpointsCachedMax: number }
}

/**
 * The kept answer, or that of `ask`. An answer is kept, and that there is no receiver; never that a
 * server could not be reached. `isNew` is false for an answer from before; `forget` drops it, but
 * not a newer one.
 */
export async function keptAnswer<T>(
  kept: Map<string, Kept<T>>,
  key: string,
  ask: () => Promise<T>,
  { now, limits }: Keeping,
): Promise<{ answer: T; isNew: boolean; forget(): void }> {
  const dropping = (entry: Kept<T>) => () => {
    if (kept.get(key) === entry) kept.delete(key)
  }
  const before = kept.get(key)
  if (before && (!before.until || before.until > now()))
    return {
      isNew: before.until === undefined,
      answer: await before.answer,
      forget: dropping(before),
    }
  const entry: Kept<T> = { answer: ask() }
  keepAmong(kept, key, entry, limits.endpointsCachedMax)
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

function keepAmong<T>(kept: Map<string, T>, key: string, entry: T, entriesMax: number): void {
  kept.delete(key)
  const oldest = kept.keys().next()
  if (kept.size >= entriesMax && !oldest.done) kept.delete(oldest.value)
  kept.set(key, entry)
}

function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms)
}
