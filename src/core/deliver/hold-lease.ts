// The lease of a delivery is renewed while its work lasts. When this process dies, the lease runs
// out and another process takes the document over.
import type { ClaimedJob } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'
import { logAbout } from '../log-about.ts'

type LeaseNeeds = Pick<Gateway, 'store' | 'delivery' | 'moved' | 'events' | 'log' | 'now'>

/** Does not throw: a failure of `work` is logged. */
export async function holdLease(
  gateway: LeaseNeeds,
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
    if (document.reports) gateway.moved.notify(document.reports.documentId)
    gateway.events.notify(document.tenantId)
  }
}
