// Removes what a document contained once it has been kept for long enough (RETENTION_DAYS). What
// became of it, and the digests of its files, are kept for ever.
import type { Gateway } from '../gateway.ts'

const dayMs = 24 * 3_600_000
/** An object that no row names is removed when it is older. */
const orphanMs = dayMs
/** Documents of one transaction: some thousand rows. */
const documentsAtOnce = 200
/** Their bytes are put back when those of their month go. With more of them, it goes by row. */
const leftOfMonthMax = 1_000

/** One of all processes does it, once an hour. */
export async function removeOldBytes({
  store,
  retention,
  log,
  now,
}: Pick<Gateway, 'store' | 'retention' | 'log' | 'now'>): Promise<void> {
  const { days, everyMs } = retention
  const tenants = await store.tenantsWithDays()
  if (days === undefined && tenants.length === 0) return
  if (!(await store.claimSchedule({ name: 'retention', now: now(), everyMs }))) return
  const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs)
  const before = days === undefined ? undefined : daysAgo(days)
  const limit = documentsAtOnce
  while (before && (await store.removeOldMonth(before, leftOfMonthMax)))
    log.info({ before }, 'bytes of an old month were removed')
  let removed = before ? await untilNone(() => store.removeOldBytes(before, limit)) : 0
  for (const { tenantId, days: ownDays = days } of tenants) {
    if (ownDays === undefined) continue
    const wish = { tenantId, before: daysAgo(ownDays), limit }
    removed += await untilNone(() => store.removeTenantBytes(wish))
  }
  removed += await untilNone(() => store.removeBytesLeft({ now: now(), before, limit }))
  if (removed > 0) log.info({ documents: removed, before }, 'bytes of old documents were removed')
}

async function untilNone(remove: () => Promise<number>): Promise<number> {
  let removed = 0
  for (let count = documentsAtOnce; count === documentsAtOnce; removed += count)
    count = await remove()
  return removed
}

/** From the payload store, if there is one: objects that no row of the database names. */
export async function removeUnnamed({
  store,
  retention,
  log,
  now,
}: Pick<Gateway, 'store' | 'retention' | 'log' | 'now'>): Promise<void> {
  if (!store.payloadStore) return
  const { everyMs } = retention
  if (!(await store.claimSchedule({ name: 'payload-store', now: now(), everyMs }))) return
  const swept = await store.sweepPayloads({ orphanMs })
  if (swept?.kind === 'foreign')
    log.warn(
      {},
      'the payload store has the mark of another database: nothing is removed from it ' +
        '(docs/operations.md)',
    )
  else if (swept && swept.removed + swept.orphans > 0)
    log.info({ ...swept }, 'objects were removed from the payload store')
}
