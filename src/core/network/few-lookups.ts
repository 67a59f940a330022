// Questions about participants take connections from deliveries, so there are few at a time.
import { Problem } from '../../problem.ts'
import type { Gateway } from '../gateway.ts'
import { openHoldings } from '../runtime/shared-use.ts'

/** Runs a lookup, or throws Problem `capacity.busy` while too many are under way. */
export function openFewLookups({
  requests,
  sharedUse,
}: Pick<Gateway, 'requests' | 'sharedUse'>): <T>(lookUp: () => Promise<T>) => Promise<T> {
  const open = openHoldings(sharedUse, 'lookups')
  return async (lookUp) => {
    if (open.of() >= requests.lookupsMax)
      throw new Problem('capacity.busy', { detail: 'Too many participants are being looked up.' })
    open.add(1)
    try {
      return await lookUp()
    } finally {
      open.add(-1)
    }
  }
}
