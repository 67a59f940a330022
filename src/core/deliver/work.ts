// The deliveries of this process: it claims due jobs and hands them to deliver, a few at a time. A
// lease, renewed while the work lasts, recovers what a dead process left behind, so any number of
// processes may share one database.
import type { Claimed } from '../../store/index.ts'
import { makeSemaphore } from '../../threads/index.ts'
import type { Gateway } from '../gateway.ts'
import { makeNotifier } from '../runtime/notifier.ts'
import { moveOn } from '../status.ts'
import { deliver } from './deliver.ts'
import { holdLease } from './hold-lease.ts'

export type Work = { stop(limitMs: number): Promise<void> }

export function startWork(gateway: Gateway, owner: string): Work {
  const ending = new AbortController()
  const released = makeNotifier()
  const queued = gateway.queued.subscribe()
  const concurrency = makeSemaphore(gateway.delivery.largeAtOnce)

  let isMoreDue = false
  let hasReleased = false
  const slots = gateway.deliverySlots.open({
    owner,
    released() {
      released.notify()
      hasReleased = true
      if (isMoreDue) queued.wake()
    },
  })

  function setMoreDue(isIt: boolean): void {
    isMoreDue = isIt
    slots.setMoreDue(isIt)
  }

  async function take(): Promise<void> {
    const limit = slots.free()
    if (limit <= 0) setMoreDue(true)
    // What cannot be read or stored stays queued, where it loses no time to a lease.
    if (limit <= 0 || gateway.store.payloadStore?.fault() !== undefined) return
    hasReleased = false
    const { jobs, isMoreDue } = await claim(gateway, owner, limit)
    for (const job of jobs) {
      const isLarge = job.bytes > gateway.delivery.inlineBytesMax
      const delivery = () => deliver(gateway, job)
      const work = isLarge ? () => concurrency.run(delivery) : delivery
      slots.take(job.lane).use(() => holdLease(gateway, owner, job, work))
    }
    const isLeft = isMoreDue || jobs.length === limit
    setMoreDue(isLeft)
    // What has ended since the claim began has released a slot that it did not see.
    if (isLeft && hasReleased) queued.wake()
  }

  async function loop(): Promise<void> {
    while (!ending.signal.aborted) {
      await take().catch((error: unknown) =>
        gateway.log.error({ err: error }, 'jobs could not be claimed'),
      )
      await queued.next(gateway.delivery.lookAgainMs, ending.signal)
      // The slots of several deliveries that end are then given by one claim.
      if (isMoreDue)
        await new Promise((resolve) => setTimeout(resolve, gateway.delivery.claimAgainMs))
    }
  }

  const looping = loop()
  const free = released.subscribe()
  return {
    async stop(limitMs) {
      ending.abort()
      slots.close()
      await looping
      const deadline = Date.now() + limitMs
      const isBusy = () => slots.free() < gateway.delivery.slots.total
      while (isBusy() && Date.now() < deadline) await free.next(deadline - Date.now())
      queued.stop()
    },
  }
}

function claim(
  { store, recentDocuments, delivery, now }: Gateway,
  owner: string,
  limit: number,
): Promise<Claimed> {
  return store.claimJobs({
    owner,
    limit,
    now: now(),
    leaseMs: delivery.leaseMs,
    slots: delivery.slots,
    recent: recentDocuments.takeRecord,
    moves: {
      claim: moveOn('waiting', 'claimed', owner),
      hold: moveOn('waiting', 'held', owner),
      leaseRanOut: moveOn('sending', 'lease-ran-out', owner),
    },
  })
}
