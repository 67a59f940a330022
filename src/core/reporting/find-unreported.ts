// Once a day, for those who are audited: documents that had to be reported to a tax authority and
// have no report. There are none, unless something is wrong here.
import type { Document, Tenant } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'
import { reportingEntry } from './reporting-entry.ts'

type Needs = Pick<Gateway, 'store' | 'log' | 'metrics' | 'now'>

const lookedBackMs = 3 * 24 * 3_600_000
/** So long after a change of the settings a process may submit by those before. */
const settledMs = 15 * 60_000
const documentsAtOnce = 200
const namedMax = 20

/**
 * Says how many. Only what was stored in the last days, and after the settings of its tenant were
 * last changed: for what was under way then, they may have been others.
 */
export async function findUnreported({ store, log, metrics, now }: Needs): Promise<number> {
  let found = 0
  let cursor: string | undefined
  do {
    const page = await store.tenants({ limit: documentsAtOnce, ...(cursor ? { cursor } : {}) })
    for (const tenant of page.items) {
      const documents = await unreportedOf({ store, now }, tenant)
      found += documents.length
      if (documents.length === 0) continue
      metrics.unreportedFound(documents.length)
      log.error(
        { tenantId: tenant.id, documents: documents.length, ids: documents.slice(0, namedMax) },
        'documents have no report to the tax authority that they need',
      )
    }
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return found
}

async function unreportedOf(
  { store, now }: Pick<Needs, 'store' | 'now'>,
  tenant: Tenant,
): Promise<string[]> {
  if (!tenant.taxReporting?.length) return []
  const changedAt = await store.reportingChangedAt(tenant.id)
  const earliestMs = now().getTime() - lookedBackMs
  const createdFrom = new Date(Math.max(earliestMs, (changedAt?.getTime() ?? 0) + settledMs))
  const list = { sort: 'createdAt', limit: documentsAtOnce, createdFrom, createdTo: now() } as const
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await store.listDocuments(tenant.id, { ...list, ...(cursor ? { cursor } : {}) })
    for (const document of page.documents) if (isMissed(tenant, document)) ids.push(document.id)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return ids
}

/** Accepted, or opened if it was received: then it would have a report, or the reason for none. */
function isMissed(tenant: Tenant, document: Document): boolean {
  const { direction, status, taxReport, test, documentTypeId, createdAt: at } = document
  const isOut = direction === 'outbound'
  if (test || taxReport || status === (isOut ? 'rejected' : 'received')) return false
  const participant = isOut ? document.sender.id : document.receiver.id
  return reportingEntry(tenant, { participant, documentTypeId, at }) !== undefined
}
