// Claims due jobs and hands them to deliver, a few at a time. A lease, renewed while the
// work lasts, recovers what a dead process left behind, so any number of processes may
// share one database.
import type { ClaimedJob } from '../store/index.ts'
import { deliver } from './deliver.ts'
import type { Gateway } from './gateway.ts'
import { makeNotifier } from './notifier.ts'
import { moveOn } from './status.ts'

export type Work = { stop(limitMs: number): Promise<void> }

export function startWork(gateway: Gateway, owner: string): Work {
  const ending = new AbortController()
  const inHand = new Set<Promise<void>>()
  const freed = makeNotifier()
  const free = freed.subscribe()
  const queued = gateway.queued.subscribe()

  /** True when more may be due: it took as many jobs as it asked for. */
  async function take(): Promise<boolean> {
    const places = gateway.delivery.concurrency - inHand.size
    if (places <= 0) return false
    const jobs = await claim(gateway, owner, places)
    for (const job of jobs) {
      const work = workOn(gateway, owner, job).finally(() => {
        inHand.delete(work)
        freed.notify()
      })
      inHand.add(work)
    }
    return jobs.length === places
  }

  async function loop(): Promise<void> {
    while (!ending.signal.aborted) {
      const mayHaveMore = await take().catch((error: unknown) => {
        gateway.log.error({ err: error }, 'jobs could not be claimed')
        return false
      })
      if (mayHaveMore) continue
      const busy = inHand.size >= gateway.delivery.concurrency
      await (busy ? free : queued).next(gateway.delivery.lookAgainMs, ending.signal)
    }
  }

  const sweeping = setInterval(() => {
    const { store, log, now } = gateway
    Promise.all([store.forgetAnswers(now()), store.forgetRevocations(now())]).catch(
      (error: unknown) => log.warn({ err: error }, 'expired rows could not be removed'),
    )
  }, gateway.delivery.sweepMs)
  const looping = loop()
  return {
    async stop(limitMs) {
      ending.abort()
      clearInterval(sweeping)
      await looping
      const deadline = Date.now() + limitMs
      while (inHand.size > 0 && Date.now() < deadline) await free.next(deadline - Date.now())
      queued.stop()
    },
  }
}

function claim(
  { store, delivery, now }: Gateway,
  owner: string,
  limit: number,
): Promise<ClaimedJob[]> {
  return store.claimJobs({
    owner,
    limit,
    now: now(),
    leaseMs: delivery.leaseMs,
    moves: {
      claim: moveOn('waiting', 'claimed', owner),
      leaseRanOut: moveOn('sending', 'lease-ran-out', owner),
    },
  })
}

async function workOn(gateway: Gateway, owner: string, job: ClaimedJob): Promise<void> {
  const { store, delivery, log, now } = gateway
  const { jobId, epoch } = job
  const renewal = setInterval(() => {
    const until = new Date(now().getTime() + delivery.leaseMs)
    store
      .renewLease({ jobId, owner, epoch, until })
      .then((held) => held || log.warn({ jobId }, 'a lease was lost to another process'))
      .catch((error: unknown) => log.warn({ err: error, jobId }, 'a lease could not be renewed'))
  }, delivery.leaseRenewMs)
  try {
    await deliver(gateway, job)
  } catch (error) {
    // Nothing was written, so the lease runs out and another claim picks the document up.
    log.error(
      { err: error, documentId: job.document.id },
      'a delivery attempt could not be recorded',
    )
  } finally {
    clearInterval(renewal)
    gateway.moved.notify(job.document.id)
  }
}
