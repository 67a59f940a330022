// Endpoints that do not work: nothing is sent to them, but for a probe now and then.
import type { Gateway } from '../gateway.ts'
import { kindOfLane } from '../network/lane.ts'

export type CircuitEntry = {
  /** The URL of an endpoint, or `lookup …` for a group of receivers whose endpoint is unknown. */
  lane: string
  /** Attempts in a row that failed. */
  failures: number
  /** Until the next probe; in the past while that is under way. */
  openUntil?: string
  /** Documents of all tenants that wait for it. */
  documents: number
}

/** The endpoints that have not worked since their circuit opened, most documents first. */
export async function openCircuits({ store }: Pick<Gateway, 'store'>): Promise<CircuitEntry[]> {
  const failing = await store.failingLanes()
  return failing
    .filter(({ lane }) => kindOfLane(lane) !== 'simulation')
    .map(({ openUntil, ...same }) => ({
      ...same,
      ...(openUntil ? { openUntil: openUntil.toISOString() } : {}),
    }))
}
