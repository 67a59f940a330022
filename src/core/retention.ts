// Removes what a document contained once it has been kept for long enough (RETENTION_DAYS). What
// became of it, and the digests of its files, are kept for ever.
import type { Gateway } from './gateway.ts'

const dayMs = 24 * 3_600_000
/** Of one transaction: some thousand rows. */
const documentsAtOnce = 200

/** Of all processes, one does it, once an hour. */
export async function removeOldBytes({
  store,
  retention,
  log,
  now,
}: Pick<Gateway, 'store' | 'retention' | 'log' | 'now'>): Promise<void> {
  const { days, everyMs } = retention
  if (days === undefined) return
  if (!(await store.claimSchedule({ name: 'retention', now: now(), everyMs }))) return
  const before = new Date(now().getTime() - days * dayMs)
  let removed = 0
  for (const remove of [store.removeOldBytes, store.removeBytesLeft])
    for (let count = documentsAtOnce; count === documentsAtOnce; removed += count)
      count = await remove(before, documentsAtOnce)
  if (removed > 0) log.info({ documents: removed, before }, 'bytes of old documents were removed')
}
