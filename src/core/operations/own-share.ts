// How much of our Message Level Status came in time, while its month lasts.
import type { Gateway } from '../gateway.ts'
import { ownMinutes, periodOf } from './reports.ts'

/** In the running month (MLS-1), between 0 and 1; undefined when there is nothing to measure. */
export async function ownShareOfMonth({
  store,
  now,
}: Pick<Gateway, 'store' | 'now'>): Promise<number | undefined> {
  const at = now()
  const period = periodOf(at.toISOString().slice(0, 7))
  const query = { withinMs: ownMinutes * 60_000, now: at }
  const { measured, inTime } = await store.ownServiceLevel(period, query)
  return measured === 0 ? undefined : inTime / measured
}
