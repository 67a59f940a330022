// The delivery slots of this process: for the jobs that it claims, and for the deliveries that
// submissions start.
import type { SlotLimits } from '../../store/index.ts'
import type { DeliverySlot, DeliverySlots } from '../gateway.ts'

/** How long a lane is skipped after a message was built and its document queued all the same. */
const restMs = 100

/** `clock` counts milliseconds from any moment, and never goes back. */
export function openDeliverySlots(
  { total, ofEndpoint }: SlotLimits,
  clock: () => number = () => performance.now(),
): DeliverySlots {
  const lanes = new Map<string, number>()
  const restingUntil = new Map<string, number>()
  let taken = 0
  let open: { owner: string; released(): void } | undefined
  let isMoreDue = false

  function change(lane: string, by: 1 | -1): void {
    taken += by
    const inLane = (lanes.get(lane) ?? 0) + by
    if (inLane > 0) lanes.set(lane, inLane)
    else lanes.delete(lane)
  }

  /** Other processes may have taken what seems to be free here. */
  function hasRoom(lane: string): boolean {
    const now = clock()
    for (const [one, until] of restingUntil) if (until <= now) restingUntil.delete(one)
    return !restingUntil.has(lane) && taken < total && (lanes.get(lane) ?? 0) < ofEndpoint
  }

  function take(lane: string, { owner, released }: NonNullable<typeof open>): DeliverySlot {
    change(lane, 1)
    function release(): void {
      change(lane, -1)
      released()
    }
    return {
      owner,
      use: (work) => void work().finally(release),
      release,
      rest() {
        restingUntil.set(lane, clock() + restMs)
        release()
      },
    }
  }

  return {
    tryTake: (lane) => (open && !isMoreDue && hasRoom(lane) ? take(lane, open) : undefined),
    open(holder) {
      open = holder
      isMoreDue = false
      restingUntil.clear()
      return {
        free: () => total - taken,
        take: (lane) => take(lane, holder),
        setMoreDue(isIt) {
          isMoreDue = isIt
        },
        close() {
          if (open === holder) open = undefined
        },
      }
    },
  }
}
