// The deliveries of this process: it claims due jobs and hands them to deliver, a few at a time,
// and gives places to submissions whose delivery need not stand in line. A lease, renewed while the
// work lasts, recovers what a dead process left behind, so any number of processes may
// share one database.
import type { Claimed, ClaimedJob } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'
import { logAbout } from '../log-about.ts'
import { makeNotifier } from '../runtime/notifier.ts'
import { type DirectDelivery, openOwnPlaces } from '../runtime/own-places.ts'
import { makeTurns } from '../runtime/turns.ts'
import { moveOn } from '../status.ts'
import { deliver } from './deliver.ts'

/** After a message that was made in vain the next ones of its lane would be, for a while. */
const restMs = 100

export type Work = { stop(limitMs: number): Promise<void> }

export function startWork(gateway: Gateway, owner: string): Work {
  const ending = new AbortController()
  const places = openOwnPlaces(gateway.delivery.places)
  const freed = makeNotifier()
  const free = freed.subscribe()
  const queued = gateway.queued.subscribe()
  const turns = makeTurns(gateway.delivery.largeAtOnce)

  let isMoreDue = false
  let hasFreed = false

  function begin(job: ClaimedJob, leave: () => void, deliver: () => Promise<void>): void {
    void workOn(gateway, owner, job, deliver).finally(leave)
  }

  function takePlace(lane: string): () => void {
    const leave = places.take(lane)
    return () => {
      leave()
      freed.notify()
      hasFreed = true
      if (isMoreDue) queued.wake()
    }
  }

  async function take(): Promise<void> {
    const limit = places.free()
    if (limit <= 0) isMoreDue = true
    // What cannot be read or stored is left in line, where it loses no time to a lease.
    if (limit <= 0 || gateway.store.payloadStore?.fault() !== undefined) return
    hasFreed = false
    const claimed = await claim(gateway, owner, limit)
    for (const job of claimed.jobs) {
      const isLarge = job.bytes > gateway.delivery.inlineBytesMax
      const delivery = () => deliver(gateway, job)
      begin(job, takePlace(job.lane), isLarge ? () => turns.take(delivery) : delivery)
    }
    isMoreDue = claimed.isMoreDue || claimed.jobs.length === limit
    // What has ended since the claim began has freed a place that it did not see.
    if (isMoreDue && hasFreed) queued.wake()
  }

  const direct: DirectDelivery['now'] = {
    owner,
    place(lane) {
      if (isMoreDue || !places.hasRoom(lane, performance.now())) return undefined
      const leave = takePlace(lane)
      return {
        use: (job, work) => begin(job, leave, work),
        leave,
        rest() {
          places.rest(lane, performance.now() + restMs)
          leave()
        },
      }
    },
  }
  gateway.directDelivery.now = direct

  async function loop(): Promise<void> {
    while (!ending.signal.aborted) {
      await take().catch((error: unknown) =>
        gateway.log.error({ err: error }, 'jobs could not be claimed'),
      )
      await queued.next(gateway.delivery.lookAgainMs, ending.signal)
      // The places of several deliveries that end are then given by one claim.
      if (isMoreDue)
        await new Promise((resolve) => setTimeout(resolve, gateway.delivery.claimAgainMs))
    }
  }

  const looping = loop()
  return {
    async stop(limitMs) {
      ending.abort()
      if (gateway.directDelivery.now === direct) delete gateway.directDelivery.now
      await looping
      const deadline = Date.now() + limitMs
      const isBusy = () => places.free() < gateway.delivery.places.total
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
    places: delivery.places,
    recent: recentDocuments.takeRecord,
    moves: {
      claim: moveOn('waiting', 'claimed', owner),
      hold: moveOn('waiting', 'held', owner),
      leaseRanOut: moveOn('sending', 'lease-ran-out', owner),
    },
  })
}

async function workOn(
  gateway: Gateway,
  owner: string,
  { jobId, epoch, document }: ClaimedJob,
  work: () => Promise<void>,
): Promise<void> {
  const { store, delivery, now } = gateway
  const log = logAbout(gateway.log, document)
  const renewal = setInterval(() => {
    const until = new Date(now().getTime() + delivery.leaseMs)
    store
      .renewLease({ jobId, documentId: document.id, owner, epoch, until })
      .then((held) => held || log.warn({ jobId }, 'a lease was lost to another process'))
      .catch((error: unknown) => log.warn({ err: error, jobId }, 'a lease could not be renewed'))
  }, delivery.leaseRenewMs)
  try {
    await work()
  } catch (error) {
    // Nothing was written, so the lease runs out and another claim picks the document up.
    log.error({ err: error }, 'a delivery attempt could not be recorded')
  } finally {
    clearInterval(renewal)
    gateway.moved.notify(document.id)
    gateway.events.notify(document.tenantId)
  }
}
