// Where a receiver's access point is: the network's answer, remembered for a while.
import { type Endpoint, type Identifier, lookup, NetworkError } from '../peppol/index.ts'
import type { DeliveryLimits, World } from './gateway.ts'

export type Wanted = { participant: Identifier; documentType: Identifier; process: Identifier }

type Limits = Pick<DeliveryLimits, 'endpointCacheMs' | 'endpointMissCacheMs'>

const entriesMax = 10_000

/**
 * Throws NetworkError as peppol/lookup does. Only answers are remembered, never that somebody was
 * out of reach.
 */
export async function findEndpoint(
  world: World,
  wanted: Wanted,
  { now, limits }: { now(): Date; limits: Limits },
): Promise<Endpoint> {
  const key = keyOf(wanted)
  const cached = world.endpoints.get(key)
  if (cached && cached.until > now()) {
    if ('found' in cached) return cached.found
    throw cached.missing
  }
  try {
    const found = await lookup({ ...world, now }, wanted)
    remember(world, key, { found, until: later(now(), limits.endpointCacheMs) })
    return found
  } catch (error) {
    if (error instanceof NetworkError && error.code.startsWith('receiver.'))
      remember(world, key, { missing: error, until: later(now(), limits.endpointMissCacheMs) })
    throw error
  }
}

/**
 * After an attempt that went wrong the next one asks the network again: the endpoint may have moved
 * or got a new key.
 */
export function forgetEndpoint(world: World, wanted: Wanted): void {
  world.endpoints.delete(keyOf(wanted))
}

function remember(
  world: World,
  key: string,
  entry: NonNullable<ReturnType<World['endpoints']['get']>>,
): void {
  world.endpoints.delete(key)
  const oldest = world.endpoints.keys().next()
  if (world.endpoints.size >= entriesMax && !oldest.done) world.endpoints.delete(oldest.value)
  world.endpoints.set(key, entry)
}

function keyOf({ participant, documentType, process }: Wanted): string {
  return JSON.stringify([participant, documentType, process])
}

function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms)
}
