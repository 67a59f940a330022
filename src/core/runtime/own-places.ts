// The places that this process has for deliveries, whether they come from the line or begin with
// their submission.
import type { ClaimedJob, Places } from '../../store/index.ts'

export type OwnPlaces = {
  free(): number
  /** Takes a place for a delivery in that lane, until what it returns is called. */
  take(lane: string): () => void
  /**
   * Whether this process has a place left in that lane, unless the lane rests; others may have
   * taken it. Times are those of performance.now().
   */
  hasRoom(lane: string, now: number): boolean
  /** That lane has no room until then. */
  rest(lane: string, until: number): void
}

/**
 * Where a submission finds a place for its delivery, which then need not stand in line. `now` is
 * absent while this process delivers nothing.
 */
export type DirectDelivery = {
  now?: {
    owner: string
    /** Undefined when others stand in line, or no place is free. */
    place(lane: string): Place | undefined
  }
}

/** To be used or left, once. */
export type Place = {
  /** The document is stored as ours: `work` goes on from there. */
  use(job: ClaimedJob, work: () => Promise<void>): void
  /** The document is not stored. */
  leave(): void
  /** It stands in line; for a moment there is no place for others of its lane. */
  rest(): void
}

export function openOwnPlaces({ total, ofEndpoint }: Places): OwnPlaces {
  const lanes = new Map<string, number>()
  const resting = new Map<string, number>()
  let taken = 0
  function change(lane: string, by: 1 | -1): void {
    taken += by
    const inLane = (lanes.get(lane) ?? 0) + by
    if (inLane > 0) lanes.set(lane, inLane)
    else lanes.delete(lane)
  }
  return {
    free: () => total - taken,
    take(lane) {
      change(lane, 1)
      return () => change(lane, -1)
    },
    hasRoom(lane, now) {
      for (const [one, until] of resting) if (until <= now) resting.delete(one)
      return !resting.has(lane) && taken < total && (lanes.get(lane) ?? 0) < ofEndpoint
    },
    rest: (lane, until) => void resting.set(lane, until),
  }
}
